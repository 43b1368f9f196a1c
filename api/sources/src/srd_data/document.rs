//! Document of all records.

use super::{DOCUMENT, NAME, draft};
use crate::attribution::requested;
use crate::{Drafts, Records};
use lorekeeper_content::document::{License, Model};

/// The categories, any of which makes the document.
const CATEGORIES: [&str; 8] = [
    "spells",
    "monsters",
    "items",
    "classes",
    "species",
    "backgrounds",
    "feats",
    "conditions",
];

/// Draws the document that any record is of.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let mut categories = CATEGORIES.iter();
    let first =
        categories.find_map(|category| Some((*category, records.endpoint(category).first()?)));
    if let Some((category, record)) = first {
        drafts.documents.push(draft(row(), category, record));
    }
}

fn row() -> Model {
    Model {
        key: DOCUMENT.to_owned(),
        name: "System Reference Document 5.2".to_owned(),
        display_name: Some("5e 2024 Rules".to_owned()),
        publisher: Some("Wizards of the Coast".to_owned()),
        game_system: Some("5e-2024".to_owned()),
        game_system_name: Some("5th Edition 2024".to_owned()),
        licenses: vec![License {
            key: "cc-by-40".to_owned(),
            name: "Creative Commons Attribution 4.0".to_owned(),
            text: None,
        }]
        .into(),
        aliases: ["srd-5.2", "srd-5e-2024", "SRD 5.2"]
            .map(str::to_owned)
            .to_vec(),
        kind: Some("SOURCE".to_owned()),
        permalink: Some("https://www.dndbeyond.com/srd".to_owned()),
        attribution: requested(DOCUMENT).map(str::to_owned),
        distance_unit: Some("feet".to_owned()),
        weight_unit: Some("lb".to_owned()),
        source: NAME.to_owned(),
        ..Model::default()
    }
}
