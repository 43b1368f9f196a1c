//! Changes of creatures: numbers scaled, skills, saving throws, senses and spells added.

use super::array::texts;
use super::text::pattern;
use crate::foundry_text::fields::Fields;
use lorekeeper_content::vocabulary::{ABILITIES, SKILLS, skill_ability};
use lorekeeper_content::{proficiency_bonus, slugify};
use serde_json::{Map, Value, json};

/// Makes a change of the creature itself.
pub(super) fn apply(record: &mut Map<String, Value>, mode: &str, change: &Value) -> Option<()> {
    let fields = Fields::of(change);
    match mode {
        "setProp" => {
            let name = fields.filled("prop")?;
            record.insert(name, change.get("value")?.clone());
        }
        "addSkills" => {
            for (skill, level) in fields.entries("skills") {
                let ability = skill_ability(&slugify(skill))?;
                add_bonus(record, "skill", skill, ability, level.whole()?)?;
            }
        }
        "addAllSkills" => {
            let level = fields.int("skills")?;
            for (skill, ability) in SKILLS {
                add_bonus(record, "skill", &skill.replace('-', " "), ability, level)?;
            }
        }
        "addSaves" => {
            for (code, level) in fields.entries("saves") {
                let ability = lorekeeper_content::vocabulary::ability_of(code)?;
                add_bonus(record, "save", code, ability, level.whole()?)?;
            }
        }
        "addAllSaves" => {
            let level = fields.int("saves")?;
            for ability in ABILITIES {
                add_bonus(record, "save", ability.get(..3)?, ability, level)?;
            }
        }
        "addSenses" => {
            let added = change.get("senses")?;
            let one = std::slice::from_ref(added);
            let senses = record.entry("senses").or_insert_with(|| json!([]));
            let senses = senses.as_array_mut()?;
            for sense in added.as_array().map_or(one, Vec::as_slice) {
                let sense = Fields::of(sense);
                let line = format!("{} {} ft.", sense.text("type"), sense.int("range")?);
                senses.retain(|known| !known.as_str().is_some_and(|known| known.starts_with(sense.text("type"))));
                senses.push(json!(line));
            }
        }
        "scalarAddHit" | "scalarAddDc" => {
            let tag = if mode == "scalarAddHit" { "hit" } else { "dc" };
            let found = pattern(&format!(r"\{{@{tag} ([-+]?\d+)"), "")?;
            let scalar = fields.int("scalar")?;
            let add = |found: &regex::Captures<'_>| {
                let number = found.get(1).and_then(|n| n.as_str().parse::<i32>().ok());
                format!("{{@{tag} {}", number.unwrap_or_default().saturating_add(scalar))
            };
            for (_, value) in record {
                in_texts(value, &|text| found.replace_all(text, add).into_owned());
            }
        }
        "maxSize" => {
            let order = ["T", "S", "M", "L", "H", "G"];
            let most = order.iter().position(|size| *size == fields.text("max"))?;
            let sizes = record.get_mut("size")?.as_array_mut()?;
            for size in sizes {
                let place = order.iter().position(|known| Some(*known) == size.as_str());
                if place.is_some_and(|place| place > most) {
                    *size = json!(order.get(most)?);
                }
            }
        }
        // The points follow from the rating.
        "scalarMultXp" => {}
        _ => return None,
    }
    Some(())
}

fn in_texts(value: &mut Value, change: &dyn Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| in_texts(item, change)),
        Value::Object(fields) => fields.values_mut().for_each(|value| in_texts(value, change)),
        _ => {}
    }
}

/// Adds a bonus that proficiency gives: once, or twice for expertise; a higher one stays.
fn add_bonus(record: &mut Map<String, Value>, field: &str, name: &str, ability: &str, level: i32) -> Option<()> {
    let whole = Value::Object(record.clone());
    let fields = Fields::of(&whole);
    let score = fields.int(ability.get(..3)?)?;
    let rating = fields.word("cr").or_else(|| fields.word("cr.cr"))?;
    let proficiency = proficiency_bonus(lorekeeper_content::parse_fraction(&rating)?)?;
    let bonus = (score - 10).div_euclid(2) + proficiency * level.clamp(0, 2);
    let list = record.entry(field).or_insert_with(|| json!({}));
    let list = list.as_object_mut()?;
    let known = list.get(name).and_then(Value::as_str);
    let known = known.and_then(|known| known.trim_start_matches('+').parse::<i32>().ok());
    if known.is_none_or(|known| known < bonus) {
        list.insert(name.to_owned(), json!(format!("{bonus:+}")));
    }
    Some(())
}

/// Changes numbers of a map, or texts before and after.
pub(super) fn scale(value: &mut Value, mode: &str, change: &Value) -> Option<()> {
    let fields = Fields::of(change);
    let prop = fields.text("prop");
    let map = value.as_object_mut()?;
    let scale = |value: &Value| -> Option<Value> {
        if mode == "prefixSuffixStringProp" {
            let text = value.as_str()?;
            return Some(json!(format!("{}{text}{}", fields.text("prefix"), fields.text("suffix"))));
        }
        let number = value.as_f64().or_else(|| value.as_str()?.trim_start_matches('+').parse().ok())?;
        let scalar = fields.number("scalar")?;
        let result = match mode {
            "scalarAddProp" => number + scalar,
            "scalarMultProp" if fields.is("floor") => (number * scalar).floor(),
            "scalarMultProp" => number * scalar,
            _ => return None,
        };
        #[expect(clippy::cast_possible_truncation, reason = "bonuses and distances are small")]
        let whole = result.clamp(-1e6, 1e6) as i64;
        Some(if value.is_string() { json!(format!("{whole:+}")) } else { json!(whole) })
    };
    for (name, value) in map {
        if prop == "*" || prop == name {
            *value = scale(value)?;
        }
    }
    Some(())
}

/// Changes the lists of the first spellcasting: by level, by how often a day, and at will.
pub(super) fn spells(value: &mut Value, mode: &str, change: &Value) -> Option<()> {
    let casting = value.as_array_mut()?.first_mut()?.as_object_mut()?;
    for (list, changes) in change.as_object()? {
        match (list.as_str(), changes) {
            ("mode" | "name", _) => {}
            (list, Value::Array(added)) => {
                let known = casting.entry(list).or_insert_with(|| json!([]));
                known.as_array_mut()?.extend(added.iter().cloned());
            }
            (list, Value::Object(by_level)) => {
                let lists = casting.entry(list).or_insert_with(|| json!({}));
                for (level, changes) in by_level {
                    let at = lists.as_object_mut()?.entry(level).or_insert(Value::Null);
                    change_spells(at, list, mode, changes)?;
                }
            }
            _ => return None,
        }
    }
    Some(())
}

fn change_spells(at: &mut Value, list: &str, mode: &str, changes: &Value) -> Option<()> {
    let is_by_level = list == "spells";
    if at.is_null() {
        *at = if is_by_level { json!({"spells": []}) } else { json!([]) };
    }
    let spells = if is_by_level { at.get_mut("spells")? } else { at };
    let spells = spells.as_array_mut()?;
    match mode {
        "addSpells" => {
            let added = changes.get("spells").unwrap_or(changes);
            spells.extend(texts(Some(added)).into_iter().map(|spell| json!(spell)));
        }
        "removeSpells" => {
            let removed = texts(Some(changes));
            spells.retain(|spell| !spell.as_str().is_some_and(|spell| removed.contains(&spell)));
        }
        _ => {
            for change in changes.as_array()? {
                let change = Fields::of(change);
                let replaced = |spell: &&mut Value| spell.as_str() == Some(change.text("replace"));
                if let Some(spell) = spells.iter_mut().find(replaced) {
                    *spell = json!(change.text("with"));
                }
            }
        }
    }
    Some(())
}
