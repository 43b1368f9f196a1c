//! Source: 5etools, the JSON of that site's homebrew.
//!
//! A file is an object of lists, one a content type (`monster`, `spell`), with the books in `_meta.sources`. `read` makes
//! records of it, [`normalise`] makes rows of the records: copies are made first (`copy`), then texts become Markdown
//! (`markdown`).

mod character_option;
mod copy;
mod creature;
mod equipment;
mod index;
mod library;
mod markdown;
mod rule;
mod spell;

pub(crate) use library::{read, recognises};

use super::{Draft, Drafts, Record, Records, import};
use crate::foundry_text::fields::Fields;
use crate::prose::join_paragraphs;
use index::Index;
use markdown::{markdown, words};
use serde_json::Value;

/// The source's name.
pub const NAME: &str = "fivetools";

/// What the keys of books begin with that LoreKeeper exported.
const EXPORTED: &str = "LK-";

/// Draws rows from the records.
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    import::book::draw(NAME, records, &mut drafts);
    let index = Index::new(records, &mut drafts);
    spell::draw(&index, &mut drafts);
    creature::draw(&index, &mut drafts);
    equipment::draw(&index, &mut drafts);
    character_option::draw(&index, &mut drafts);
    rule::draw(&index, &mut drafts);
    drafts
}

/// The fields that the rows of all families need.
struct Head<'a> {
    record: &'a Record,
    /// Key of the book.
    book: &'a str,
    name: String,
    slug: String,
    fields: Fields<'a>,
    index: &'a Index<'a>,
}

impl<'a> Head<'a> {
    fn of(record: &'a Record, index: &'a Index<'a>) -> Option<Self> {
        let fields = Fields::of(&record.raw);
        let name = words(fields.text("name"));
        let name = if name.is_empty() { words(fields.text("raceName")) } else { name };
        let (book, own) = record.key.split_once('/')?;
        (!name.is_empty()).then(|| Self {
            record,
            book,
            slug: crate::wire::filled(&lorekeeper_content::slugify(&name)).unwrap_or_else(|| own.to_owned()),
            name,
            fields,
            index,
        })
    }

    /// The value of a field.
    fn value(&self, field: &str) -> &'a Value {
        self.record.raw.get(field).unwrap_or(&Value::Null)
    }

    /// The texts of a field as Markdown.
    fn text(&self, field: &str) -> String {
        self.without_credit(self.value(field))
    }

    /// Texts as Markdown. What LoreKeeper exported ends with a note of book and licence, which is no text of the book.
    fn without_credit(&self, entries: &Value) -> String {
        let list = entries.as_array().map(Vec::as_slice);
        let list = list.filter(|_| self.fields.text("source").starts_with(EXPORTED));
        match list.and_then(<[Value]>::split_last) {
            Some((Value::String(note), rest)) if note.starts_with("{@note ") => {
                markdown(&Value::from(rest), self.index)
            }
            _ => markdown(entries, self.index),
        }
    }

    /// What is told of it beside the rules: its own fluff, or the record of its fluff.
    fn fluff(&self, endpoint: &str) -> String {
        let own = self.value("fluff").get("entries");
        let other = || self.index.find(endpoint, &self.name, self.fields.text("source"))?.get("entries");
        own.or_else(other).map_or_else(String::new, |entries| self.without_credit(entries))
    }

    /// A draft. Its own key distinguishes rows of one name.
    fn draft<R>(&self, row: R, endpoint: &str) -> Draft<R> {
        Draft::of_import(row, NAME, endpoint, self.record)
    }
}

/// The records of a content type with their heads. Records without a name are skipped.
fn heads<'a>(endpoint: &str, index: &'a Index<'a>, drafts: &mut Drafts) -> Vec<Head<'a>> {
    let mut found = Vec::new();
    for record in index.records(endpoint) {
        match Head::of(record, index) {
            Some(head) => found.push(head),
            None => drafts.skip(endpoint, &record.key, "it has no name"),
        }
    }
    found
}
