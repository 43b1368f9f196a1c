//! The game's arithmetic: hit points, bonuses, experience.

use crate::creature::Model;
use crate::lint::{Finding, or_none};
use crate::vocabulary::{ABILITIES, ability_of, dice_average, experience_points, proficiency_bonus, skill_ability};
use serde_json::{Value, json};

/// The paths of the saving throws that are listed, in the order of abilities.
const SAVING_THROWS: [&str; 6] = [
    "saving_throws.strength", "saving_throws.dexterity", "saving_throws.constitution", "saving_throws.intelligence",
    "saving_throws.wisdom", "saving_throws.charisma",
];

fn modifier(row: &Model, ability: &str) -> Option<i32> {
    let score = row.ability_scores.get(ability)?;
    Some((score - 10).div_euclid(2))
}

fn proficiency_of(row: &Model) -> Option<i32> {
    row.proficiency_bonus.or_else(|| proficiency_bonus(row.challenge_rating?))
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
    let finding =
        |((count, bonus), constitution): ((i32, i32), i32)| Finding::equal(bonus, count.saturating_mul(constitution));
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
    one(Some(Finding::equal(stated, if harmless { 0 } else { worth })))
}

pub(super) fn proficiency(row: &Model) -> Vec<Finding> {
    let expected = row.challenge_rating.and_then(proficiency_bonus);
    let pair = row.proficiency_bonus.zip(expected);
    one(pair.map(|(stated, expected)| Finding::equal(stated, expected)))
}

/// The listed saving throws and skills: name, bonus, and the ability modifier within the bonus.
fn listed(row: &Model) -> Vec<(&str, i32, i32)> {
    let saves = ABILITIES.into_iter().filter_map(|ability| {
        let bonus = row.saving_throws.get(ability)?;
        Some((ability, bonus, modifier(row, ability)?))
    });
    let skills = row.skills.iter().filter_map(|listed| {
        let modifier = modifier(row, skill_ability(&listed.skill)?)?;
        Some((listed.skill.as_str(), listed.bonus, modifier))
    });
    saves.chain(skills).collect()
}

fn fits(bonus: i32, modifier: i32, proficiency: i32) -> bool {
    [0, 1, 2].map(|times| modifier + times * proficiency).contains(&bonus)
}

/// Fewest listed bonuses that tell a proficiency bonus.
const MIN_LISTED: usize = 3;

/// The proficiency bonus that the stat block adds: that of its rating, or another one which alone all of its saving
/// throws and skills agree on.
fn proficiency_in_use(row: &Model) -> Option<i32> {
    let proficiency = proficiency_of(row)?;
    let listed = listed(row);
    let agree = |proficiency: i32| {
        let mut listed = listed.iter();
        listed.all(|(_, bonus, modifier)| fits(*bonus, *modifier, proficiency))
    };
    if listed.len() < MIN_LISTED || agree(proficiency) {
        return Some(proficiency);
    }
    // The game knows the bonuses from 2 to 9. Half of one fits where the whole does, so the highest is asked first.
    (2..=9).rev().find(|other| agree(*other)).or(Some(proficiency))
}

pub(super) fn proficiency_added(row: &Model) -> Vec<Finding> {
    let checked = listed(row).len() >= MIN_LISTED;
    let pair = proficiency_in_use(row).zip(proficiency_of(row));
    let finding = |(stated, expected): (i32, i32)| Finding::equal(stated, expected);
    one(pair.filter(|_| checked).map(finding))
}

fn bonuses(names: fn(&str) -> bool, row: &Model) -> Vec<Finding> {
    let Some(proficiency) = proficiency_in_use(row) else {
        return Vec::new();
    };
    let listed = listed(row).into_iter().filter(|(name, ..)| names(name));
    let finding = |(name, bonus, modifier): (&str, i32, i32)| {
        let expected = [0, 1, 2].map(|times| modifier + times * proficiency);
        named(name, Finding::among(bonus, &expected))
    };
    listed.map(finding).collect()
}

pub(super) fn saving_throws(row: &Model) -> Vec<Finding> {
    bonuses(|name| ABILITIES.contains(&name), row)
}

pub(super) fn skills(row: &Model) -> Vec<Finding> {
    bonuses(|name| !ABILITIES.contains(&name), row)
}

/// What the arithmetic gives for numbers that upstream has not whole.
pub(super) fn computed(row: &Model) -> Vec<(&'static str, Value)> {
    let Some(proficiency) = proficiency_of(row) else {
        return Vec::new();
    };
    let mut computed = cut_saving_throws(row, proficiency);
    computed.extend(bare_perception(row, proficiency));
    computed
}

/// Saving throws of two digits of which upstream kept the first: `1` where a proficient one has 10 to 19.
///
/// Correction (creatures): A saving throw of 1 that arithmetic makes 11 is the first digit of it, so 11.
fn cut_saving_throws(row: &Model, proficiency: i32) -> Vec<(&'static str, Value)> {
    let columns = SAVING_THROWS.into_iter().zip(ABILITIES);
    let cut = columns.filter_map(|(column, ability)| {
        let whole = modifier(row, ability)? + proficiency;
        let is_cut = row.saving_throws.get(ability) == Some(1) && (10..20).contains(&whole);
        is_cut.then(|| (column, json!(whole)))
    });
    cut.collect()
}

/// Perception that is listed alone with the bare Wisdom modifier, which upstream computed. The printed passive
/// Perception has the bonus.
///
/// Correction (creatures): Perception alone with the bare modifier, where passive Perception has more, gets the bonus that
/// passive Perception has.
fn bare_perception(row: &Model, proficiency: i32) -> Option<(&'static str, Value)> {
    let wisdom = modifier(row, "wisdom")?;
    let [listed] = row.skills.as_slice() else {
        return None;
    };
    let bonus = row.passive_perception? - 10;
    let is_proficient = [1, 2].map(|times| wisdom + times * proficiency).contains(&bonus);
    let is_bare = listed.skill == "perception" && listed.bonus == wisdom;
    (is_bare && is_proficient).then(|| ("skills", json!([{"skill": "perception", "bonus": bonus}])))
}

/// The finding with the name of what it is about.
fn named(name: &str, finding: Finding) -> Finding {
    match finding {
        Finding::Holds => Finding::Holds,
        Finding::Contradiction { stated, expected } => Finding::contradiction(format!("{name} {stated}"), expected),
    }
}

/// What an expertise die adds to a passive score: half of it. The bonus of the skill does not have it.
const EXPERTISE_DICE: [i32; 3] = [2, 3, 4];

/// The books whose creatures have expertise dice.
const EXPERTISE_BOOKS: &str = "a5e-";

pub(super) fn passive_perception(row: &Model) -> Vec<Finding> {
    let (Some(stated), Some(wisdom)) = (row.passive_perception, modifier(row, "wisdom")) else {
        return Vec::new();
    };
    let mut skills = row.skills.iter();
    let listed = skills.find(|listed| listed.skill == "perception");
    let mut expected = match (listed, proficiency_of(row)) {
        (Some(listed), _) => vec![10 + listed.bonus],
        // No skills are known at all, Perception among them.
        (None, Some(proficiency)) if row.skills.is_empty() => {
            [0, 1, 2].map(|times| 10 + wisdom + times * proficiency).into()
        }
        (None, _) => vec![10 + wisdom],
    };
    if let (Some(listed), true) = (listed, row.document_key.starts_with(EXPERTISE_BOOKS)) {
        expected.extend(EXPERTISE_DICE.map(|more| 10 + listed.bonus + more));
    }
    vec![Finding::among(stated, &expected)]
}

pub(super) fn initiative(row: &Model) -> Vec<Finding> {
    let (Some(stated), Some(dexterity), Some(proficiency)) =
        (row.initiative_bonus, modifier(row, "dexterity"), proficiency_of(row))
    else {
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
    one(casting.dc.zip(modifier).zip(proficiency_in_use(row)).map(finding))
}

pub(super) fn spell_attack(row: &Model) -> Vec<Finding> {
    let casting = row.spellcasting.as_ref();
    let pair = casting.and_then(|casting| casting.to_hit.zip(casting.dc));
    one(pair.map(|(to_hit, dc)| Finding::equal(to_hit, dc - 8)))
}

/// Most that a magic weapon adds.
const MAX_MAGIC_BONUS: i32 = 3;

pub(super) fn attack_bonus(row: &Model) -> Vec<Finding> {
    let Some(proficiency) = proficiency_in_use(row) else {
        return Vec::new();
    };
    let modifiers: Vec<i32> = ABILITIES.into_iter().filter_map(|ability| modifier(row, ability)).collect();
    if modifiers.is_empty() {
        return Vec::new();
    }
    let attacks = row.all_actions().flat_map(|action| &action.attacks);
    let finding = |to_hit: i32| {
        let magic = |modifier: &i32| (0..=MAX_MAGIC_BONUS).contains(&(to_hit - modifier - proficiency));
        if modifiers.iter().any(magic) {
            Finding::Holds
        } else {
            let usual: Vec<i32> = modifiers.iter().map(|modifier| modifier + proficiency).collect();
            Finding::contradiction(to_hit, or_none(usual.iter().max()))
        }
    };
    attacks.filter_map(|attack| Some(finding(attack.to_hit?))).collect()
}
