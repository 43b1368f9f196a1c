//! Improved Initiative: stat blocks as that tracker stores and imports them.

use super::{Credit, image};
use crate::creature::Model;
use crate::markdown::creature::{ArmorDetail, armor_detail, listed};
use crate::markdown::creature::{senses, skills, speeds, subtitle};
use crate::markdown::stat_block::{self, Entry, Section, sections};
use crate::{Pattern, RowCore, cr_text};
use serde_json::{Map, Value, json};

/// The version of the tracker whose form this is.
const VERSION: &str = "3.0.0";

/// The stat block of a creature.
pub(super) fn stat_block(creature: &Model, credit: &Credit<'_>) -> Value {
    let sections: Vec<_> = sections(creature).collect();
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
        "AC": {"Value": creature.armor_class.unwrap_or(10), "Notes": armor_notes(creature)},
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
        "Description": description(creature, &sections, credit),
        "Player": "",
        "Version": VERSION,
        "ImageURL": image(creature).unwrap_or_default(),
    })
}

/// What the tracker adds to the modifier of Dexterity.
fn initiative(creature: &Model) -> i32 {
    let modifier = creature.modifiers.dexterity.unwrap_or_default();
    creature.initiative_bonus.map_or(0, |bonus| bonus - modifier)
}

/// The text, the lair actions, for which the tracker has no place, and the credit.
fn description(creature: &Model, sections: &[Section], credit: &Credit<'_>) -> String {
    let lair = match sections.iter().find(|s| s.name == "Lair Actions") {
        Some(section) => section.blocks(),
        None => creature.lair_preamble.iter().cloned().collect(),
    };
    let text = std::iter::once(stat_block::description(creature));
    let parts = text.chain(lair).chain([credit.line()]);
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

/// What the tracker shows behind the armor class.
fn armor_notes(creature: &Model) -> String {
    match armor_detail(creature) {
        Some(ArmorDetail::InBrackets(detail)) => format!("({detail})"),
        Some(ArmorDetail::RestOfLine(rest)) => rest.trim_start().to_owned(),
        None => String::new(),
    }
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

/// The slots of a level in a list of spells, however they are emphasized: `**1st Level** (4 slots): `.
static SLOTS: Pattern =
    Pattern::new(r"\**(?P<nth>[1-9](?:st|nd|rd|th))[ -]level\** \((?P<slots>\d+ slots?)\)\**:\** *");

/// A trait or an action. The tracker counts slots that are written in one way.
fn entry(entry: &Entry) -> Value {
    let text = entry.text();
    let text = SLOTS.replace_all(&text, "**$nth level ($slots):** ");
    json!({"Name": name(entry), "Content": text})
}

/// The name, with each limit in brackets of its own: the tracker makes counters of `(1/Day)` and `(Recharge 5-6)`, and
/// takes the first brackets for a recharge.
fn name(entry: &Entry) -> String {
    let in_lair = |usage: &String| usage.replace(", or ", ") (");
    let usage = entry.usage.as_ref().map(in_lair);
    let bracketed = |limit: &String| format!(" ({limit})");
    let name = &entry.own_name;
    let (name, own_brackets) = name.split_at(name.find(" (").unwrap_or(name.len()));
    let limits = [&entry.form, &entry.cost].into_iter().flatten();
    let limits: String = limits.map(bracketed).collect();
    let usage = usage.as_ref().map(bracketed).unwrap_or_default();
    format!("{name}{usage}{own_brackets}{limits}")
}

/// The printed words, which include conditions, as one item; else the list.
fn list(text: Option<&str>, list: &[String]) -> Vec<String> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => vec![text.to_owned()],
        None => list.to_vec(),
    }
}
