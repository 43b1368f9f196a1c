//! Vulnerabilities, resistances and immunities: printed lines, or flags among the properties.

use super::super::item::Item;
use super::super::prose;
use crate::stat_block::defence::{self, CONDITIONS};
use crate::stat_block::input::Defences;
use crate::wire::Named;
use lorekeeper_content::creature::Model;

/// Fills in the vulnerabilities, resistances and immunities.
pub(super) fn fill(item: &Item<'_>, row: &mut Model) {
    let line = |printed: &str, flag: &str| {
        let words = item.words(printed);
        let mut parts: Vec<String> = match words {
            Some(words) => vec![words],
            None => item
                .flags(printed)
                .iter()
                .map(|w| prose::lower(w))
                .collect(),
        };
        let flags = item.child("props").map(|props| props.flags(flag));
        let flags = flags.into_iter().flatten().map(|word| prose::lower(&word));
        parts.extend(flags.filter(|word| !parts_say(&[], word)));
        parts.dedup();
        parts.join(", ")
    };
    let conditions = line("condition-immunities", "condition-immunity");
    let named = conditions
        .split([',', ';'])
        .map(|part| part.trim().to_lowercase())
        .filter(|part| CONDITIONS.contains(&part.as_str()))
        .map(|part| Named {
            name: part.clone(),
            key: part,
        })
        .collect();
    let defences = Defences {
        damage_vulnerabilities_display: line("damage-vulnerabilities", "damage-vulnerability"),
        damage_resistances_display: line("damage-resistances", "damage-resistance"),
        damage_immunities_display: line("damage-immunities", "damage-immunity"),
        condition_immunities: named,
        condition_immunities_display: conditions,
        ..Defences::default()
    };
    defence::fill(row, &defences);
}

fn parts_say(parts: &[String], word: &str) -> bool {
    parts.iter().any(|part| part == word)
}
