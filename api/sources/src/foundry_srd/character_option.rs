//! Classes, subclasses, species, backgrounds, feats.

mod advancement;
mod background;
mod class;
mod feat;
mod feature;
mod feature_use;
mod species;

use super::Document;
use super::index::Index;
use super::markdown::markdown;
use crate::Drafts;
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::slugify;

/// Draws the character options.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    type Row = fn(&Document<'_>, &Index<'_>) -> Option<Model>;
    let types: [(&str, Row); 5] = [
        ("class", class::class),
        ("subclass", |subclass, index| Some(class::subclass(subclass, index))),
        ("background", |background, index| Some(background::row(background, index))),
        ("feat", feat::row),
        ("feat", species::lineage),
    ];
    for (kind, row) in types {
        let rows = index.of_type(kind).filter_map(|document| Some(document.draft(row(document, index)?)));
        drafts.character_options.extend(rows);
    }
    species::draw(index, drafts);
}

/// A row with what all of them have.
fn row(document: &Document<'_>, kind: Kind, name: &str) -> Model {
    Model {
        document_key: document.book().to_owned(),
        kind,
        slug: slugify(name),
        name: name.to_owned(),
        ..Model::default()
    }
}

/// The description of an option as Markdown.
fn text(document: &Document<'_>, index: &Index<'_>) -> String {
    let html = document.fields.text("system.description.value");
    markdown(html, document, index)
}
