//! Edits of imported books by their owner: what is said about a book, its name, and the merger of two.

use crate::Ingest;
use crate::book_settings::BookSettings;
use crate::error::{Error, Result};
use crate::import::Mode;
use crate::imported_books::{imported_book_named, imported_keys};
use crate::materialise::Materialised;
use crate::sync::materialise_if_pending;
use lorekeeper_content::{document, slugify};
use lorekeeper_sources::IMPORTS;
use lorekeeper_store::{self as store, BookSetting, LockGuard, Overlap};
use sea_orm::DatabaseConnection;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Most characters of what is said about a book.
const MAX_CHARS: usize = 300;

/// What is said about a book: of each, nothing new where `None`, and nothing any more where empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// Who brought the book.
    pub owner: Option<String>,
    /// The key or the name of the licence.
    pub licence: Option<String>,
    /// The key of the game system.
    pub edition: Option<String>,
    /// Whether only the owner reads the book.
    pub is_private: Option<bool>,
}

/// An edit of books, each by key, name or alias.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BookEdit {
    /// Say something about a book.
    Describe(String, Description),
    /// Give a book another name.
    Rename(String, String),
    /// Merge a book into another one.
    Merge(String, String, Mode),
}

/// What an edit did.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct EditReport {
    /// The key of the book that there is now.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Whether a merger was carried out, or only reported.
    pub mode: Mode,
    /// What a merger moves, by family.
    pub moved: Vec<Overlap>,
    /// How the rows changed.
    pub rows: Materialised,
}

impl Description {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn check(&self) -> Result<()> {
        for (name, text) in [("owner", &self.owner), ("licence", &self.licence)] {
            check_text(name, text.as_deref().unwrap_or_default())?;
        }
        let edition = self.edition.as_deref().unwrap_or_default();
        let dashed = edition.trim().replace(['_', ' '], "-");
        if edition.len() > MAX_CHARS || !dashed.eq_ignore_ascii_case(&slugify(edition)) {
            return Err(Error::input(format!(
                "The edition \"{}\" is not the key of a game system. Keys look like 5e-2014, 5e-2024 or a5e.",
                edition.escape_debug()
            )));
        }
        Ok(())
    }

    fn put(&self, set: &mut BookSetting) {
        let texts =
            [(&self.owner, &mut set.owner), (&self.licence, &mut set.licence), (&self.edition, &mut set.edition)];
        for (said, set) in texts {
            if let Some(said) = said {
                let said = said.trim();
                *set = (!said.is_empty()).then(|| said.to_owned());
            }
        }
        set.edition = set.edition.take().map(|edition| game_system(&edition));
        set.is_private = self.is_private.unwrap_or(set.is_private);
    }
}

/// The key of a game system: the year of an edition stands for its system.
fn game_system(edition: &str) -> String {
    match slugify(edition).as_str() {
        year @ ("2014" | "2024") => format!("5e-{year}"),
        key => key.to_owned(),
    }
}

fn check_text(what: &str, text: &str) -> Result<()> {
    if text.chars().count() > MAX_CHARS || text.chars().any(char::is_control) {
        return Err(Error::input(format!(
            "The {what} has more than {MAX_CHARS} characters, or some that cannot be printed."
        )));
    }
    Ok(())
}

/// Edits books, and draws them again.
pub async fn edit(ingest: &Ingest, edit: BookEdit) -> Result<EditReport> {
    let lock = ingest.store.syncing.lock(&ingest.store).await?;
    lock.run(edit_locked(ingest, &lock, edit)).await
}

async fn edit_locked(ingest: &Ingest, lock: &LockGuard<'_>, edit: BookEdit) -> Result<EditReport> {
    let db = &ingest.store.pool;
    let books = store::documents(db).await?;
    let settings = stored(db).await?;
    let mut report = EditReport::default();
    let (target, changed, forgotten) = match &edit {
        BookEdit::Describe(book, description) => {
            description.check()?;
            let targets = targets(&imported_book_named(&books, book)?, &settings);
            let changed = describe(&settings, &targets, description);
            (first(targets), changed, Vec::new())
        }
        BookEdit::Rename(book, name) => {
            let book = imported_book_named(&books, book)?;
            rename(&books, &book, name.trim(), &settings)?
        }
        BookEdit::Merge(from, into, mode) => {
            let from = imported_book_named(&books, from)?;
            let into = imported_book_named(&books, into)?;
            report.mode = *mode;
            report.moved = store::overlap(db, &from.key, &into.key).await?;
            let merged = merge(&from, &into, &settings)?;
            if *mode == Mode::DryRun {
                (report.key, report.name) = (into.key, into.name);
                return Ok(report);
            }
            merged
        }
    };
    store::put_book_settings(&ingest.store, IMPORTS[0].0, &changed, &forgotten).await?;
    report.rows = materialise_if_pending(ingest, lock).await?;
    let settings = stored(db).await?;
    let books = store::documents(db).await?.into_iter();
    let mut edited = books.filter(|book| targets(book, &settings).contains(&target));
    let edited = edited.next().unwrap_or_default();
    (report.key, report.name) = (edited.key, edited.name);
    Ok(report)
}

/// The settings that count for a document.
pub fn setting_of(book: &document::Model, settings: &[BookSetting]) -> Option<BookSetting> {
    let settings: BookSettings = settings.iter().cloned().collect();
    settings.get(&first(targets(book, &settings))).cloned()
}

pub(super) async fn stored(db: &DatabaseConnection) -> Result<BookSettings> {
    Ok(store::book_settings(db).await?.into_iter().collect())
}

/// Stores what is said about the books of an import, before its records are.
pub(super) async fn describe_imported(
    ingest: &Ingest,
    books: &BTreeSet<String>,
    description: &Description,
) -> Result<()> {
    if description.is_empty() {
        return Ok(());
    }
    let settings = stored(&ingest.store.pool).await?;
    let targets = books.iter().map(|book| settings.target(book).to_owned());
    let changed = describe(&settings, &targets.collect(), description);
    Ok(store::put_book_settings(&ingest.store, IMPORTS[0].0, &changed, &[]).await?)
}

/// Refuses what cannot be said about books that are imported.
pub(super) fn check_description(description: &Description, has_other: bool) -> Result<()> {
    description.check()?;
    if has_other && !description.is_empty() {
        return Err(Error::input(
            "Some of these files are packs, which fill books of the sources: owner, licence, edition and visibility are of homebrew alone. Import the packs by themselves.",
        ));
    }
    Ok(())
}

/// The keys that the settings of a document stand under: mostly one.
pub(super) fn targets(book: &document::Model, settings: &BookSettings) -> BTreeSet<String> {
    let keys = imported_keys(book).into_iter();
    keys.map(|(_, key)| settings.target(key).to_owned()).collect()
}

fn first(keys: BTreeSet<String>) -> String {
    keys.into_iter().next().unwrap_or_default()
}

fn setting(settings: &BookSettings, book: &str) -> BookSetting {
    let known = settings.get(book).cloned();
    known.unwrap_or_else(|| BookSetting { book: book.to_owned(), ..BookSetting::default() })
}

fn describe(settings: &BookSettings, books: &BTreeSet<String>, description: &Description) -> Vec<BookSetting> {
    let changed = books.iter().map(|book| {
        let mut set = setting(settings, book);
        description.put(&mut set);
        set
    });
    changed.collect()
}

type Edited = (String, Vec<BookSetting>, Vec<String>);

/// The settings by which a book has another name, and a key that goes with it.
fn rename(books: &[document::Model], book: &document::Model, name: &str, settings: &BookSettings) -> Result<Edited> {
    check_text("name", name)?;
    let key = slugify(name);
    if key.is_empty() {
        return Err(Error::input("The new name has no letter and no digit."));
    }
    let is_taken =
        |other: &&document::Model| other.key != book.key && (other.answers_to(name) || other.answers_to(&key));
    if let Some(other) = books.iter().find(is_taken) {
        return Err(Error::input(format!(
            "There is a book \"{}\" already ({}). Choose another name, or merge the two.",
            other.name, other.key
        )));
    }
    let before = first(targets(book, settings));
    let renamed = BookSetting {
        book: key.clone(),
        name: Some(name.to_owned()),
        becomes: None,
        place: setting(settings, &key).place,
        ..setting(settings, &before)
    };
    if before == key {
        return Ok((key, vec![renamed], Vec::new()));
    }
    let mut changed = redirected(book, settings, &key, 0);
    changed.retain(|set| set.book != key);
    // A name that no record has is of the past.
    let is_past = changed.iter().all(|set| set.book != before);
    changed.push(renamed);
    let forgotten = is_past.then_some(before).into_iter().collect();
    Ok((key, changed, forgotten))
}

/// The settings by which a book is part of another one.
fn merge(from: &document::Model, into: &document::Model, settings: &BookSettings) -> Result<Edited> {
    let (before, target) = (first(targets(from, settings)), first(targets(into, settings)));
    if before == target {
        return Err(Error::input("A book cannot be merged into itself."));
    }
    let is_private = |key: &str| settings.get(key).is_some_and(|set| set.is_private);
    if is_private(&before) && !is_private(&target) {
        return Err(Error::input(format!(
            "\"{}\" is private and \"{}\" is public: the merger would publish it. Give both the same visibility first.",
            from.key, into.key
        )));
    }
    let last = settings.becoming(&target).map(|set| set.place).max();
    let places = last.unwrap_or_default() + 1;
    let changed = redirected(from, settings, &target, places);
    Ok((target, changed, Vec::new()))
}

/// The settings by which all that a document is made of goes to another book, behind so many places.
fn redirected(book: &document::Model, settings: &BookSettings, target: &str, places: i32) -> Vec<BookSetting> {
    let own = imported_keys(book).into_iter().map(|(_, key)| key);
    let before = targets(book, settings);
    let becoming = before.iter().flat_map(|book| settings.becoming(book));
    // Books whose file is gone, too: it may come again.
    let keys: BTreeSet<&str> = own.chain(becoming.map(|set| set.book.as_str())).collect();
    let redirected = keys.into_iter().map(|key| {
        let set = setting(settings, key);
        BookSetting { becomes: Some(target.to_owned()), place: set.place + places, ..set }
    });
    redirected.collect()
}
