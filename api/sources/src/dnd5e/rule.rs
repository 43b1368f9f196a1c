//! Rules, and the concepts of the game.

mod concept;
mod proficiency;
mod section;

use super::NAME;
use crate::{Draft, Drafts, Record, Records, origin};
use lorekeeper_content::rule::Model;

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    section::draw(edition, records, drafts);
    concept::draw(edition, records, drafts);
    proficiency::draw(edition, records, drafts);
}

/// A row with the record that it was made of. The names are unique within a kind.
fn draft(row: Model, endpoint: &str, record: &Record) -> Draft<Model> {
    Draft {
        row,
        origin: origin(NAME, endpoint, record),
        section: None,
    }
}
