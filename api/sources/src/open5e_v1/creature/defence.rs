//! Vulnerabilities, resistances and immunities, from lines of text.

use super::super::wire::text_or_none;
use super::wire::Monster;
use crate::stat_block::DAMAGE_TYPES;
use crate::stat_block::defence::{self, CONDITIONS};
use crate::stat_block::input::Defences;
use crate::wire::Named;
use lorekeeper_content::creature::Model;
use lorekeeper_content::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// Fills in the vulnerabilities, resistances and immunities.
pub(super) fn fill(monster: &Monster, row: &mut Model) {
    let conditions = text_or_none(&monster.condition_immunities).unwrap_or_default();
    let named = conditions
        .split([',', ';'])
        .map(|part| part.trim().to_lowercase())
        .map(|part| match part.as_str() {
            // The name in *Level Up*, and a variant.
            "fatigue" | "exhausted" => "exhaustion".to_owned(),
            _ => part,
        })
        .filter(|part| CONDITIONS.contains(&part.as_str()))
        .map(|part| Named {
            name: part.clone(),
            key: part,
        })
        .collect();
    let defences = Defences {
        damage_vulnerabilities_display: damage(&monster.damage_vulnerabilities),
        damage_resistances_display: damage(&monster.damage_resistances),
        damage_immunities_display: damage(&monster.damage_immunities),
        condition_immunities: named,
        condition_immunities_display: conditions,
        ..Defences::default()
    };
    defence::fill(row, &defences);
}

/// A line that speaks of damage. Upstream has names of traits there too (`Newt Resilience`), and conditions.
fn damage(line: &str) -> String {
    static DAMAGE: LazyLock<Regex> =
        LazyLock::new(|| pattern(&format!(r"\b(?:{DAMAGE_TYPES}|B/P/S|damage|varies)\b")));
    let parts = line.split(',').filter(|part| {
        // A part may go on where the one before it ended ("..., and slashing from nonmagical attacks").
        !part.trim().ends_with("Resilience") && !part.trim().ends_with("Attributes")
    });
    let line = parts.collect::<Vec<_>>().join(",");
    text_or_none(&line)
        .filter(|line| DAMAGE.is_match(line))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_damage_speaks_of_damage() {
        for (line, expected) in [
            (
                "cold; bludgeoning, piercing, and slashing from nonmagical attacks",
                "cold; bludgeoning, piercing, and slashing from nonmagical attacks",
            ),
            ("nonmagic B/P/S attacks", "nonmagic B/P/S attacks"),
            ("fire,Newt Resilience", "fire"),
            ("Pond Attributes", ""),
            ("Multiple Tails", ""),
            ("charmed,frightened", ""),
            ("False", ""),
        ] {
            assert_eq!(damage(line), expected, "{line}");
        }
    }
}
