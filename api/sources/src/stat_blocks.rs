//! Source: stat blocks, as people keep them beside their notes: those of Fantasy Statblocks and Improved Initiative, and
//! stat blocks as text.
//!
//! `read` finds the blocks of a file, [`normalise`] reads each as a printed block.

mod embedded;
mod fantasy;
mod initiative;
mod library;
mod spell;
mod text;

pub use embedded::creatures_in;
pub(crate) use library::{bundle, read_bundle, read_initiative, read_text};
pub(crate) use {initiative::recognises as is_initiative, library::recognises as is_text};

use super::{Draft, Drafts, Record, Records, import};
use crate::foundry_text::fields::Fields;
use crate::stat_block::printed::PrintedBlock;
use lorekeeper_content::creature::Model;
use lorekeeper_content::slugify;

/// The source's name.
pub const NAME: &str = "stat_blocks";

/// The reader of a format.
type ReadBlock = fn(Fields<'_>) -> PrintedBlock;

/// The formats: the listing of each, and its reader.
const FORMATS: [(&str, ReadBlock); 3] =
    [("fantasy_statblocks", fantasy::block), ("improved_initiative", initiative::block), ("texts", text::block)];

/// Draws rows from the records.
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    import::book::draw(NAME, records, &mut drafts);
    for (endpoint, block) in FORMATS {
        for record in records.endpoint(endpoint) {
            match row(record, block) {
                Some(row) => {
                    let draft = Draft::of_import(row, NAME, endpoint, record);
                    drafts.creatures.push(draft);
                }
                None => drafts.skip(endpoint, &record.key, "it has no name"),
            }
        }
    }
    spell::add_spells(records, &mut drafts);
    drafts
}

fn row(record: &Record, block: fn(Fields<'_>) -> PrintedBlock) -> Option<Model> {
    let (book, own) = record.key.split_once('/')?;
    let block = block(Fields::of(&record.raw));
    if block.name.is_empty() {
        return None;
    }
    let mut row = block.row();
    book.clone_into(&mut row.document_key);
    row.slug = crate::wire::filled(&slugify(&row.name)).unwrap_or_else(|| own.to_owned());
    Some(row)
}
