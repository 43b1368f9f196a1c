//! Nodes of a connection, in short.

use serde_json::Value;

/// The families: the plural field and the type of each.
pub const FAMILIES: [(&str, &str); 5] = [
    ("spells", "Spell"),
    ("creatures", "Creature"),
    ("equipment", "Equipment"),
    ("characterOptions", "CharacterOption"),
    ("rules", "Rule"),
];

/// `Ember Ward, srd-2014` for each node that was asked for its `name` and `document { key }`.
pub fn entities(connection: &Value) -> Vec<String> {
    let of = |node: &Value| format!("{}, {}", text(node, "/name"), text(node, "/document/key"));
    nodes(connection).into_iter().map(of).collect()
}

/// The name of each node.
pub fn names(connection: &Value) -> Vec<String> {
    texts(connection, "/name")
}

/// A text of each node.
pub fn texts(connection: &Value, path: &str) -> Vec<String> {
    let of = |node: &Value| text(node, path).to_owned();
    nodes(connection).into_iter().map(of).collect()
}

/// A text at a path; empty where there is none.
pub fn text<'a>(value: &'a Value, path: &str) -> &'a str {
    value.pointer(path).and_then(Value::as_str).unwrap_or_default()
}

/// The elements of a list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The nodes of a connection, also through its edges; a list is its own nodes.
fn nodes(connection: &Value) -> Vec<&Value> {
    if let Some(nodes) = connection.get("nodes").unwrap_or(connection).as_array() {
        return nodes.iter().collect();
    }
    let edges = connection["edges"].as_array().expect("nodes or edges");
    edges.iter().map(|edge| &edge["node"]).collect()
}
