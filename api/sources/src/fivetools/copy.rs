//! Copies: a record that is another one with changes (`_copy` with `_mod`).

mod array;
mod creature;
mod text;

use super::index::name_key;
use crate::foundry_text::fields::Fields;
use crate::{Record, Records};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// How many copies follow one another.
const MAX_CHAIN: usize = 16;

/// How many values all copies together may have.
const MAX_VALUES: usize = 2_000_000;

/// How long the texts of a copy may get.
pub(super) const MAX_TEXT: usize = 2 << 20;

/// Fields that are of the original alone.
const NOT_COPIED: [&str; 14] = [
    "_copy", "_mod", "_versions", "additionalSources", "altArt", "basicRules", "basicRules2024", "hasFluff",
    "hasFluffImages", "otherSources", "page", "reprintedAs", "srd", "srd52",
];

/// The records by what copies name.
pub(super) struct Lookup<'a> {
    records: &'a Records,
    places: HashMap<(&'a str, String), Vec<usize>>,
}

impl<'a> Lookup<'a> {
    pub fn new(records: &'a Records) -> Self {
        let mut places: HashMap<(&str, String), Vec<usize>> = HashMap::new();
        for (endpoint, listed) in &records.0 {
            for (place, record) in listed.iter().enumerate() {
                let name = name_of(&record.raw);
                places.entry((endpoint, name)).or_default().push(place);
            }
        }
        Self { records, places }
    }

    fn record(&self, endpoint: &str, place: usize) -> Option<&'a Record> {
        self.records.endpoint(endpoint).get(place)
    }

    /// The place of the record that a copy names.
    fn find(&self, endpoint: &'a str, copy: Fields<'_>, own: usize) -> Option<usize> {
        const ALSO: [&str; 7] =
            ["source", "className", "classSource", "raceName", "subclassShortName", "pantheon", "abbreviation"];
        let places = self.places.get(&(endpoint, name_key(copy.text("name"))))?;
        let is_meant = |place: &usize| {
            let record = self.record(endpoint, *place);
            record.is_some_and(|record| {
                let fields = Fields::of(&record.raw);
                ALSO.into_iter().all(|field| {
                    let wanted = copy.text(field);
                    wanted.is_empty() || fields.text(field).eq_ignore_ascii_case(wanted)
                })
            })
        };
        let others = || places.iter().copied().filter(|place| *place != own);
        let mut found = others().filter(is_meant);
        found.next().or_else(|| places.contains(&own).then_some(own).filter(is_meant))
    }
}

fn name_of(raw: &Value) -> String {
    let fields = Fields::of(raw);
    let own = fields.text("name");
    // A copy may take its name from the original.
    name_key(if own.is_empty() { fields.text("_copy.name") } else { own })
}

/// What copies may still take.
pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MAX_VALUES)
    }
}

/// A record with what it copies.
#[derive(Default)]
pub(super) struct Resolved {
    /// The record; none where it copies nothing.
    pub value: Option<Value>,
    /// The fields of `_mod` that could not be followed.
    pub unmade: Vec<String>,
}

/// A record with what it copies; else the reason why it cannot be copied.
pub(super) fn resolved(
    endpoint: &str,
    place: usize,
    lookup: &Lookup<'_>,
    budget: &mut Budget,
) -> Result<Resolved, String> {
    let Some((endpoint, _)) = lookup.records.0.get_key_value(endpoint) else {
        return Ok(Resolved::default());
    };
    // From the copy back to the original.
    let mut chain = Vec::new();
    let mut at = place;
    let original = loop {
        let record = lookup.record(endpoint, at).ok_or("it cannot be found")?;
        let copy = Fields::of(&record.raw).at("_copy");
        if copy.object().is_empty() {
            break record;
        }
        if chain.contains(&at) || chain.len() > MAX_CHAIN {
            return Err("it copies itself".to_owned());
        }
        chain.push(at);
        at = lookup.find(endpoint, copy, at).ok_or_else(|| {
            format!(
                "it copies \"{}\" of {}, which is in none of the imported files; import that one, then this one again",
                copy.text("name"),
                crate::wire::filled(copy.text("source")).unwrap_or_else(|| "no source".to_owned())
            )
        })?;
    };
    let mut resolved = Resolved::default();
    for place in chain.into_iter().rev() {
        let record = lookup.record(endpoint, place).ok_or("it cannot be found")?;
        let before = resolved.value.as_ref().unwrap_or(&original.raw);
        budget.0 = budget.0.checked_sub(values(before)).ok_or("the copies in the file are too many for their size")?;
        let before = before.clone();
        let value = copied(before, &record.raw, &mut resolved.unmade);
        if text_length(&value) > MAX_TEXT {
            return Err("its changes make it longer than a record can be".to_owned());
        }
        resolved.value = Some(value);
    }
    Ok(resolved)
}

/// The original with the fields and changes of a copy.
fn copied(original: Value, copy: &Value, unmade: &mut Vec<String>) -> Value {
    let preserve = Fields::of(copy).at("_copy._preserve");
    let mut fields: Map<String, Value> = match original {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    fields.retain(|name, _| !NOT_COPIED.contains(&name.as_str()) || preserve.is("*") || preserve.is(name));
    for (name, value) in Fields::of(copy).object() {
        match value {
            Value::Null => drop(fields.remove(&name)),
            _ if name == "_copy" => {}
            value => drop(fields.insert(name, value)),
        }
    }
    let mut value = Value::Object(fields);
    let changes = copy.get("_copy").and_then(|copy| copy.get("_mod"));
    for (field, change) in changes.and_then(Value::as_object).into_iter().flatten() {
        let list = std::slice::from_ref(change);
        for change in change.as_array().map_or(list, Vec::as_slice) {
            if apply(&mut value, field, change).is_none() {
                unmade.push(field.clone());
            }
        }
    }
    value
}

/// The fields with texts and parts that `*` stands for.
const ALL: [&str; 11] = [
    "action", "bonus", "entries", "legendary", "legendaryHeader", "lairActions", "mythic", "mythicHeader", "reaction",
    "spellcasting", "trait",
];

/// Makes a change of a field; `None` for one that cannot be made.
fn apply(record: &mut Value, field: &str, change: &Value) -> Option<()> {
    let fields = record.as_object_mut()?;
    if change.as_str() == Some("remove") {
        fields.remove(field);
        return Some(());
    }
    let mode = Fields::of(change).text("mode");
    match (field, mode) {
        ("_", mode) => creature::apply(fields, mode, change),
        (field, "setProp") => {
            let name = Fields::of(change).text("prop");
            let name = if name.is_empty() { field } else { name };
            set(record, name, change.get("value")?.clone())
        }
        (_, "scalarAddProp" | "scalarMultProp" | "prefixSuffixStringProp" | "calculateProp") => {
            creature::scale(fields.get_mut(field)?, mode, change)
        }
        ("*", mode) => {
            for (name, value) in fields {
                if ALL.contains(&name.as_str()) {
                    change_value(value, mode, change)?;
                }
            }
            Some(())
        }
        (field, mode) => {
            // A path leads into an object (`fluff.entries`).
            let mut parts = field.split('.');
            let first = parts.next()?;
            let top = fields.entry(first).or_insert(Value::Null);
            let at = parts.try_fold(top, |at, part| at.get_mut(part))?;
            change_value(at, mode, change)
        }
    }
}

fn change_value(value: &mut Value, mode: &str, change: &Value) -> Option<()> {
    match mode {
        "replaceTxt" | "replaceName" | "appendStr" => text::apply(value, mode, change),
        _ => array::apply(value, mode, change),
    }
}

fn set(record: &mut Value, path: &str, new: Value) -> Option<()> {
    let mut at = record;
    for part in path.split('.') {
        at = at.as_object_mut()?.entry(part).or_insert(Value::Null);
        if at.is_null() {
            *at = Value::Object(Map::new());
        }
    }
    *at = new;
    Some(())
}

/// How many values a value has.
fn values(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(values).sum(),
        Value::Object(fields) => fields.values().map(values).sum(),
        _ => 0,
    }
}

/// How long the texts in a value are together.
pub(super) fn text_length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(text_length).sum(),
        Value::Object(fields) => fields.values().map(text_length).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
