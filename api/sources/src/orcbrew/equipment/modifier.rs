//! Modifiers of a magic item. A map where it was just edited
//! (`{:damage-resistance {:fire true}}`), a list of keys and arguments where it was saved.

use super::super::item::{Item, bare, number, whole};
use super::super::prose;
use lorekeeper_content::vocabulary::ability_of as ability;
use serde_json::Value;

/// The changes, in a line each.
pub(super) fn lines(item: &Item<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (key, value) in item.entries("internal-modifiers") {
        lines.extend(edited(key, value));
    }
    for entry in item.items("modifiers") {
        lines.extend(saved(&entry));
    }
    lines
}

fn edited(key: &str, value: &Value) -> Vec<String> {
    let Some(parts) = Item::of(value) else {
        return Vec::new();
    };
    if key.ends_with("speed") {
        let amount = parts.int("value");
        let how = parts.keyword("type");
        return speed(key, how.as_deref().unwrap_or_default(), amount).into_iter().collect();
    }
    let entries = parts.all().into_iter();
    let line = |(name, value): (&str, &Value)| {
        let inner = Item::of(value);
        let amount = inner.and_then(|i| i.int("value"));
        match key {
            "ability" => {
                let how = inner.and_then(|i| i.keyword("type"));
                match how.as_deref() {
                    Some("becomes-at-least") => least_score(name, amount),
                    _ => more_score(name, amount),
                }
            }
            "save" => save(name, amount),
            _ => defence(key, name),
        }
    };
    entries.filter_map(line).collect()
}

fn saved(entry: &Item<'_>) -> Option<String> {
    let arguments = entry.items("args").into_iter();
    let arguments: Vec<&Value> = arguments
        .filter_map(|a| {
            let kinds = ["keyword-arg", "int-arg", "string-arg"];
            kinds.iter().find_map(|kind| a.get(kind))
        })
        .collect();
    let name = arguments.iter().find_map(|a| a.as_str().map(bare));
    let amount = arguments.iter().find_map(|a| number(a)).and_then(whole);
    let key = entry.keyword("key")?;
    match key.as_str() {
        "ability" => more_score(name?, amount),
        "ability-override" => least_score(name?, amount),
        "saving-throw-bonus" => save(name?, amount),
        _ if key.contains("speed") => {
            let (speed_of, how) = key.split_once("-equal-to-walking").map_or_else(
                || match key.strip_suffix("-override") {
                    Some(kind) => (kind, "becomes-at-least"),
                    None => (key.trim_end_matches("-bonus"), "increases-by"),
                },
                |(kind, _)| (kind, "equals-walking-speed"),
            );
            speed(speed_of, how, amount)
        }
        _ => defence(&key, name?),
    }
}

fn more_score(name: &str, amount: Option<i32>) -> Option<String> {
    let name = prose::sentence(ability(name)?);
    Some(format!("{:+} to {name}", amount?))
}

fn least_score(name: &str, amount: Option<i32>) -> Option<String> {
    let name = prose::sentence(ability(name)?);
    Some(format!("{name} of at least {}", amount?))
}

fn save(name: &str, amount: Option<i32>) -> Option<String> {
    let name = prose::sentence(ability(name)?);
    Some(format!("{:+} to {name} saving throws", amount?))
}

fn speed(kind: &str, how: &str, amount: Option<i32>) -> Option<String> {
    let kind = match kind {
        "speed" => "walking speed".to_owned(),
        _ => prose::lower(kind),
    };
    match how {
        "equals-walking-speed" => Some(format!("{kind} equal to the walking speed")),
        "increases-by" => Some(format!("{:+} feet of {kind}", amount?)),
        _ => Some(format!("{kind} of at least {} feet", amount?)),
    }
}

fn defence(key: &str, name: &str) -> Option<String> {
    let name = prose::lower(name);
    match key {
        "damage-resistance" => Some(format!("resistance to {name} damage")),
        "damage-immunity" => Some(format!("immunity to {name} damage")),
        "damage-vulnerability" => Some(format!("vulnerability to {name} damage")),
        "condition-immunity" => Some(format!("immunity to being {name}")),
        _ => None,
    }
}
