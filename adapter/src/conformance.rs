//! Conformance of answers to the output schema of their tool, for tests of executors.

use serde_json::{Map, Value};

/// Where a value does not fit a tool's output schema, and why, one sentence each. Knows the part of JSON Schema
/// that tools use; a key that the schema does not have is a misfit, too, unless the schema says that there may be
/// some.
pub fn misfits(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, value, "", &mut found);
    found
}

fn check(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if schema.as_object().is_some_and(Map::is_empty) {
        return;
    }
    let fits = match schema.get("type").and_then(Value::as_str) {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        _ => false,
    };
    if !fits {
        found.push(format!("{at}: {value} does not fit {schema}"));
        return;
    }
    let words = schema.get("enum").and_then(Value::as_array);
    if words.is_some_and(|words| !words.contains(value)) {
        found.push(format!("{at}: {value} is not one of {schema}"));
    }
    let required = schema.get("required").and_then(Value::as_array);
    for key in required.into_iter().flatten().filter_map(Value::as_str) {
        if value.get(key).is_none() {
            found.push(format!("{at}: {key} is missing"));
        }
    }
    let undescribed = schema.get("properties").is_none();
    let open = undescribed || schema.get("additionalProperties") == Some(&Value::Bool(true));
    for (key, inner) in value.as_object().into_iter().flatten() {
        match schema.get("properties").and_then(|known| known.get(key)) {
            Some(known) => check(known, inner, &format!("{at}/{key}"), found),
            None if open => {}
            None => found.push(format!("{at}: the schema has no key {key}")),
        }
    }
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    for (place, inner) in items.iter().enumerate() {
        if let Some(known) = schema.get("items") {
            check(known, inner, &format!("{at}/{place}"), found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_does_not_fit_is_named_with_its_place() {
        let schema = json!({
            "type": "object", "required": ["results"],
            "properties": {"results": {"type": "array", "items": {"type": "object", "properties": {
                "level": {"type": "integer"}, "any": {}, "detail": {"type": "string", "enum": ["full"]},
                "damage": {"type": "object"},
            }}}},
        });
        let fits = json!({"results": [{"level": 3, "detail": "full", "any": [1], "damage": {"dice": "1d4"}}, {}]});
        assert_eq!(misfits(&schema, &fits), [""; 0]);
        let open = json!({"type": "object", "properties": {}, "additionalProperties": true});
        assert_eq!(misfits(&open, &json!({"more": 1})), [""; 0]);
        for (value, said) in [
            (json!({}), ": results is missing"),
            (json!([]), ": [] does not fit"),
            (json!({"results": [{}, {"level": 1.5}]}), "/results/1/level: 1.5 does not fit"),
            (json!({"results": [{"level": null}]}), "/results/0/level: null does not fit"),
            (json!({"results": [{"detail": "some"}]}), "/results/0/detail: \"some\" is not one of"),
            (json!({"results": [{"lvl": 1}]}), "/results/0: the schema has no key lvl"),
        ] {
            let found = misfits(&schema, &value);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found.iter().all(|f| f.starts_with(said)), "{found:?}");
        }
    }
}
