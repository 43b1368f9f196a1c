//! Rules: the conditions, and the traps that the package keeps among its items.

use super::equipment::is_trap;
use super::index::Index;
use super::prose::{About, markdown};
use super::wire::Activity;
use super::{DOCUMENT, draft};
use crate::{Drafts, Records};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;

#[derive(Deserialize)]
struct RuleRecord {
    #[serde(deserialize_with = "crate::wire::name")]
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
    for (record, wire) in drafts.parse::<RuleRecord>(records, "conditions") {
        let mut row = wire.row(Kind::Condition, index);
        let included = wire
            .implies
            .iter()
            .filter_map(|slug| index.name("conditions", slug));
        row.related_slugs = included.map(slugify).collect();
        drafts.rules.push(draft(row, "conditions", record));
    }
    // Their misfits are noted with the equipment.
    for (record, wire) in Drafts::default().parse::<RuleRecord>(records, "items") {
        if is_trap(&wire.description) {
            let mut row = wire.row(Kind::Rule, index);
            row.section_name = Some("Traps".to_owned());
            row.section_slug = Some("traps".to_owned());
            drafts.rules.push(draft(row, "items", record));
        }
    }
}

impl RuleRecord {
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
