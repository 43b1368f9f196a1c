//! YAML as a JSON value, within a budget: a few lines with anchors could stand for gigabytes.

use serde_json::Value;
use serde_saphyr::{DuplicateKeyPolicy, budget, options};

/// Parses a document; the error is what is wrong, in words.
pub(crate) fn parse(text: &[u8]) -> Result<Value, String> {
    let options = options! {
        budget: budget! {
            max_anchors: 64,
            max_aliases: 256,
            max_recorded_anchor_events: 10_000,
            max_depth: 64,
            max_documents: 1,
            max_nodes: 250_000,
            max_events: 600_000,
            max_total_scalar_bytes: 4 << 20,
        },
        duplicate_keys: DuplicateKeyPolicy::LastWins,
    };
    serde_saphyr::from_slice_with_options(text, options).map_err(|cause| {
        let words = cause.to_string();
        words.lines().next().unwrap_or_default().to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn documents_are_values() {
        let text =
            b"name: Owl\nsystem:\n  range: '40'\n  level: 3\n  text: >-\n    <p>It\n    hoots.</p>\n  off: null\n";
        let expected =
            json!({"name": "Owl", "system": {"range": "40", "level": 3, "text": "<p>It hoots.</p>", "off": null}});
        assert_eq!(parse(text).unwrap(), expected);
    }

    #[test]
    fn anchors_do_not_explode() {
        let mut text = String::from("a0: &a0 [owl, owl, owl, owl, owl, owl, owl, owl, owl]\n");
        for level in 1..12 {
            let below = format!("*a{}", level - 1);
            let list = vec![below; 9].join(", ");
            let line = format!("a{level}: &a{level} [{list}]\n");
            text.push_str(&line);
        }
        assert!(parse(text.as_bytes()).is_err());
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(parse(deep.as_bytes()).is_err());
        assert!(parse(b"name: [owl").is_err());
    }
}
