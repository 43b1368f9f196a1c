//! Rows that are drawn from records, as JSON.

use lorekeeper_sources::{Draft, Drafts};
use lorekeeper_tests::capture::Capture;
use serde::Serialize;
use serde_json::{Value, json};

/// Rows, each with the address of the record it was made from.
pub type Rows = Vec<(String, Value)>;

/// Draws the rows of a family (or `document`), and gives them their origins as the ingest does.
pub fn draw(capture: &Capture, family: &str) -> Rows {
    let drafts = (capture.api.normalise)(&capture.records());
    of_family(&drafts, family)
}

/// The rows of a family among drafts.
pub fn of_family(drafts: &Drafts, family: &str) -> Rows {
    match family {
        "document" => rows(&drafts.documents),
        "spell" => rows(&drafts.spells),
        "creature" => rows(&drafts.creatures),
        "equipment" => rows(&drafts.equipment),
        "character_option" => rows(&drafts.character_options),
        _ => rows(&drafts.rules),
    }
}

fn rows<R: Serialize>(drafts: &[Draft<R>]) -> Rows {
    let row = |draft: &Draft<R>| {
        let mut row = json!(draft.row);
        if let Some(origins) = row.get_mut("origins") {
            *origins = json!([draft.origin]);
        }
        let origin = &draft.origin;
        (format!("{} {}", origin.endpoint, origin.key), row)
    };
    drafts.iter().map(row).collect()
}
