//! Spells.

use crate::source::{Drafts, Records};

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let _ = (edition, records, drafts);
}
