//! Field-wise filling: what the preferred draft leaves empty comes from the next one.

use serde_json::{Map, Value};

/// The fields that ingest sets itself.
pub(super) const INGEST_FIELDS: [&str; 6] = [
    "id",
    "origins",
    "field_sources",
    "disagreements",
    "content_hash",
    "fetched_at",
];

/// Adds missing items to the lists in `fields`, and returns the fields that changed. An empty list is left to
/// [`fill_empty`].
///
/// Correction (spells): The class lists of sources are united where none has the whole list.
pub(super) fn unite_lists(
    merged: &mut Map<String, Value>,
    other: &Map<String, Value>,
    fields: &[&str],
) -> Vec<String> {
    let mut extended = Vec::new();
    for field in fields {
        if let (Some(Value::Array(mine)), Some(Value::Array(theirs))) =
            (merged.get_mut(*field), other.get(*field))
            && !mine.is_empty()
        {
            let missing: Vec<Value> = theirs
                .iter()
                .filter(|v| !mine.contains(v))
                .cloned()
                .collect();
            if !missing.is_empty() {
                mine.extend(missing);
                mine.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
                extended.push((*field).to_owned());
            }
        }
    }
    extended
}

/// Fills empty fields, and returns the fields that changed. Objects are filled field by field; a point precedes what lies
/// within one (`speed.walk`).
pub(super) fn fill_empty(
    merged: &mut Map<String, Value>,
    other: &Map<String, Value>,
) -> Vec<String> {
    let mut filled = Vec::new();
    for (field, value) in other {
        if INGEST_FIELDS.contains(&field.as_str()) || is_empty(value) {
            continue;
        }
        match (merged.get_mut(field), value) {
            (Some(Value::Object(mine)), Value::Object(theirs)) => {
                let within = fill_empty(mine, theirs);
                filled.extend(within.iter().map(|inner| format!("{field}.{inner}")));
            }
            (Some(mine), value) if is_empty(mine) => {
                *mine = value.clone();
                filled.push(field.clone());
            }
            (None, value) => {
                merged.insert(field.clone(), value.clone());
                filled.push(field.clone());
            }
            (Some(Value::Array(mine)), Value::Array(theirs)) if field == FEATURES => {
                if fill_features(mine, theirs) {
                    filled.push(field.clone());
                }
            }
            (Some(_), _) => {}
        }
    }
    filled
}

/// The list whose items are filled one by one.
const FEATURES: &str = "features";

/// Fills the empty fields of features from those of the same slug. Returns whether any changed.
///
/// Correction (character options): A feature without levels has those that another source gives it.
fn fill_features(mine: &mut [Value], theirs: &[Value]) -> bool {
    let slug = |feature: &Value| {
        feature
            .get("slug")
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let mut has_changed = false;
    for feature in mine {
        let Some(known) = slug(feature) else {
            continue;
        };
        let other = theirs
            .iter()
            .find(|other| slug(other).as_ref() == Some(&known));
        if let (Value::Object(feature), Some(Value::Object(other))) = (feature, other) {
            has_changed |= !fill_empty(feature, other).is_empty();
        }
    }
    has_changed
}

pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

pub(super) fn camel_case(field: &str) -> String {
    let mut out = String::with_capacity(field.len());
    let mut upper = false;
    for c in field.chars() {
        if c == '_' {
            upper = true;
        } else if upper {
            out.extend(c.to_uppercase());
            upper = false;
        } else {
            out.push(c);
        }
    }
    out
}
