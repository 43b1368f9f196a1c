//! Result items: a node and what the edge says of it, in the detail or with the fields that are wanted.

use super::Found;
use crate::operation::{Detail, Shape};
use serde_json::{Map, Value};

/// Bytes of a result's `detail`.
const DETAIL_BYTES: usize = 20;

/// What every result says of itself, whichever fields are wanted.
const IDENTITY: [&str; 2] = ["id", "name"];

/// A node, and the edge that leads to it.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) node: Value,
    pub(super) edge: Value,
}

impl Item {
    /// The result, with its length as JSON.
    pub(super) fn result(self, found: &Found<'_>, detail: Detail) -> (Map<String, Value>, usize) {
        let result = if found.fields.is_empty() {
            self.in_detail(found, detail)
        } else {
            self.with_fields(found)
        };
        let mut length = Length(DETAIL_BYTES);
        // Counting does not fail.
        let _ = serde_json::to_writer(&mut length, &result);
        (result, length.0)
    }

    /// What the edge says counts: it knows what was searched for.
    fn in_detail(self, found: &Found<'_>, detail: Detail) -> Map<String, Value> {
        let is_ordered = detail == Detail::Names && !found.ordered.is_empty();
        let summary = is_ordered.then(|| apply(found.shape, self.node.clone(), Detail::Summary));
        let mut result = apply(found.shape, self.node, detail);
        let summary = summary.unwrap_or_default().into_iter();
        result.extend(summary.filter(|(key, _)| found.ordered.contains(key)));
        result.extend(apply(found.edge_shape.as_ref(), self.edge, detail));
        result
    }

    /// The fields that are wanted, whichever detail has them.
    fn with_fields(self, found: &Found<'_>) -> Map<String, Value> {
        let edge_shape = found.edge_shape.as_ref();
        let mut result = apply(found.shape, self.node.clone(), Detail::Summary);
        result.extend(apply(found.shape, self.node, Detail::Full));
        result.extend(apply(edge_shape, self.edge.clone(), Detail::Full));
        result.extend(apply(edge_shape, self.edge, Detail::Summary));
        result.retain(|key, _| IDENTITY.contains(&key.as_str()) || found.fields.contains(key));
        result
    }
}

fn apply(shape: Option<&Shape>, object: Value, detail: Detail) -> Map<String, Value> {
    let applied = shape.map(|shape| shape.apply(object, detail));
    applied.unwrap_or_default()
}

/// Counts what is written to it, in bytes.
struct Length(usize);

impl std::io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
