//! Fantasy Statblocks: creatures as the parameters of that Obsidian plugin's 5e layout.

use super::{Credit, known};
use crate::cr_text;
use crate::creature::{Abilities, Model};
use crate::markdown::creature::{listed, printed, senses, skills, speeds};
use crate::markdown::notation::capitalized;
use crate::markdown::stat_block::{Entry, sections};
use crate::vocabulary::ABILITIES;
use serde_json::{Value, json};

/// The layout that shows the parameters.
const LAYOUT: &str = "Basic 5e Layout";

/// The parameters of a creature: those that the plugin requires are there even where nothing is known.
pub(super) fn stat_block(creature: &Model, credit: &Credit<'_>) -> Value {
    let sections = sections(creature);
    let entries = |name: &str| -> Vec<Value> {
        let section = sections.iter().find(|section| section.name == name);
        let entries = section.map(|section| section.entries.as_slice());
        entries.unwrap_or_default().iter().map(entry).collect()
    };
    // The layout has no place for what precedes lair actions but an action without a name.
    let preamble = creature.lair_preamble.iter();
    let preamble = preamble.map(|text| json!({"name": "", "desc": text}));
    let lair_actions: Vec<Value> = preamble.chain(entries("Lair Actions")).collect();
    let scores = listed(&creature.ability_scores).map(|(_, score)| score);
    let stats = scores.iter().all(Option::is_some).then_some(scores);
    let skills = skills(creature).into_iter();
    known(json!({
        "layout": LAYOUT,
        "name": creature.name,
        "size": creature.size.as_deref().map(capitalized).unwrap_or_default(),
        "type": creature.creature_type.as_deref().unwrap_or_default(),
        "subtype": creature.subtype.as_deref().unwrap_or_default(),
        "alignment": creature.alignment.as_deref().unwrap_or_default(),
        "ac": creature.armor_class,
        "ac_class": creature.armor_detail,
        "hp": creature.hit_points,
        "hit_dice": creature.hit_dice,
        "modifier": creature.initiative_bonus,
        "speed": speeds(creature).join(", "),
        "stats": stats,
        "saves": saves(&creature.saving_throws),
        "skillsaves": skills.map(|(skill, bonus)| single(&skill.to_lowercase(), bonus)).collect::<Vec<_>>(),
        "damage_vulnerabilities": printed(creature.damage_vulnerabilities_text.as_deref(), &creature.damage_vulnerabilities).unwrap_or_default(),
        "damage_resistances": printed(creature.damage_resistances_text.as_deref(), &creature.damage_resistances).unwrap_or_default(),
        "damage_immunities": printed(creature.damage_immunities_text.as_deref(), &creature.damage_immunities).unwrap_or_default(),
        "condition_immunities": printed(creature.condition_immunities_text.as_deref(), &creature.condition_immunities).unwrap_or_default(),
        "senses": senses(creature).join(", "),
        "languages": printed(creature.languages_text.as_deref(), &creature.languages).unwrap_or_default(),
        "cr": creature.challenge_rating.map(cr_text).unwrap_or_default(),
        "traits": entries("Traits"),
        "actions": entries("Actions"),
        "bonus_actions": entries("Bonus Actions"),
        "reactions": entries("Reactions"),
        "legendary_description": creature.legendary_preamble,
        "legendary_actions": entries("Legendary Actions"),
        "lair_actions": lair_actions,
        "description": (!creature.text.is_empty()).then_some(&creature.text),
        "source": credit.name,
        "license": (!credit.licenses.is_empty()).then_some(&credit.licenses),
        "attribution": credit.attribution,
    }))
}

fn saves(bonuses: &Abilities) -> Vec<Value> {
    let bonuses = ABILITIES.into_iter().zip(listed(bonuses));
    bonuses
        .filter_map(|(ability, (_, bonus))| Some(single(ability, bonus?)))
        .collect()
}

/// An object of one key.
fn single(key: &str, value: i32) -> Value {
    Value::Object([(key.to_owned(), json!(value))].into_iter().collect())
}

fn entry(entry: &Entry) -> Value {
    json!({"name": entry.name, "desc": entry.text()})
}
