//! Classes, species, backgrounds and feats.

mod background;
mod class;
mod class_feature;
mod class_table;
mod core_traits;
mod feat;
mod species;

use super::NAME;
use crate::prose;
use crate::{Draft, Drafts, Record, Records, origin};
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::slugify;

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

/// The draft of a row; rows of one name in one book are distinguished by their class or race.
fn draft(row: Model, endpoint: &str, record: &Record) -> Draft<Model> {
    let section = row.parent_slug.clone();
    Draft::new(row, origin(NAME, endpoint, record)).in_section(section)
}
