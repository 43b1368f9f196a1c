//! Rules: the conditions, and the traps that the package keeps among its items.

use super::equipment::is_trap;
use super::index::Index;
use super::prose::{About, markdown};
use super::{DOCUMENT, Named, draft, named};
use crate::{Drafts, Records};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;

/// Draws the rules.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for wire in named(records, "conditions", drafts) {
        let mut row = row(&wire, Kind::Condition, index);
        // Conditions that this one includes.
        let included = wire.fields.words("implies").into_iter();
        row.related_slugs = included.filter_map(|slug| Some(slugify(index.name("conditions", slug)?))).collect();
        drafts.rules.push(draft(row, "conditions", wire.record));
    }
    // Their misfits are noted with the equipment.
    for wire in named(records, "items", &mut Drafts::default()) {
        if is_trap(wire.fields.text("description")) {
            let mut row = row(&wire, Kind::Rule, index);
            row.section_name = Some("Traps".to_owned());
            row.section_slug = Some("traps".to_owned());
            drafts.rules.push(draft(row, "items", wire.record));
        }
    }
}

fn row(wire: &Named<'_>, kind: Kind, index: &Index<'_>) -> Model {
    let about = About::of(wire.fields, wire.name, index);
    Model {
        document_key: DOCUMENT.to_owned(),
        kind,
        slug: slugify(wire.name),
        name: wire.name.to_owned(),
        text: markdown(wire.fields.text("description"), &about),
        ..Model::default()
    }
}
