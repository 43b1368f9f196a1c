//! Damage in the text of an action.

use super::shorthand;
use lorekeeper_content::{Damage, Pattern, Regex, pattern};
use regex::Captures;
use std::sync::LazyLock;

/// The damage types as alternatives of a pattern.
pub static DAMAGE_TYPES: LazyLock<String> = LazyLock::new(|| lorekeeper_content::vocabulary::DAMAGE_TYPES.join("|"));

/// A damage as printed: `10 (2d6 + 3) slashing damage`. Without a type it counts only with dice.
static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
    let types = &*DAMAGE_TYPES;
    pattern(&format!(
        r"^(?P<flat>\d+)\s*(?P<dice>\(\s*(?:(?P<roll>\d+d\d+)\s*(?:(?P<sign>[+−–-])\s*(?P<bonus>\d+))?|[\d\s+]+)\s*\))?(?:\s*(?:(?:magical|ongoing|points of)\s+)?(?P<type>{types})\b(?P<choice>(?:,? or (?:{types})\b|,? (?:{types})\b)*))?(?P<word>\s+damage\b)?(?P<other>\s+or (?:{types}) damage)?"
    ))
});

/// The words between two damages of one hit. An aside about the first, and the damage of another grip or form, are skipped.
static AND: Pattern = Pattern::new(
    r"^(?:\s+\([^)]*\)|\s+of the type [^.,]*?|(?:,? |\s*—)or \d+ \([^)]*\) [a-z]+ damage (?:if|when|in)[^,.—+]*)?(?:,?\s+(?:plus|and)|\s*—plus|\s*\+)\s+(?:(?:an?\s+)?(?:extra|additional)\s+)?",
);

static ANY_DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"\d+\s*\(\d+d\d+[^)]*\)\s*(?:(?:magical|ongoing|points of)\s+)?(?:{})\b", *DAMAGE_TYPES))
});

/// What follows a damage whose word is left out: `takes 9 (2d8) poison at start of each of its turns`.
static SHORT_END: Pattern = Pattern::new(r"^(?: at (?:the )?(?:start|end)\b|\.(?:\s|$))");

/// What makes damage one that only happens at times.
static CONDITION: Pattern = Pattern::new(r"^,? (?:if|when|while|unless|on|instead|until)\b");

/// Damage whose type the text says elsewhere.
static UNTYPED: Pattern = Pattern::new(r"\b(?:take|takes|taking|deals?) (?P<damage>\d+\s*\(\d+d\d+[^)]*\) damage\b)");

/// The damages printed at the start of `text`, joined by `plus`; none when it starts otherwise.
///
/// Correction (creatures): The damage of a printed hit becomes a list of dice, bonus and type.
pub(super) fn damages(text: &str) -> Vec<Damage> {
    let mut found: Vec<Damage> = Vec::new();
    let mut rest = text;
    while let Some(captures) = DAMAGE.captures(rest) {
        rest = after(rest, &captures);
        let joint = AND.find(rest);
        // "piercing and 3 (1d6) fire damage" shares its last word; "piercing (or so)" says less.
        let whole = captures.name("word").is_some() || joint.is_some() || SHORT_END.is_match(rest);
        let typed = whole && captures.name("type").is_some();
        // Of a further damage the type may stand elsewhere, or be chosen: `plus 7 (2d6) damage of the type noted`.
        let says_damage = captures.name("word").is_some() || captures.name("type").is_some();
        let is_rolled = captures.name("roll").is_some();
        let is_conditional = !found.is_empty() && CONDITION.is_match(rest);
        if !typed && !(is_rolled && (found.is_empty() || says_damage && !is_conditional)) {
            break;
        }
        let mut damage = damage(&captures);
        if !typed {
            damage.damage_type = None;
        }
        found.push(damage);
        let Some(joint) = joint else { break };
        rest = rest.get(joint.end()..).unwrap_or_default();
    }
    found
}

/// The first damage printed anywhere in `text`, with what is joined to it.
pub(super) fn first_damages(text: &str) -> Vec<Damage> {
    let untyped = || UNTYPED.captures(text)?.name("damage");
    let found = ANY_DAMAGE.find(text).or_else(untyped);
    let Some(first) = found.and_then(|found| text.get(found.start()..)) else {
        return Vec::new();
    };
    if shorthand::is_short(first) {
        return damages(&shorthand::spelled_out(first));
    }
    damages(first)
}

/// Damage that somebody takes, or that something deals.
static TAKEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?P<clause>[^.\n]*?)\b(?:take|takes|taking|deals?|dealing|does|inflicts?|suffers?) (?P<damage>\d+\s*\(\d+d\d+[^)]*\)\s*(?:(?:magical|ongoing)\s+)?(?:{})\b)(?P<rest>[^.\n]*)",
        *DAMAGE_TYPES
    ))
});

/// Words of a sentence about damage that the creature itself takes, or that another attack deals.
static OTHERWISE: Pattern = Pattern::new(
    r"\binside an object\b|\b(?:next|each|every) (?:time|attack)\b|\bextra\b|\bweapon attacks?\b|\bon a hit\b|\binstead\b|\bper hour\b|\b(?:is|are) destroyed\b",
);

/// The first damage that `text` says somebody takes without an attack roll, with what is joined to it.
///
/// Correction (creatures): Damage that an action deals without an attack roll and without a saving throw is its damage.
pub(super) fn taken_damages(text: &str) -> Vec<Damage> {
    let mut found = TAKEN.captures_iter(text);
    let found = found.find(|found| !OTHERWISE.is_match(&found[0]));
    let damage = found.and_then(|found| text.get(found.name("damage")?.start()..));
    damage.map(damages).unwrap_or_default()
}

/// The text after a match.
pub(super) fn after<'t>(text: &'t str, captures: &Captures<'_>) -> &'t str {
    let end = captures.get(0).map_or(0, |whole| whole.end());
    text.get(end..).unwrap_or_default()
}

fn damage(captures: &Captures<'_>) -> Damage {
    let number = |name: &str| captures.name(name).and_then(|n| n.as_str().parse().ok());
    let dice = captures.name("roll").map(|r| r.as_str().to_lowercase());
    let bonus = if dice.is_some() {
        let minus = captures.name("sign").is_some_and(|s| s.as_str() != "+");
        number("bonus").map(|b: i32| if minus { -b } else { b })
    } else {
        number("flat")
    };
    let chosen = captures.name("other").is_some() || captures.name("choice").is_some_and(|c| !c.is_empty());
    let damage_type = captures.name("type").filter(|_| !chosen);
    Damage { dice, bonus, damage_type: damage_type.map(|t| t.as_str().to_lowercase()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(Option<String>, Option<i32>, Option<String>)> {
        damages(text).into_iter().map(|d| (d.dice, d.bonus, d.damage_type)).collect()
    }

    fn one(dice: &str, bonus: Option<i32>, kind: &str) -> (Option<String>, Option<i32>, Option<String>) {
        let some = |s: &str| (!s.is_empty()).then(|| s.to_owned());
        (some(dice), bonus, some(kind))
    }

    #[test]
    fn a_hit_is_a_list_of_damages() {
        for (text, expected) in [
            ("10 (2d6 + 3) slashing damage.", vec![one("2d6", Some(3), "slashing")]),
            (
                "9 (2d4+4) Piercing damage  plus 7 (2d6) Poison damage, and the foe falls",
                vec![one("2d4", Some(4), "piercing"), one("2d6", None, "poison")],
            ),
            ("1 piercing damage.", vec![one("", Some(1), "piercing")]),
            ("1 (1d4 − 1) Piercing damage.", vec![one("1d4", Some(-1), "piercing")]),
            ("18 (2d12 + 5).", vec![one("2d12", Some(5), "")]),
            ("7 (2d6) cold, fire, or acid damage", vec![one("2d6", None, "")]),
            ("7 (2d6) necrotic damage or radiant damage", vec![one("2d6", None, "")]),
            (
                "7 (1d8 + 3) bludgeoning damage, or 8 (1d10 + 3) bludgeoning damage if used with two hands, plus 3 (1d6) fire damage.",
                vec![one("1d8", Some(3), "bludgeoning"), one("1d6", None, "fire")],
            ),
            (
                "9 (2d4 + 4) piercing and 7 (2d6) poison damage",
                vec![one("2d4", Some(4), "piercing"), one("2d6", None, "poison")],
            ),
            (
                "9 (2d4 + 4) cold damage or acid damage (the newt's choice) plus 7 (2d6) force damage.",
                vec![one("2d4", Some(4), ""), one("2d6", None, "force")],
            ),
            (
                "9 (2d4 + 4) cold damage plus 7 (2d6) damage of the type noted in Frost.",
                vec![one("2d4", Some(4), "cold"), one("2d6", None, "")],
            ),
            (
                "9 (2d4 + 4) cold damage—or 12 (3d4 + 4) cold damage if it is dark—plus 4 (1d8) acid damage.",
                vec![one("2d4", Some(4), "cold"), one("1d8", None, "acid")],
            ),
            (
                "9 (2d4 + 4) cold damage + 7 (2d6) acid fire or thunder (the newt's choice).",
                vec![one("2d4", Some(4), "cold"), one("2d6", None, "")],
            ),
            ("9 (2d4 + 4) cold (by night) or fire (by day) damage", vec![one("2d4", Some(4), "")]),
            ("The target sleeps.", vec![]),
            ("3 (1d6) acid damage and 4 goblins laugh", vec![one("1d6", None, "acid")]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn damage_without_an_attack_is_found() {
        let found = first_damages("Each must save or take 21 (6d6) fire damage on a failed save.");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].dice.as_deref(), Some("6d6"));
        let found = first_damages("It takes 21 (6d6) damage of the newt's type.");
        assert_eq!(found[0].dice.as_deref(), Some("6d6"));
        let found = first_damages("It takes 22 (4d10) ongoing psychic damage.");
        assert_eq!(found[0].damage_type.as_deref(), Some("psychic"));
        let found = first_damages("Each creature in a 30' cone: 21 (6d6) cold (DC 13 Dex half).");
        assert_eq!(found[0].damage_type.as_deref(), Some("cold"));
        let both = "27 (5d10) piercing damage and 27 (5d10) fire (DC 18 Dex half).";
        let kinds: Vec<_> = first_damages(both).into_iter().map(|d| d.damage_type).collect();
        assert_eq!(kinds, [Some("piercing".to_owned()), Some("fire".to_owned())]);
        for (text, kind) in [
            ("It takes 7 (2d6) fire ignites and sleeps.", Some("fire")),
            ("It takes 7 (2d6) fire and is blind.", Some("fire")),
            ("It takes 7 (2d6) fire.", Some("fire")),
            ("It takes 7 (2d6) cold, fire, or acid damage (DC 13 Dex half).", None),
            ("It takes 7 (2d6) cold fire or acid (its choice).", None),
            ("It takes 7 (2d6) cold (by night) or fire (by day).", None),
        ] {
            assert_eq!(first_damages(text)[0].damage_type.as_deref(), kind, "{text}");
        }
    }
}
