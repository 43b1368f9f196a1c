//! Settings of imported books as their drafts take them: before rows are drawn, so that everything that comes of an edition
//! or a name comes of the set one, and a redraw makes the same rows.

use lorekeeper_content::document::{self, License};
use lorekeeper_content::{Identity, Origin, RowCore, slugify};
use lorekeeper_sources::{Draft, Drafts, imported_book};
use lorekeeper_store::BookSetting;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The settings of all books, by the key that a book has in its records.
#[derive(Clone, Debug, Default)]
pub(super) struct BookSettings(BTreeMap<String, BookSetting>);

impl FromIterator<BookSetting> for BookSettings {
    fn from_iter<I: IntoIterator<Item = BookSetting>>(settings: I) -> Self {
        let by_key = settings.into_iter().map(|set| (set.book.clone(), set));
        Self(by_key.collect())
    }
}

impl BookSettings {
    /// The settings as they are stored for a book.
    pub fn get(&self, book: &str) -> Option<&BookSetting> {
        self.0.get(book)
    }

    /// The book that the content of a book goes to: mostly itself.
    pub fn target<'a>(&'a self, book: &'a str) -> &'a str {
        let becomes = self.get(book).and_then(|set| set.becomes.as_deref());
        becomes.unwrap_or(book)
    }

    /// The books whose content goes to a book, beside its own.
    pub fn becoming(&self, target: &str) -> impl Iterator<Item = &BookSetting> {
        let all = self.0.values();
        all.filter(move |set| set.becomes.as_deref() == Some(target))
    }

    /// The settings that count for the book of a record.
    fn find_setting(&self, origin: &Origin) -> Option<&BookSetting> {
        self.get(self.target(imported_book(&origin.key)))
    }

    fn place(&self, origin: &Origin) -> i32 {
        let own = self.get(imported_book(&origin.key));
        own.map_or(0, |set| set.place)
    }

    /// Applies the settings to the drafts of all imports. `seen` are the books of the sources.
    pub fn apply(&self, drafts: &mut [Drafts], seen: &[document::Model]) {
        if self.0.is_empty() {
            return;
        }
        let books = drafts.iter().flat_map(|drafts| &drafts.documents);
        let books: HashMap<String, document::Model> =
            books.map(|draft| (draft.row.key.clone(), draft.row.clone())).collect();
        for drafts in drafts.iter_mut() {
            self.move_books(drafts, &books);
            for Draft { row, origin, .. } in &mut drafts.documents {
                if let Some(set) = self.find_setting(origin) {
                    describe(row, set, seen);
                }
            }
        }
        self.drop_repeated(drafts);
    }

    /// Moves the content of books to those that they become.
    fn move_books(&self, drafts: &mut Drafts, books: &HashMap<String, document::Model>) {
        let mut moved: HashMap<String, String> = HashMap::new();
        for Draft { row, origin, .. } in &mut drafts.documents {
            let set = self.get(imported_book(&origin.key));
            let Some(target) = set.and_then(|set| set.becomes.as_deref()) else {
                continue;
            };
            let mut aliases = std::mem::take(&mut row.aliases);
            aliases.extend([row.key.clone(), row.name.clone()]);
            moved.insert(row.key.clone(), target.to_owned());
            if let Some(own) = books.get(target) {
                let source = std::mem::take(&mut row.source);
                *row = own.clone();
                row.source = source;
            }
            target.clone_into(&mut row.key);
            row.aliases = aliases;
        }
        if moved.is_empty() {
            return;
        }
        macro_rules! move_rows {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                for Draft { row, .. } in &mut drafts.$plural {
                    if let Some(target) = moved.get(&row.document_key) {
                        row.document_key.clone_from(target);
                    }
                }
            )* };
        }
        lorekeeper_content::families!(move_rows);
    }

    /// Leaves out what a book has that became part of another one which has it, too.
    fn drop_repeated(&self, drafts: &mut [Drafts]) {
        if self.0.values().all(|set| set.place == 0) {
            return;
        }
        let mut first: HashMap<Identity, i32> = HashMap::new();
        macro_rules! drop_rows {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                for Draft { row, origin, .. } in drafts.iter().flat_map(|drafts| &drafts.$plural) {
                    let (first, place) = (first.entry(row.identity()), self.place(origin));
                    let first = first.or_insert(place);
                    *first = place.min(*first);
                }
                for drafts in drafts.iter_mut() {
                    drafts.$plural.retain(|Draft { row, origin, .. }| {
                        first.get(&row.identity()).is_none_or(|first| self.place(origin) <= *first)
                    });
                }
            )* };
        }
        lorekeeper_content::families!(drop_rows);
    }

    /// Takes out the drafts of private books, whose keys are final by now.
    pub fn split_private(&self, drafts: &mut [Drafts]) -> (Vec<Drafts>, BTreeSet<String>) {
        let books = drafts.iter().flat_map(|drafts| &drafts.documents);
        let private = books.filter(|book| self.find_setting(&book.origin).is_some_and(|set| set.is_private));
        let keys: BTreeSet<String> = private.map(|book| book.row.key.clone()).collect();
        let split = drafts.iter_mut().map(|drafts| {
            let mut own = Drafts::default();
            own.documents = drafts.documents.extract_if(.., |book| keys.contains(&book.row.key)).collect();
            macro_rules! split {
                ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                    let rows = drafts.$plural.extract_if(.., |draft| keys.contains(&draft.row.document_key));
                    own.$plural = rows.collect();
                )* };
            }
            lorekeeper_content::families!(split);
            own
        });
        (split.collect(), keys)
    }
}

/// Describes a book as its owner does.
fn describe(row: &mut document::Model, set: &BookSetting, seen: &[document::Model]) {
    if let Some(name) = &set.name {
        row.name.clone_from(name);
        row.display_name = Some(name.clone());
    }
    if let Some(edition) = &set.edition {
        let same = |book: &&document::Model| book.game_system.as_ref() == Some(edition);
        let named = seen.iter().find(same);
        row.game_system_name = named.and_then(|book| book.game_system_name.clone());
        row.game_system = Some(edition.clone());
    }
    if let Some(licence) = &set.licence {
        let known = seen.iter().flat_map(|book| book.licenses.iter());
        let is_meant =
            |known: &&License| [&known.key, &known.name].iter().any(|name| name.eq_ignore_ascii_case(licence));
        let known = known.clone().find(is_meant).cloned();
        let licence = known.unwrap_or_else(|| License { key: slugify(licence), name: licence.clone(), text: None });
        row.licenses = vec![licence].into();
    }
}
