//! Source: `OrcBrew`, the homebrew files of `OrcPub`.
//!
//! A file is EDN, the notation of Clojure: a map of books, each with maps of spells, monsters, races and so
//! on. `read` makes records of it, [`normalise`] makes rows of the records.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "an item is passed like the map that it stands for")]

mod character_option;
mod creature;
mod edn;
mod equipment;
#[cfg(test)]
mod fixtures;
mod index;
mod item;
mod library;
mod prose;
mod rule;
mod spell;

pub(super) use library::read;

use super::{Draft, Drafts, Record, Records, import};
use item::Item;

/// The source's name.
pub const NAME: &str = "orcbrew";

/// The text of a file: UTF-8 or UTF-16, without byte order mark and NUL.
pub(crate) fn decode(bytes: &[u8]) -> String {
    library::decode(bytes).text
}

/// Whether the bytes look like EDN that begins with a map: not like JSON, a database or an archive.
pub(crate) fn recognises(bytes: &[u8]) -> bool {
    edn::looks_like_a_map(&library::decode(bytes).text)
}

/// Draws rows from the records.
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    let index = index::Index::new(records);
    import::book::draw(NAME, records, &mut drafts);
    spell::draw(records, &index, &mut drafts);
    creature::draw(records, &mut drafts);
    equipment::draw(records, &mut drafts);
    character_option::draw(records, &index, &mut drafts);
    rule::draw(records, &index, &mut drafts);
    drafts
}

/// The fields that the rows of all families need.
struct Head<'a> {
    /// Key of the book.
    book: &'a str,
    /// The item's name.
    name: String,
    /// The slug of the name, or the key where a name has no letters that a slug can have.
    slug: String,
    /// The item.
    item: Item<'a>,
}

/// The records of a content type with their heads. Items without a name and a key are skipped.
fn heads<'a>(records: &'a Records, endpoint: &str, drafts: &mut Drafts) -> Vec<(&'a Record, Head<'a>)> {
    let mut found = Vec::new();
    for record in records.endpoint(endpoint) {
        match head(record) {
            Some(head) => found.push((record, head)),
            None => drafts.skip(endpoint, &record.key, "it has no name"),
        }
    }
    found
}

fn head(record: &Record) -> Option<Head<'_>> {
    let item = Item::of(&record.raw)?;
    let (book, key) = record.key.split_once('/')?;
    let name =
        item.words("name").unwrap_or_else(|| prose::heading(&item.keyword("key").unwrap_or_else(|| key.to_owned())));
    if name.is_empty() || book.is_empty() {
        return None;
    }
    let slug = Some(lorekeeper_content::slugify(&name)).filter(|slug| !slug.is_empty());
    Some(Head { book, slug: slug.unwrap_or_else(|| key.to_owned()), name, item })
}

/// A draft. Its own key distinguishes rows of one name, unless a `section` is given.
fn draft<R>(row: R, endpoint: &str, record: &Record, section: Option<String>) -> Draft<R> {
    let draft = Draft::of_import(row, NAME, endpoint, record);
    match section {
        Some(_) => draft.in_section(section),
        None => draft,
    }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod property_settings;
#[cfg(test)]
mod tests;
