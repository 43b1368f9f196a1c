//! Monsters.

mod action;
mod attack;
mod defence;
mod multiattack;
mod numbers;
mod senses;
mod spellcasting;
mod usage;

use super::NAME;
use super::wire::{self, Reference, Text, document_key};
use crate::stat_block::{creature_type::creature_type, languages};
use crate::wire::filled;
use crate::{Draft, Drafts, Records, origin};
use lorekeeper_content::{Row, creature, slugify};
use serde::Deserialize;

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let endpoint = format!("{edition}/monsters");
    for (record, monster) in drafts.parse::<Monster>(records, &endpoint) {
        drafts.creatures.push(Draft {
            row: row(edition, monster),
            origin: origin(NAME, &endpoint, record),
            section: None,
        });
    }
}

/// A monster as the API has it.
#[derive(Deserialize)]
struct Monster {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    size: String,
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    #[serde(default)]
    desc: Text,
    alignment: Option<String>,
    armor_class: Vec<defence::ArmorClass>,
    hit_points: i32,
    hit_dice: Option<String>,
    hit_points_roll: Option<String>,
    speed: senses::Speeds,
    #[serde(flatten)]
    scores: numbers::Scores,
    #[serde(default)]
    proficiencies: Vec<numbers::Proficiency>,
    #[serde(default)]
    damage_vulnerabilities: Vec<String>,
    #[serde(default)]
    damage_resistances: Vec<String>,
    #[serde(default)]
    damage_immunities: Vec<String>,
    #[serde(default)]
    condition_immunities: Vec<Reference>,
    #[serde(default)]
    senses: senses::Senses,
    languages: Option<String>,
    challenge_rating: f64,
    proficiency_bonus: Option<i32>,
    xp: Option<i32>,
    xp_in_lair: Option<i32>,
    #[serde(default)]
    special_abilities: Vec<action::ActionRecord>,
    #[serde(default)]
    actions: Vec<action::ActionRecord>,
    #[serde(default)]
    legendary_actions: Vec<action::ActionRecord>,
    #[serde(default)]
    reactions: Vec<action::ActionRecord>,
    #[serde(default)]
    forms: Vec<Reference>,
    image: Option<String>,
}

fn row(edition: &str, monster: Monster) -> creature::Model {
    let (creature_type, swarm) = creature_type(&monster.kind);
    let (armor_class, armor_detail) = defence::armor(&monster.armor_class);
    let modifiers = monster.scores.modifiers();
    let bonuses = numbers::bonuses(&monster.proficiencies, &modifiers);
    let languages = monster.languages.as_deref().and_then(filled);
    let casting = monster
        .special_abilities
        .iter()
        .chain(&monster.actions)
        .find_map(action::ActionRecord::spellcasting);
    let slug = slugify(&monster.name);
    creature::Model {
        document_key: document_key(edition),
        text: monster.desc.markdown(),
        size: filled(&monster.size).map(|size| size.to_lowercase()),
        creature_type,
        subtype: swarm.or(monster.subtype.as_deref().and_then(filled)),
        alignment: monster
            .alignment
            .as_deref()
            .and_then(filled)
            .map(|a| a.to_lowercase()),
        armor_class,
        armor_detail,
        hit_points: Some(monster.hit_points),
        hit_dice: monster
            .hit_points_roll
            .or(monster.hit_dice)
            .and_then(|dice| numbers::hit_dice(&dice)),
        // In the 2014 rules initiative is a Dexterity check; 2024 stat blocks print their own.
        initiative_bonus: modifiers.dexterity.filter(|_| edition == "2014"),
        speed: monster.speed.row().into(),
        ability_scores: monster.scores.row().into(),
        modifiers: modifiers.into(),
        saving_throws: bonuses.saves.into(),
        all_saving_throws: bonuses.all_saves.into(),
        skills: bonuses.skills.into(),
        all_skills: bonuses.all_skills.into(),
        proficiency_bonus: monster.proficiency_bonus,
        damage_vulnerabilities: defence::damage_types(&monster.damage_vulnerabilities),
        damage_resistances: defence::damage_types(&monster.damage_resistances),
        damage_immunities: defence::damage_types(&monster.damage_immunities),
        damage_vulnerabilities_text: defence::printed(&monster.damage_vulnerabilities),
        damage_resistances_text: defence::printed(&monster.damage_resistances),
        damage_immunities_text: defence::printed(&monster.damage_immunities),
        condition_immunities: defence::conditions(&monster.condition_immunities),
        condition_immunities_text: defence::printed(&defence::condition_names(
            &monster.condition_immunities,
        )),
        senses: monster.senses.row().into(),
        passive_perception: monster.senses.passive_perception,
        languages: languages
            .as_deref()
            .map(languages::languages)
            .unwrap_or_default(),
        languages_text: languages,
        challenge_rating: Some(monster.challenge_rating),
        experience_points: monster
            .xp
            .filter(|xp| agrees(monster.challenge_rating, *xp)),
        experience_points_in_lair: monster.xp_in_lair,
        traits: monster
            .special_abilities
            .iter()
            .map(action::ActionRecord::as_trait)
            .collect::<Vec<_>>()
            .into(),
        actions: action::list(&monster.actions).into(),
        reactions: action::list(&monster.reactions).into(),
        legendary_actions: action::legendary(&monster.legendary_actions).into(),
        forms: monster
            .forms
            .iter()
            .map(|form| slugify(&form.name))
            .filter(|form| *form != slug && !form.is_empty())
            .collect(),
        illustration: wire::image(monster.image.as_deref()),
        spell_slugs: casting
            .as_ref()
            .map(spellcasting::slugs)
            .unwrap_or_default(),
        spellcasting: casting.map(Into::into),
        slug,
        name: monster.name,
        ..creature::Model::default()
    }
}

/// Whether the experience is what the rules give for the challenge rating (for 0 it is 10 or
/// nothing). Upstream has a few typing errors there.
fn agrees(challenge_rating: f64, xp: i32) -> bool {
    if challenge_rating == 0.0 {
        return matches!(xp, 0 | 10);
    }
    let mut by_the_rules = creature::Model {
        challenge_rating: Some(challenge_rating),
        ..creature::Model::default()
    };
    by_the_rules.apply_rules();
    by_the_rules
        .experience_points
        .is_none_or(|expected| expected == xp)
}

#[cfg(test)]
mod tests;
