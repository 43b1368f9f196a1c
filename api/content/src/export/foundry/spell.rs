//! Spells as items, with an activity for what they make roll.

use super::damage::{Dealt, dealt, growth};
use super::{activities, activity, code, part, save};
use crate::export::{Credit, inert, known};
use crate::markdown::Layout;
use crate::markdown::spell::heading_of_higher_levels;
use crate::spell::Model;
use crate::{RowCore, SavingThrowDc};
use serde_json::{Value, json};

/// The system's codes of durations that are no time.
const DURATIONS: [(&str, &str); 5] = [
    ("instantaneous", "inst"),
    ("until dispelled", "disp"),
    ("until dispelled or triggered", "dstr"),
    ("permanent", "perm"),
    ("special", "spec"),
];

/// Units of time that lasting is measured in.
const TIMES: [&str; 7] = ["turn", "round", "minute", "hour", "day", "month", "year"];

/// The fields of the spell; its description is Markdown yet.
pub(super) fn system(spell: &Model, credit: &Credit<'_>) -> Value {
    let heading = heading_of_higher_levels(spell, Layout::of(credit.key, credit.book));
    let higher = spell.higher_levels_apart();
    let higher = higher.map(|text| format!("**{heading}.** {text}"));
    let text: Vec<&str> = std::iter::once(spell.text.as_str()).chain(higher.as_deref()).collect();
    let properties = [
        (spell.verbal, "vocal"),
        (spell.somatic, "somatic"),
        (spell.material, "material"),
        (spell.concentration, "concentration"),
        (spell.ritual, "ritual"),
    ];
    let properties = properties.into_iter().filter(|(has, _)| *has);
    let activation = activation(spell);
    json!({
        "description": text.join("\n\n"),
        "level": spell.level,
        "school": spell.school.as_deref().map(school),
        "properties": properties.map(|(_, code)| code).collect::<Vec<_>>(),
        "materials": {
            "value": inert::markdown(spell.material_text.as_deref().unwrap_or_default()),
            "cost": spell.material_cost.unwrap_or(0.0),
            "consumed": spell.material_consumed,
        },
        "activation": activation,
        "duration": duration(&spell.duration),
        "range": range(spell),
        "target": target(spell),
        "method": "spell",
        "activities": activities(&spell.identity().global_id(), rolled(spell, &activation)),
    })
}

fn school(school: &str) -> &str {
    match school {
        "transmutation" => "trs",
        school => code(school),
    }
}

fn activation(spell: &Model) -> Value {
    let (number, unit) = number_and_unit(&spell.casting_time);
    let kind = match unit {
        "action" | "reaction" => unit,
        "bonus-action" => "bonus",
        unit => {
            ["minute", "hour", "day"].into_iter().find(|time| *time == unit.trim_end_matches('s')).unwrap_or("special")
        }
    };
    // Another time is told in words.
    let other = (kind == "special").then_some(spell.casting_time_label.as_str());
    let condition = spell.reaction_condition.as_deref().or(other);
    let condition = inert::markdown(condition.unwrap_or_default());
    json!({"type": kind, "value": number, "condition": condition})
}

/// `10minutes` and `10 minutes`: the number, if there is one, and the rest.
fn number_and_unit(text: &str) -> (Option<i32>, &str) {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.strip_suffix(unit).and_then(|number| number.parse().ok());
    (number, unit.trim())
}

fn duration(text: &str) -> Value {
    let text = text.to_lowercase();
    if let Some((_, code)) = DURATIONS.iter().find(|(name, _)| *name == text) {
        return json!({"units": code});
    }
    let (number, unit) = number_and_unit(text.trim_start_matches("up to "));
    match TIMES.into_iter().find(|time| *time == unit.trim_end_matches('s')) {
        Some(unit) => json!({"value": number.unwrap_or(1).to_string(), "units": unit}),
        None => json!({"units": "spec", "special": inert::markdown(&text)}),
    }
}

fn range(spell: &Model) -> Value {
    let text = spell.range_text.as_deref().unwrap_or_default();
    let words = text.to_lowercase();
    match words.split([' ', ',', '(']).next() {
        Some("self") => json!({"units": "self"}),
        Some("touch") => json!({"units": "touch"}),
        Some("unlimited") => json!({"units": "any"}),
        _ => match (spell.range, spell.range_unit.as_deref()) {
            (Some(range), unit) if range > 0.0 => {
                let unit = if unit == Some("miles") { "mi" } else { "ft" };
                json!({"value": range.to_string(), "units": unit})
            }
            _ => json!({"units": "spec", "special": inert::markdown(text)}),
        },
    }
}

fn target(spell: &Model) -> Value {
    // An area affects all in it: one is where it is, not how many.
    let count = spell.target_count.filter(|count| *count > 1 || spell.area_shape.is_none());
    let count = count.map(|count| count.to_string());
    let kind = spell.target_type.as_deref().filter(|kind| ["creature", "object"].contains(kind));
    json!({
        "template": known(json!({
            "type": spell.area_shape, "size": spell.area_size.map(|size| size.to_string()),
            "units": if spell.area_unit.as_deref() == Some("miles") { "mi" } else { "ft" },
        })),
        "affects": {"type": kind.unwrap_or_default(), "count": count.unwrap_or_default()},
    })
}

/// What the spell makes roll: an attack, with the saving throw that follows it, a saving throw, healing, damage, or nothing.
fn rolled(spell: &Model, activation: &Value) -> Vec<Value> {
    let Dealt { parts, on_save } = dealt(spell);
    let saved = |parts: Vec<Value>| {
        let throw = SavingThrowDc {
            ability: spell.saving_throw.clone()?,
            dc: None,
            success: spell.saving_throw_success.clone(),
        };
        Some(save(activation, &throw, parts))
    };
    if spell.attack_roll {
        let kind = spell.attack_type.as_deref().unwrap_or("ranged");
        let attack = activity(
            "attack",
            activation,
            json!({
                "attack": {"type": {"value": kind, "classification": "spell"}},
                "damage": {"includeBase": false, "parts": parts},
            }),
        );
        let follows = (!on_save.is_empty()).then(|| saved(on_save)).flatten();
        return [attack].into_iter().chain(follows).collect();
    }
    let is_harmless = parts.is_empty();
    if let Some(save) = saved(parts.clone()) {
        return vec![save];
    }
    vec![match &spell.healing {
        Some(healing) => {
            let types = ["healing".to_owned()];
            let healing = part(healing, None, &types, growth(spell, healing, true));
            activity("heal", activation, json!({"healing": healing}))
        }
        None if is_harmless => activity("utility", activation, json!({})),
        None => activity("damage", activation, json!({"damage": {"parts": parts}})),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_numbers_and_units() {
        for (text, expected) in [
            ("Instantaneous", json!({"units": "inst"})),
            ("up to 10 minutes", json!({"value": "10", "units": "minute"})),
            ("1 hour", json!({"value": "1", "units": "hour"})),
            ("until the soup is cold", json!({"units": "spec", "special": "until the soup is cold"})),
        ] {
            assert_eq!(duration(text), expected, "{text}");
        }
        assert_eq!(number_and_unit("bonus-action"), (None, "bonus-action"));
        assert_eq!(number_and_unit("10minutes"), (Some(10), "minutes"));
    }
}
