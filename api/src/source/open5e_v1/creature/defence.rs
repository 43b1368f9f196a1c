//! Vulnerabilities, resistances and immunities, which are lines of text.

use super::super::wire::said;
use super::wire::Monster;
use crate::family::creature::Model;
use crate::source::open5e_v2::creature::defence::{self, CONDITIONS};
use crate::source::open5e_v2::creature::pattern;
use crate::source::open5e_v2::creature::printed::TYPES;
use crate::source::open5e_v2::creature::wire::Defences;
use crate::source::open5e_v2::wire::Named;
use regex::Regex;
use std::sync::LazyLock;

/// Fills in what the creature resists.
pub(super) fn fill(monster: &Monster, row: &mut Model) {
    let conditions = said(&monster.condition_immunities).unwrap_or_default();
    let named = conditions
        .split([',', ';'])
        .map(|part| part.trim().to_lowercase())
        .map(|part| match part.as_str() {
            // What *Level Up* calls it, and how it is sometimes put.
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
        LazyLock::new(|| pattern(&format!(r"\b(?:{TYPES}|B/P/S|damage|varies)\b")));
    let parts = line.split(',').filter(|part| {
        // A part may go on where the one before it ended ("..., and slashing from nonmagical attacks").
        !part.trim().ends_with("Resilience") && !part.trim().ends_with("Attributes")
    });
    let line = parts.collect::<Vec<_>>().join(",");
    said(&line)
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
