//! Category of a record, by its fields.

use serde_json::Value;

/// The category of a record; `None` when it is no record of the package.
pub fn category(record: &Value) -> Option<&'static str> {
    let has = |key: &str| record.get(key).is_some();
    let marked = has("slug") && has("name") && has("provenance") && has("review");
    if !marked {
        return None;
    }
    if let Some(kind) = record.get("entry_kind").and_then(Value::as_str) {
        return KINDS.iter().find(|(known, _)| *known == kind).map(|(_, c)| *c);
    }
    MARKS.iter().find(|(mark, _)| has(mark)).map(|(_, c)| *c)
}

/// Most records say what they are.
const KINDS: [(&str, &str); 7] = [
    ("background", "backgrounds"),
    ("class", "classes"),
    ("feat", "feats"),
    ("feature", "features"),
    ("species", "species"),
    ("spell", "spells"),
    ("subclass", "subclasses"),
];

/// Fields that only the records of one category have.
const MARKS: [(&str, &str); 4] =
    [("item_kind", "items"), ("hp_dice", "monsters"), ("implies", "conditions"), ("mechanic", "traits")];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_record_is_known_by_what_it_has() {
        for (field, value, expected) in [
            ("entry_kind", "spell", Some("spells")),
            ("entry_kind", "riddle", None),
            ("item_kind", "weapon", Some("items")),
            ("hp_dice", "2d8", Some("monsters")),
            ("implies", "", Some("conditions")),
            ("mechanic", "", Some("traits")),
            ("colour", "grey", None),
        ] {
            let mut record = json!({"slug": "owl", "name": "Owl", "provenance": {}, "review": {}});
            record[field] = json!(value);
            assert_eq!(category(&record), expected, "{field} {value}");
        }
        assert_eq!(category(&json!({"slug": "owl", "entry_kind": "spell"})), None);
        assert_eq!(category(&json!(["owl"])), None);
    }
}
