//! Open5e, either version: paged listings, and details by key.

use super::{
    Scrambled, World, key_of,
    reply::{BASE, Reply},
};
use axum::http::Uri;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Records on a page when the request does not say.
const PAGE: usize = 50;

/// The answer to a path below `/v2/` or `/v1/`; `prefix` is what the names of its endpoints begin with.
pub fn answer(world: &World, uri: &Uri, prefix: &str, below: &[&str], scrambled: Option<Scrambled>) -> Reply {
    let (endpoint, key) = match *below {
        [""] | [] => return root(world),
        [endpoint] => (format!("{prefix}{endpoint}"), None),
        [endpoint, key] => (format!("{prefix}{endpoint}"), Some(key)),
        _ => return Reply::not_found(),
    };
    let endpoint = endpoint.as_str();
    if !world.listings.contains_key(endpoint) {
        return Reply::not_found();
    }
    if !uri.path().ends_with('/') {
        let query = uri.query().map(|q| format!("?{q}")).unwrap_or_default();
        return Reply::moved(format!("{}/{query}", uri.path()));
    }
    match key {
        None => listing(world, uri, endpoint, scrambled),
        Some(key) => detail(world, endpoint, key),
    }
}

fn root(world: &World) -> Reply {
    let endpoints = world.listings.keys().filter(|name| !name.contains('/'));
    let addresses = endpoints.map(|name| (name.clone(), json!(format!("{BASE}/v2/{name}/"))));
    Reply::json(&Value::Object(addresses.collect()))
}

fn detail(world: &World, endpoint: &str, key: &str) -> Reply {
    let mut records = world.records_of(endpoint);
    match records.find(|record| key_of(record) == key) {
        Some(record) => Reply::json(&world.serve(endpoint, record)),
        None => Reply::refusal("No record matches the given query."),
    }
}

fn listing(world: &World, uri: &Uri, endpoint: &str, scrambled: Option<Scrambled>) -> Reply {
    let Some(records) = world.listings.get(endpoint) else {
        return Reply::not_found();
    };
    let query = parameters(uri.query().unwrap_or_default());
    let limit = query.get("limit").and_then(|limit| limit.parse().ok());
    let limit = limit.filter(|limit| *limit > 0).unwrap_or(PAGE);
    let limit = limit.min(world.page.unwrap_or(limit));
    let last = records.len().div_ceil(limit).max(1);
    let page = match query.get("page").map(String::as_str) {
        None | Some("") => 1,
        Some("last") => last,
        Some(page) => page.parse().unwrap_or(0),
    };
    if !(1..=last).contains(&page) {
        return Reply::refusal("Invalid page.");
    }
    let link = |page: usize| {
        let mut query = query.clone();
        query.remove("page");
        if page > 1 {
            query.insert("page".to_owned(), page.to_string());
        }
        let pairs: Vec<_> = query.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let query = pairs.join("&");
        let mark = if query.is_empty() { "" } else { "?" };
        format!("{BASE}{}{mark}{query}", uri.path())
    };
    let start = (page - 1) * limit;
    let shown = match scrambled {
        None => start..start + limit,
        Some(Scrambled::Loops) => 0..limit,
        Some(Scrambled::Repeats) => start.saturating_sub(1)..start + limit,
        Some(Scrambled::Empty | Scrambled::Nothing) => 0..0,
    };
    let results: Vec<_> = records
        .iter()
        .skip(shown.start)
        .take(shown.len())
        .map(|record| world.serve(endpoint, record.clone()))
        .collect();
    let count = match scrambled {
        Some(Scrambled::Nothing) => 0,
        _ => records.len(),
    };
    let more = page < last || scrambled == Some(Scrambled::Loops);
    Reply::json(&json!({
        "count": count,
        "next": more.then(|| link(page + 1)),
        "previous": (page > 1).then(|| link(page - 1)),
        "results": results,
    }))
}

/// The parameters of a query, as they were sent; of one that comes twice, the last.
fn parameters(query: &str) -> BTreeMap<String, String> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}
