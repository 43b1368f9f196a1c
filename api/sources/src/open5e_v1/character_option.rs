//! Classes with their subclasses, races with their subraces, backgrounds, feats.

mod background;
mod class;
mod class_table;
mod feat;
mod feature;
mod heading;
mod race;
mod subclass;

use super::document::Books;
use super::draft;
use crate::{Drafts, Record, Records};
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::slugify;

/// Draws rows from the records.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    class::draw(books, records, drafts);
    race::draw(books, records, drafts);
    background::draw(books, records, drafts);
    feat::draw(books, records, drafts);
}

/// A row with what all of them have.
fn row(kind: Kind, document_key: String, name: &str) -> Model {
    Model { kind, document_key, slug: slugify(name), name: name.to_owned(), ..Model::default() }
}

/// Adds the draft of a row; rows of one name in one book are distinguished by their class or race.
fn add(row: Model, endpoint: &str, record: &Record, drafts: &mut Drafts) {
    let section = row.parent_slug.clone();
    drafts.character_options.push(draft(row, endpoint, record, section));
}
