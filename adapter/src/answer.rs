//! The answer of a tool: results best first, as many as fit, and what there is to say about them.

use crate::arguments::{Call, Layout};
use crate::operation::{Detail, Shape};
use crate::tool::{Root, Tool};
use crate::vocabulary::own_words;
use serde_json::{Map, Value, json};

/// Whole records are given up to this many bytes, summaries after that.
const FULL: usize = 32 * 1024;

/// Most bytes of structured content (about 25,000 tokens).
const MOST: usize = 100_000;

/// What its detail adds to a result.
const LABEL: usize = 20;

/// Room for what an answer says beside its results.
const ENVELOPE: usize = 8_000;

/// A tool's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// As data.
    pub structured: Value,
    /// As text.
    pub text: String,
}

/// Makes the answer from what the GraphQL endpoint said.
#[must_use]
pub fn answer(tool: &Tool, call: &Call, data: &Value, now: &str) -> Answer {
    let mut found = match &tool.root {
        Root::Connection(key) => page(tool, data, key),
        Root::List(key) => list(tool, call, data, key),
    };
    let results = fitting(&mut found, call.detail, tool);
    let own = |sentence: &String| own_words(&tool.operation, &call.variables, sentence);
    let text = match call.layout {
        Layout::Columns => Some(columns(&tool.columns, &results)),
        Layout::Json => None,
    };
    let count = results.len();
    let mut content = Map::new();
    content.insert("results".into(), Value::Array(results));
    content.insert("count".into(), json!(count));
    content.insert("total".into(), json!(found.total.max(count)));
    if let Some(cursor) = &found.next {
        content.insert("next_cursor".into(), json!(cursor));
    }
    if let Some(message) = &found.message {
        content.insert("message".into(), json!(own(message)));
    }
    if !found.warnings.is_empty() {
        let warnings: Vec<String> = found.warnings.iter().map(own).collect();
        content.insert("warnings".into(), json!(warnings));
    }
    content.insert(
        "meta".into(),
        json!({"generated_at": now, "cache_status": found.cache_status, "sources": found.sources}),
    );
    let structured = Value::Object(content);
    let text = text.unwrap_or_else(|| structured.to_string());
    Answer { structured, text }
}

/// What was found, before it is fitted into an answer.
#[derive(Default)]
struct Found<'a> {
    /// Each with its cursor or, in a list, its id.
    items: Vec<(String, Item<'a>)>,
    shape: Option<&'a Shape>,
    /// What stands beside a node.
    beside: Option<Shape>,
    total: usize,
    next: Option<String>,
    message: Option<String>,
    warnings: Vec<String>,
    cache_status: String,
    sources: Vec<String>,
    /// Lists have no cursor: what is left out is named in a warning.
    paged: Paged,
}

#[derive(Copy, Clone, Default, PartialEq, Eq)]
enum Paged {
    #[default]
    ByCursor,
    ById,
}

/// A node, and the edge that leads to it.
struct Item<'a> {
    node: &'a Value,
    edge: &'a Value,
}

impl Item<'_> {
    /// It as a result, with its length as JSON. What the edge says counts: it knows what was searched for.
    fn result(&self, found: &Found<'_>, detail: Detail) -> (Map<String, Value>, usize) {
        let apply = |shape: Option<&Shape>, object| {
            shape
                .map(|shape| shape.apply(object, detail))
                .unwrap_or_default()
        };
        let mut result = apply(found.shape, self.node);
        result.extend(apply(found.beside.as_ref(), self.edge));
        let mut length = Length(LABEL);
        // Counting does not fail.
        let _ = serde_json::to_writer(&mut length, &result);
        (result, length.0)
    }
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

fn page<'a>(tool: &'a Tool, data: &'a Value, key: &str) -> Found<'a> {
    let page = data.get(key).unwrap_or(&Value::Null);
    let edges_shape = tool
        .operation
        .shape
        .at(key)
        .and_then(|page| page.at("edges"));
    let node_shape = edges_shape.and_then(|edges| edges.at("node"));
    let edges = page
        .get("edges")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let items = edges
        .iter()
        .map(|edge| {
            let cursor = edge.get("cursor").and_then(Value::as_str);
            let node = edge.get("node").unwrap_or(&Value::Null);
            (cursor.unwrap_or_default().to_owned(), Item { node, edge })
        })
        .collect::<Vec<_>>();
    let more = page
        .pointer("/pageInfo/hasNextPage")
        .and_then(Value::as_bool)
        .unwrap_or_default();
    let mut found = Found {
        next: items
            .last()
            .filter(|_| more)
            .map(|(cursor, _)| cursor.clone()),
        total: page
            .get("totalCount")
            .and_then(Value::as_u64)
            .and_then(|n| usize::try_from(n).ok())
            .unwrap_or_default(),
        items,
        shape: node_shape,
        beside: edges_shape.map(|edges| edges.without("node").without("cursor")),
        ..Found::default()
    };
    found.read_meta(page.get("meta"));
    found
}

fn list<'a>(tool: &'a Tool, call: &Call, data: &'a Value, key: &str) -> Found<'a> {
    let nodes = data
        .get(key)
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    // The list has one place for each id that was asked for.
    let ids = call
        .variables
        .values()
        .find_map(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let mut missing = Vec::new();
    let mut items = Vec::new();
    for (node, id) in nodes.iter().zip(ids) {
        let id = id.as_str().unwrap_or_default().to_owned();
        if node.is_null() {
            missing.push(id);
        } else {
            items.push((
                id,
                Item {
                    node,
                    edge: &Value::Null,
                },
            ));
        }
    }
    let mut found = Found {
        total: items.len(),
        items,
        paged: Paged::ById,
        shape: tool.operation.shape.at(key),
        ..Found::default()
    };
    found.read_meta(data.get("meta"));
    if !missing.is_empty() {
        let sentence = format!(
            "Nothing has the id {}. Ids come from the results of the search tools.",
            missing.join(", ")
        );
        if found.items.is_empty() {
            found.message = Some(sentence);
        } else {
            found.warnings.push(sentence);
        }
    }
    found
}

impl Found<'_> {
    fn read_meta(&mut self, meta: Option<&Value>) {
        let Some(meta) = meta else { return };
        let texts = |key: &str| -> Vec<String> {
            let items = meta
                .get(key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            items
                .filter_map(|item| item.as_str().map(str::to_owned))
                .collect()
        };
        let said = |key: &str| meta.get(key).and_then(Value::as_str);
        let read = said("correctedQuery").map(|text| format!("Searched for \"{text}\"."));
        let sentences: Vec<String> = read
            .into_iter()
            .chain(said("message").map(str::to_owned))
            .collect();
        self.message = (!sentences.is_empty()).then(|| sentences.join(" "));
        self.warnings = texts("warnings");
        self.sources = texts("sources");
        self.cache_status = meta
            .get("cacheStatus")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_lowercase();
    }
}

/// The results that fit; the rest is left to the next page, or named.
fn fitting(found: &mut Found<'_>, wanted: Option<Detail>, tool: &Tool) -> Vec<Value> {
    let items = std::mem::take(&mut found.items);
    let free = tool.has_detail() && wanted.is_none() && items.len() > 1;
    let mut detail = wanted.unwrap_or(Detail::Full);
    let (mut results, mut size, mut left, mut last) = (Vec::new(), ENVELOPE, Vec::new(), None);
    for (key, item) in items {
        if !left.is_empty() {
            left.push(key);
            continue;
        }
        let (mut result, mut own) = item.result(found, detail);
        if free && detail == Detail::Full && size + own > ENVELOPE + FULL {
            detail = Detail::Summary;
            (result, own) = item.result(found, detail);
        }
        if size + own > MOST && !results.is_empty() {
            left.push(key);
            continue;
        }
        if size + own > MOST {
            found.warnings.push(format!(
                "This one record is {own} bytes long, over the limit of {MOST}; it is given whole."
            ));
        }
        if tool.has_detail() {
            result.insert("detail".into(), json!(detail.word()));
        }
        size += own;
        last = Some(key);
        results.push(Value::Object(result));
    }
    if !left.is_empty() {
        match found.paged {
            Paged::ByCursor => found.next = last,
            Paged::ById => found.warnings.push(format!(
                "The answer would be over {MOST} bytes. Ask again for: {}.",
                left.join(", ")
            )),
        }
    }
    results
}

/// Results as aligned columns under a head.
fn columns(keys: &[String], results: &[Value]) -> String {
    if results.is_empty() {
        return "Nothing was found.".into();
    }
    let cell = |result: &Value, key: &String| match result.get(key) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.replace(['\n', '\r'], " "),
        Some(other) => other.to_string(),
    };
    let mut rows = vec![keys.to_vec()];
    rows.extend(
        results
            .iter()
            .map(|result| keys.iter().map(|key| cell(result, key)).collect()),
    );
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row: &Vec<String>| row.get(column))
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..keys.len()).map(width).collect();
    let lines = rows.iter().map(|row| {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(text, width)| format!("{text:<width$}"))
            .collect();
        cells.join("  ").trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}
