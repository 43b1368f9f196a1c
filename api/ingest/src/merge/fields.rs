//! Field-wise filling: what the preferred draft leaves empty comes from the next one.

use lorekeeper_content::letters;
use serde_json::{Map, Value};

/// The fields that ingest sets itself.
pub(super) const INGEST_FIELDS: [&str; 8] =
    ["id", "origins", "field_sources", "disagreements", "mentions", "linked_names", "content_hash", "fetched_at"];

/// Calls a function for every text within a value, however deep.
pub(super) fn visit_texts(value: &mut Value, visit: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter_mut().for_each(|item| visit_texts(item, visit)),
        Value::Object(fields) => fields.values_mut().for_each(|field| visit_texts(field, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Adds missing items to the lists in `fields`, and returns the fields that changed. An empty list is left to
/// [`fill_empty`].
///
/// Correction (spells): The class lists of sources are united where none has the whole list.
pub(super) fn unite_lists(merged: &mut Map<String, Value>, other: &Map<String, Value>, fields: &[&str]) -> Vec<String> {
    let mut extended = Vec::new();
    for field in fields {
        if let (Some(Value::Array(mine)), Some(Value::Array(theirs))) = (merged.get_mut(*field), other.get(*field))
            && !mine.is_empty()
        {
            let missing: Vec<Value> = theirs.iter().filter(|v| !mine.contains(v)).cloned().collect();
            if !missing.is_empty() {
                mine.extend(missing);
                mine.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
                extended.push((*field).to_owned());
            }
        }
    }
    extended
}

/// Fills empty fields, and returns the fields that changed. Objects are filled field by field; a point precedes what lies
/// within one (`speed.walk`).
pub(super) fn fill_empty(merged: &mut Map<String, Value>, other: &Map<String, Value>) -> Vec<String> {
    let mut filled = Vec::new();
    for (field, value) in other {
        if INGEST_FIELDS.contains(&field.as_str()) || is_empty(value) {
            continue;
        }
        match (merged.get_mut(field), value) {
            (Some(Value::Object(mine)), Value::Object(theirs)) => {
                let within = fill_empty(mine, theirs);
                filled.extend(within.iter().map(|inner| format!("{field}.{inner}")));
            }
            (Some(mine), value) if is_empty(mine) => {
                *mine = value.clone();
                filled.push(field.clone());
            }
            (None, value) => {
                merged.insert(field.clone(), value.clone());
                filled.push(field.clone());
            }
            (Some(Value::Array(mine)), Value::Array(theirs)) if NAMED_LISTS.contains(&field.as_str()) => {
                if fill_parts(mine, theirs) {
                    filled.push(field.clone());
                }
            }
            (Some(_), _) => {}
        }
    }
    filled
}

/// The lists of a stat block.
pub(super) const STAT_BLOCK_LISTS: [&str; 5] = ["traits", "actions", "bonus_actions", "reactions", "legendary_actions"];

/// The lists whose parts have names, and are filled one by one.
pub(super) const NAMED_LISTS: [&str; 8] =
    ["features", "benefits", "traits", "actions", "bonus_actions", "reactions", "legendary_actions", "lair_actions"];

/// The key by which parts of two sources are one: the slug; else the letters of the name, without what stands in brackets.
pub(super) fn part_key(part: &Value) -> Option<String> {
    if let Some(slug) = part.get("slug").and_then(Value::as_str) {
        return Some(slug.to_owned());
    }
    let key = name_key(part.get("name")?.as_str()?);
    (!key.is_empty()).then_some(key)
}

/// The letters of a name, without what stands in brackets.
pub(super) fn name_key(name: &str) -> String {
    let name = name.split('(').next().unwrap_or_default();
    letters(name)
}

/// Fills the empty fields of parts from those of the same name. Returns whether any changed.
///
/// Correction (creatures): What one source leaves out of a trait or an action (how often it can be used, its attacks) comes
/// from another one that has it.
///
/// Correction (character options): A feature without levels has those that another source gives it.
fn fill_parts(mine: &mut [Value], theirs: &[Value]) -> bool {
    let mut has_changed = false;
    for part in mine {
        let Some(key) = part_key(part) else {
            continue;
        };
        let mut same = theirs.iter().filter(|other| part_key(other).as_ref() == Some(&key));
        // Of two parts of one name none is meant.
        let (Some(other), None) = (same.next(), same.next()) else {
            continue;
        };
        if let (Value::Object(part), Value::Object(other)) = (part, other) {
            has_changed |= !fill_empty(part, other).is_empty();
        }
    }
    has_changed
}

pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
