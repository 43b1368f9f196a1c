//! Shorthand of stat blocks: one book has `+5 to hit, 5 ft., one target, 9 (2d6+2) slashing damage + 3 (1d6) fire`
//! and `21 (6d6) cold (DC 13 Dex half)` instead of whole sentences.

use super::DAMAGE_TYPES;
use lorekeeper_content::{Regex, pattern};
use regex::Captures;
use std::sync::LazyLock;

/// From the bonus to where the consequences of a hit begin.
static ATTACK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<kind>Melee or Ranged|Melee|Ranged) (?:Weapon|Spell) Attack: [+−-]\d+ to hit,? (?:range )?(?P<near>\d+(?:/\d+)?)['’]? ?(?:ft\.?)?(?: or (?:range )?(?P<far>\d+(?:/\d+)?)['’]? ?(?:ft\.?)?)?,? (?:one|two|three|all|each|up to|1)\b[^,.\d]*(?:, in the [^,.\d]*space)?,?\.? ",
    )
});

static DISTANCES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?P<normal>\d+)(?:/(?P<long>\d+))?"));

/// How far an attack in short reaches, in feet, and where its consequences begin.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Attack {
    pub reach: Option<i32>,
    pub range: Option<i32>,
    pub long_range: Option<i32>,
    pub hit: usize,
}

/// Reads an attack in short.
///
/// Correction (creatures): Attacks in short notation (`+5 to hit, 5 ft., one target, 9 (2d6+2) slashing damage`)
/// are read like any other.
pub(super) fn attack(action: &str) -> Option<Attack> {
    let found = ATTACK.captures(action)?;
    let kind = found.name("kind")?.as_str().to_lowercase();
    let near = found.name("near").map(|near| near.as_str());
    let far = found.name("far").map(|far| far.as_str());
    let (reach, range) = match kind.as_str() {
        "ranged" => (None, near),
        "melee" => (near, far),
        _ => (near.filter(|_| far.is_some()), far.or(near)),
    };
    let number = |text: Option<&str>, group: &str| {
        let found = DISTANCES.captures(text?)?;
        found.name(group)?.as_str().parse().ok()
    };
    Some(Attack {
        reach: number(reach, "normal"),
        range: number(range, "normal"),
        long_range: number(range, "long"),
        hit: found.get(0)?.end(),
    })
}

/// Whether a text begins with damage in short: what saves from it follows in brackets, or the sentence ends or goes on
/// with something else than another type.
///
/// Correction (creatures): A damage type behind the dice counts without the word *damage* (`21 (6d6) fire and is blind`).
pub(super) fn is_short(text: &str) -> bool {
    static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
        let one = format!(r"\d+ \(\d+d\d+[^)]*\) (?:{})(?: damage)?", *DAMAGE_TYPES);
        pattern(&format!(
            r"^{one}(?: (?:and|\+) {one})*(?: \(DC \d|\.| (?:and )?(?P<next>\w+))"
        ))
    });
    static CHOICE: LazyLock<Regex> =
        LazyLock::new(|| pattern(&format!(r"^(?:{}|or)$", *DAMAGE_TYPES)));
    DAMAGE.captures(text).is_some_and(|found| {
        let next = found.name("next");
        next.is_none_or(|next| !CHOICE.is_match(next.as_str()))
    })
}

/// Damage in short with the words that it leaves out. Of a choice of types (`acid cold or fire`, `bludgeoning/P/S`)
/// none is named.
///
/// Correction (creatures): Damage in short notation (`+ 3 (1d6) fire`) is read like any other.
pub(super) fn spelled_out(text: &str) -> String {
    static TYPE: LazyLock<Regex> = LazyLock::new(|| {
        let types = &*DAMAGE_TYPES;
        pattern(&format!(
            r"(?P<damage>\d+ \(\d+d\d+[^)]*\) (?:{types}))\b(?P<word> damage\b)?(?P<choice>/[BPS]\b|,? (?:or )?(?:{types})\b)?"
        ))
    });
    static MORE: LazyLock<Regex> = LazyLock::new(|| pattern(r"damage \+ "));
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
    fn attacks_in_short_are_read() {
        for (text, expected) in [
            (
                "Melee Weapon Attack: +5 to hit, 10 ft., one creature,. 9",
                (Some(10), None, None),
            ),
            (
                "Melee or Ranged Spell Attack: +9 to hit 5 ft. or range 120' one target 9",
                (Some(5), Some(120), None),
            ),
            (
                "Melee Weapon Attack: +5 to hit, 10 ft., one target, 9",
                (Some(10), None, None),
            ),
            (
                "Melee Weapon Attack: +5 to hit, 0 ft., one creature, in the swarm's space. 9",
                (Some(0), None, None),
            ),
            (
                "Ranged Spell Attack: +7 to hit, 60 ft., one target, 9",
                (None, Some(60), None),
            ),
            (
                "Ranged Weapon Attack: +7 to hit, 30/120 ft., one target, 9",
                (None, Some(30), Some(120)),
            ),
            (
                "Melee or Ranged Weapon Attack: +7 to hit, 5 ft. or 20/60 ft., one target, 9",
                (Some(5), Some(20), Some(60)),
            ),
        ] {
            let attack = attack(text).unwrap();
            assert_eq!(
                (attack.reach, attack.range, attack.long_range),
                expected,
                "{text}"
            );
            assert_eq!(text.get(attack.hit..), Some("9"), "{text}");
        }
        let whole =
            "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 9 (2d8) fire damage.";
        assert_eq!(attack(whole), None);
    }

    #[test]
    fn damage_in_short_is_spelled_out() {
        let text = spelled_out("9 (2d6+2) slashing damage + 3 (1d6) fire.");
        let damage: Vec<_> = damages(&text)
            .into_iter()
            .map(|d| (d.dice.unwrap(), d.damage_type.unwrap()))
            .collect();
        let both = [("2d6", "slashing"), ("1d6", "fire")];
        assert_eq!(
            damage,
            both.map(|(dice, kind)| (dice.to_owned(), kind.to_owned()))
        );
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
