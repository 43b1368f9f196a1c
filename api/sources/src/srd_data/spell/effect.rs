//! Effect of a spell: targets, area, attack, save, dice, and their growth.

use super::SpellRecord;
use crate::spell_text::dice::healing;
use crate::srd_data::notation::{ability, bonus, dice, sum};
use crate::srd_data::wire::{Activity, Part};
use lorekeeper_content::spell::{CastingOption, Model};

/// The levels at which a cantrip grows.
const CANTRIP: [i32; 3] = [5, 11, 17];

/// Fills in the fields from the activities. The first one with a value speaks for the spell: the others are what
/// happens later, or in another use of it.
pub(super) fn fill(wire: &SpellRecord, row: &mut Model) {
    let activities = &wire.activities;
    let first = activities.first();
    row.target_type = first.and_then(target);
    row.target_count = first.and_then(|activity| activity.target.affects.count.parse().ok());
    area(activities, row);
    let lower = row.text.to_lowercase();
    row.attack_roll = lower.contains("spell attack");
    if row.attack_roll {
        row.attack_type = attack_type(&lower);
    }
    if let Some(save) = activities
        .iter()
        .find(|a| a.kind == "save" && !a.save.ability.is_empty())
    {
        row.saving_throw = save
            .save
            .ability
            .iter()
            .find_map(|code| ability(code))
            .map(str::to_owned);
        row.saving_throw_success = match save.damage.on_save.as_str() {
            _ if save.damage.parts.is_empty() => None,
            "half" => Some("half".to_owned()),
            "none" => Some("none".to_owned()),
            _ => Some("other".to_owned()),
        };
    }
    row.healing = healing(&row.text).or_else(|| restored(activities));
    let dealing = activities.iter().find(|activity| deals(activity));
    if let Some(activity) = dealing {
        row.damage_roll = roll(&activity.damage.parts, 0);
        row.damage_types = types(activity);
    }
    row.casting_options = options(wire, dealing, row.healing.as_deref()).into();
}

fn deals(activity: &Activity) -> bool {
    let kinds = ["attack", "save", "damage"];
    let harms = |part: &Part| {
        !part
            .types
            .iter()
            .any(|kind| kind == "healing" || kind == "temphp")
    };
    kinds.contains(&activity.kind.as_str()) && activity.damage.parts.iter().any(harms)
}

fn target(activity: &Activity) -> Option<String> {
    let kind = match activity.target.affects.kind.as_str() {
        "creature" | "willing" | "enemy" | "ally" | "creatureOrObject" => "creature",
        "object" => "object",
        "space" => "point",
        _ if !activity.target.template.kind.is_empty() => "area",
        _ => return None,
    };
    Some(kind.to_owned())
}

fn area(activities: &[Activity], row: &mut Model) {
    let mut templates = activities.iter().map(|activity| &activity.target.template);
    let shape = |kind: &str| match kind {
        "cone" | "cube" | "cylinder" | "line" | "sphere" => Some(kind.to_owned()),
        _ => None,
    };
    let found = templates.find_map(|template| {
        let size = template
            .size
            .trim()
            .parse()
            .ok()
            .filter(|size: &i32| *size > 0)?;
        Some((shape(&template.kind)?, size))
    });
    if let Some((shape, size)) = found {
        row.area_shape = Some(shape);
        row.area_size = Some(size);
        row.area_unit = Some("feet".to_owned());
    }
}

/// How the attack is delivered, where the text says only one way.
fn attack_type(lower: &str) -> Option<String> {
    let melee = lower.contains("melee spell attack");
    let ranged = lower.contains("ranged spell attack");
    match (melee, ranged) {
        (true, false) => Some("melee".to_owned()),
        (false, true) => Some("ranged".to_owned()),
        _ => None,
    }
}

fn types(activity: &Activity) -> Vec<String> {
    let parts = activity.damage.parts.iter();
    let mut types: Vec<String> = parts.flat_map(|part| part.types.iter().cloned()).collect();
    types.sort();
    types.dedup();
    types
}

/// The dice of all parts, grown by so many steps.
fn roll(parts: &[Part], steps: i32) -> Option<String> {
    let dice: Vec<String> = parts.iter().filter_map(|part| grown(part, steps)).collect();
    Some(dice.join(" + ")).filter(|roll| !roll.is_empty())
}

fn grown(part: &Part, steps: i32) -> Option<String> {
    if part.custom.enabled {
        let formula = part.custom.formula.trim();
        return (steps == 0 && !formula.is_empty() && !formula.contains('@'))
            .then(|| formula.to_owned());
    }
    let by = if part.scaling.mode == "whole" {
        part.scaling.number.unwrap_or(1)
    } else {
        0
    };
    let more = Part {
        number: part.number.map(|number| number + by * steps),
        ..part.clone()
    };
    let flat = sum(&part.bonus, |_| None);
    dice(&more).map(|dice| format!("{dice}{}", bonus(flat.unwrap_or_default())))
}

/// The hit points that an activity restores, where the text does not say it in so many words.
fn restored(activities: &[Activity]) -> Option<String> {
    let parts = activities.iter().filter(|activity| activity.kind == "heal");
    let part = parts
        .filter_map(|activity| activity.healing.as_ref())
        .find(|part| part.types.iter().any(|kind| kind == "healing") && !part.custom.enabled)?;
    let modified = if part.bonus.trim() == "@mod" {
        " + MOD"
    } else {
        ""
    };
    match dice(part) {
        Some(dice) if modified.is_empty() => Some(format!(
            "{dice}{}",
            bonus(sum(&part.bonus, |_| None).unwrap_or_default())
        )),
        Some(dice) => Some(format!("{dice}{modified}")),
        None => sum(&part.bonus, |_| None)
            .filter(|flat| *flat > 1)
            .map(|flat| flat.to_string()),
    }
}

/// The changes with the level: of the slot, or of the caster of a cantrip.
fn options(
    wire: &SpellRecord,
    dealing: Option<&Activity>,
    healing: Option<&str>,
) -> Vec<CastingOption> {
    let healed = wire
        .activities
        .iter()
        .find_map(|activity| activity.healing.as_ref());
    let healed = healed.filter(|_| healing.is_some());
    let counted = wire
        .activities
        .first()
        .map(|activity| activity.target.affects.count.as_str());
    let counted = counted.filter(|count| count.contains("@item.level"));
    let ways: Vec<(String, i32, i32)> = if wire.level == 0 {
        let levels = (1..).zip(CANTRIP);
        levels
            .map(|(step, level)| (format!("player_level_{level}"), step, level))
            .collect()
    } else {
        let levels = wire.level + 1..=9;
        levels
            .map(|level| (format!("slot_level_{level}"), level - wire.level, level))
            .collect()
    };
    ways.into_iter()
        .filter_map(|(kind, steps, level)| {
            let grows = |part: &Part| part.scaling.mode == "whole";
            let dealt = dealing.filter(|activity| activity.damage.parts.iter().any(grows));
            let healed = healed
                .filter(|part| grows(part))
                .and_then(|part| grown(part, steps));
            let modified = healing.is_some_and(|healing| healing.ends_with(" + MOD"));
            let option = CastingOption {
                kind: kind.clone(),
                damage_roll: dealt.and_then(|activity| roll(&activity.damage.parts, steps)),
                healing: healed.map(|dice| {
                    if modified {
                        format!("{dice} + MOD")
                    } else {
                        dice
                    }
                }),
                target_count: counted.and_then(|formula| {
                    sum(formula, |name| (name == "item.level").then_some(level))
                }),
                ..CastingOption::default()
            };
            let plain = CastingOption {
                kind,
                ..CastingOption::default()
            };
            (option != plain).then_some(option)
        })
        .collect()
}
