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
            subcategory: poison
                .kind
                .as_deref()
                .and_then(filled)
                .map(|kind| slugify(&kind)),
            cost: poison.cost,
            name: poison.name,
            ..equipment::Model::default()
        };
        drafts.equipment.push(draft(row, &endpoint, record));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    #[test]
    fn a_poison_is_gear() {
        let record = Record {
            key: "newt-tears".into(),
            url: String::new(),
            raw: serde_json::json!({"index": "newt-tears", "name": "Newt Tears", "cost": 150,
                "type": "ingested", "description": "It tastes of newt."}),
        };
        let mut drafts = Drafts::default();
        let records = Records([("2024/poisons".to_owned(), vec![record])].into());
        draw("2024", &records, &mut drafts);
        let row = &drafts.equipment.first().unwrap().row;
        assert_eq!(row.cost, Some(150.0));
        assert_eq!(row.category.as_deref(), Some("poison"));
        assert_eq!(row.subcategory.as_deref(), Some("ingested"));
    }
}
