//! Traits, actions and spells of a creature as items of its actor.

use super::{Credit, activities, activity, html, id, item, merge, parts, save, source, uses};
use crate::creature::{Action, Attack, Model, Spellcasting};
use crate::export::inert;
use crate::{Trait, UsageLimit};
use serde_json::{Value, json};

/// The items of the actor, in the order of the stat block.
pub(super) fn items(creature: &Model, seed: &str, credit: &Credit<'_>) -> Vec<Value> {
    let traits = creature.traits.iter().map(|own| ("special", unforced(own)));
    // The system's codes of what they take.
    let sections = [
        ("action", &creature.actions),
        ("bonus", &creature.bonus_actions),
        ("reaction", &creature.reactions),
        ("legendary", &creature.legendary_actions),
        ("lair", &creature.lair_actions),
    ];
    let actions =
        sections.into_iter().flat_map(|(section, actions)| actions.iter().map(move |action| (section, action.clone())));
    let features = traits.chain(actions).map(|(section, action)| feature(&action, section));
    let spells = creature.spellcasting.as_deref().into_iter().flat_map(spells);
    let gear = creature.gear.iter().map(|words| gear(words));
    let numbered = features.chain(spells).chain(gear).enumerate().map(|(number, (name, kind, mut system))| {
        let seed = format!("{seed}#{number}");
        let list = match system.get_mut("activities").map(Value::take) {
            Some(Value::Array(list)) => list,
            _ => Vec::new(),
        };
        if kind != "loot" {
            merge(&mut system, json!({"activities": activities(&seed, list)}));
        }
        let identifier = crate::slugify(&name);
        merge(&mut system, json!({"identifier": identifier, "source": source(credit)}));
        let mut item = item(&seed, &name, kind, system);
        merge(&mut item, json!({"_id": id(&seed), "sort": number}));
        item
    });
    numbered.collect()
}

/// What a creature has with it: `Spears (3)`.
fn gear(words: &str) -> (String, &'static str, Value) {
    let counted = words.strip_suffix(')').and_then(|words| words.split_once(" ("));
    let counted = counted.and_then(|(name, count)| Some((name, count.parse::<i32>().ok()?)));
    let (name, quantity) = counted.unwrap_or((words, 1));
    let system = json!({"type": {"value": "gear"}, "properties": ["gear"], "quantity": quantity});
    (name.to_owned(), "loot", system)
}

/// A trait as an action without a roll.
fn unforced(own: &Trait) -> Action {
    Action { name: own.name.clone(), text: own.text.clone(), usage: own.usage.clone(), ..Action::default() }
}

/// A trait or action: a natural weapon where it strikes with one, else a feature.
fn feature(action: &Action, section: &str) -> (String, &'static str, Value) {
    let usage = uses(action.usage.as_ref());
    let activation = match (section, action.legendary_cost) {
        ("legendary", cost) => json!({"type": section, "value": cost.unwrap_or(1)}),
        (section, _) => json!({"type": section}),
    };
    let mut list: Vec<Value> = action.attacks.iter().map(|own| attack(own, &activation)).collect();
    let saves = action.attacks.iter().filter_map(|own| own.save.as_ref());
    list.extend(saves.map(|own| save(&activation, own, Vec::new())));
    match &action.save {
        Some(own) => list.push(save(&activation, own, parts(&action.damage))),
        None if !action.damage.is_empty() => {
            let fields = json!({"damage": {"parts": parts(&action.damage)}});
            list.push(activity("damage", &activation, fields));
        }
        None => {}
    }
    if list.is_empty() && section != "special" || list.is_empty() && usage.is_some() {
        list.push(activity("utility", &activation, json!({})));
    }
    let mut targets = Vec::new();
    if usage.is_some() {
        targets.push(json!({"type": "itemUses", "value": "1"}));
    }
    if section == "legendary" {
        let cost = action.legendary_cost.unwrap_or(1).to_string();
        targets.push(json!({"type": "attribute", "value": cost, "target": "resources.legact.value"}));
    }
    for activity in &mut list {
        merge(activity, json!({"consumption": {"spellSlot": true, "targets": targets}}));
    }
    let mut system = json!({"description": {"value": html(&action.text)}, "activities": list});
    if let Some(usage) = usage {
        merge(&mut system, json!({"uses": usage}));
    }
    let striking = action.attacks.iter().find(|own| own.attack_type.as_deref() != Some("SPELL"));
    // The form that it is limited to stands in the name, as the system's own actors have it.
    let form = action.limited_to_form.as_deref();
    let name = form.map_or_else(|| action.name.clone(), |form| format!("{} ({form})", action.name));
    let Some(weapon) = striking else {
        let properties: &[&str] = if section == "special" { &["trait"] } else { &[] };
        merge(&mut system, json!({"type": {"value": "monster"}, "properties": properties}));
        return (name, "feat", system);
    };
    merge(
        &mut system,
        json!({
            "type": {"value": "natural"},
            "equipped": true,
            "proficient": 1,
            "range": {"value": weapon.range, "long": weapon.long_range, "reach": weapon.reach, "units": "ft"},
        }),
    );
    (name, "weapon", system)
}

/// An attack with the printed bonus and damage.
fn attack(attack: &Attack, activation: &Value) -> Value {
    let kind = if attack.reach.is_none() && attack.range.is_some() { "ranged" } else { "melee" };
    let class = if attack.attack_type.as_deref() == Some("SPELL") { "spell" } else { "weapon" };
    activity(
        "attack",
        activation,
        json!({
            "name": inert::markdown(&attack.name),
            "attack": {
                "bonus": attack.to_hit.unwrap_or(0).to_string(),
                "flat": true,
                "type": {"value": kind, "classification": class},
            },
            "damage": {"includeBase": false, "parts": parts(&attack.damage)},
        }),
    )
}

/// The spells of a caster: what is known of them here is the name, the level, and how often.
fn spells(casting: &Spellcasting) -> impl Iterator<Item = (String, &'static str, Value)> {
    casting.spells.iter().map(|spell| {
        let usage = spell.usage.as_ref();
        let is_at_will = |usage: &UsageLimit| usage.kind == "AT_WILL";
        let method = match usage {
            Some(usage) if is_at_will(usage) => "atwill",
            Some(_) => "innate",
            None => "spell",
        };
        let mut system = json!({"level": spell.level.unwrap_or(0), "method": method, "prepared": 2});
        if let Some(uses) = uses(usage) {
            merge(&mut system, json!({"uses": uses}));
        }
        (spell.name.clone(), "spell", system)
    })
}
