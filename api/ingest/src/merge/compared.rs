//! Comparison of statements: the fields on which sources are held against each other, and when two values are one.

use super::fields::is_empty;
use lorekeeper_content::Family;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The compared fields of a family. Texts are not among them: sources word and set them differently. Nor are fields
/// in which each source has words of its own (categories, subtypes, names of subclasses).
pub(super) fn fields(family: Family) -> &'static [&'static str] {
    match family {
        Family::Spell => &SPELL,
        Family::Creature => &CREATURE,
        Family::Equipment => &EQUIPMENT,
        Family::CharacterOption => &CHARACTER_OPTION,
        Family::Rule => &RULE,
    }
}

const SPELL: [&str; 25] = [
    "level", "school", "class_slugs", "casting_time", "range", "range_unit", "area_shape", "area_size", "area_unit",
    "target_type", "target_count", "verbal", "somatic", "material", "material_cost", "material_consumed", "duration",
    "concentration", "ritual", "attack_roll", "attack_type", "saving_throw", "saving_throw_success", "damage_roll",
    "damage_types",
];

const CREATURE: [&str; 45] = [
    "size", "creature_type", "alignment", "armor_class", "hit_points", "hit_dice", "initiative_bonus", "speed.walk",
    "speed.fly", "speed.swim", "speed.climb", "speed.burrow", "speed.hover", "ability_scores.strength",
    "ability_scores.dexterity", "ability_scores.constitution", "ability_scores.intelligence", "ability_scores.wisdom",
    "ability_scores.charisma", "saving_throws.strength", "saving_throws.dexterity", "saving_throws.constitution",
    "saving_throws.intelligence", "saving_throws.wisdom", "saving_throws.charisma", "skills", "proficiency_bonus",
    "damage_vulnerabilities", "damage_resistances", "damage_immunities", "condition_immunities", "senses.darkvision",
    "senses.blindsight", "senses.tremorsense", "senses.truesight", "passive_perception", "languages", "gear",
    "challenge_rating", "experience_points", "spellcasting.level", "spellcasting.ability", "spellcasting.dc",
    "spellcasting.to_hit", "spell_slugs",
];

const EQUIPMENT: [&str; 20] = [
    "cost", "weight", "damage_dice", "versatile_dice", "damage_type", "properties", "mastery", "range", "long_range",
    "simple", "martial", "armor_category", "ac_base", "ac_adds_dexterity", "ac_dexterity_cap", "strength_required",
    "stealth_disadvantage", "rarity", "requires_attunement", "capacity",
];

const CHARACTER_OPTION: [&str; 7] =
    ["hit_die", "saving_throws", "caster_type", "spellcasting_ability", "sizes", "speed", "languages"];

const RULE: [&str; 3] = ["ability", "script", "exotic"];

/// Fields in which a source's `false` is no statement, because its records do not tell.
const UNTOLD: [(&str, &str); 3] =
    [("foundry_srd", "attack_roll"), ("open5e_v1", "attack_roll"), ("srd_data", "attack_roll")];

/// The value that a source states at a path; `None` when it says nothing.
pub(super) fn stated<'a>(source: &str, fields: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let value = at(fields, path).filter(|value| !is_empty(value))?;
    let untold = *value == Value::Bool(false) && UNTOLD.contains(&(source, path));
    (!untold).then_some(value)
}

fn at<'a>(fields: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let (field, below) = path.split_once('.').unwrap_or((path, ""));
    let value = fields.get(field)?;
    if below.is_empty() { Some(value) } else { at(value.as_object()?, below) }
}

/// Puts a value at a path. What is not there yet is made.
pub(super) fn put(fields: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            fields.insert(path.to_owned(), value);
        }
        Some((field, below)) => {
            let inner = fields.entry(field).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                put(inner, below, value);
            }
        }
    }
}

/// A value as people read it. Two values are one if they read the same: the case of letters, blanks, and the order of
/// lists do not matter.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |n| n.to_string()),
        Value::String(text) => words(text),
        Value::Array(items) => {
            let items: BTreeSet<String> = items.iter().map(shown).collect();
            items.into_iter().collect::<Vec<_>>().join(", ")
        }
        // A property of a weapon, or a skill and its bonus.
        Value::Object(fields) => match (fields.get("slug"), fields.get("skill")) {
            (Some(slug), _) => shown(slug),
            (_, Some(skill)) => {
                let bonus = fields.get("bonus").map(shown).unwrap_or_default();
                format!("{} {bonus}", shown(skill))
            }
            _ => String::new(),
        },
    }
}

/// A short text in lower case, with single blanks, and none around signs: `2d6+3` is `2d6 + 3`.
fn words(text: &str) -> String {
    let text = text.to_lowercase();
    if text.contains('d') && text.chars().all(|c| "0123456789d+-−– ".contains(c)) {
        let dice: String = text.chars().filter(|c| *c != ' ').collect();
        return dice.replace(['−', '–'], "-");
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::{character_option, creature, equipment, rule, spell};
    use serde_json::json;

    #[test]
    fn each_compared_field_is_one_of_its_family() {
        fn check(family: Family, row: Value) {
            let row = row.as_object().unwrap();
            for path in fields(family) {
                let field = path.split('.').next().unwrap();
                assert!(row.contains_key(field), "{family:?} has no {path}");
            }
        }
        check(Family::Spell, json!(spell::Model::default()));
        check(Family::Creature, json!(creature::Model::default()));
        check(Family::Equipment, json!(equipment::Model::default()));
        check(Family::CharacterOption, json!(character_option::Model::default()));
        check(Family::Rule, json!(rule::Model::default()));
    }

    #[test]
    fn values_that_read_the_same_are_one() {
        for (one, other) in [
            (json!("Lawful  Good"), json!("lawful good")),
            (json!("2d6 + 3"), json!("2d6+3")),
            (json!(["b", "a"]), json!(["a", "b"])),
            (json!(2), json!(2.0)),
            (json!([{"slug": "light", "text": "Small."}]), json!([{"slug": "light", "name": "Light"}])),
        ] {
            assert_eq!(shown(&one), shown(&other));
        }
        let skill = |bonus: i32| json!([{"skill": "stealth", "bonus": bonus}]);
        assert_ne!(shown(&skill(4)), shown(&skill(6)));
    }

    #[test]
    fn what_a_source_does_not_tell_is_no_statement() {
        let Value::Object(fields) = json!({"attack_roll": false, "speed": {"walk": 0, "fly": null}}) else {
            panic!("an object");
        };
        assert_eq!(stated("open5e_v1", &fields, "attack_roll"), None);
        assert!(stated("dnd5e_api", &fields, "attack_roll").is_some());
        assert!(stated("open5e_v1", &fields, "speed.walk").is_some());
        assert_eq!(stated("open5e_v1", &fields, "speed.fly"), None);
    }
}
