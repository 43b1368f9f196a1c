//! Classes, races, backgrounds and feats.

mod alias;
mod background;
mod choice;
mod class;
mod class_level;
mod equipment_words;
mod feat;
mod feature;
mod proficiency;
pub(super) mod prose;
mod race;
mod race_trait;
mod subclass;
mod table_column;
#[cfg(test)]
mod tests;

pub(super) use alias::option_name;

use super::NAME;
use crate::family::character_option::Model;
use crate::source::{Draft, Drafts, Record, Records, origin};

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    class::draw(edition, records, drafts);
    subclass::draw(edition, records, drafts);
    race::draw(edition, records, drafts);
    background::draw(edition, records, drafts);
    feat::draw(edition, records, drafts);
}

/// A row with the record that it was made of.
fn draft(row: Model, endpoint: &str, record: &Record, section: Option<String>) -> Draft<Model> {
    Draft {
        row,
        origin: origin(NAME, endpoint, record),
        section,
    }
}
