//! Classes, subclasses, species and their lineages, backgrounds, feats.

mod background;
mod class;
mod class_table;
mod feat;
mod feature;
mod species;

use super::DOCUMENT;
use super::index::Index;
use super::prose::{About, markdown};
use super::{Named, draft, named};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::slugify;

/// Draws the character options.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    type Row = fn(&Named<'_>, &Index<'_>) -> Model;
    let types: [(&str, Row); 4] = [
        ("classes", class::class),
        ("subclasses", class::subclass),
        ("backgrounds", background::row),
        ("feats", feat::row),
    ];
    for (endpoint, row) in types {
        for wire in named(records, endpoint, drafts) {
            let row = row(&wire, index);
            drafts.character_options.push(draft(row, endpoint, wire.record));
        }
    }
    species::draw(records, index, drafts);
}

/// A row with what all of them have.
fn row(kind: Kind, name: &str) -> Model {
    Model { document_key: DOCUMENT.to_owned(), kind, slug: slugify(name), name: name.to_owned(), ..Model::default() }
}

/// The description of an option as Markdown.
fn text(wire: &Named<'_>, index: &Index<'_>) -> String {
    let about = About::of(wire.fields, wire.name, index);
    markdown(wire.fields.text("description"), &about)
}
