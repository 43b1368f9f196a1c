//! Fantasy Statblocks: creatures as the parameters of that Obsidian plugin's 5e layout.

use super::{Credit, image, known};
use crate::cr_text;
use crate::creature::{Abilities, Model};
use crate::markdown::creature::{ArmorDetail, armor_class, armor_detail};
use crate::markdown::creature::{defences, listed, printed, senses, skills, speeds};
use crate::markdown::notation::capitalized;
use crate::markdown::stat_block::{Entry, description, sections};
use crate::vocabulary::ABILITIES;
use serde_json::{Value, json};

/// The layout that shows the parameters.
const LAYOUT: &str = "Basic 5e Layout";

/// The parameters of a creature. Lines of the layout are there even where nothing is known; the parts of its subtitle
/// are not, since it parts empty ones with commas.
pub(super) fn stat_block(creature: &Model, credit: &Credit<'_>) -> Value {
    let sections: Vec<_> = sections(creature).collect();
    let entries = |name: &str| -> &[Entry] {
        let section = sections.iter().find(|section| section.name == name);
        section.map_or(&[], |section| &section.entries)
    };
    // The layout has no place for what precedes lair actions but an action without a name.
    let preamble = creature.lair_preamble.iter();
    let preamble = preamble.map(|text| (String::new(), text.clone()));
    let lair_actions = preamble.chain(entries("Lair Actions").iter().map(named));
    let traits = |name: &str| joined_by_name(entries(name).iter().map(named));
    let (ac, ac_class) = match (creature.armor_class, armor_detail(creature)) {
        (Some(number), Some(ArmorDetail::InBrackets(detail))) => (json!(number), Some(detail)),
        (Some(number), None) => (json!(number), None),
        _ => (json!(armor_class(creature)), None),
    };
    let scores = listed(&creature.ability_scores).map(|(_, score)| score);
    let stats = scores.iter().all(Option::is_some).then_some(scores);
    let skills = skills(creature).into_iter();
    let description = description(creature);
    let [vulnerabilities, resistances, immunities, conditions] = defences(creature).map(Option::unwrap_or_default);
    known(json!({
        "layout": LAYOUT,
        "name": creature.name,
        "image": image(creature),
        "size": creature.size.as_deref().map(capitalized),
        "type": creature.creature_type,
        "subtype": creature.subtype,
        "alignment": creature.alignment,
        "ac": ac,
        "ac_class": ac_class,
        "hp": creature.hit_points,
        "hit_dice": creature.hit_dice,
        "modifier": creature.initiative_bonus,
        "speed": speeds(creature).join(", "),
        "stats": stats,
        "saves": saves(&creature.saving_throws),
        "skillsaves": skills.map(|(skill, bonus)| single(&skill.to_lowercase(), bonus)).collect::<Vec<_>>(),
        "damage_vulnerabilities": vulnerabilities,
        "damage_resistances": resistances,
        "damage_immunities": immunities,
        "condition_immunities": conditions,
        "senses": senses(creature).join(", "),
        "languages": printed(creature.languages_text.as_deref(), &creature.languages).unwrap_or_default(),
        "cr": creature.challenge_rating.map(cr_text).unwrap_or_default(),
        "traits": traits("Traits"),
        "actions": traits("Actions"),
        "bonus_actions": traits("Bonus Actions"),
        "reactions": traits("Reactions"),
        "legendary_description": creature.legendary_preamble,
        "legendary_actions": traits("Legendary Actions"),
        "lair_actions": joined_by_name(lair_actions),
        "description": (!description.is_empty()).then_some(&description),
        "source": credit.name,
        "license": (!credit.licenses.is_empty()).then_some(&credit.licenses),
        "attribution": credit.attribution,
    }))
}

fn saves(bonuses: &Abilities) -> Vec<Value> {
    let bonuses = ABILITIES.into_iter().zip(listed(bonuses));
    bonuses.filter_map(|(ability, (_, bonus))| Some(single(ability, bonus?))).collect()
}

/// An object of one key.
fn single(key: &str, value: i32) -> Value {
    Value::Object([(key.to_owned(), json!(value))].into_iter().collect())
}

fn named(entry: &Entry) -> (String, String) {
    (entry.name(), entry.text())
}

/// Entries of the layout: those of equal name are one, since the plugin keeps only the last of a name.
fn joined_by_name(entries: impl Iterator<Item = (String, String)>) -> Vec<Value> {
    let mut joined: Vec<(String, String)> = Vec::new();
    for (name, text) in entries {
        match joined.iter_mut().find(|(other, _)| *other == name) {
            Some((_, before)) => before.extend(["\n\n", &text]),
            None => joined.push((name, text)),
        }
    }
    let joined = joined.into_iter();
    joined.map(|(name, text)| json!({"name": name, "desc": text})).collect()
}
