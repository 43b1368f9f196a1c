//! Shared definitions of a JSON Schema (`$defs`): each object that occurs several times is described once.

use super::shape::TYPE;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The same schema, with objects that occur more than once under `$defs`, by the names of their types.
#[must_use]
pub fn shared(mut schema: Value) -> Value {
    let mut counts = BTreeMap::new();
    count(&schema, &mut counts);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (text, (ty, count)) in &counts {
        // One type may be selected in several ways.
        let taken = names
            .values()
            .filter(|name| name.trim_end_matches(char::is_numeric) == ty)
            .count();
        if *count > 1 {
            let number = if taken == 0 {
                String::new()
            } else {
                (taken + 1).to_string()
            };
            names.insert(text.clone(), format!("{ty}{number}"));
        }
    }
    let mut defs = Map::new();
    replace(&mut schema, &names, &mut defs);
    if let (false, Value::Object(schema)) = (defs.is_empty(), &mut schema) {
        schema.insert("$defs".into(), Value::Object(defs));
    }
    schema
}

fn count(schema: &Value, counts: &mut BTreeMap<String, (String, usize)>) {
    if let Some(ty) = schema.get(TYPE).and_then(Value::as_str) {
        let known = counts
            .entry(schema.to_string())
            .or_insert_with(|| (ty.to_owned(), 0));
        known.1 += 1;
        if known.1 > 1 {
            // What is inside has been counted with the first.
            return;
        }
    }
    match schema {
        Value::Object(fields) => fields.values().for_each(|inner| count(inner, counts)),
        Value::Array(items) => items.iter().for_each(|inner| count(inner, counts)),
        _ => {}
    }
}

fn replace(schema: &mut Value, names: &BTreeMap<String, String>, defs: &mut Map<String, Value>) {
    let name = schema
        .get(TYPE)
        .and_then(|_| names.get(&schema.to_string()));
    let replace = |inner: &mut Value| replace(inner, names, defs);
    match schema {
        Value::Object(fields) => {
            fields.remove(TYPE);
            fields.values_mut().for_each(replace);
        }
        Value::Array(items) => items.iter_mut().for_each(replace),
        _ => {}
    }
    if let Some(name) = name {
        let definition = std::mem::replace(schema, json!({"$ref": format!("#/$defs/{name}")}));
        defs.insert(name.clone(), definition);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_occurs_twice_is_said_once() {
        let damage = json!({"type": "object", "$type": "Damage", "properties": {"dice": {"type": "string"}}});
        let schema = json!({"type": "object", "properties": {
            "first": damage, "more": {"type": "array", "items": damage},
            "once": {"type": "object", "$type": "Save", "properties": {}},
        }});
        assert_eq!(
            shared(schema),
            json!({
                "type": "object",
                "properties": {
                    "first": {"$ref": "#/$defs/Damage"},
                    "more": {"type": "array", "items": {"$ref": "#/$defs/Damage"}},
                    "once": {"type": "object", "properties": {}},
                },
                "$defs": {"Damage": {"type": "object", "properties": {"dice": {"type": "string"}}}},
            })
        );
    }
}
