//! Vulnerabilities, resistances and immunities: printed lines, or flags among the properties.

use super::super::item::Item;
use super::super::prose;
use crate::stat_block::defence;
use crate::stat_block::input::Defences;
use lorekeeper_content::creature::Model;

/// Fills in the vulnerabilities, resistances and immunities.
pub(super) fn fill(item: &Item<'_>, row: &mut Model) {
    let line = |printed: &str, flag: &str| {
        let words = item.words(printed);
        let mut parts: Vec<String> = match words {
            Some(words) => vec![words],
            None => item.flags(printed).iter().map(|w| prose::lower(w)).collect(),
        };
        let flags = item.child("props").map(|props| props.flags(flag));
        let flags = flags.into_iter().flatten().map(|word| prose::lower(&word));
        parts.extend(flags);
        parts.dedup();
        parts.join(", ")
    };
    let defences = Defences::printed(
        line("damage-vulnerabilities", "damage-vulnerability"),
        line("damage-resistances", "damage-resistance"),
        line("damage-immunities", "damage-immunity"),
        line("condition-immunities", "condition-immunity"),
    );
    defence::fill(row, &defences);
}
