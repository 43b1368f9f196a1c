//! Spell effects: saving throw, damage, attack, area and healing, held against the text.

use super::printed_area;
use crate::lint::{Finding, list, or_none};
use crate::spell::Model;
use crate::vocabulary::{ABILITIES, DAMAGE_TYPES};
use crate::{Pattern, Regex, pattern};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A saving throw that the text calls for.
pub(super) static SAVE: LazyLock<Regex> = LazyLock::new(|| {
    let any = ABILITIES.join("|");
    pattern(&format!(
        r"\b(?:makes?|making|succeeds? (?:on|at)|succeeding on|fails?|attempts?) (?:a|an|another|its|their) (?:new |successful |single )?(?:DC \d+ )?(?P<one>{any})(?: \(?or (?:an? )?(?P<other>{any})\)?)? sav(?:ing throw|e)\b"
    ))
});

/// Any saving throw that the text names.
static NAMED_SAVE: LazyLock<Regex> = LazyLock::new(|| {
    let any = ABILITIES.join("|");
    pattern(&format!(r"\b(?P<one>{any})(?: \(?or (?:an? )?(?P<other>{any})\)?)? sav(?:ing throw|e)s?\b"))
});

pub(super) fn saves(regex: &Regex, text: &str) -> Vec<String> {
    let named = regex.captures_iter(text).flat_map(|found| {
        let ability = |name| found.name(name).map(|m: regex::Match<'_>| m.as_str().to_lowercase());
        [ability("one"), ability("other")].into_iter().flatten()
    });
    let mut abilities = Vec::new();
    for ability in named {
        if !abilities.contains(&ability) {
            abilities.push(ability);
        }
    }
    abilities
}

pub(super) fn saving_throw(row: &Model) -> Vec<Finding> {
    let called = saves(&SAVE, &row.text);
    match &row.saving_throw {
        None if called.is_empty() => Vec::new(),
        None => vec![Finding::contradiction("none", list(&called))],
        Some(stated) => {
            let named = saves(&NAMED_SAVE, &row.text);
            let vague = named.is_empty() && row.text.to_lowercase().contains("sav");
            if vague {
                return Vec::new();
            }
            // What the text calls for, or else all that it names: advantage on a saving throw is none of the spell's.
            let expected = if called.is_empty() { named } else { called };
            vec![Finding::among(stated.clone(), &expected)]
        }
    }
}

/// Dice of damage, and its types: `2d6 fire`, `3d8 cold, fire, or poison`.
static DEALT: LazyLock<Regex> = LazyLock::new(|| {
    let any = DAMAGE_TYPES.join("|");
    pattern(&format!(
        r"\b\d+d\d+(?: \+ [\w ]{{1,40}}?)?(?: extra| additional| points of| of)? (?P<types>(?:{any})(?:(?:, (?:or |and )?| or | and )(?:{any}))*) damage"
    ))
});

static TYPE: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"\b(?:{})\b", DAMAGE_TYPES.join("|"))));

pub(super) fn types(text: &str) -> BTreeSet<String> {
    let found = TYPE.find_iter(text);
    found.map(|found| found.as_str().to_lowercase()).collect()
}

/// The types of damage that the text deals.
pub(super) fn dealt(text: &str) -> BTreeSet<String> {
    let dealt = DEALT.captures_iter(text);
    dealt.filter_map(|found| found.name("types")).flat_map(|found| types(found.as_str())).collect()
}

pub(super) fn damage_dealt(row: &Model) -> Vec<Finding> {
    let dealt = dealt(&row.text);
    let check = |kind: String| {
        if row.damage_types.contains(&kind) {
            Finding::Holds
        } else {
            Finding::contradiction(list(&row.damage_types), kind)
        }
    };
    dealt.into_iter().map(check).collect()
}

pub(super) fn damage_named(row: &Model) -> Vec<Finding> {
    let named: Vec<String> = types(&row.text).into_iter().collect();
    let stated = row.damage_types.iter();
    stated.map(|kind| Finding::among(kind.clone(), &named)).collect()
}

static DICE: Pattern = Pattern::new(r"\b\d+d\d+\b");

static ROLL: Pattern = Pattern::new(r"\b\d+d\d+(?: ?\+ ?\d+\b)?");

/// The rolls in a text, without blanks: `2d6`, `8d10+30`. A bonus in words is left out.
pub(super) fn rolls(text: &str) -> BTreeSet<String> {
    let rolls = ROLL.find_iter(text);
    rolls.map(|found| found.as_str().to_lowercase().replace(' ', "")).collect()
}

pub(super) fn damage_roll(row: &Model) -> Vec<Finding> {
    let printed: Vec<String> = rolls(&row.text).into_iter().collect();
    let stated = row.damage_roll.as_deref();
    let stated = stated.and_then(|roll| rolls(roll).into_iter().next());
    stated.map(|roll| Finding::among(roll, &printed)).into_iter().collect()
}

/// A spell attack that the text makes; its modifier, bonus or damage are not the attack.
pub(super) static SPELL_ATTACK: Pattern = Pattern::new(
    r"\b(?:makes?|making|succeeds? on|(?:as|with) a successful)(?: \w+){0,3} (?:(?P<kind>melee|ranged) )?spell attacks?\b(?P<after> (?:modifier|bonus|damage))?",
);

static KIND_OF_ATTACK: Pattern = Pattern::new(r"\b(?P<kind>melee|ranged) (?:spell |weapon )?attack");

/// An attack by its kind. Attack rolls that the spell helps or hinders are none of its own.
static ATTACK: Pattern = Pattern::new(r"\b(?:spell|melee|ranged|weapon) attacks?\b");

/// Attacks of others, to which the spell answers.
static ANSWERED: Pattern = Pattern::new(
    r"\b(?:hits?|attacks?|targets?|damages?|against) (?:you|it|the (?:target|creature|wearer)|a creature)\b[^.]{0,30}\battack",
);

/// Whether a sentence of the text speaks of an attack that is made, and not of one that somebody else makes.
pub(super) fn makes_attack(text: &str) -> bool {
    let mut sentences = text.split(['.', '\n']);
    sentences.any(|sentence| ATTACK.is_match(sentence) && !ANSWERED.is_match(sentence))
}

pub(super) fn attack(row: &Model) -> Vec<Finding> {
    let mut made = SPELL_ATTACK.captures_iter(&row.text);
    let made = made.any(|found| found.name("after").is_none());
    let named = makes_attack(&row.text);
    match (row.attack_roll, made) {
        (true, true) => vec![Finding::Holds],
        (false, false) => Vec::new(),
        (false, true) => vec![Finding::contradiction("no attack", "a spell attack")],
        (true, false) if named => Vec::new(),
        (true, false) => vec![Finding::contradiction("an attack", "no attack")],
    }
}

pub(super) fn attack_type(row: &Model) -> Vec<Finding> {
    let kinds = KIND_OF_ATTACK.captures_iter(&row.text);
    let kinds: BTreeSet<String> = kinds.filter_map(|found| Some(found.name("kind")?.as_str().to_lowercase())).collect();
    let kinds: Vec<String> = kinds.into_iter().collect();
    match &row.attack_type {
        Some(stated) if !kinds.is_empty() => vec![Finding::among(stated.clone(), &kinds)],
        _ => Vec::new(),
    }
}

pub(super) fn area(row: &Model) -> Vec<Finding> {
    let (Some(shape), Some(size)) = (row.area_shape.as_deref(), row.area_size) else {
        return Vec::new();
    };
    // Round areas are told by their radius.
    let round = if shape == "cylinder" { "sphere" } else { shape };
    let printed = printed_area::areas(row);
    let of_shape = printed.iter().filter(|(shape, _)| *shape == round);
    let sizes: Vec<i32> = of_shape.map(|(_, size)| *size).collect();
    if printed.is_empty() {
        return Vec::new();
    }
    if sizes.contains(&size) {
        return vec![Finding::Holds];
    }
    let printed: Vec<String> = printed.iter().map(|(s, n)| format!("{s} {n}")).collect();
    vec![Finding::contradiction(format!("{shape} {size}"), list(&printed))]
}

static HEALS: Pattern = Pattern::new(r"regains? (?:a number of )?hit points equal to (?P<dice>\d+d\d+)");

pub(super) fn healing(row: &Model) -> Vec<Finding> {
    let printed = HEALS.captures(&row.text);
    let printed = printed.and_then(|found| Some(found.name("dice")?.as_str().to_lowercase()));
    let Some(printed) = printed else {
        return Vec::new();
    };
    let stated = row.healing.as_deref().and_then(|roll| DICE.find(roll));
    let stated = stated.map(|dice| dice.as_str().to_lowercase());
    vec![Finding::equal(or_none(stated), printed)]
}

pub(super) fn higher_levels(row: &Model) -> Vec<Finding> {
    let Some(growth) = row.growth() else {
        return Vec::new();
    };
    let checks = row.casting_options.iter().filter_map(|option| {
        let expected = growth.roll(option.slot_level()?)?;
        Some(Finding::equal(option.damage_roll.clone()?, expected))
    });
    checks.collect()
}
