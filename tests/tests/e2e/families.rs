//! Field tests of each family: nearly every field held against the fixtures, what upstream says, mended where it errs.
//!
//! `families/*.txt` have what is expected of the fields of an entity, below its id. A field is a path into it
//! (`actions/0/name`, `traits/*/name` for all of a list), and may be followed by a sign:
//!
//! - `…`: without what is null, empty or false;
//! - `#`: the number of its elements;
//! - `+`: one of its elements.

use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

/// Whether a value says anything.
fn is_said(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false)) && *value != Value::Array(vec![])
}

/// A value without what is null, empty or false.
fn said(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields.iter().filter(|(_, v)| is_said(v)).map(|(k, v)| (k.clone(), said(v))).collect(),
        Value::Array(items) => items.iter().map(said).collect(),
        other => other.clone(),
    }
}

/// The value at a path.
fn at(value: &Value, path: &str) -> Value {
    if let Some((list, below)) = path.split_once("/*/") {
        let list = at(value, list);
        let items = list.as_array().expect(path).iter();
        return items.map(|item| at(item, below)).collect();
    }
    let found = value.pointer(&format!("/{path}"));
    found.unwrap_or_else(|| panic!("no {path}")).clone()
}

/// Holds what a query shows of entities against what is expected of them.
async fn check(query: &str, expected: &str) {
    let lore = Reader::shared().await;
    let mut entities = 0;
    for entity in expected.split("## ").skip(1) {
        let (id, fields) = entity.split_once('\n').expect("an id");
        let fields = fields.lines().filter(|l| !l.trim_start().starts_with("//"));
        let fields: Value = serde_json::from_str(&fields.collect::<String>()).expect(id);
        let found = lore.query(query, json!({"id": id})).await["found"].take();
        assert_eq!(found["id"], id);
        for (field, expected) in fields.as_object().expect("fields") {
            let (path, sign) = field.split_once(' ').unwrap_or((field, ""));
            let value = at(&found, path);
            match sign {
                "…" => assert_eq!(said(&value), *expected, "{field} of {id}"),
                "#" => assert_eq!(json!(value.as_array().map(Vec::len)), *expected, "{field}"),
                "+" => {
                    let items = value.as_array().expect("a list");
                    assert!(items.contains(expected), "{field} of {id}: {value}");
                }
                _ => assert_eq!(value, *expected, "{field} of {id}"),
            }
        }
        entities += 1;
    }
    assert!(entities > 5, "{entities}");
}

macro_rules! families {
    ($($test:ident: $file:literal)*) => {$(
        #[tokio::test]
        async fn $test() {
            let query = include_str!(concat!("families/", $file, ".graphql"));
            check(query, include_str!(concat!("families/", $file, ".txt"))).await;
        }
    )*};
}

families! {
    spells: "spell"
    creatures: "creature"
    equipment: "equipment"
    character_options: "character_option"
    rules: "rule"
}
