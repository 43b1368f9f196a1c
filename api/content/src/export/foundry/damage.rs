//! Damage of spells: parts of dice, each with its type. What an entity has is the dice that a spell rolls at once, and all
//! types; which dice are of which type is in the text.

use super::{part, plain_dice};
use crate::Pattern;
use crate::spell::Model;
use crate::vocabulary::DAMAGE_TYPES;
use regex::Captures;
use serde_json::Value;

/// `2d8 cold damage and 1d6 fire damage`.
static TOGETHER: Pattern =
    Pattern::new(r"(?<dice>\d+d\d+) (?<kind>[a-z]+) damage,? (?:and|plus) (?<more>\d+d\d+) (?<other>[a-z]+) damage");
/// What a failed saving throw costs.
static ON_SAVE: Pattern = Pattern::new(r"saving throw or take (?<dice>\d+d\d+) (?<kind>[a-z]+) damage");
static ROLLED: Pattern = Pattern::new(r"(?<dice>\d+d\d+) (?<kind>[a-z]+) damage");
static GROWN: Pattern = Pattern::new(r"increases? by (\d+)d(\d+)");

/// What a spell deals: to the target of its attack or on a saving throw, and what the saving throw after an attack costs.
#[derive(Default)]
pub(super) struct Dealt {
    pub parts: Vec<Value>,
    pub on_save: Vec<Value>,
}

/// Dice and their type.
type Pair = (String, String);

/// The parts of damage. Dice that are added to dice are a part of their own.
pub(super) fn dealt(spell: &Model) -> Dealt {
    let Some(roll) = spell.damage_roll.as_deref() else {
        return Dealt::default();
    };
    let terms = terms(roll);
    if let Some(pairs) = together(spell, &terms) {
        return Dealt { parts: written(spell, &pairs), on_save: Vec::new() };
    }
    if let Some(pairs) = struck_and_saved(spell, &terms) {
        let mut parts = written(spell, &pairs);
        let on_save = parts.split_off(1);
        return Dealt { parts, on_save };
    }
    // Only the first ones grow.
    let parts = terms.iter().enumerate().map(|(number, term)| {
        let growth = match number {
            0 => growth(spell, roll, false),
            _ => 0,
        };
        part(term, None, &spell.damage_types, growth)
    });
    Dealt { parts: parts.collect(), on_save: Vec::new() }
}

/// The parts of damage as the text has them. Those grow that are named where it says how it grows, else the first.
fn written(spell: &Model, pairs: &[Pair]) -> Vec<Value> {
    let higher = spell.higher_levels.as_deref().unwrap_or_default();
    let higher = higher.to_lowercase();
    let named = |kind: &str| higher.find(&format!("{kind} damage"));
    let is_any_named = pairs.iter().any(|(_, kind)| named(kind).is_some());
    let parts = pairs.iter().enumerate().map(|(number, (dice, kind))| {
        let growth = match named(kind) {
            // One of two grows: the first stands for it.
            Some(place) if higher[..place].contains(" damage or ") => 0,
            Some(_) => written_growth(&higher, dice),
            None if number == 0 && !is_any_named => growth(spell, dice, false),
            None => 0,
        };
        part(dice, None, std::slice::from_ref(kind), growth)
    });
    parts.collect()
}

/// How many of these dice the next level adds.
fn written_growth(higher: &str, dice: &str) -> i32 {
    let grown = GROWN.captures(higher);
    let sides = dice.split_once('d').map(|(_, sides)| sides);
    let grown = grown.filter(|grown| Some(&grown[2]) == sides);
    grown.map_or(0, |grown| grown[1].parse().unwrap_or(0))
}

fn terms(roll: &str) -> Vec<&str> {
    let (mut terms, mut rest) = (Vec::new(), roll);
    while let Some((term, more)) = rest.split_once('+')
        && more.contains('d')
    {
        terms.push(term.trim());
        rest = more.trim();
    }
    terms.push(rest);
    terms
}

/// Dice and type under two names of a match; `None` for a word that is no type.
fn pair(found: &Captures<'_>, dice: &str, kind: &str) -> Option<Pair> {
    let kind = found[kind].to_lowercase();
    let is_kind = DAMAGE_TYPES.contains(&kind.as_str());
    is_kind.then(|| (found[dice].to_owned(), kind))
}

/// Two dice of two types that are dealt at once, of which the terms are.
fn together(spell: &Model, terms: &[&str]) -> Option<[Pair; 2]> {
    let found = TOGETHER.captures(&spell.text)?;
    let pairs = [pair(&found, "dice", "kind")?, pair(&found, "more", "other")?];
    let [one, other] = &pairs;
    let is_one = |term: &&str| [&one.0, &other.0].into_iter().any(|dice| dice == term);
    (one.1 != other.1 && terms.iter().all(is_one)).then_some(pairs)
}

/// What an attack deals, and what the saving throw after it does.
fn struck_and_saved(spell: &Model, terms: &[&str]) -> Option<[Pair; 2]> {
    if !spell.attack_roll || spell.saving_throw.is_none() {
        return None;
    }
    let found = ROLLED.captures(&spell.text)?;
    let struck = pair(&found, "dice", "kind")?;
    let saved = pair(&ON_SAVE.captures(&spell.text)?, "dice", "kind")?;
    (terms == [struck.0.as_str()] && struck != saved).then_some([struck, saved])
}

/// How many dice the next level adds.
pub(super) fn growth(spell: &Model, dice: &str, heals: bool) -> i32 {
    let next = match spell.level {
        0 => "player_level_5".to_owned(),
        level => format!("slot_level_{}", level + 1),
    };
    let next = spell.casting_options.iter().find(|option| option.kind == next);
    let next = next.and_then(|option| {
        let dice = if heals { &option.healing } else { &option.damage_roll };
        dice.as_deref()
    });
    let count = |dice: &str| plain_dice(dice).map(|(count, ..)| count);
    match (next.and_then(count), count(dice)) {
        (Some(next), Some(now)) => (next - now).max(0),
        _ => 0,
    }
}
