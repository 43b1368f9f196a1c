//! Character options: classes, subclasses, races, backgrounds, feats, and options like feats.

mod class;
mod class_table;
mod feature;
mod grant;
mod origin;
mod prerequisite;
mod spells;
mod talent;

use super::index::Index;
use super::{Head, join_paragraphs};
use crate::Drafts;
use lorekeeper_content::character_option::{Kind, Model};

/// Draws the character options.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    class::draw(index, drafts);
    feature::draw_orphans(index, drafts);
    origin::draw(index, drafts);
    talent::draw(index, drafts);
}

fn row(kind: Kind, head: &Head<'_>) -> Model {
    Model {
        kind,
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        ..Model::default()
    }
}
