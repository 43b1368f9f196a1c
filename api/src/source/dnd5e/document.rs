//! The two documents that the records come from.

use crate::source::{Drafts, Records};

/// Draws the documents.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let _ = (records, drafts);
}
