//! What a connection shows, in short.

use serde_json::Value;

/// `Ember Ward, srd-2014` for each node that was asked for its `name` and `document { key }`.
pub fn entities(connection: &Value) -> Vec<String> {
    let of = |node: &Value| format!("{}, {}", text(node, "/name"), text(node, "/document/key"));
    nodes(connection).into_iter().map(of).collect()
}

/// The name of each node.
pub fn names(connection: &Value) -> Vec<String> {
    nodes(connection)
        .iter()
        .map(|node| text(node, "/name").to_owned())
        .collect()
}

/// A text at a path; empty where there is none.
pub fn text<'a>(value: &'a Value, path: &str) -> &'a str {
    value
        .pointer(path)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// The nodes of a connection, also through its edges; a list is its own nodes.
fn nodes(connection: &Value) -> Vec<&Value> {
    if let Some(nodes) = connection.get("nodes").unwrap_or(connection).as_array() {
        return nodes.iter().collect();
    }
    let edges = connection
        .get("edges")
        .and_then(Value::as_array)
        .expect("nodes or edges");
    edges.iter().map(|edge| &edge["node"]).collect()
}
