//! Spells of 5etools.

use super::entries::{entries, text};
use super::named;
use crate::export::known;
use crate::markdown::notation::titled;
use crate::spell::Model;
use crate::vocabulary::DAMAGE_TYPES;
use crate::vocabulary::SCHOOLS;
use serde_json::{Value, json};

/// Units of time, as casting times and durations have them.
const TIMES: [&str; 7] = ["turn", "round", "minute", "hour", "day", "week", "year"];

/// The fields of a spell, its name, its book and its text aside. `classes` is the book of the classes.
pub(super) fn fields(spell: &Model, classes: &str) -> Value {
    let classes = spell.class_slugs.iter().map(|slug| json!({"name": titled(slug), "source": classes}));
    let classes: Vec<Value> = classes.collect();
    let damage = spell.damage_types.iter().filter(|kind| DAMAGE_TYPES.contains(&kind.as_str()));
    let higher = spell.higher_levels_apart().map(entries).filter(|entries| !entries.is_empty());
    known(json!({
        "level": spell.level,
        "school": spell.school.as_deref().map_or_else(|| "A".to_owned(), school),
        "meta": spell.ritual.then(|| json!({"ritual": true})),
        "time": [time(spell)],
        "range": range(spell),
        "components": components(spell),
        "duration": durations(spell),
        "entriesHigherLevel": higher.map(|entries| vec![named("At Higher Levels", entries)]),
        "damageInflict": damage.collect::<Vec<_>>(),
        "conditionInflict": spell.inflicts,
        "savingThrow": spell.saving_throw.as_slice(),
        "spellAttack": spell.attack_roll.then(|| match spell.attack_type.as_deref() {
            Some("melee") => vec!["M"],
            Some("ranged") => vec!["R"],
            _ => vec!["O"],
        }),
        "classes": (!classes.is_empty()).then(|| json!({"fromClassList": classes})),
    }))
}

/// A school of the site's own, and its letter.
const PSIONIC: (&str, &str) = ("psionic", "P");

/// The schools, with the site's letters.
fn schools() -> impl Iterator<Item = (&'static str, &'static str)> {
    let schools = SCHOOLS.into_iter().map(|(name, letter, _)| (name, letter));
    schools.chain([PSIONIC])
}

/// The letter of a school, or the code of one of a book's own, which the file explains.
fn school(school: &str) -> String {
    let known = schools().find(|(name, _)| *name == school);
    known.map_or(school, |(_, letter)| letter).to_owned()
}

/// What a file says of the school of a spell that is a book's own.
pub(super) fn own_school(spell: &Value) -> Option<(String, Value)> {
    let code = spell.get("school")?.as_str()?;
    let is_own = schools().all(|(_, letter)| letter != code);
    let short = code.chars().take(4).collect::<String>();
    is_own.then(|| (code.to_owned(), json!({"full": titled(code), "short": short})))
}

/// `10minutes`: the number and the unit; `None` for another time.
fn amount(text: &str) -> Option<(i64, &'static str)> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.strip_suffix(unit)?;
    let unit = unit.trim();
    let unit = TIMES.into_iter().find(|time| unit.trim_end_matches('s') == *time)?;
    Some((number.parse().unwrap_or(1), unit))
}

fn time(spell: &Model) -> Value {
    let condition = spell.reaction_condition.as_deref().map(text);
    let (number, unit) = match spell.casting_time.as_str() {
        "action" => (1, "action"),
        "bonus-action" => (1, "bonus"),
        "reaction" => (1, "reaction"),
        code => match amount(code) {
            Some(amount) => amount,
            None => {
                return json!({"number": 1, "unit": "special", "note": text(&spell.casting_time_label)});
            }
        },
    };
    known(json!({"number": number, "unit": unit, "condition": condition}))
}

fn range(spell: &Model) -> Value {
    let printed = spell.range_text.as_deref().unwrap_or_default().to_lowercase();
    let feet = |unit: Option<&str>| {
        if unit == Some("miles") { "miles" } else { "feet" }
    };
    let whole =
        |number: f64| serde_json::Number::from_f64(number).and_then(|_| format!("{number:.0}").parse::<i64>().ok());
    let distance = match printed.split([' ', ',', '(']).next().unwrap_or_default() {
        "self" => match (spell.area_shape.as_deref(), spell.area_size) {
            // An area around the caster, or from there.
            (Some(shape @ ("cone" | "cube" | "line" | "sphere")), Some(size)) => {
                let distance = json!({"type": feet(spell.area_unit.as_deref()), "amount": size});
                return json!({"type": shape, "distance": distance});
            }
            _ => json!({"type": "self"}),
        },
        word @ ("touch" | "sight" | "unlimited") => json!({"type": word}),
        _ => match spell.range.filter(|range| *range >= 1.0).and_then(whole) {
            Some(amount) => json!({"type": feet(spell.range_unit.as_deref()), "amount": amount}),
            None => return json!({"type": "special"}),
        },
    };
    json!({"type": "point", "distance": distance})
}

fn components(spell: &Model) -> Value {
    let yes = |has: bool| has.then_some(true);
    let words = spell.material_text.as_deref().map(text);
    let material = match (words, spell.material_cost) {
        (Some(words), None) if !spell.material_consumed => json!(words),
        (Some(words), cost) => known(json!({
            "text": words,
            // In copper.
            "cost": cost.map(|gold| gold * 100.0),
            "consume": yes(spell.material_consumed),
        })),
        (None, _) => json!(true),
    };
    known(json!({
        "v": yes(spell.verbal),
        "s": yes(spell.somatic),
        "m": spell.material.then_some(material),
    }))
}

/// How long it lasts: a time, an end, or one or the other.
fn durations(spell: &Model) -> Vec<Value> {
    let words = spell.duration.to_lowercase();
    let both = words.split_once(" or until ");
    let both = both.map(|(time, end)| [time.to_owned(), format!("until {end}")]);
    let both = both.map(|parts| parts.map(|part| duration(spell, &part)));
    let is_known = |part: &Value| part.get("type") != Some(&json!("special"));
    match both {
        Some(both) if both.iter().all(is_known) => both.to_vec(),
        _ => vec![duration(spell, &words)],
    }
}

fn duration(spell: &Model, words: &str) -> Value {
    let concentration = spell.concentration.then_some(true);
    let up_to = concentration.or(words.starts_with("up to ").then_some(true));
    match words {
        "instantaneous" => json!({"type": "instant"}),
        "permanent" => json!({"type": "permanent"}),
        "until dispelled" => json!({"type": "permanent", "ends": ["dispel"]}),
        "until dispelled or triggered" => {
            json!({"type": "permanent", "ends": ["dispel", "trigger"]})
        }
        words => match amount(words.trim_start_matches("up to ")) {
            Some((amount, unit)) => known(json!({
                "type": "timed",
                "duration": known(json!({"type": unit, "amount": amount, "upTo": up_to})),
                "concentration": concentration,
            })),
            None => known(json!({"type": "special", "concentration": concentration})),
        },
    }
}
