//! Improved Initiative: stat blocks as that tracker stores and imports them.

use super::Credit;
use crate::creature::Model;
use crate::markdown::creature::{listed, senses, skills, speeds, subtitle};
use crate::markdown::stat_block::{Entry, sections};
use crate::{RowCore, cr_text};
use serde_json::{Map, Value, json};

/// The version of the tracker whose form this is.
const VERSION: &str = "3.0.0";

/// The stat block of a creature.
pub(super) fn stat_block(creature: &Model, credit: &Credit<'_>) -> Value {
    let sections = sections(creature);
    let entries = |name: &str| -> Vec<Value> {
        let section = sections.iter().find(|section| section.name == name);
        let preamble = section.filter(|section| !section.preamble.is_empty());
        let preamble = preamble.map(|section| json!({"Name": name, "Content": section.preamble}));
        let entries = section.into_iter().flat_map(|section| &section.entries);
        preamble.into_iter().chain(entries.map(entry)).collect()
    };
    let saves = listed(&creature.saving_throws).into_iter();
    let saves = saves.filter_map(|(name, bonus)| Some(modifier(name, bonus?)));
    let skills = skills(creature).into_iter();
    json!({
        "Id": creature.identity().global_id(),
        "Name": creature.name,
        "Path": "",
        "Source": credit.name,
        "Type": subtitle(creature),
        "HP": {"Value": creature.hit_points.unwrap_or(1), "Notes": notes(creature.hit_dice.as_deref())},
        "AC": {"Value": creature.armor_class.unwrap_or(10), "Notes": notes(creature.armor_detail.as_deref())},
        "InitiativeModifier": initiative(creature),
        "InitiativeAdvantage": false,
        "Speed": speeds(creature),
        "Abilities": abilities(creature),
        "DamageVulnerabilities": list(creature.damage_vulnerabilities_text.as_deref(), &creature.damage_vulnerabilities),
        "DamageResistances": list(creature.damage_resistances_text.as_deref(), &creature.damage_resistances),
        "DamageImmunities": list(creature.damage_immunities_text.as_deref(), &creature.damage_immunities),
        "ConditionImmunities": list(creature.condition_immunities_text.as_deref(), &creature.condition_immunities),
        "Saves": saves.collect::<Vec<_>>(),
        "Skills": skills.map(|(name, bonus)| modifier(&name, bonus)).collect::<Vec<_>>(),
        "Senses": senses(creature),
        "Languages": list(creature.languages_text.as_deref(), &creature.languages),
        "Challenge": creature.challenge_rating.map(cr_text).unwrap_or_default(),
        "Traits": entries("Traits"),
        "Actions": entries("Actions"),
        "BonusActions": entries("Bonus Actions"),
        "Reactions": entries("Reactions"),
        "LegendaryActions": entries("Legendary Actions"),
        "MythicActions": [],
        "Description": description(creature, &entries("Lair Actions"), credit),
        "Player": "",
        "Version": VERSION,
        "ImageURL": image(creature),
    })
}

/// What the tracker adds to the modifier of Dexterity.
fn initiative(creature: &Model) -> i32 {
    let modifier = creature.modifiers.dexterity.unwrap_or_default();
    creature
        .initiative_bonus
        .map_or(0, |bonus| bonus - modifier)
}

/// The text, the lair actions, for which the tracker has no place, and the credit.
fn description(creature: &Model, lair: &[Value], credit: &Credit<'_>) -> String {
    let part = |entry: &Value, key| {
        entry
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let lair = lair
        .iter()
        .map(|entry| format!("***{}.*** {}", part(entry, "Name"), part(entry, "Content")));
    let preamble = creature.lair_preamble.clone().unwrap_or_default();
    let text = [creature.text.trim().to_owned(), preamble].into_iter();
    let parts = text.chain(lair).chain([credit.line()]);
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

/// A detail in brackets, unless it has them.
fn notes(detail: Option<&str>) -> String {
    match detail.map(str::trim) {
        Some(detail) if detail.starts_with('(') => detail.to_owned(),
        Some(detail) => format!("({detail})"),
        None => String::new(),
    }
}

/// The scores, in the tracker's order; an unknown one is 10, as the tracker has it.
fn abilities(creature: &Model) -> Value {
    let scores = listed(&creature.ability_scores).into_iter();
    let scores = scores.map(|(name, score)| (name.to_owned(), json!(score.unwrap_or(10))));
    Value::Object(scores.collect::<Map<_, _>>())
}

fn modifier(name: &str, modifier: i32) -> Value {
    json!({"Name": name, "Modifier": modifier})
}

fn entry(entry: &Entry) -> Value {
    json!({"Name": entry.name, "Content": entry.text()})
}

/// The printed words, which include conditions, as one item; else the list.
fn list(text: Option<&str>, list: &[String]) -> Vec<String> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => vec![text.to_owned()],
        None => list.to_vec(),
    }
}

/// The address of the picture; the tracker can load only a whole one.
fn image(creature: &Model) -> &str {
    let image = creature
        .illustration
        .as_ref()
        .map(|image| image.url.as_str());
    let whole = image.filter(|url| url.starts_with("https://") || url.starts_with("http://"));
    whole.unwrap_or_default()
}
