//! Shorthand of damage: one book has `9 (2d6+2) slashing damage + 3 (1d6) fire` and `21 (6d6) cold (DC 13 Dex half)` instead of
//! whole sentences.

use super::DAMAGE_TYPES;
use lorekeeper_content::{Pattern, Regex, pattern};
use regex::Captures;
use std::sync::LazyLock;

/// Whether a text begins with damage in short: what saves from it follows in brackets, or the sentence ends or goes on
/// with something else than another type.
///
/// Correction (creatures): A damage type behind the dice counts without the word *damage* (`21 (6d6) fire and is blind`).
pub(super) fn is_short(text: &str) -> bool {
    static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
        let one = format!(r"\d+ \(\d+d\d+[^)]*\) (?:{})(?: damage)?", *DAMAGE_TYPES);
        pattern(&format!(r"^{one}(?: (?:and|\+) {one})*(?: \(DC \d|\.| (?:and )?(?P<next>\w+))"))
    });
    static CHOICE: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"^(?:{}|or)$", *DAMAGE_TYPES)));
    DAMAGE.captures(text).is_some_and(|found| {
        let next = found.name("next");
        next.is_none_or(|next| !CHOICE.is_match(next.as_str()))
    })
}

/// Damage in short with the words that it leaves out. Of a choice of types (`acid cold or fire`, `bludgeoning/P/S`)
/// none is named.
///
/// Correction (creatures): Damage in short notation (`+ 3 (1d6) fire`) is read like any other.
pub fn spelled_out(text: &str) -> String {
    static TYPE: LazyLock<Regex> = LazyLock::new(|| {
        let types = &*DAMAGE_TYPES;
        pattern(&format!(
            r"(?P<damage>\d+ \(\d+d\d+[^)]*\) (?:{types}))\b(?P<word> damage\b)?(?P<choice>/[BPS]\b|,? (?:or )?(?:{types})\b)?"
        ))
    });
    static MORE: Pattern = Pattern::new(r"damage \+ ");
    let text = TYPE.replace_all(text, |found: &Captures<'_>| {
        let part = |name: &str| found.name(name).map_or("", |part| part.as_str());
        match part("choice") {
            "" => format!("{} damage", part("damage")),
            choice => format!("{}{choice}", part("damage")),
        }
    });
    MORE.replace_all(&text, "damage plus ").into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::damage::damages;
    use super::*;

    #[test]
    fn damage_in_short_is_spelled_out() {
        let text = spelled_out("9 (2d6+2) slashing damage + 3 (1d6) fire.");
        let damage: Vec<_> = damages(&text).into_iter().map(|d| (d.dice.unwrap(), d.damage_type.unwrap())).collect();
        let both = [("2d6", "slashing"), ("1d6", "fire")];
        assert_eq!(damage, both.map(|(dice, kind)| (dice.to_owned(), kind.to_owned())));
    }

    #[test]
    fn a_choice_of_types_is_none() {
        for text in [
            "9 (2d6+2) bludgeoning damage/P/S (the newt's choice) damage",
            "9 (2d6+2) acid cold fire or thunder (the newt's choice).",
            "9 (2d6+2) necrotic or radiant.",
        ] {
            let damage = damages(&spelled_out(text));
            assert_eq!(damage[0].damage_type, None, "{text}");
            assert_eq!(damage[0].bonus, Some(2), "{text}");
        }
    }
}
