//! Rules: the conditions, and the traps that the package keeps among its items.

use super::equipment::is_trap;
use super::index::Index;
use super::prose::{About, markdown};
use super::wire::Activity;
use super::{DOCUMENT, draft};
use crate::family::rule::{Kind, Model};
use crate::family::slugify;
use crate::source::{Drafts, Records};
use serde::Deserialize;

#[derive(Deserialize)]
struct Wire {
    #[serde(deserialize_with = "crate::source::dnd5e::wire::name")]
    name: String,
    #[serde(default)]
    description: String,
    /// Conditions that this one includes.
    #[serde(default)]
    implies: Vec<String>,
    #[serde(default)]
    activities: Vec<Activity>,
}

/// Draws the rules.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (record, wire) in records.parse::<Wire>("conditions", drafts) {
        let mut row = wire.row(Kind::Condition, index);
        let included = wire
            .implies
            .iter()
            .filter_map(|slug| index.name("conditions", slug));
        row.related_slugs = included.map(slugify).collect();
        drafts.rules.push(draft(row, "conditions", record));
    }
    // Their misfits are noted with the equipment.
    for (record, wire) in records.parse::<Wire>("items", &mut Drafts::default()) {
        if is_trap(&wire.description) {
            let mut row = wire.row(Kind::Rule, index);
            row.section_name = Some("Traps".to_owned());
            row.section_slug = Some("traps".to_owned());
            drafts.rules.push(draft(row, "items", record));
        }
    }
}

impl Wire {
    fn row(&self, kind: Kind, index: &Index<'_>) -> Model {
        let name = self.name.trim();
        let about = About {
            index,
            activities: &self.activities,
            stats: None,
            name,
        };
        Model {
            document_key: DOCUMENT.to_owned(),
            kind,
            slug: slugify(name),
            name: name.to_owned(),
            text: markdown(&self.description, &about),
            ..Model::default()
        }
    }
}
