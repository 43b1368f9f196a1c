//! Attack notation: attacks in short (`+5 to hit, 5 ft., one target, 9 (2d6+2)`), spelt out as the books print them.

use crate::{Regex, pattern};
use regex::Captures;
use std::borrow::Cow;
use std::sync::LazyLock;

/// From the kind of attack to where the consequences of a hit begin.
static SHORT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<head>(?P<kind>Melee or Ranged|Melee|Ranged) (?:Weapon|Spell) Attack:[*_]* [+−-]\d+ to hit),? (?:range )?(?P<near>\d+(?:/\d+)?) ?(?:ft\.|['’])(?: or (?:range )?(?P<far>\d+(?:/\d+)?) ?(?:ft\.|['’]))?,? (?P<target>(?:one|two|three|all|each|up to|1)\b[^,.\d]*(?:, in the [^,.\d]*space)?),?\.? (?P<hit>\d+ \()",
    )
});

/// The first distance of an attack, in feet or without its stop.
static DISTANCE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<head>\bAttack(?: Roll)?:[^\n]{0,80}?\b(?:reach|range) \d+(?:/\d+)?) (?:feet\b\.?|ft\b)(?P<after>,| or range| [*_]*Hit:)",
    )
});

/// A text of a stat block with its attacks spelt out.
///
/// Correction (creatures): The reach and the range of an attack are in `ft.`, with the stop.
///
/// Correction (creatures): Attacks in short notation (`+5 to hit, 5 ft., one target, 9 (2d6+2) slashing damage`) say *reach*, *range* and
/// *Hit*.
#[must_use]
pub fn spell_out(text: &str) -> Cow<'_, str> {
    if !text.contains("Attack") {
        return Cow::Borrowed(text);
    }
    let abbreviated = DISTANCE.replace_all(text, "$head ft.$after");
    let spelt = SHORT.replace_all(&abbreviated, |found: &Captures<'_>| {
        let near = &found["near"];
        let far = found.name("far").map(|far| far.as_str());
        let distance = match (&found["kind"], far) {
            ("Ranged", _) => format!("range {near} ft."),
            (_, Some(far)) => format!("reach {near} ft. or range {far} ft."),
            ("Melee", None) => format!("reach {near} ft."),
            (_, None) => format!("range {near} ft."),
        };
        let (head, target, hit) = (&found["head"], found["target"].trim(), &found["hit"]);
        format!("{head}, {distance}, {target}. Hit: {hit}")
    });
    if spelt == text {
        return Cow::Borrowed(text);
    }
    Cow::Owned(spelt.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_in_short_are_spelt_out() {
        for (text, expected) in [
            (
                "Melee Weapon Attack: +5 to hit, 5 ft., one toad, 9 (2d6+2) damage",
                "Melee Weapon Attack: +5 to hit, reach 5 ft., one toad. Hit: 9 (2d6+2) damage",
            ),
            (
                "Melee or Ranged Weapon Attack: +7 to hit, 5 ft. or 20/60 ft., one newt, 3 (1d6)",
                "Melee or Ranged Weapon Attack: +7 to hit, reach 5 ft. or range 20/60 ft., one newt. Hit: 3 (1d6)",
            ),
            (
                "Ranged Spell Attack: +7 to hit, 60 ft., one newt, 3 (1d6)",
                "Ranged Spell Attack: +7 to hit, range 60 ft., one newt. Hit: 3 (1d6)",
            ),
            (
                "Melee Weapon Attack: +5 to hit, reach 5 ft., one toad. Hit: 9 (2d6)",
                "Melee Weapon Attack: +5 to hit, reach 5 ft., one toad. Hit: 9 (2d6)",
            ),
            (
                "Melee Attack Roll: +5, reach 5 feet. _Hit:_ 9 (2d6)",
                "Melee Attack Roll: +5, reach 5 ft. _Hit:_ 9 (2d6)",
            ),
            (
                "Ranged Attack Roll: +7, reach 5 ft or range 20/60 ft. Hit: 3 (1d6)",
                "Ranged Attack Roll: +7, reach 5 ft. or range 20/60 ft. Hit: 3 (1d6)",
            ),
            (
                "_Melee Weapon Attack:_ +6 to hit, reach 5 ft, one toad. Its reach is 5 feet.",
                "_Melee Weapon Attack:_ +6 to hit, reach 5 ft., one toad. Its reach is 5 feet.",
            ),
        ] {
            assert_eq!(spell_out(text), expected);
        }
    }
}
