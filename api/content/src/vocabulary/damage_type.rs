//! Damage types of the game, and the lines of stat blocks that name them. Books add to them, so that rows have any.

use crate::{Pattern, Regex, pattern};
use std::sync::LazyLock;

/// The damage types of the rules.
pub const DAMAGE_TYPES: [&str; 13] = [
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison", "psychic",
    "radiant", "slashing", "thunder",
];

/// The types of damage that weapons do.
pub const WEAPON_DAMAGE: [&str; 3] = ["bludgeoning", "piercing", "slashing"];

/// Lines that name types without saying which of them hold: choices, all but some, sentences.
static OPEN: Pattern =
    Pattern::new(r"\b(?:all|any|either|one of|other|varies|chosen|see|(?:is|are) (?:vulnerable|resistant|immune))\b");

/// All damage of weapons, in words that name no type.
static WEAPONS: Pattern =
    Pattern::new(r"\bb/p/s\b|damage from (?:non-?magical|weapon)|^(?:non-?magical )?(?:weapons|attacks)");

/// A word that names a type of damage. A metal is none; one misprint is known.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"\bcold[- ](?:forged )?iron\b|\b(?P<type>{}|piericing)\b", DAMAGE_TYPES.join("|")))
});

/// The damage types that a line of a stat block names, sorted, those that hold under a condition (`from nonmagical
/// attacks`) too; `None` for a line that leaves open which of them hold.
pub fn damage_types_in(line: &str) -> Option<Vec<String>> {
    if OPEN.is_match(line) {
        return None;
    }
    let mut types: Vec<String> = NAMED
        .captures_iter(line)
        .filter_map(|found| Some(found.name("type")?.as_str().to_lowercase()))
        .map(|word| word.replace("piericing", "piercing"))
        .collect();
    if WEAPONS.is_match(line) {
        types.extend(WEAPON_DAMAGE.map(str::to_owned));
    }
    types.sort();
    types.dedup();
    Some(types)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_damage_types() {
        for (line, types) in [
            ("Cold; slashing from wooden weapons", "cold slashing"),
            ("piercing and slashing from attacks not made with cold iron", "piercing slashing"),
            ("acid, nonmagical B/P/S attacks", "acid bludgeoning piercing slashing"),
            ("damage from nonmagical weapons", "bludgeoning piercing slashing"),
            ("fire (while it glows)", "fire"),
            ("a thick skin", ""),
        ] {
            let named = damage_types_in(line).unwrap();
            assert_eq!(named.join(" "), types, "{line}");
        }
    }

    #[test]
    fn a_choice_names_none() {
        for line in ["all but fire, except cold", "either cold or fire", "The egg is vulnerable to acid"] {
            assert_eq!(damage_types_in(line), None, "{line}");
        }
    }
}
