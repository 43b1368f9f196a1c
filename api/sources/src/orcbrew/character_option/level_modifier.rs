//! Level modifiers of classes and subclasses: `{:type :damage-resistance :value :fire :level 6}`.

use super::super::index::Index;
use super::super::item::Item;
use super::super::prose;
use super::feature::level;
use super::grant::{Grant, grant};
use crate::orcbrew::spell::SUBCLASS_SPELLS;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Proficiencies that are gained at the first level are proficiencies, and no feature.
pub(super) const PROFICIENCIES: [&str; 4] = ["armor-prof", "weapon-prof", "tool-prof", "skill-prof"];

/// The grants by level. Those of one type and level are one.
pub(super) fn grants(item: &Item<'_>, first: i32, book: &str, index: &Index<'_>) -> Vec<(i32, Grant)> {
    let mut values: BTreeMap<(i32, String), Vec<&Value>> = BTreeMap::new();
    for entry in item.items("level-modifiers") {
        let Some(kind) = entry.keyword("type") else {
            continue;
        };
        let level = level(&entry, first);
        if kind == "spell" || (level <= first && PROFICIENCIES.contains(&kind.as_str())) {
            continue;
        }
        // A type that needs no value stands alone; for all others, no value is no grant.
        let bare = kind == "flying-speed-equals-walking-speed";
        let value = entry.get("value").or(bare.then_some(&Value::Bool(true)));
        values.entry((level, kind)).or_default().extend(value);
    }
    let granted = values.into_iter().filter_map(|((level, kind), values)| {
        let value = match values.as_slice() {
            [] => return None,
            [one] => (*one).clone(),
            // Of several numbers the last counts, keywords count together.
            [.., last] if last.is_number() => (*last).clone(),
            several => json!(several),
        };
        Some((level, grant(&kind, &value)?))
    });
    let mut granted: Vec<(i32, Grant)> = granted.collect();
    granted.extend(spells(item, first, book, index));
    granted
}

/// Spells that are added: those that modifiers grant at a level, and the lists of domains, oaths and patrons
/// by spell level, whose spells come with every other level of the class.
fn spells(item: &Item<'_>, first: i32, book: &str, index: &Index<'_>) -> Vec<(i32, Grant)> {
    let mut by_level: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    let modifiers = item.items("level-modifiers").into_iter();
    for entry in modifiers.filter(|e| e.keyword("type").as_deref() == Some("spell")) {
        let Some(key) = entry.child("value").and_then(|v| v.keyword("key")) else {
            continue;
        };
        let name = index.name("spells", &key, book);
        by_level.entry(level(&entry, first)).or_default().push(name);
    }
    let mut granted: Vec<(i32, Grant)> = by_level
        .into_iter()
        .map(|(level, names)| (level, new_grant("Spells", format!("You know {}.", prose::listed(&names)))))
        .collect();
    for (list, name) in SUBCLASS_SPELLS.iter().zip(LIST_NAMES) {
        let mut rows = Vec::new();
        let mut lowest = i32::MAX;
        for (spell_level, spells) in item.entries(list) {
            let Ok(spell_level @ 1..=9) = spell_level.parse::<i32>() else {
                continue;
            };
            let names: Vec<String> = spell_keys(spells).iter().map(|key| index.name("spells", key, book)).collect();
            if names.is_empty() {
                continue;
            }
            // Paladins are a level of spells behind.
            let class_level = match *list {
                "paladin-spells" if spell_level == 1 => 3,
                "paladin-spells" | "ranger-spells" => spell_level * 4 - 3,
                _ => spell_level * 2 - 1,
            };
            lowest = lowest.min(class_level);
            let ordinal = if *list == "warlock-spells" { spell_level } else { class_level };
            rows.push(format!("| {} | {} |", prose::ordinal(ordinal), names.join(", ")));
        }
        if rows.is_empty() {
            continue;
        }
        let head = if *list == "warlock-spells" { "Spell level" } else { "Level" };
        let table = format!("| {head} | Spells |\n| --- | --- |\n{}", rows.join("\n"));
        granted.push((lowest.clamp(1, 20), new_grant(name, table)));
    }
    granted
}

/// The names of the lists in the books.
const LIST_NAMES: [&str; 6] =
    ["Domain Spells", "Oath Spells", "Expanded Spell List", "Circle Spells", "Conclave Spells", "Origin Spells"];

/// The keys of `{0 :bless, 1 :cure-wounds}`, in its order.
fn spell_keys(value: &Value) -> Vec<String> {
    match Item::of(value) {
        Some(map) => {
            let spells = map.all().into_iter();
            spells.filter_map(|(_, v)| v.as_str().map(prose::slug)).collect()
        }
        None => super::super::item::flags(value).iter().map(|key| prose::slug(key)).collect(),
    }
}

fn new_grant(name: &str, text: String) -> Grant {
    Grant { name: name.to_owned(), kind: "spell", text }
}
