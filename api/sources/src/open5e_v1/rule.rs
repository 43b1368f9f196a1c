//! Sections of the rules, and planes.

mod plane;
mod section;

use super::document::Books;
use crate::{Drafts, Records};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;

/// Draws rows from the records.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    section::draw(books, records, drafts);
    plane::draw(books, records, drafts);
}

/// A row with what both have.
fn row(kind: Kind, document_key: String, name: &str) -> Model {
    Model { kind, document_key, slug: slugify(name), name: name.to_owned(), ..Model::default() }
}
