//! Answers of tools: results best first, as many as fit, with totals, messages and warnings.

mod columns;
mod item;
mod result_cache;

use crate::arguments::{Call, Layout};
use crate::operation::{Detail, Kind, Shape};
use crate::tool::{Root, SHARED_KEYS, Tool};
use crate::vocabulary::own_words;
use columns::columns;
use item::Item;
pub(crate) use result_cache::ResultCache;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Most bytes of whole records where the client leaves the choice; summaries follow.
const MAX_FULL_BYTES: usize = 12 * 1024;

/// Most bytes of structured content (about 25,000 tokens).
pub(crate) const MAX_BYTES: usize = 100_000;

/// Bytes that are kept free for all but the results.
const ENVELOPE_BYTES: usize = 8_000;

/// A tool's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// As data.
    pub structured: Value,
    /// As text.
    pub text: String,
    /// Why the call is better refused: a text was taken for a list, and names nothing.
    pub refusal: Option<String>,
}

/// The answer of a tool, from the endpoint's data.
pub fn answer(tool: &Tool, call: &Call, mut data: Value, now: &str) -> Answer {
    let mut found = match &tool.root {
        Root::Connection(key) => page(tool, &mut data, key),
        Root::List(key) => list(tool, call, &mut data, key),
        Root::Object(key) => return whole(tool, call, &mut data, key),
    };
    let asides = asides(tool, &data, &mut found.meta);
    found.ordered = ordered(tool, call);
    found.fields.clone_from(&call.fields);
    let wanted = if call.fields.is_empty() { call.detail } else { Some(Detail::Full) };
    let mut results = fitting(&mut found, wanted, tool);
    let shared = share(&mut results, found.shape);
    let own = |sentence: &String| own_words(&tool.operation, &call.variables, sentence);
    let text = match call.layout {
        Layout::Columns => Some(columns(&tool.columns, &results)),
        Layout::Json => None,
    };
    let (meta, count) = (found.meta, results.len());
    let listed = call.text_for_list.as_ref().filter(|_| count == 0);
    let hint = listed.and_then(|(name, text)| list_hint(name, text));
    let message = meta.message.as_ref().map(own);
    let message = match (message, hint) {
        (Some(message), Some(hint)) => Some(format!("{message} {hint}")),
        (message, hint) => message.or(hint),
    };
    let is_refused = listed.is_some() && meta.unknown_scope;
    let refusal = message.clone().filter(|_| is_refused);
    let warnings = call.warning.iter().cloned();
    let warnings: Vec<String> = warnings.chain(meta.warnings.iter().map(own)).collect();
    let mut structured = json!({
        "results": [],
        "count": count,
        "total": found.total.max(count),
        "matching": found.matching,
        "next_cursor": found.next,
        "message": message,
        "warnings": (!warnings.is_empty()).then_some(warnings),
        "shared": (!shared.is_empty()).then_some(shared),
        "meta": {
            "generated_at": now,
            "cache_status": meta.cache_status.to_lowercase(),
            "sources": meta.sources,
        },
    });
    if let Some(content) = structured.as_object_mut() {
        content.insert("results".into(), Value::Array(results));
        content.extend(asides);
        content.retain(|_, value| !value.is_null());
    }
    let text = text.unwrap_or_else(|| structured.to_string());
    Answer { structured, text, refusal }
}

/// How to write the list that a text with commas seems to be.
fn list_hint(name: &str, text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split([',', ';']).map(str::trim).collect();
    (parts.len() > 1).then(|| format!("{name} is a list: write {}.", json!(parts)))
}

/// The answer that is one object.
fn whole(tool: &Tool, call: &Call, data: &mut Value, key: &str) -> Answer {
    let object = data.get_mut(key).map(Value::take).unwrap_or_default();
    let mut structured = match tool.operation.shape.value(key, object) {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    if let Some(warning) = &call.warning {
        structured.insert("warnings".into(), json!([warning]));
    }
    let structured = Value::Object(structured);
    Answer { text: structured.to_string(), structured, refusal: None }
}

/// The fields of a connection beside its edges.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ConnectionFields {
    total_count: usize,
    match_count: Option<usize>,
    page_info: PageInfo,
    meta: Meta,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PageInfo {
    has_next_page: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Meta {
    corrected_query: Option<String>,
    understood: Vec<Understood>,
    message: Option<String>,
    unknown_scope: bool,
    warnings: Vec<String>,
    sources: Vec<String>,
    cache_status: String,
}

/// The objects beside the results. Their messages and warnings are those of the answer.
fn asides(tool: &Tool, data: &Value, meta: &mut Meta) -> Map<String, Value> {
    let mut asides = Map::new();
    for path in &tool.asides {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let object = path.iter().try_fold(data, |value, key| value.get(key));
        let (Some((key, parent)), Some(object)) = (path.split_last(), object) else {
            continue;
        };
        let parent = tool.operation.shape.below(parent);
        let aside = parent.map(|parent| parent.value(key, object.clone()));
        let Some(Value::Object(mut aside)) = aside else {
            continue;
        };
        let [message, warnings] = SHARED_KEYS.map(|key| aside.remove(key));
        let message = message.and_then(|message| message.as_str().map(str::to_owned));
        meta.message = meta.message.take().or(message);
        let warnings = items(warnings.as_ref()).iter().filter_map(Value::as_str);
        meta.warnings.extend(warnings.map(str::to_owned));
        asides.insert((*key).to_owned(), Value::Object(aside));
    }
    asides
}

/// What a search was understood to say about a field.
#[derive(Deserialize)]
struct Understood {
    field: String,
    value: String,
}

/// What was found, before it is fitted into an answer.
struct Found<'a> {
    tool: &'a Tool,
    /// Each with its cursor or, in a list, its id.
    items: Vec<(String, Item)>,
    shape: Option<&'a Shape>,
    /// The shape of an edge, its node aside.
    edge_shape: Option<Shape>,
    total: usize,
    /// How many of them match a search.
    matching: Option<usize>,
    next: Option<String>,
    /// The keys that the results are sorted by.
    ordered: Vec<String>,
    /// The only keys that are wanted of each result; none for all of them.
    fields: Vec<String>,
    meta: Meta,
}

/// The keys of results that a call sorts by: an order has the names of fields.
fn ordered(tool: &Tool, call: &Call) -> Vec<String> {
    let variables = tool.operation.variables.iter();
    let orders = variables.filter(|variable| matches!(variable.kind, Kind::Order(_)));
    let orders = orders.flat_map(|variable| items(call.variables.get(&variable.name)));
    let fields = orders.filter_map(|order| order.get("field")?.as_str());
    fields.map(str::to_lowercase).collect()
}

/// The items of a list; none where there is no list.
fn items(list: Option<&Value>) -> &[Value] {
    let items = list.and_then(Value::as_array);
    items.map(Vec::as_slice).unwrap_or_default()
}

/// Takes the list at a path out of an answer; none where there is no list.
fn take_items(data: &mut Value, path: &[&str]) -> Vec<Value> {
    let list = path.iter().try_fold(data, |value, key| value.get_mut(key));
    match list.map(Value::take) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    }
}

fn page<'a>(tool: &'a Tool, data: &mut Value, key: &str) -> Found<'a> {
    let edges = take_items(data, &[key, "edges"]);
    let connection = data.get(key).unwrap_or(&Value::Null);
    let mut page = ConnectionFields::deserialize(connection).unwrap_or_default();
    if connection.is_null() {
        let meta = data.get("meta").unwrap_or(&Value::Null);
        page.meta = Meta::deserialize(meta).unwrap_or_default();
    }
    let edges_shape = tool.operation.shape.below(&[key, "edges"]);
    let item = |mut edge: Value| {
        let cursor = edge.get("cursor").and_then(Value::as_str);
        let cursor = cursor.unwrap_or_default().to_owned();
        let node = edge.get_mut("node").map(Value::take).unwrap_or_default();
        (cursor, Item::new(node, edge))
    };
    let items: Vec<_> = edges.into_iter().map(item).collect();
    let last = items.last().filter(|_| page.page_info.has_next_page);
    let mut meta = page.meta;
    let corrected = meta.corrected_query.take();
    let corrected = corrected.map(|text| format!("Searched for \"{text}\"."));
    let understood = std::mem::take(&mut meta.understood).into_iter();
    let understood: Vec<String> = understood.map(|Understood { field, value }| format!("{field} {value}")).collect();
    let raised = (!understood.is_empty()).then(|| format!("What fits comes first: {}.", understood.join(", ")));
    let sentences = corrected.into_iter().chain(raised).chain(meta.message);
    let sentences: Vec<String> = sentences.collect();
    meta.message = (!sentences.is_empty()).then(|| sentences.join(" "));
    Found {
        tool,
        next: last.map(|(cursor, _)| cursor.clone()),
        ordered: Vec::new(),
        fields: Vec::new(),
        total: page.total_count,
        matching: page.match_count,
        items,
        shape: edges_shape.and_then(|edges| edges.at("node")),
        edge_shape: edges_shape.map(|edges| edges.without("node").without("cursor")),
        meta,
    }
}

fn list<'a>(tool: &'a Tool, call: &Call, data: &mut Value, key: &str) -> Found<'a> {
    // The list has one place for each id that was asked for.
    let ids = items(call.variables.values().find(|value| value.is_array()));
    let mut missing = Vec::new();
    let mut found = Vec::new();
    for (node, id) in take_items(data, &[key]).into_iter().zip(ids) {
        let id = id.as_str().unwrap_or_default().to_owned();
        if node.is_null() {
            missing.push(id);
        } else {
            found.push((id, Item::new(node, Value::Null)));
        }
    }
    let meta = data.get("meta").unwrap_or(&Value::Null);
    let mut meta = Meta::deserialize(meta).unwrap_or_default();
    if !missing.is_empty() {
        let sentence =
            format!("Nothing has the id {}. Ids come from the results of the search tools.", missing.join(", "));
        if found.is_empty() {
            meta.message = Some(sentence);
        } else {
            meta.warnings.push(sentence);
        }
    }
    Found {
        tool,
        total: found.len(),
        matching: None,
        items: found,
        shape: tool.operation.shape.at(key),
        edge_shape: None,
        next: None,
        ordered: Vec::new(),
        fields: Vec::new(),
        meta,
    }
}

/// The results that fit; the rest is left to the next page, or named.
fn fitting(found: &mut Found<'_>, wanted: Option<Detail>, tool: &Tool) -> Vec<Value> {
    let items = std::mem::take(&mut found.items);
    let is_page = matches!(tool.root, Root::Connection(_));
    let free = is_page && tool.has_detail() && wanted.is_none() && items.len() > 1;
    let mut detail = wanted.unwrap_or(Detail::Full);
    let (mut results, mut left) = (Vec::new(), Vec::new());
    let (mut size, mut last) = (ENVELOPE_BYTES, None);
    for (key, item) in items {
        if !left.is_empty() {
            left.push(key);
            continue;
        }
        let (mut result, mut own) = item.result(found, detail);
        if free && detail == Detail::Full && size + own > ENVELOPE_BYTES + MAX_FULL_BYTES {
            detail = Detail::Summary;
            (result, own) = item.result(found, detail);
        }
        if size + own > MAX_BYTES && !results.is_empty() {
            left.push(key);
            continue;
        }
        if size + own > MAX_BYTES {
            found.meta.warnings.push(format!(
                "This one record is {own} bytes long, over the limit of {MAX_BYTES}; it is given whole."
            ));
        }
        if tool.has_detail() && detail != Detail::Names && found.fields.is_empty() {
            result.insert("detail".into(), json!(detail.word()));
        }
        size += own;
        last = Some(key);
        results.push(Value::Object(result));
    }
    match &tool.root {
        _ if left.is_empty() => {}
        Root::Connection(_) => found.next = last,
        // Lists have no cursor.
        Root::List(_) | Root::Object(_) => found
            .meta
            .warnings
            .push(format!("The answer would be over {MAX_BYTES} bytes. Ask again for: {}.", left.join(", "))),
    }
    results
}

/// What all summaries say alike of what they can share: taken out of them, to stand once in the answer.
fn share(results: &mut [Value], shape: Option<&Shape>) -> Map<String, Value> {
    let is_summary =
        |result: &&mut Map<String, Value>| result.get("detail").and_then(Value::as_str) == Some(Detail::Summary.word());
    let objects = results.iter_mut().filter_map(Value::as_object_mut);
    let mut summaries: Vec<_> = objects.filter(is_summary).collect();
    let mut shared = Map::new();
    let Some((first, rest)) = summaries.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return shared;
    };
    for key in shape.map(Shape::shared).unwrap_or_default() {
        if let Some(value) = first.get(key)
            && rest.iter().all(|other| other.get(key) == Some(value))
        {
            shared.insert(key.to_owned(), value.clone());
        }
    }
    for summary in &mut summaries {
        summary.retain(|key, _| !shared.contains_key(key));
    }
    shared
}
