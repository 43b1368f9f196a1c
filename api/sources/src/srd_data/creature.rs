//! Creatures.

mod action;
mod casting;
mod language;
mod stats;

pub(super) use stats::Stats;

use super::index::Index;
use super::notation::{ability, skills};
use super::prose::{About, markdown};
use super::wire::{Activity, Movement, Senses};
use super::{DOCUMENT, draft};
use crate::{Drafts, Records};
use lorekeeper_content::creature::{self, Abilities, Model, SkillBonus, Speed};
use lorekeeper_content::{Trait, UsageLimit, slugify};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CreatureRecord {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    description: String,
    creature_type: String,
    creature_size: String,
    alignment: Option<String>,
    ac: Option<i32>,
    hp: Option<i32>,
    hp_dice: String,
    ability_scores: Scores,
    movement: Movement,
    senses: Senses,
    cr: Option<f64>,
    proficiency_bonus: i32,
    spellcasting_ability: Option<String>,
    legendary_resistance_uses: Option<i32>,
    legendary_action_uses: Option<i32>,
    saving_throws: BTreeMap<String, Option<i32>>,
    skills: BTreeMap<String, Option<i32>>,
    damage_resistances: Vec<String>,
    damage_immunities: Vec<String>,
    damage_vulnerabilities: Vec<String>,
    condition_immunities: Vec<String>,
    languages: Vec<String>,
    actions: Vec<Action>,
    legendary_actions: Vec<Action>,
    lair_actions: Vec<Action>,
    special_abilities: Vec<Action>,
}

#[derive(Debug, Deserialize)]
struct Scores {
    #[serde(rename = "str")]
    strength: i32,
    #[serde(rename = "dex")]
    dexterity: i32,
    #[serde(rename = "con")]
    constitution: i32,
    #[serde(rename = "int")]
    intelligence: i32,
    #[serde(rename = "wis")]
    wisdom: i32,
    #[serde(rename = "cha")]
    charisma: i32,
}

impl Default for Scores {
    fn default() -> Self {
        Self {
            strength: 10,
            dexterity: 10,
            constitution: 10,
            intelligence: 10,
            wisdom: 10,
            charisma: 10,
        }
    }
}

/// Something that a creature does or has.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Action {
    name: String,
    kind: String,
    description: String,
    activities: Vec<Activity>,
    recharge: Option<String>,
    legendary_cost: Option<i32>,
    uses_per_day: Option<i32>,
}

/// Records that only the tabletop needs: the riding horse under the names of what is like it.
const HELPERS: [&str; 2] = ["goat-of-traveling", "phantom-steed"];

/// Draws the creatures.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (record, wire) in drafts.parse::<CreatureRecord>(records, "monsters") {
        if HELPERS.contains(&record.key.as_str()) {
            continue;
        }
        drafts
            .creatures
            .push(draft(row(&wire, index), "monsters", record));
    }
}

fn row(wire: &CreatureRecord, index: &Index<'_>) -> Model {
    let stats = Stats::of(wire);
    let name = wire.name.trim();
    let about = |activities| About {
        index,
        activities,
        stats: Some(&stats),
        name,
    };
    let (languages, languages_text) = language::languages(&wire.languages);
    let modifiers = stats.abilities();
    let listed = saves(&wire.saving_throws);
    let mut row = Model {
        document_key: DOCUMENT.to_owned(),
        slug: slugify(name),
        name: name.to_owned(),
        text: markdown(&wire.description, &about(&[])),
        size: filled(&wire.creature_size),
        creature_type: filled(&wire.creature_type),
        alignment: wire
            .alignment
            .as_deref()
            .and_then(filled)
            .map(|a| a.to_lowercase()),
        armor_class: wire.ac,
        hit_points: wire.hp,
        hit_dice: hit_dice(&wire.hp_dice),
        speed: speed(&wire.movement).into(),
        ability_scores: scores(&wire.ability_scores).into(),
        all_saving_throws: all_saves(&listed, &modifiers).into(),
        modifiers: modifiers.into(),
        saving_throws: listed.into(),
        skills: skill_bonuses(&stats, true).into(),
        all_skills: skill_bonuses(&stats, false).into(),
        proficiency_bonus: Some(wire.proficiency_bonus).filter(|bonus| *bonus > 0),
        damage_vulnerabilities: slugs(&wire.damage_vulnerabilities),
        damage_resistances: slugs(&wire.damage_resistances),
        damage_immunities: slugs(&wire.damage_immunities),
        condition_immunities: slugs(&wire.condition_immunities),
        senses: senses(&wire.senses).into(),
        passive_perception: wire.senses.passive_perception,
        languages,
        languages_text,
        // A creature that a spell summons has hit points by the spell's level, and no rating.
        challenge_rating: wire.cr.filter(|_| hit_dice(&wire.hp_dice).is_some()),
        traits: traits(wire, &about).into(),
        legendary_preamble: preamble(wire, &stats),
        ..Model::default()
    };
    action::fill(wire, &about, &mut row);
    casting::fill(wire, &stats, index, &mut row);
    row
}

/// The hit dice, where there are any.
fn hit_dice(dice: &str) -> Option<String> {
    let (number, _) = dice.trim().split_once('d')?;
    number.parse().ok().filter(|number: &i32| *number > 0)?;
    filled(dice)
}

fn filled(text: &str) -> Option<String> {
    crate::wire::filled(text)
}

fn slugs(words: &[String]) -> Vec<String> {
    words
        .iter()
        .map(|word| slugify(word))
        .filter(|slug| !slug.is_empty())
        .collect()
}

fn speed(wire: &Movement) -> Speed {
    let some = |feet: Option<i32>| feet.filter(|feet| *feet > 0);
    Speed {
        walk: wire.walk,
        fly: some(wire.fly),
        swim: some(wire.swim),
        climb: some(wire.climb),
        burrow: some(wire.burrow),
        hover: some(wire.fly).map(|_| wire.hover),
        unit: Some("feet".to_owned()),
        ..Speed::default()
    }
}

fn senses(wire: &Senses) -> creature::Senses {
    creature::Senses {
        darkvision: wire.darkvision,
        blindsight: wire.blindsight,
        tremorsense: wire.tremorsense,
        truesight: wire.truesight,
        ..creature::Senses::default()
    }
}

fn scores(wire: &Scores) -> Abilities {
    Abilities {
        strength: Some(wire.strength),
        dexterity: Some(wire.dexterity),
        constitution: Some(wire.constitution),
        intelligence: Some(wire.intelligence),
        wisdom: Some(wire.wisdom),
        charisma: Some(wire.charisma),
    }
}

fn saves(wire: &BTreeMap<String, Option<i32>>) -> Abilities {
    let save = |code: &str| wire.get(code).copied().flatten();
    Abilities {
        strength: save("str"),
        dexterity: save("dex"),
        constitution: save("con"),
        intelligence: save("int"),
        wisdom: save("wis"),
        charisma: save("cha"),
    }
}

fn all_saves(listed: &Abilities, modifiers: &Abilities) -> Abilities {
    Abilities {
        strength: listed.strength.or(modifiers.strength),
        dexterity: listed.dexterity.or(modifiers.dexterity),
        constitution: listed.constitution.or(modifiers.constitution),
        intelligence: listed.intelligence.or(modifiers.intelligence),
        wisdom: listed.wisdom.or(modifiers.wisdom),
        charisma: listed.charisma.or(modifiers.charisma),
    }
}

fn skill_bonuses(stats: &Stats, listed: bool) -> Vec<SkillBonus> {
    skills()
        .filter(|(slug, _)| !listed || stats.listed_skills().contains_key(slug))
        .filter_map(|(slug, _)| {
            Some(SkillBonus {
                skill: slug.to_owned(),
                bonus: stats.skill(slug)?,
            })
        })
        .collect()
}

/// The traits, each with its text; legendary resistance with its number of uses.
fn traits<'a>(wire: &'a CreatureRecord, about: &dyn Fn(&'a [Activity]) -> About<'a>) -> Vec<Trait> {
    let traits = wire.special_abilities.iter();
    traits
        .map(|special| {
            let resists = special.name.trim() == "Legendary Resistance";
            let uses = wire.legendary_resistance_uses.filter(|_| resists);
            Trait {
                name: special.name.trim().to_owned(),
                text: markdown(&special.description, &about(&special.activities)),
                kind: None,
                usage: uses.map(per_day).or_else(|| action::usage(special)),
            }
        })
        .collect()
}

fn per_day(times: i32) -> UsageLimit {
    UsageLimit {
        kind: "PER_DAY".to_owned(),
        times: Some(times),
        ..UsageLimit::default()
    }
}

/// The preamble of the legendary actions, which differs in the number only.
fn preamble(wire: &CreatureRecord, stats: &Stats) -> Option<String> {
    let uses = wire
        .legendary_action_uses
        .filter(|_| !wire.legendary_actions.is_empty())?;
    let called = stats.called().to_lowercase();
    Some(format!(
        "Legendary Action Uses: {uses}. Immediately after another creature's turn, the {called} can expend a use to take one of the following actions. The {called} regains all expended uses at the start of each of its turns."
    ))
}

/// The ability of a code, owned.
fn ability_name(code: &str) -> Option<String> {
    ability(code).map(str::to_owned)
}

#[cfg(test)]
mod tests;
