//! Equipment catalogue: the piece of equipment that a book means by a printed name.
//!
//! Lists print `Crossbow, light` and `Rope, hempen (50 feet)`, texts `a light crossbow` and `50 feet of hempen rope`.
//! The key of a name is what these have in common.

use super::StartingItemCategory;
use crate::Pattern;
use crate::equipment::{Kind, Model};
use crate::slugify;
use crate::vocabulary::edition::{Editions, Nearness};
use std::collections::{BTreeSet, HashMap};

/// Subcategories whose things are found only by what a text says of the category.
const FOCI: [&str; 3] = ["holy-symbols", "arcane-foci", "druidic-foci"];

/// Words of names without a meaning of their own.
const NOISE: [&str; 7] = ["a", "an", "and", "either", "of", "set", "the"];

/// What texts call things whose key in the lists is another one.
const ALIASES: [(&str, &str); 6] = [
    ("bolt", "bolt crossbow"),
    ("belt pouch", "pouch"),
    ("shield wooden", "shield"),
    ("clothe traveling", "clothe traveler"),
    ("herbalist kit", "herbalism kit"),
    ("card", "card playing"),
];

/// The mundane equipment of all books, by the keys of its names.
pub(super) struct Catalogue<'a> {
    rows: HashMap<String, Vec<&'a Model>>,
    foci: HashMap<(&'static str, String), Vec<&'a Model>>,
    /// Books with equipment.
    books: BTreeSet<&'a str>,
    editions: &'a Editions,
}

/// The catalogue as a book sees it.
pub(super) struct Shelf<'a> {
    catalogue: &'a Catalogue<'a>,
    book: &'a str,
    /// Whether a book of its edition has equipment.
    has_own: bool,
}

impl<'a> Catalogue<'a> {
    /// The catalogue of equipment.
    pub fn new(equipment: &'a [Model], editions: &'a Editions) -> Self {
        let mut catalogue = Self { rows: HashMap::new(), foci: HashMap::new(), books: BTreeSet::new(), editions };
        for row in equipment.iter().filter(|row| row.kind != Kind::MagicItem) {
            catalogue.books.insert(&row.document_key);
            let subcategory = row.subcategory.as_deref();
            let focus = FOCI.into_iter().find(|focus| subcategory == Some(focus));
            let key = key(&row.name);
            match focus {
                Some(focus) => catalogue.foci.entry((focus, key)).or_default().push(row),
                None => catalogue.rows.entry(key).or_default().push(row),
            }
        }
        catalogue
    }

    /// The catalogue as a book sees it.
    pub fn of(&'a self, book: &'a str) -> Shelf<'a> {
        let mut books = self.books.iter();
        Shelf { catalogue: self, book, has_own: books.any(|other| self.editions.are_same(book, other)) }
    }
}

impl Shelf<'_> {
    /// The slug of the equipment of a name.
    pub fn find(&self, name: &str) -> Option<&str> {
        let key = key(name);
        let alias = ALIASES.into_iter().find(|(printed, _)| *printed == key);
        let mut keys = vec![key.clone()];
        keys.extend(alias.map(|(_, listed)| listed.to_owned()));
        keys.push(self::key(&format!("{key} armor")));
        let mut rows = keys.iter().filter_map(|key| self.catalogue.rows.get(key));
        rows.find_map(|rows| self.nearest(rows))
    }

    /// The slug of the thing that is the focus of a category in the words of a note: `crystal`.
    pub fn find_focus(&self, category: StartingItemCategory, name: &str, note: &str) -> Option<&str> {
        let focus = category.focus()?;
        let keys = [key(note), key(&format!("{name} {note}"))];
        let mut rows = keys.into_iter().filter_map(|key| self.catalogue.foci.get(&(focus, key)));
        // A weapon can be a focus, too.
        rows.find_map(|rows| self.nearest(rows)).or_else(|| self.find(note))
    }

    /// The slug of the row in the nearest book. An edition with equipment of its own does not borrow another's. Names
    /// that only differ in what stands in brackets name several things, unless one of them stands without.
    fn nearest<'r>(&self, rows: &[&'r Model]) -> Option<&'r str> {
        let editions = self.catalogue.editions;
        let nearest = editions.nearest(self.book, rows.iter(), |row| &row.document_key)?;
        let is_far = editions.nearness(self.book, &nearest.document_key) == Nearness::OtherSystem;
        if is_far && self.has_own {
            return None;
        }
        let book = &nearest.document_key;
        let same: Vec<&&Model> = rows.iter().filter(|row| row.document_key == *book).collect();
        let mut plain = same.iter().filter(|row| !row.name.contains('('));
        match (same.as_slice(), plain.next(), plain.next()) {
            ([row], ..) | (_, Some(row), None) => Some(&row.slug),
            _ => None,
        }
    }
}

/// The key of a name: its words in the singular, in the order of the alphabet, without what stands in brackets.
pub(super) fn key(name: &str) -> String {
    static BRACKETS: Pattern = Pattern::new(r"\([^()]*\)");
    static POSSESSIVE: Pattern = Pattern::new(r"['’]s?\b|['’]");
    let name = BRACKETS.replace_all(name, " ");
    let name = POSSESSIVE.replace_all(&name, " ");
    let slug = slugify(&name);
    let words = slug.split('-').filter(|word| !NOISE.contains(word));
    let words: BTreeSet<String> = words.filter(|word| !word.is_empty()).map(singular).collect();
    words.into_iter().collect::<Vec<_>>().join(" ")
}

/// A word without the ending of the plural, or of what looks like one: `pouch`, `clothe`.
fn singular(word: &str) -> String {
    let stem =
        ["ches", "shes", "sses"].iter().any(|ending| word.ends_with(ending)).then(|| word.strip_suffix("es")).flatten();
    let stem = stem.or_else(|| word.strip_suffix('s').filter(|stem| !stem.ends_with('s')));
    let stem = stem.filter(|stem| stem.len() > 2 && !stem.ends_with("cu"));
    stem.unwrap_or(word).to_owned()
}
