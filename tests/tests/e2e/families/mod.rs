//! Nearly every field of each family, held against the fixtures: what upstream says, mended where it errs.

mod creatures;
mod equipment;
mod options;
mod rules;
mod spells;

use serde_json::Value;

/// Holds an object's fields against what is expected of them, naming the one that differs.
fn assert_fields(found: &Value, expected: &Value) {
    for (name, value) in expected.as_object().expect("an object") {
        assert_eq!(&found[name], value, "{name} of {}", found["name"]);
    }
}

/// The object without what is null, empty or false: what there is to say.
fn said(value: &Value) -> Value {
    let is_said = |value: &Value| {
        !matches!(value, Value::Null | Value::Bool(false)) && *value != Value::Array(vec![])
    };
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(_, v)| is_said(v))
            .map(|(k, v)| (k.clone(), said(v)))
            .collect(),
        Value::Array(items) => items.iter().map(said).collect(),
        other => other.clone(),
    }
}
