//! Attacks: how they are made, and how far they go.

use crate::Pattern;
use crate::Regex;
use crate::creature::{Action, Model};
use regex::Captures;

/// The head of an attack as it is printed: `Melee or Ranged Weapon Attack:`, `Ranged Attack Roll:`.
static HEAD: Pattern = Pattern::new(
    r"(?:\b|_)(?P<kinds>melee|ranged|melee or ranged|ranged or melee) (?:(?P<spell>spell) |weapon )?attack(?: roll)?[*_]*:",
);
static REACH: Pattern = Pattern::new(r"\breach (?P<near>\d+) ?(?:ft|feet|foot|')");
static RANGE: Pattern = Pattern::new(r"\brange (?P<near>\d+)(?:/(?P<far>\d+))? ?(?:ft|feet|foot|')");

/// An attack: its reach and its range in feet, and whether it is a spell attack.
struct AttackRoll {
    reach: Option<i32>,
    range: Option<i32>,
    is_spell: bool,
    is_melee: bool,
    is_ranged: bool,
}

/// The kinds of its attack rolls: `melee`, `ranged`, `spell`, in this order.
pub(super) fn kinds(creature: &Model) -> Vec<String> {
    let rolls: Vec<AttackRoll> = attack_rolls(creature).collect();
    let kinds = [
        ("melee", rolls.iter().any(|roll| roll.is_melee)),
        ("ranged", rolls.iter().any(|roll| roll.is_ranged)),
        ("spell", rolls.iter().any(|roll| roll.is_spell)),
    ];
    let made = kinds.into_iter().filter(|(_, made)| *made);
    made.map(|(kind, _)| kind.to_owned()).collect()
}

/// The longest reach of its attacks, in feet.
pub(super) fn reach(creature: &Model) -> Option<i32> {
    attack_rolls(creature).filter_map(|roll| roll.reach).max()
}

/// The longest range of its attacks, in feet.
pub(super) fn longest_range(creature: &Model) -> Option<i32> {
    attack_rolls(creature).filter_map(|roll| roll.range).max()
}

/// The bonus of an attack roll as it is printed: `+7 to hit`, `Melee Attack Roll: +7`.
static BONUS: Pattern = Pattern::new(r"(?P<bonus>[+-]\d+) to hit\b|\battack roll[*_]*:[*_]* ?(?P<roll>[+-]\d+)");

/// The highest bonus to its attack rolls: those that are printed, or those that a source gives as structures.
pub(super) fn highest_bonus(creature: &Model) -> Option<i32> {
    let printed = |action: &Action| {
        let of = |found: Captures<'_>| {
            let number = found.name("bonus").or(found.name("roll"))?;
            number.as_str().parse::<i32>().ok()
        };
        BONUS.captures_iter(&action.text).filter_map(of).max()
    };
    // Spells have their own.
    let own = |action: &&Action| !action.name.to_lowercase().contains("spellcasting");
    let structured = |action: &Action| action.attacks.iter().filter_map(|a| a.to_hit).max();
    let highest = |action: &Action| printed(action).or_else(|| structured(action));
    creature.all_actions().filter(own).filter_map(highest).max()
}

/// Whether it makes attack rolls at all.
pub(super) fn any(creature: &Model) -> bool {
    attack_rolls(creature).next().is_some()
}

fn attack_rolls(creature: &Model) -> impl Iterator<Item = AttackRoll> {
    creature.all_actions().flat_map(of_action)
}

/// The attacks that a source gives as structures, and those that are only printed.
fn of_action(action: &Action) -> Vec<AttackRoll> {
    let attacks = action.attacks.iter().map(|attack| AttackRoll {
        reach: attack.reach,
        range: attack.long_range.max(attack.range),
        is_spell: attack.attack_type.as_deref() == Some("SPELL"),
        is_melee: attack.reach.is_some(),
        is_ranged: attack.range.or(attack.long_range).is_some(),
    });
    let mut rolls: Vec<AttackRoll> = attacks.collect();
    for head in HEAD.captures_iter(&action.text) {
        let told = action.text.get(head.get(0).map_or(0, |whole| whole.end())..).unwrap_or_default();
        let kinds = head.name("kinds").map(|kinds| kinds.as_str().to_lowercase());
        let has = |kind: &str| kinds.as_ref().is_some_and(|kinds| kinds.contains(kind));
        let numbers = rolls.is_empty();
        rolls.push(AttackRoll {
            reach: if numbers { feet(&REACH, told) } else { None },
            range: if numbers { feet(&RANGE, told) } else { None },
            is_spell: head.name("spell").is_some(),
            is_melee: has("melee"),
            is_ranged: has("ranged"),
        });
    }
    rolls
}

/// The longest distance that a text states after a word.
fn feet(distance: &Regex, text: &str) -> Option<i32> {
    let of = |found: Captures<'_>| {
        let number = found.name("far").or(found.name("near"))?;
        number.as_str().parse().ok()
    };
    distance.captures(text).and_then(of)
}
