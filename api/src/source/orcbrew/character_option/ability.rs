//! Ability score increases.

use super::super::item::{Item, flags, number, whole};
use super::super::prose;
use crate::family::character_option::AbilityIncrease;
use crate::source::dnd5e::wire::ability;
use serde_json::Value;
use std::collections::BTreeMap;

/// The increases of an item: `:abilities {:dex 2}`, `:ability-increases [[2 :any] [1 :con]]`, or the set of
/// abilities of a feat, one of which increases by 1.
pub(super) fn increases(item: &Item<'_>) -> Vec<AbilityIncrease> {
    let mut fixed: Vec<AbilityIncrease> = Vec::new();
    for (key, value) in item.entries("abilities") {
        if let (Some(name), Some(bonus)) = (ability(key), number(value).and_then(whole)) {
            fixed.push(increase(Some(name), bonus));
        }
    }
    fixed.sort_by_key(|increase| {
        let name = increase.ability.clone().unwrap_or_default();
        ORDER.iter().position(|known| *known == name)
    });
    let mut chosen: BTreeMap<i32, i32> = BTreeMap::new();
    match item.get("ability-increases") {
        Some(Value::Array(entries)) if entries.iter().any(Value::is_array) => {
            for entry in entries.iter().filter_map(Value::as_array) {
                let bonus = entry.iter().find_map(number).and_then(whole).unwrap_or(1);
                let which = entry.iter().find_map(Value::as_str).and_then(ability_of);
                match which {
                    Some(name) => fixed.push(increase(Some(name), bonus)),
                    None => *chosen.entry(bonus).or_default() += 1,
                }
            }
        }
        Some(value) => match options(&flags(value)).as_slice() {
            [] => {}
            [one] => fixed.push(increase(Some(one), 1)),
            _ => *chosen.entry(1).or_default() += 1,
        },
        None => {}
    }
    let chosen = chosen
        .into_iter()
        .rev()
        .map(|(bonus, count)| AbilityIncrease {
            ability: None,
            bonus,
            choose: Some(count),
        });
    fixed.into_iter().chain(chosen).collect()
}

/// What a feat says of its increase, which a number alone cannot: which abilities there are to choose from,
/// and that a saving throw comes with it.
pub(super) fn words(item: &Item<'_>) -> Option<String> {
    let value = item.get("ability-increases")?;
    if value
        .as_array()
        .is_some_and(|a| a.iter().any(Value::is_array))
    {
        return None;
    }
    let on = flags(value);
    let names: Vec<String> = options(&on)
        .iter()
        .map(|name| prose::sentence(name))
        .collect();
    if names.is_empty() {
        return None;
    }
    let mut text = if names.len() == ORDER.len() {
        "Increase one ability score of your choice by 1, to a maximum of 20.".to_owned()
    } else {
        format!(
            "Increase your {} score by 1, to a maximum of 20.",
            prose::either(&names)
        )
    };
    if on.iter().any(|flag| flag == "saves?") {
        text.push_str(" You gain proficiency in saving throws using that ability.");
    }
    Some(text)
}

const ORDER: [&str; 6] = [
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
];

/// The abilities among flags, in the order of the character sheet.
pub(super) fn options(flags: &[String]) -> Vec<&'static str> {
    let named: Vec<&str> = flags.iter().filter_map(|flag| ability_of(flag)).collect();
    ORDER
        .into_iter()
        .filter(|name| named.contains(name))
        .collect()
}

/// The ability of a keyword (`str`, `strength`); `any` and `saves?` are none.
pub(super) fn ability_of(keyword: &str) -> Option<&'static str> {
    let bare = super::super::item::bare(keyword).to_lowercase();
    ability(&bare).filter(|name| bare.len() == 3 || *name == bare)
}

fn increase(ability: Option<&str>, bonus: i32) -> AbilityIncrease {
    AbilityIncrease {
        ability: ability.map(str::to_owned),
        bonus,
        choose: None,
    }
}
