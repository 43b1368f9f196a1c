//! Creatures.

use crate::source::{Drafts, Records};

/// Draws rows from the records.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let _ = (records, drafts);
}
