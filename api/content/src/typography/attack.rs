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

/// A text of a stat block with its attacks spelt out.
///
/// Correction (creatures): Attacks in short notation (`+5 to hit, 5 ft., one target, 9 (2d6+2) slashing damage`) say *reach*, *range* and
/// *Hit*.
#[must_use]
pub fn spell_out(text: &str) -> Cow<'_, str> {
    if !text.contains("to hit") {
        return Cow::Borrowed(text);
    }
    SHORT.replace_all(text, |found: &Captures<'_>| {
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
    })
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
        ] {
            assert_eq!(spell_out(text), expected);
        }
    }
}
