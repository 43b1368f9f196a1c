//! Equipment, magic items and poisons.

mod armor;
mod category;
mod magic_item;
mod mundane;
mod poison;
mod weapon;

use crate::{Drafts, Records};

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let bases = mundane::draw(edition, records, drafts);
    magic_item::draw(edition, &bases, records, drafts);
    poison::draw(edition, records, drafts);
}
