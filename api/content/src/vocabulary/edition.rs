//! Editions: the game systems of books, and the rule of the nearest edition.
//!
//! A slug or a name may be that of several rows. Seen from a book, the one meant is that of the same book, else of a book
//! of the same game system, else of the core document, else of any book; of these, of the preferred book.

use crate::document;
use std::collections::HashMap;

/// The document that holds what no book describes; it belongs to every game system.
pub const CORE_DOCUMENT: &str = "core";

/// The documents that are preferred where nothing says which is meant, the most preferred first.
pub const PREFERRED_DOCUMENTS: [&str; 2] = ["srd-2024", "srd-2014"];

/// How near a book is to another, the nearest first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// The same book.
    SameBook,
    /// A book of the same game system, which is known.
    SameSystem,
    /// [`CORE_DOCUMENT`], which is of every game system.
    EverySystem,
    /// A book of another game system, or of one that is not known.
    OtherSystem,
}

/// The game systems of books, in lower case, by the books' keys.
#[derive(Clone, Debug, Default)]
pub struct Editions(HashMap<String, String>);

impl Editions {
    /// The game systems of these books.
    pub fn new<'a>(books: impl IntoIterator<Item = &'a document::Model>) -> Self {
        let system = |book: &document::Model| {
            let system = book.game_system.as_ref()?;
            Some((book.key.clone(), system.to_lowercase()))
        };
        Self(books.into_iter().filter_map(system).collect())
    }

    /// How near a book is to another.
    pub fn nearness(&self, from: &str, to: &str) -> Nearness {
        let system = self.0.get(from);
        if to == from {
            Nearness::SameBook
        } else if to == CORE_DOCUMENT {
            Nearness::EverySystem
        } else if system.is_some() && self.0.get(to) == system {
            Nearness::SameSystem
        } else {
            Nearness::OtherSystem
        }
    }

    /// Whether two books are of one edition.
    pub fn are_same(&self, one: &str, other: &str) -> bool {
        self.nearness(one, other) <= Nearness::SameSystem
    }

    /// How far a book is from another; the preferred book is nearer than others of its edition.
    pub fn distance(&self, from: &str, to: &str) -> (Nearness, usize) {
        (self.nearness(from, to), preference(to).0)
    }

    /// Of candidates, the one that is nearest to a book; `book` gives the key of a candidate's book.
    pub fn nearest<T>(
        &self,
        from: &str,
        candidates: impl IntoIterator<Item = T>,
        book: impl Fn(&T) -> &str,
    ) -> Option<T> {
        candidates.into_iter().min_by(|a, b| {
            let (a, b) = (book(a), book(b));
            (self.distance(from, a), a).cmp(&(self.distance(from, b), b))
        })
    }
}

/// A book in a statement: SQL from our own code for its key and its game system.
#[derive(Copy, Clone, Debug)]
pub struct SqlBook<'a> {
    /// The key.
    pub key: &'a str,
    /// The game system.
    pub system: &'a str,
}

/// The rule of [`Editions::nearest`] as an `ORDER BY` of SQL.
pub fn nearest_first(from: SqlBook<'_>, to: SqlBook<'_>) -> String {
    let [newest, older] = PREFERRED_DOCUMENTS;
    format!(
        "CASE WHEN {to} = {from} THEN 0 WHEN {to} = '{CORE_DOCUMENT}' THEN 2 \
            WHEN lower({}) = lower({}) THEN 1 ELSE 3 END, \
         array_position(ARRAY['{newest}', '{older}'], {to}), {to} COLLATE \"C\"",
        to.system,
        from.system,
        to = to.key,
        from = from.key,
    )
}

/// The sort key of a document where a slug alone does not say which is meant: [`PREFERRED_DOCUMENTS`], then by key.
pub fn preference(document: &str) -> (usize, &str) {
    let rank = PREFERRED_DOCUMENTS.iter().position(|key| *key == document);
    (rank.unwrap_or(PREFERRED_DOCUMENTS.len()), document)
}

/// Whether a word is the year that the key of a document ends in (`2014` of `srd-2014`).
pub fn is_year_of(word: &str, document: &str) -> bool {
    word.len() == 4 && document.ends_with(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn editions() -> Editions {
        let book = |key: &str, system: Option<&str>| document::Model {
            key: key.into(),
            game_system: system.map(str::to_owned),
            ..document::Model::default()
        };
        Editions::new(&[
            book("srd-2014", Some("5e-2014")),
            book("srd-2024", Some("5e-2024")),
            book("pond", Some("5E-2014")),
            book("bog", Some("5e-2014")),
            book("attic", None),
            book("cellar", None),
            book(CORE_DOCUMENT, None),
        ])
    }

    #[test]
    fn the_nearest_is_of_the_book_then_the_system_then_of_all_then_of_any() {
        let nearest = |from: &str, books: &[&'static str]| editions().nearest(from, books.iter().copied(), |book| book);
        let all = ["srd-2024", "attic", CORE_DOCUMENT, "srd-2014", "bog", "pond"];
        for (left, expected) in [(6, "pond"), (5, "srd-2014"), (3, CORE_DOCUMENT), (2, "srd-2024")] {
            assert_eq!(nearest("pond", &all[..left]), Some(expected));
        }
        assert_eq!(nearest("pond", &["bog", "attic"]), Some("bog"));
        // Books of an unknown system have no edition in common.
        assert_eq!(nearest("attic", &["cellar", "srd-2014"]), Some("srd-2014"));
        assert_eq!(nearest("attic", &["pond", "bog"]), Some("bog"));
        assert_eq!(nearest("attic", &[]), None);
    }

    #[test]
    fn an_edition_is_a_system_that_is_known() {
        let same = |one, other| editions().are_same(one, other);
        assert!(same("pond", "srd-2014") && same("attic", "attic"));
        assert!(!same("pond", "srd-2024"));
        assert!(!same("attic", "cellar") && !same("attic", "pond"));
    }
}
