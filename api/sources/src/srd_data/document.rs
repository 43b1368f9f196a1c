//! Document of all records.

use super::{NAME, draft};
use crate::reference_book::reference_book;
use crate::{Drafts, Records};

/// The categories, any of which makes the document.
const CATEGORIES: [&str; 8] =
    ["spells", "monsters", "items", "classes", "species", "backgrounds", "feats", "conditions"];

/// Draws the document that any record is of.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let mut categories = CATEGORIES.iter();
    let first = categories.find_map(|category| Some((*category, records.endpoint(category).first()?)));
    if let Some((category, record)) = first {
        drafts.documents.push(draft(reference_book("2024", NAME), category, record));
    }
}
