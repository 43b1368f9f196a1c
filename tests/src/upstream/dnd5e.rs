//! The D&D 5e API: lists of references, details by index, and levels below classes and subclasses.

use super::{World, key_of, reply::Reply};
use serde_json::{Map, Value, json};

/// The answer to a path below `/api/`.
pub fn answer(world: &World, below: &[&str]) -> Reply {
    match *below {
        [edition] => root(world, edition),
        // Levels have no list of their own.
        [_, "levels", ..] => Reply::not_found(),
        [edition, collection] => list(world, &format!("{edition}/{collection}")),
        [edition, collection, index] => detail(world, &format!("{edition}/{collection}"), index),
        [edition, "classes", index, "levels"] => levels(world, edition, "class", index),
        [edition, "subclasses", index, "levels"] => levels(world, edition, "subclass", index),
        _ => Reply::not_found(),
    }
}

fn root(world: &World, edition: &str) -> Reply {
    let names = world.listings.keys();
    let collections: Map<_, _> = names
        .filter_map(|name| name.strip_prefix(edition)?.strip_prefix('/'))
        .filter(|name| *name != "levels")
        .map(|name| (name.to_owned(), json!(format!("/api/{edition}/{name}"))))
        .collect();
    if collections.is_empty() {
        return Reply::not_found();
    }
    Reply::json(&Value::Object(collections))
}

/// The list shows a poisoned record as it was: only the detail is spoiled.
fn list(world: &World, endpoint: &str) -> Reply {
    if !world.listings.contains_key(endpoint) {
        return Reply::not_found();
    }
    let mut records: Vec<_> = world.records_of(endpoint).collect();
    records.sort_by(|a, b| key_of(a).cmp(key_of(b)));
    let shown: &[&str] =
        if endpoint.ends_with("/spells") { &["index", "name", "level", "url"] } else { &["index", "name", "url"] };
    let row = |record: &Value| -> Map<_, _> {
        let fields = shown.iter();
        fields.filter_map(|name| Some(((*name).to_owned(), record.get(name)?.clone()))).collect()
    };
    let results: Vec<_> = records.iter().map(row).collect();
    Reply::json(&json!({"count": results.len(), "results": results}))
}

fn detail(world: &World, endpoint: &str, index: &str) -> Reply {
    let mut records = world.records_of(endpoint);
    match records.find(|record| key_of(record) == index) {
        Some(record) => Reply::json(&world.serve(endpoint, record)),
        None => Reply::not_found(),
    }
}

/// The levels of a class (without its subclasses') or of a subclass.
fn levels(world: &World, edition: &str, owner: &str, index: &str) -> Reply {
    let endpoint = format!("{edition}/levels");
    let endpoint = endpoint.as_str();
    if !world.listings.contains_key(endpoint) {
        return Reply::not_found();
    }
    let is_theirs = |level: &Value| {
        level.get(owner).is_some_and(|of| key_of(of) == index)
            && (owner == "subclass" || level.get("subclass").is_none())
    };
    let mut levels: Vec<_> = world.records_of(endpoint).filter(is_theirs).collect();
    if levels.is_empty() && owner == "class" {
        return Reply::not_found();
    }
    levels.sort_by_key(|level| level.get("level").and_then(Value::as_u64));
    let levels = levels.into_iter().map(|level| world.serve(endpoint, level));
    Reply::json(&Value::Array(levels.collect()))
}
