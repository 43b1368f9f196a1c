//! The rows that records amount to, as JSON.

use lorekeeper_sources::Draft;
use lorekeeper_tests::capture::Capture;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Rows by family, each with the address of the record it was made from.
pub type Rows = BTreeMap<&'static str, Vec<(String, Value)>>;

/// Draws rows, and gives them their origins as the ingest does.
pub fn draw(capture: &Capture) -> Rows {
    let drafts = (capture.api.normalise)(&capture.records());
    BTreeMap::from([
        ("document", rows(&drafts.documents)),
        ("spell", rows(&drafts.spells)),
        ("creature", rows(&drafts.creatures)),
        ("equipment", rows(&drafts.equipment)),
        ("character_option", rows(&drafts.character_options)),
        ("rule", rows(&drafts.rules)),
    ])
}

fn rows<R: Serialize>(drafts: &[Draft<R>]) -> Vec<(String, Value)> {
    let row = |draft: &Draft<R>| {
        let mut row = json!(draft.row);
        if let Some(origins) = row.get_mut("origins") {
            *origins = json!([draft.origin]);
        }
        (draft.origin.url.clone(), row)
    };
    drafts.iter().map(row).collect()
}
