//! Projection of a document: the fields that rows are drawn from, without those that only the tabletop needs, which are half.

use super::licence::is_marked;
use crate::foundry_text::fields::Fields;
use serde_json::{Map, Value};

/// Fields of the tabletop: access, pictures, tokens, scripted effects, versions.
const DROPPED: [&str; 15] = [
    "_stats", "chat", "chatFlavor", "color", "consumption", "currency", "effects", "flags", "folder", "img",
    "ownership", "prototypeToken", "thumb", "token", "visibility",
];

/// The document without the fields of the tabletop, without empty ones, and without parts that are not open content.
pub(super) fn kept(document: Value) -> Value {
    kept_of(document, is_open_item)
}

/// A document of people's own, whose parts need no mark.
pub(super) fn kept_whole(document: Value) -> Value {
    kept_of(document, |_| true)
}

fn kept_of(document: Value, is_kept: fn(&Value) -> bool) -> Value {
    match document {
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(fields.filter_map(|field| kept_field(field, is_kept)).collect())
        }
        Value::Array(values) => values.into_iter().map(|value| kept_of(value, is_kept)).collect(),
        value => value,
    }
}

fn kept_field((name, value): (String, Value), is_kept: fn(&Value) -> bool) -> Option<(String, Value)> {
    if DROPPED.contains(&name.as_str()) {
        return None;
    }
    let value = match (name.as_str(), value) {
        // How dice are rolled on screen; an activity's formula is another `roll`.
        ("roll", value) if value.get("mode").is_some() => return None,
        ("items", Value::Array(items)) => {
            let items = items.into_iter().filter(is_kept).map(spell_in_short);
            Value::Array(items.map(|item| kept_of(item, is_kept)).collect())
        }
        (_, value) => kept_of(value, is_kept),
    };
    let is_empty = match &value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    (!is_empty).then_some((name, value))
}

/// Whether a part of an actor is open content; other lists of this name have no items.
fn is_open_item(item: &Value) -> bool {
    item.get("system").is_none() || is_marked(Fields::of(item))
}

/// A creature has a copy of each spell that it casts: the name and the level are enough of that.
fn spell_in_short(item: Value) -> Value {
    let fields = Fields::of(&item);
    if fields.text("type") != "spell" {
        return item;
    }
    let mut system = Map::new();
    for name in ["level", "preparation", "method", "uses"] {
        if let Some(value) = item.get("system").and_then(|system| system.get(name)) {
            system.insert(name.to_owned(), value.clone());
        }
    }
    let mut short = Map::new();
    for name in ["_id", "name", "type", "sort"] {
        if let Some(value) = item.get(name) {
            short.insert(name.to_owned(), value.clone());
        }
    }
    short.insert("system".to_owned(), Value::Object(system));
    Value::Object(short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_of_the_tabletop_go() {
        let open = json!({"license": "CC-BY-4.0"});
        let document = json!({
            "name": "Owl", "_stats": {"v": 1}, "img": "owl.png", "empty": {"a": null, "b": ""}, "flat": false,
            "system": {"skills": {"prc": {"value": 1, "roll": {"min": null, "mode": 0}}}, "roll": {"formula": "1d4"}},
            "items": [
                {"name": "Claw", "type": "weapon", "system": {"source": open, "quantity": 1}},
                {"name": "Foreign Claw", "type": "weapon", "system": {"source": {}}},
                {"_id": "a", "name": "Owl Call", "type": "spell", "system": {"source": open, "level": 2, "description": {"value": "Long."}}}
            ]
        });
        let expected = json!({
            "name": "Owl", "flat": false,
            "system": {"skills": {"prc": {"value": 1}}, "roll": {"formula": "1d4"}},
            "items": [
                {"name": "Claw", "type": "weapon", "system": {"source": open, "quantity": 1}},
                {"_id": "a", "name": "Owl Call", "type": "spell", "system": {"level": 2}}
            ]
        });
        assert_eq!(kept(document), expected);
    }
}
