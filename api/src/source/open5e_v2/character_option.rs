//! Classes, species, backgrounds and feats.

pub(in crate::source) mod background;
pub(in crate::source) mod class;
mod class_feature;
pub(in crate::source) mod class_table;
mod core_traits;
pub(in crate::source) mod feat;
pub(in crate::source) mod proficiency;
mod species;
pub(in crate::source) mod species_trait;

use super::{NAME, prose};
use crate::family::character_option::{Kind, Model};
use crate::family::slugify;
use crate::source::{Draft, Drafts, Record, Records, origin};

/// Draws rows from the records.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    class::draw(records, drafts);
    species::draw(records, drafts);
    background::draw(records, drafts);
    feat::draw(records, drafts);
}

/// A row with what all of them have.
fn row(kind: Kind, document: &str, name: &str, text: &str) -> Model {
    Model {
        kind,
        document_key: document.to_owned(),
        slug: slugify(name),
        name: name.trim().to_owned(),
        text: prose::text(text).unwrap_or_default(),
        ..Model::default()
    }
}

/// The draft of a row; a namesake in the same book is told by its class or race.
fn draft(row: Model, endpoint: &str, record: &Record) -> Draft<Model> {
    Draft {
        section: row.parent_slug.clone(),
        origin: origin(NAME, endpoint, record),
        row,
    }
}

#[cfg(test)]
mod tests;
