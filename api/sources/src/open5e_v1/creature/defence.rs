//! Vulnerabilities, resistances and immunities, from lines of text.

use super::super::wire::text_or_none;
use super::wire::Monster;
use crate::stat_block::DAMAGE_TYPES;
use crate::stat_block::defence;
use crate::stat_block::input::Defences;
use lorekeeper_content::creature::Model;
use lorekeeper_content::{Regex, pattern};
use std::sync::LazyLock;

/// Fills in the vulnerabilities, resistances and immunities.
///
/// Correction (creatures): *Fatigue* among the condition immunities becomes exhaustion.
pub(super) fn fill(monster: &Monster, row: &mut Model) {
    let defences = Defences::printed(
        damage(&monster.damage_vulnerabilities),
        damage(&monster.damage_resistances),
        damage(&monster.damage_immunities),
        text_or_none(&monster.condition_immunities).unwrap_or_default(),
    );
    defence::fill(row, &defences);
}

/// A line that speaks of damage. Upstream has names of traits there too (`Newt Resilience`), and conditions.
///
/// Correction (creatures): Names of traits and conditions among the damage types are left out.
fn damage(line: &str) -> String {
    static DAMAGE: LazyLock<Regex> =
        LazyLock::new(|| pattern(&format!(r"\b(?:{}|B/P/S|damage|varies)\b", *DAMAGE_TYPES)));
    let parts = line.split(',').filter(|part| {
        // A part may go on where the one before it ended ("..., and slashing from nonmagical attacks").
        !part.trim().ends_with("Resilience") && !part.trim().ends_with("Attributes")
    });
    let line = parts.collect::<Vec<_>>().join(",");
    text_or_none(&line).filter(|line| DAMAGE.is_match(line)).unwrap_or_default()
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
