//! Result items: a node and what the edge says of it, in the detail or with the fields that are wanted.

use super::Found;
use super::result_cache::{length, read};
use crate::operation::Detail;
use serde_json::{Map, Value};

/// Bytes of a result's `detail`.
const DETAIL_BYTES: usize = 20;

/// What every result says of itself, whichever fields are wanted.
const IDENTITY: [&str; 2] = ["id", "name"];

/// A node as JSON, and the edge that leads to it.
pub(super) struct Item {
    node: String,
    edge: Value,
}

impl Item {
    /// An item of a node, which an endpoint in this process has written as JSON.
    pub(super) fn new(node: Value, edge: Value) -> Self {
        let node = match node {
            Value::String(written) => written,
            node => node.to_string(),
        };
        Self { node, edge }
    }

    /// The result, with its length as JSON.
    pub(super) fn result(&self, found: &Found<'_>, detail: Detail) -> (Map<String, Value>, usize) {
        let is_ordered = detail == Detail::Names && !found.ordered.is_empty();
        if !found.fields.is_empty() || is_ordered {
            let result =
                if is_ordered && found.fields.is_empty() { self.with_order(found) } else { self.with_fields(found) };
            let bytes = length(&result) + DETAIL_BYTES;
            return (result, bytes);
        }
        let cache = &found.tool.results;
        let name = &found.tool.operation.name;
        let node = cache.result(name, found.shape, &self.node, detail);
        let mut result: Map<String, Value> = serde_json::from_str(&node).unwrap_or_default();
        let edge = self.edge(found, detail);
        if edge.is_empty() {
            return (result, node.len() + DETAIL_BYTES);
        }
        // What the edge says counts: it knows what was searched for.
        let replaces = edge.keys().any(|key| result.contains_key(key));
        let counts_all = replaces || result.is_empty();
        let bytes = node.len() + length(&edge) - 1;
        result.extend(edge);
        let bytes = if counts_all { length(&result) } else { bytes };
        (result, bytes + DETAIL_BYTES)
    }

    fn edge(&self, found: &Found<'_>, detail: Detail) -> Map<String, Value> {
        let shape = found.edge_shape.as_ref();
        let edge = shape.map(|shape| shape.apply(self.edge.clone(), detail));
        edge.unwrap_or_default()
    }

    /// The names, with the keys that the results are sorted by.
    fn with_order(&self, found: &Found<'_>) -> Map<String, Value> {
        let mut result = read(found.shape, &self.node, Detail::Names);
        let summary = read(found.shape, &self.node, Detail::Summary).into_iter();
        result.extend(summary.filter(|(key, _)| found.ordered.contains(key)));
        result.extend(self.edge(found, Detail::Names));
        result
    }

    /// The fields that are wanted, whichever detail has them.
    fn with_fields(&self, found: &Found<'_>) -> Map<String, Value> {
        let mut result = Map::new();
        for detail in [Detail::Summary, Detail::Full] {
            result.extend(read(found.shape, &self.node, detail));
        }
        for detail in [Detail::Full, Detail::Summary] {
            result.extend(self.edge(found, detail));
        }
        result.retain(|key, _| IDENTITY.contains(&key.as_str()) || found.fields.contains(key));
        result
    }
}
