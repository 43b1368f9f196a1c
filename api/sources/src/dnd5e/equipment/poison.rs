//! Poisons (2024).

use crate::dnd5e::draft;
use crate::dnd5e::wire::{Prose, document_key};
use crate::wire::filled;
use crate::{Drafts, Records};
use lorekeeper_content::{equipment, slugify};
use serde::Deserialize;

/// A poison as the API has it.
#[derive(Deserialize)]
struct Poison {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    /// In gold pieces.
    cost: Option<f64>,
    /// `contact`, `ingested`, `inhaled` or `injury`.
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    description: Prose,
}

/// Draws the poisons of an edition.
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let endpoint = format!("{edition}/poisons");
    for (record, poison) in drafts.parse::<Poison>(records, &endpoint) {
        let row = equipment::Model {
            document_key: document_key(edition),
            kind: equipment::Kind::Gear,
            slug: slugify(&poison.name),
            text: poison.description.markdown(),
            category: Some("poison".to_owned()),
            subcategory: poison.kind.as_deref().and_then(filled).map(|kind| slugify(&kind)),
            cost: poison.cost,
            name: poison.name,
            ..equipment::Model::default()
        };
        drafts.equipment.push(draft(row, &endpoint, record));
    }
}
