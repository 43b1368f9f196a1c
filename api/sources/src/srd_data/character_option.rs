//! Classes, subclasses, species and their lineages, backgrounds, feats.

mod background;
mod class;
mod class_table;
mod feat;
mod feature;
mod passage;
mod species;

use super::DOCUMENT;
use super::index::Index;
use super::prose::About;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::slugify;

/// Draws the character options.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    class::draw(records, index, drafts);
    species::draw(records, index, drafts);
    background::draw(records, index, drafts);
    feat::draw(records, index, drafts);
}

/// A row with what all of them have.
fn row(kind: Kind, name: &str) -> Model {
    let name = name.trim();
    Model {
        document_key: DOCUMENT.to_owned(),
        kind,
        slug: slugify(name),
        name: name.to_owned(),
        ..Model::default()
    }
}

/// The context of an option's text, without activities.
fn about<'a>(index: &'a Index<'a>, name: &'a str) -> About<'a> {
    About {
        index,
        activities: &[],
        stats: None,
        name,
    }
}
