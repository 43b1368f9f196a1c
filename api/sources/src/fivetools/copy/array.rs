//! Changes of lists: items put in, replaced, removed, renamed.

use super::text::pattern;
use crate::foundry_text::fields::Fields;
use serde_json::{Value, json};

/// Makes a change in a list.
pub(super) fn apply(value: &mut Value, mode: &str, change: &Value) -> Option<()> {
    if matches!(mode, "addSpells" | "removeSpells" | "replaceSpells") {
        return super::creature::spells(value, mode, change);
    }
    let fields = Fields::of(change);
    if value.is_null() {
        *value = json!([]);
    }
    let list = value.as_array_mut()?;
    let items: Vec<Value> = match change.get("items") {
        Some(Value::Array(items)) => items.clone(),
        Some(Value::Null) | None => Vec::new(),
        Some(item) => vec![item.clone()],
    };
    match mode {
        "appendArr" => list.extend(items),
        "prependArr" => drop(list.splice(0..0, items)),
        "appendIfNotExistsArr" => {
            for item in items {
                if !list.contains(&item) {
                    list.push(item);
                }
            }
        }
        "insertArr" => {
            let place = usize::try_from(fields.int("index")?).ok()?.min(list.len());
            list.splice(place..place, items);
        }
        "replaceArr" | "replaceOrAppendArr" => {
            let replaced = change.get("replace")?;
            match place(list, replaced) {
                Some(place) => drop(list.splice(place..=place, items)),
                None if mode == "replaceOrAppendArr" => list.extend(items),
                None => return None,
            }
        }
        "removeArr" => {
            let names = texts(change.get("names"));
            let is_removed = |item: &Value| {
                let name = Fields::of(item).text("name").trim();
                items.contains(item) || names.iter().any(|removed| removed.trim() == name && !name.is_empty())
            };
            list.retain(|item| !is_removed(item));
        }
        "renameArr" => {
            let renames = change.get("renames")?;
            let one = std::slice::from_ref(renames);
            for rename in renames.as_array().map_or(one, Vec::as_slice) {
                let rename = Fields::of(rename);
                let place = place(list, &json!(rename.text("rename")))?;
                *list.get_mut(place)?.get_mut("name")? = json!(rename.text("with"));
            }
        }
        _ => return None,
    }
    Some(())
}

/// The texts of a list, or of one alone.
pub(super) fn texts(value: Option<&Value>) -> Vec<&str> {
    match value {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(texts)) => texts.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The place of what a change names: by name, by number, by a pattern.
fn place(list: &[Value], named: &Value) -> Option<usize> {
    let fields = Fields::of(named);
    if let Some(index) = fields.int("index") {
        let index = usize::try_from(index).ok()?;
        return (index < list.len()).then_some(index);
    }
    let name = |item: &Value| match item {
        Value::String(text) => text.clone(),
        item => Fields::of(item).text("name").to_owned(),
    };
    if let Some(source) = fields.filled("regex") {
        let found = pattern(&source, fields.text("flags"))?;
        return list.iter().position(|item| found.is_match(&name(item)));
    }
    let wanted = named.as_str()?;
    list.iter().position(|item| name(item) == wanted)
}
