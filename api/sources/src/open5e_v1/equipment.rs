//! Weapons, armor and magic items.

mod armor;
mod magic_item;
mod weapon;

use super::document::Books;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::slugify;

/// Draws rows from the records.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    weapon::draw(books, records, drafts);
    armor::draw(books, records, drafts);
    magic_item::draw(books, records, drafts);
}

/// A row with what all of them have.
fn row(kind: Kind, document_key: String, name: &str, category: &str) -> Model {
    Model {
        kind,
        document_key,
        slug: slugify(name),
        name: name.to_owned(),
        category: Some(category.to_owned()),
        ..Model::default()
    }
}
