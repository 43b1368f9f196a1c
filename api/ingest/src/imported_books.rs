//! Imported books by name, for those who change them or take them out.

use crate::error::{Error, Result};
use lorekeeper_content::edit_distance::normalized_damerau_levenshtein;
use lorekeeper_content::{CORE_DOCUMENT, document};
use lorekeeper_sources::{import_format, imported_book};
use std::collections::BTreeSet;

/// Least similarity of a book's key or name to what was asked for, from which on the book is suggested.
const MIN_SIMILARITY: f64 = 0.6;

/// The imported book that answers to a name.
pub(super) fn imported_book_named(books: &[document::Model], name: &str) -> Result<document::Model> {
    let named = books.iter().filter(|book| book.answers_to(name));
    // Of several books of that name, the imported one is meant: the others cannot be changed.
    let Some(book) = named.min_by_key(|book| imported_keys(book).is_empty()) else {
        let hint = nearest_imported(books, name);
        return Err(Error::not_found(format!(
            "There is no document \"{name}\".{hint} \"lorekeeper documents\" lists them."
        )));
    };
    if imported_keys(book).is_empty() {
        return Err(Error::input(format!(
            "\"{}\" was not imported from a file of yours: it comes from {}. Only imported books can be changed or taken out. To do without it, narrow queries with documents.",
            book.key, book.source
        )));
    }
    Ok(book.clone())
}

/// The question whether the imported book nearest to a name is meant; empty where none is near.
fn nearest_imported(books: &[document::Model], name: &str) -> String {
    let name = name.trim().to_lowercase();
    let imported = books.iter().filter(|book| !imported_keys(book).is_empty());
    let names = imported.flat_map(|book| [(book, &book.key), (book, &book.name)]);
    let near = names
        .map(|(book, known)| (book, normalized_damerau_levenshtein(&name, &known.to_lowercase())))
        .filter(|(_, similarity)| *similarity >= MIN_SIMILARITY)
        .max_by(|(_, one), (_, other)| one.total_cmp(other));
    near.map_or_else(String::new, |(book, _)| format!(" Did you mean \"{}\"?", book.key))
}

/// The sources that an imported book comes from, each with its key in their records, which may differ from that of its
/// row; none for another book.
pub(super) fn imported_keys(book: &document::Model) -> BTreeSet<(&str, &str)> {
    let is_import = import_format(&book.source).is_some() && book.key != CORE_DOCUMENT;
    let origins = book.origins.iter();
    origins
        .filter(|origin| is_import && import_format(&origin.source).is_some())
        .map(|origin| (origin.source.as_str(), imported_book(&origin.key)))
        .collect()
}
