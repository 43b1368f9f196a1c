//! Rules, and the concepts of the game.

mod concept;
mod proficiency;
mod section;

use super::draft;
use crate::{Drafts, Records};

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    section::draw(edition, records, drafts);
    concept::draw(edition, records, drafts);
    proficiency::draw(edition, records, drafts);
}
