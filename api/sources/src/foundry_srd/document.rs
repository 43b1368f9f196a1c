//! Books of the documents: the two SRDs.

use super::index::Index;
use super::{NAME, book};
use crate::Drafts;
use crate::foundry_text::Edition;
use crate::reference_book::reference_book;

/// Draws a book for each edition that any document is of.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    for edition in [Edition::Of2014, Edition::Of2024] {
        let mut documents = index.documents().iter();
        let Some(first) = documents.find(|document| document.edition() == edition) else {
            continue;
        };
        let year = book(edition).trim_start_matches("srd-");
        drafts.documents.push(first.draft(reference_book(year, NAME)));
    }
}
