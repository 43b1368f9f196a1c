//! Weapons, armor, items, magic items and services.

use crate::source::{Drafts, Records};

/// Draws rows from the records.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let _ = (records, drafts);
}
