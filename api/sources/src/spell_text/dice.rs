//! Dice of a spell by their purpose: damage, healing or something else.

use lorekeeper_content::{Pattern, Regex, pattern};
use regex::Captures;
use std::sync::LazyLock;

/// `8d6`, `2d4 + 4` or a flat number.
const DICE: &str = r"\d+(?:d\d+)?(?:\s?\+\s?\d+)?";
const MODIFIER: &str = r"\s(?:\+|plus)\syour\sspellcasting(?:\sability)?\smodifier";

static DICE_ONLY: Pattern = Pattern::new(r"^\d+(?:d\d+)?(?:\s*[+-]\s*\d+(?:d\d+)?)*$");

/// `regains hit points equal to 1d8 + your spellcasting ability modifier`; a multiple of something
/// else is no number of hit points.
static EQUAL_TO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\bregains?(?: a number of)? (?:hit points|hp) equal to (?P<dice>{DICE})(?P<modifier>{MODIFIER})?(?P<times>\s*[×*])?"
    ))
});

/// `regains 4d8 + 15 hit points`, `restoring 70 hit points`.
static OUTRIGHT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:regains?|restor(?:es?|ing)|heals?)(?: up to)? (?P<dice>{DICE})(?P<modifier>{MODIFIER})? (?:hit points?|hp)\b"
    ))
});

/// The dice that the text says are damage.
static DEALT: Pattern = Pattern::new(r"(?P<dice>\d+d\d+(?:\s?\+\s?\d+)?)[^.]{0,30}?\bdamage\b(?P<rolls> rolls?)?");

/// Dice as an expression; upstream also has fragments such as `d`.
///
/// Correction (spells): A fragment of dice such as `d` counts as no dice.
pub fn expression(upstream: Option<&str>) -> Option<String> {
    let dice = upstream?.trim();
    DICE_ONLY.is_match(dice).then(|| dice.to_owned())
}

/// The hit points that the text plainly says a spell restores, such as `1d8 + MOD`.
///
/// Correction (spells): Dice are healing where the text says that hit points are restored.
pub fn healing(text: &str) -> Option<String> {
    let phrase = |regex: &Regex| regex.captures(text).and_then(|c| amount(&c));
    phrase(&EQUAL_TO).or_else(|| phrase(&OUTRIGHT))
}

fn amount(captures: &Captures<'_>) -> Option<String> {
    if captures.name("times").is_some() {
        return None;
    }
    let dice = captures.name("dice")?.as_str();
    Some(if captures.name("modifier").is_some() { format!("{dice} + MOD") } else { dice.to_owned() })
}

/// The healing of another way to cast: its own dice, with the modifier if the spell's has it.
pub fn with_modifier_of(healing: &str, roll: String) -> String {
    if healing.ends_with(" + MOD") { format!("{roll} + MOD") } else { roll }
}

/// Whether dice that upstream gives without a damage type are damage all the same. (It also has
/// there what a blessing adds to a roll, and rolls on tables.)
///
/// Correction (spells): One upstream field holds all dice. They are damage where there is a damage type or the text
/// speaks of damage.
pub fn are_damage(dice: &str, text: &str) -> bool {
    DEALT.captures_iter(text).any(|c| c.name("rolls").is_none() && c.name("dice").is_some_and(|d| d.as_str() == dice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn healing_is_read_from_set_phrases() {
        for (text, expected) in [
            (
                "It regains a number of Hit Points equal to 2d8 plus your spellcasting ability modifier.",
                Some("2d8 + MOD"),
            ),
            ("You regain hit points equal to 1d4 + your spellcasting modifier.", Some("1d4 + MOD")),
            ("The target regains 3d8 + 5 hit points.", Some("3d8 + 5")),
            ("It glows, restoring 40 Hit Points.", Some("40")),
            ("You regain hit points equal to 1d4 × its level.", None),
            ("You regain hit points equal to half the damage dealt.", None),
            ("It gains 2d4 + 4 temporary hit points.", None),
            ("It can't regain hit points.", None),
        ] {
            assert_eq!(healing(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn dice_are_damage_when_the_text_says_so() {
        assert!(are_damage("3d8", "On a hit it takes 3d8 damage of the chosen type."));
        assert!(!are_damage("1d4", "It adds 1d4 to the attack roll."));
        assert!(!are_damage("1d8", "It subtracts 1d8 from all its damage rolls."));
        assert!(!are_damage("1d8", "It takes 11d8 fire damage."));
    }

    #[test]
    fn fragments_are_no_dice() {
        assert_eq!(expression(Some("d")), None);
        assert_eq!(expression(Some("")), None);
        assert_eq!(expression(Some("40")).as_deref(), Some("40"));
        assert_eq!(expression(Some("3d4 + 3d6")).as_deref(), Some("3d4 + 3d6"));
        assert_eq!(expression(Some("7d8+30")).as_deref(), Some("7d8+30"));
    }
}
