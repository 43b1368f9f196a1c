//! Licence marks: only documents that are marked as CC-BY-4.0 are read.

use crate::foundry_text::fields::Fields;
use serde_json::Value;

/// The mark.
const OPEN: &str = "CC-BY-4.0";

/// Packs of journals and tables of the two SRDs. These have no place for a mark; the legal page of the packs says that
/// they are under this licence.
const SRD_PACKS: [&str; 4] = ["rules", "content24", "tables", "tables24"];

/// Whether a document of a pack is open content.
pub(super) fn is_open(document: &Value, pack: &str) -> bool {
    let fields = Fields::of(document);
    let key = fields.text("_key");
    if key.starts_with("!journal!") || key.starts_with("!tables!") {
        return SRD_PACKS.contains(&pack);
    }
    let kind = ["!items!", "!actors!"];
    kind.iter().any(|kind| key.starts_with(kind)) && is_marked(fields)
}

/// Whether an item or actor is marked.
pub(super) fn is_marked(fields: Fields<'_>) -> bool {
    let places = ["system.source.license", "system.details.source.license"];
    places.iter().any(|place| fields.text(place) == OPEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_has_no_mark_is_not_open() {
        let open = json!({"license": "CC-BY-4.0"});
        for (pack, document, expected) in [
            ("owls", json!({"_key": "!items!a", "system": {"source": open}}), true),
            ("owls", json!({"_key": "!items!a", "system": {"source": {"license": "All rights reserved"}}}), false),
            ("owls", json!({"_key": "!items!a", "system": {}}), false),
            ("owls", json!({"_key": "!actors!a", "system": {"details": {"source": open}}}), true),
            ("owls", json!({"_key": "!folders!a", "system": {"source": open}}), false),
            ("rules", json!({"_key": "!journal!a"}), true),
            ("owls", json!({"_key": "!journal!a"}), false),
            ("tables24", json!({"_key": "!tables!a"}), true),
            ("rules", json!(["!journal!a"]), false),
        ] {
            assert_eq!(is_open(&document, pack), expected, "{document}");
        }
    }
}
