//! Saving throws in a text.

use super::damage::after;
use lorekeeper_content::vocabulary::ability_of;
use lorekeeper_content::{Pattern, Regex, SavingThrowDc, pattern};
use std::sync::LazyLock;

/// `DC 15 Constitution saving throw`, `DC 15 CON save`, `Constitution Saving Throw: DC 15`; in short
/// `DC 15 Con half`, `DC 15 Con negates`.
static SAVE: LazyLock<Regex> = LazyLock::new(|| {
    let ability = "(?:str(?:ength)?|dex(?:terity)?|con(?:stitution)?|int(?:elligence)?|wis(?:dom)?|cha(?:risma)?)";
    pattern(&format!(
        r"(?:\b|_)DC (?P<dc>\d+) (?P<ability>{ability}) (?:sav|(?P<half>half\b)|negates\b)|(?:\b|_)(?P<ability2>{ability}) saving throw[\s_*]*:[\s_*]*DC (?P<dc2>\d+)"
    ))
});

static HALF: Pattern = Pattern::new(
    r"damage to half\b|\bhalves the (?:[a-z]+ ){0,2}damage\b|\bdamage is halved by a succ|(?P<own>\b(?:deals?|dealing)(?: only)? |\bequal to )?\bhalf(?: as much\b|,? on a succe|(?: the| of the)?(?: [a-z]+)? damage(?: on a (?P<when>\w+)| (?P<dealt>(?:it |you |they )?dealt))?)",
);

/// The first saving throw that a text calls for.
///
/// Correction (creatures): Saving throws in short notation (`(DC 13 Dex half)`) are read like any other.
pub fn save(text: &str) -> Option<SavingThrowDc> {
    let captures = SAVE.captures(text)?;
    let part = |one: &str, other: &str| {
        let found = captures.name(one).or_else(|| captures.name(other));
        found.map(|m| m.as_str())
    };
    let rest = after(text, &captures);
    // The text behind the next saving throw is about that one.
    let next = SAVE.find(rest).map_or(rest.len(), |next| next.start());
    let own = text.get(..text.len() - rest.len() + next).unwrap_or(text);
    Some(SavingThrowDc {
        ability: ability_of(part("ability", "ability2")?)?.to_owned(),
        dc: part("dc", "dc2")?.parse().ok(),
        success: (captures.name("half").is_some() || halves(own)).then(|| "half".to_owned()),
    })
}

/// Whether a success halves the damage.
pub fn halves(text: &str) -> bool {
    HALF.captures_iter(text).any(|half| {
        let of_success = half.name("own").is_none()
            || half.name("when").is_some()
            || half[0].contains("as much");
        half.name("dealt").is_none()
            && of_success
            && half.name("when").is_none_or(|when| {
                let when = when.as_str().to_lowercase();
                when == "save" || when.starts_with("succ")
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_wordings_of_a_save_are_read() {
        for (text, ability, dc, success) in [
            (
                "makes a DC 15 Constitution saving throw, taking 3 (1d6) cold damage on a failed save, or half as much damage on a successful one.",
                "constitution",
                15,
                Some("half"),
            ),
            (
                "must succeed on a DC 12 DEX save or fall",
                "dexterity",
                12,
                None,
            ),
            (
                "_Wisdom Saving Throw:_ DC 16, one foe. _Failure:_ 4 (1d8) Psychic damage. _Success:_ Half damage.",
                "wisdom",
                16,
                Some("half"),
            ),
            (
                "takes 7 (2d6) acid damage, or half damage with a successful DC 9 Wisdom saving throw.",
                "wisdom",
                9,
                Some("half"),
            ),
            (
                "21 (6d6) cold (DC 13 Dex half).",
                "dexterity",
                13,
                Some("half"),
            ),
            ("It sleeps (DC 14 Wis negates).", "wisdom", 14, None),
            (
                "DC 10 Strength saving throw or fall. DC 11 Wisdom saving throw, half damage on a success",
                "strength",
                10,
                None,
            ),
        ] {
            let save = save(text).unwrap();
            assert_eq!(save.ability, ability, "{text}");
            assert_eq!(save.dc, Some(dc), "{text}");
            assert_eq!(save.success.as_deref(), success, "{text}");
        }
        assert_eq!(save("make a DC 14 Strength check"), None);
    }

    #[test]
    fn only_a_success_halves() {
        assert!(!halves(
            "it regains hit points equal to half the damage dealt"
        ));
        assert!(!halves("it moves up to half its speed"));
        assert!(!halves("half damage on a failure"));
        assert!(!halves("the target deals only half damage with attacks"));
        assert!(!halves("damage equal to half the damage it dealt to you"));
        assert!(halves("half the damage and isn't pushed"));
        assert!(halves("a successful save halves the damage"));
        assert!(halves("or half damage on a save"));
        assert!(halves("dealing half as much damage on a success"));
    }
}
