//! The game's arithmetic: hit points, bonuses, experience.

use crate::creature::{Abilities, Model};
use crate::lint::{Finding, or_none};
use crate::vocabulary::ability_of;
use crate::{dice_average, experience_points, proficiency_bonus};
use serde_json::{Value, json};

/// Skills, and the abilities that they use.
const SKILLS: [(&str, &str); 18] = [
    ("acrobatics", "dexterity"),
    ("animal-handling", "wisdom"),
    ("arcana", "intelligence"),
    ("athletics", "strength"),
    ("deception", "charisma"),
    ("history", "intelligence"),
    ("insight", "wisdom"),
    ("intimidation", "charisma"),
    ("investigation", "intelligence"),
    ("medicine", "wisdom"),
    ("nature", "intelligence"),
    ("perception", "wisdom"),
    ("performance", "charisma"),
    ("persuasion", "charisma"),
    ("religion", "intelligence"),
    ("sleight-of-hand", "dexterity"),
    ("stealth", "dexterity"),
    ("survival", "wisdom"),
];

/// The paths of the saving throws that are listed, in the order of abilities.
const SAVING_THROWS: [&str; 6] = [
    "saving_throws.strength",
    "saving_throws.dexterity",
    "saving_throws.constitution",
    "saving_throws.intelligence",
    "saving_throws.wisdom",
    "saving_throws.charisma",
];

/// The numbers of abilities, in their order, with their names.
fn by_ability(abilities: &Abilities) -> [(&'static str, Option<i32>); 6] {
    [
        ("strength", abilities.strength),
        ("dexterity", abilities.dexterity),
        ("constitution", abilities.constitution),
        ("intelligence", abilities.intelligence),
        ("wisdom", abilities.wisdom),
        ("charisma", abilities.charisma),
    ]
}

fn modifier(row: &Model, ability: &str) -> Option<i32> {
    let scores = by_ability(&row.ability_scores);
    let (_, score) = scores.into_iter().find(|(name, _)| *name == ability)?;
    Some((score? - 10).div_euclid(2))
}

fn proficiency_of(row: &Model) -> Option<i32> {
    row.proficiency_bonus
        .or_else(|| proficiency_bonus(row.challenge_rating?))
}

fn one(finding: Option<Finding>) -> Vec<Finding> {
    finding.into_iter().collect()
}

pub(super) fn hit_points(row: &Model) -> Vec<Finding> {
    let average = row.hit_dice.as_deref().and_then(dice_average);
    let finding = |(stated, average): (i32, i32)| Finding::equal(stated, average.max(1));
    one(row.hit_points.zip(average).map(finding))
}

/// The count of dice and their bonus, of `18d10 + 36`.
fn dice_and_bonus(dice: &str) -> Option<(i32, i32)> {
    let compact: String = dice.chars().filter(|c| !c.is_whitespace()).collect();
    let (count, rest) = compact.split_once('d')?;
    let bonus = match rest.find(['+', '-']) {
        None => 0,
        Some(at) => rest.get(at..)?.parse().ok()?,
    };
    Some((count.parse().ok()?, bonus))
}

pub(super) fn hit_dice_bonus(row: &Model) -> Vec<Finding> {
    let dice = row.hit_dice.as_deref().and_then(dice_and_bonus);
    let constitution = modifier(row, "constitution");
    let finding = |((count, bonus), constitution)| Finding::equal(bonus, count * constitution);
    one(dice.zip(constitution).map(finding))
}

pub(super) fn experience(row: &Model) -> Vec<Finding> {
    let (Some(stated), Some(rating)) = (row.experience_points, row.challenge_rating) else {
        return Vec::new();
    };
    let Some(worth) = experience_points(rating) else {
        return vec![Finding::contradiction(rating, "a rating that the game has")];
    };
    // Of the creatures of rating 0, the harmless are worth nothing.
    let harmless = rating <= 0.0 && stated == 0;
    one(Some(Finding::equal(
        stated,
        if harmless { 0 } else { worth },
    )))
}

pub(super) fn proficiency(row: &Model) -> Vec<Finding> {
    let expected = row.challenge_rating.and_then(proficiency_bonus);
    let pair = row.proficiency_bonus.zip(expected);
    one(pair.map(|(stated, expected)| Finding::equal(stated, expected)))
}

pub(super) fn saving_throws(row: &Model) -> Vec<Finding> {
    let Some(proficiency) = proficiency_of(row) else {
        return Vec::new();
    };
    let listed = by_ability(&row.saving_throws).into_iter();
    let findings = listed.filter_map(|(ability, bonus)| {
        let (bonus, modifier) = (bonus?, modifier(row, ability)?);
        let expected = [modifier + proficiency, modifier, modifier + 2 * proficiency];
        Some(named(ability, Finding::among(bonus, &expected)))
    });
    findings.collect()
}

/// Saving throws of two digits of which upstream kept the first: `1` where a proficient one has 10 to 19.
pub(super) fn told(row: &Model) -> Vec<(&'static str, Value)> {
    let Some(proficiency) = proficiency_of(row) else {
        return Vec::new();
    };
    let columns = SAVING_THROWS
        .into_iter()
        .zip(by_ability(&row.saving_throws));
    let cut = columns.filter_map(|(column, (ability, bonus))| {
        let whole = modifier(row, ability)? + proficiency;
        (bonus == Some(1) && (10..20).contains(&whole)).then(|| (column, json!(whole)))
    });
    cut.collect()
}

/// The finding with the name of what it is about.
fn named(name: &str, finding: Finding) -> Finding {
    match finding {
        Finding::Holds => Finding::Holds,
        Finding::Contradiction { stated, expected } => {
            Finding::contradiction(format!("{name} {stated}"), expected)
        }
    }
}

pub(super) fn skills(row: &Model) -> Vec<Finding> {
    let Some(proficiency) = proficiency_of(row) else {
        return Vec::new();
    };
    let findings = row.skills.iter().filter_map(|listed| {
        let (_, ability) = SKILLS.iter().find(|(skill, _)| *skill == listed.skill)?;
        let modifier = modifier(row, ability)?;
        let expected = [0, 1, 2].map(|times| modifier + times * proficiency);
        Some(named(
            &listed.skill,
            Finding::among(listed.bonus, &expected),
        ))
    });
    findings.collect()
}

pub(super) fn passive_perception(row: &Model) -> Vec<Finding> {
    let (Some(stated), Some(wisdom)) = (row.passive_perception, modifier(row, "wisdom")) else {
        return Vec::new();
    };
    let mut skills = row.skills.iter();
    let listed = skills.find(|listed| listed.skill == "perception");
    let expected = match (listed, proficiency_of(row)) {
        (Some(listed), _) => vec![10 + listed.bonus],
        // No skills are known at all, Perception among them.
        (None, Some(proficiency)) if row.skills.is_empty() => [0, 1, 2]
            .map(|times| 10 + wisdom + times * proficiency)
            .into(),
        (None, _) => vec![10 + wisdom],
    };
    vec![Finding::among(stated, &expected)]
}

pub(super) fn initiative(row: &Model) -> Vec<Finding> {
    let (Some(stated), Some(dexterity), Some(proficiency)) = (
        row.initiative_bonus,
        modifier(row, "dexterity"),
        proficiency_of(row),
    ) else {
        return Vec::new();
    };
    let expected = [0, 1, 2].map(|times| dexterity + times * proficiency);
    vec![Finding::among(stated, &expected)]
}

pub(super) fn spell_dc(row: &Model) -> Vec<Finding> {
    let Some(casting) = &row.spellcasting else {
        return Vec::new();
    };
    let ability = casting.ability.as_deref().and_then(ability_of);
    let modifier = ability.and_then(|ability| modifier(row, ability));
    let finding = |((dc, modifier), proficiency)| Finding::equal(dc, 8 + modifier + proficiency);
    one(casting
        .dc
        .zip(modifier)
        .zip(proficiency_of(row))
        .map(finding))
}

pub(super) fn spell_attack(row: &Model) -> Vec<Finding> {
    let casting = row.spellcasting.as_ref();
    let pair = casting.and_then(|casting| casting.to_hit.zip(casting.dc));
    one(pair.map(|(to_hit, dc)| Finding::equal(to_hit, dc - 8)))
}

/// Most that a magic weapon adds.
const MAX_MAGIC_BONUS: i32 = 3;

pub(super) fn attack_bonus(row: &Model) -> Vec<Finding> {
    let Some(proficiency) = proficiency_of(row) else {
        return Vec::new();
    };
    let modifiers: Vec<i32> = by_ability(&row.ability_scores)
        .into_iter()
        .filter_map(|(ability, _)| modifier(row, ability))
        .collect();
    let attacks = super::all_actions(row).flat_map(|action| &action.attacks);
    let finding = |to_hit: i32| {
        let magic =
            |modifier: &i32| (0..=MAX_MAGIC_BONUS).contains(&(to_hit - modifier - proficiency));
        if modifiers.iter().any(magic) {
            Finding::Holds
        } else {
            let usual: Vec<i32> = modifiers
                .iter()
                .map(|modifier| modifier + proficiency)
                .collect();
            Finding::contradiction(to_hit, or_none(usual.iter().max()))
        }
    };
    attacks
        .filter_map(|attack| Some(finding(attack.to_hit?)))
        .collect()
}
