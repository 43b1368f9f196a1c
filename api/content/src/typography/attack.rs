//! Attack notation: attacks in short (`+5 to hit, 5 ft., one target, 9 (2d6+2)`), spelt out as the books print them.

use crate::Pattern;
use regex::Captures;
use std::borrow::Cow;

/// The heading of an attack behind another sign than a colon and a blank: `Melee Weapon Attack. +5`.
static HEADING: Pattern =
    Pattern::new(r"\b(?P<head>(?:Melee or Ranged|Melee|Ranged) (?:Weapon|Spell) Attack)(?:\. |:)(?P<bonus>[+−-]\d)");

/// From the kind of attack to where the consequences of a hit begin.
static SHORT: Pattern = Pattern::new(
    r"(?-i)(?P<head>(?P<kind>Melee or Ranged|Melee|Ranged) (?:Weapon|Spell) Attack:[*_]* [+−-]\d+)(?: to hit)?,? (?:range |reach )?(?P<near>\d+(?:/\d+)?) ?(?:ft\b\.?|feet\b|\.?['’])(?: reach)?(?: or (?:range )?(?P<far>\d+(?:/\d+)?) ?(?:ft\b\.?|feet\b|['’]))?(?:,? (?P<target>(?:[Oo]ne|[Tt]wo|[Tt]hree|[Aa]ll|[Ee]ach|[Uu]p to|1)\b[^,.\d]*(?:, in the [^,.\d]*space)?))?(?:[,.]{0,2} (?P<hit>\d+ \()|[,.]{1,2} (?P<effect>\d+ \p{Ll}|The |Target ))",
);

/// The first distance of an attack, in feet, without its stop or without its unit.
static DISTANCE: Pattern = Pattern::new(
    r"(?P<head>\bAttack(?: Roll)?:[^\n]{0,80}?\b(?:reach|range) \d+(?:/\d+)?)(?: (?:feet\b\.?|ft\b))?(?P<after>,| or range| [*_]*Hit:)",
);

/// Another word for the range of an attack: two distances are no reach.
static RANGE: Pattern =
    Pattern::new(r"(?P<head>\bAttack(?: Roll)?:[^\n]{0,80}?\b)(?:ranged (?P<far>\d)|reach (?P<both>\d+/\d))");

/// A text of a stat block with its attacks spelt out.
///
/// Correction (creatures): The reach and the range of an attack are in `ft.`, with the stop. Two distances (`30/120 ft.`) are a
/// range.
///
/// Correction (creatures): Attacks in short notation (`+5 to hit, 5 ft., one target, 9 (2d6+2) slashing damage`) say *reach*, *range* and
/// *Hit*, and the heading of an attack ends in a colon.
pub fn spell_out(text: &str) -> Cow<'_, str> {
    if !text.contains("Attack") {
        return Cow::Borrowed(text);
    }
    let headed = HEADING.replace_all(text, "$head: $bonus");
    let ranged = RANGE.replace_all(&headed, "${head}range $far$both");
    let abbreviated = DISTANCE.replace_all(&ranged, "$head ft.$after");
    let spelt = SHORT.replace_all(&abbreviated, |found: &Captures<'_>| {
        let near = &found["near"];
        let far = found.name("far").map(|far| far.as_str());
        let distance = match (&found["kind"], far) {
            ("Ranged", _) => format!("range {near} ft."),
            (_, Some(far)) => format!("reach {near} ft. or range {far} ft."),
            ("Melee", None) => format!("reach {near} ft."),
            (_, None) => format!("range {near} ft."),
        };
        let part = |name: &str| found.name(name).map_or("", |part| part.as_str().trim());
        let target = part("target").replace("1 tgt", "one target");
        let target = if target.is_empty() { String::new() } else { format!(", {target}.") };
        let (head, after) = (&found["head"], found.name("hit").or(found.name("effect")));
        let after = after.map_or("", |after| after.as_str());
        format!("{head} to hit, {distance}{target} Hit: {after}")
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
                "Melee or Ranged Weapon Attack: +7 to hit, reach 5 ft. or ranged 20/60, one newt. Hit: 3 (1d6)",
                "Melee or Ranged Weapon Attack: +7 to hit, reach 5 ft. or range 20/60 ft., one newt. Hit: 3 (1d6)",
            ),
            (
                "Ranged Weapon Attack: +5 to hit, reach 30/120 ft., one toad. Hit: 9 (2d6)",
                "Ranged Weapon Attack: +5 to hit, range 30/120 ft., one toad. Hit: 9 (2d6)",
            ),
            (
                "Melee Weapon Attack. +5 to hit, reach 5 ft., one toad. Hit: 9 (2d6)",
                "Melee Weapon Attack: +5 to hit, reach 5 ft., one toad. Hit: 9 (2d6)",
            ),
            (
                "Melee Weapon Attack: +8 to hit 5.' one newt 12 (2d6)",
                "Melee Weapon Attack: +8 to hit, reach 5 ft., one newt. Hit: 12 (2d6)",
            ),
            (
                "Ranged Weapon Attack: +7 to hit 60/240' 20 (3d10)",
                "Ranged Weapon Attack: +7 to hit, range 60/240 ft. Hit: 20 (3d10)",
            ),
            (
                "Melee Weapon Attack: +3 to hit 0 feet 1 tgt in the pond's space. 14 (4d6)",
                "Melee Weapon Attack: +3 to hit, reach 0 ft., one target in the pond's space. Hit: 14 (4d6)",
            ),
            (
                "Melee Weapon Attack: +4 to hit, 15 feet, one newt,. The newt sleeps.",
                "Melee Weapon Attack: +4 to hit, reach 15 ft., one newt. Hit: The newt sleeps.",
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
