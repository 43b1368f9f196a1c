//! Result cache: what a tool makes of the nodes of answers, by their text.
//!
//! A result is a function of the node, the tool and the detail. The same nodes come again and again, since the server keeps
//! what it renders, so what was made of one is copied.

use crate::operation::{Detail, Shape};
use moka::sync::Cache;
use serde_json::{Map, Value};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// How many bytes of results are kept, about.
const MAX_BYTES: u64 = 8 << 20;

/// The results that tools made of nodes last, as JSON.
#[derive(Clone, Debug)]
pub struct ResultCache {
    results: Cache<u128, Arc<str>>,
    /// Two seeds: nobody can choose texts of one hash.
    seeds: [RandomState; 2],
}

impl Default for ResultCache {
    fn default() -> Self {
        let weigh = |_: &u128, result: &Arc<str>| u32::try_from(200 + result.len()).unwrap_or(u32::MAX);
        Self {
            results: Cache::builder().weigher(weigh).max_capacity(MAX_BYTES).build(),
            seeds: [RandomState::new(), RandomState::new()],
        }
    }
}

impl ResultCache {
    /// What a tool makes of a node in a detail: an object, as JSON.
    pub fn result(&self, tool: &str, shape: Option<&Shape>, node: &str, detail: Detail) -> Arc<str> {
        let [first, second] = &self.seeds;
        let hash = |seed: &RandomState| u128::from(seed.hash_one((tool, detail, node)));
        self.results.get_with((hash(first) << 64) | hash(second), || {
            let fields = read(shape, node, detail);
            Value::Object(fields).to_string().into()
        })
    }
}

/// The fields that a node has in a result.
pub fn read(shape: Option<&Shape>, node: &str, detail: Detail) -> Map<String, Value> {
    let node = serde_json::from_str(node).unwrap_or_default();
    shape.map(|shape| shape.apply(node, detail)).unwrap_or_default()
}

/// The length of fields as JSON, in bytes.
pub fn length(fields: &Map<String, Value>) -> usize {
    let mut length = Length(0);
    // Counting does not fail.
    let _ = serde_json::to_writer(&mut length, fields);
    length.0
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
