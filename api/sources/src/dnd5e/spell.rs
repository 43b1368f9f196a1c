//! Spells.

mod effect;

use super::NAME;
use super::wire::{Dc, Reference, Text, document_key};
use crate::spell_text::casting;
use crate::wire::{self, ability, filled};
use crate::{Draft, Drafts, Records, origin};
use effect::DamageRecord;
use lorekeeper_content::{slugify, spell};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let endpoint = format!("{edition}/spells");
    for (record, spell) in drafts.parse::<Spell>(records, &endpoint) {
        drafts.spells.push(Draft {
            row: row(edition, spell),
            origin: origin(NAME, &endpoint, record),
            section: None,
        });
    }
}

/// A spell as the API has it.
#[derive(Deserialize)]
struct Spell {
    #[serde(deserialize_with = "wire::name")]
    name: String,
    desc: Text,
    #[serde(default)]
    higher_level: Text,
    range: Option<String>,
    components: Vec<String>,
    material: Option<String>,
    ritual: bool,
    duration: String,
    concentration: bool,
    casting_time: String,
    #[serde(deserialize_with = "level")]
    level: i32,
    attack_type: Option<String>,
    damage: Option<DamageRecord>,
    school: Reference,
    #[serde(default)]
    classes: Vec<Reference>,
    #[serde(default)]
    subclasses: Vec<Reference>,
    dc: Option<Dc>,
    #[serde(default)]
    heal_at_slot_level: BTreeMap<String, String>,
    area_of_effect: Option<Area>,
}

#[derive(Deserialize)]
struct Area {
    #[serde(rename = "type")]
    shape: String,
    size: i32,
}

fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let level = i32::deserialize(deserializer)?;
    if (0..=9).contains(&level) {
        Ok(level)
    } else {
        Err(D::Error::custom("no spell level"))
    }
}

fn row(edition: &str, spell: Spell) -> spell::Model {
    let text = spell.desc.markdown();
    let range = spell.range.as_deref().and_then(filled);
    let distance = range.as_deref().and_then(casting::distance);
    let time = casting::time(&spell.casting_time);
    let attack_type = spell
        .attack_type
        .as_deref()
        .and_then(filled)
        .map(|kind| kind.to_lowercase())
        .or_else(|| effect::attack(&text));
    let material = spell.material.as_deref().and_then(filled);
    let effect = effect::effect(
        spell.level,
        &text,
        spell.damage.as_ref(),
        &spell.heal_at_slot_level,
    );
    let has = |letter: &str| {
        spell
            .components
            .iter()
            .any(|component| component.eq_ignore_ascii_case(letter))
    };
    spell::Model {
        document_key: document_key(edition),
        slug: slugify(&spell.name),
        level: spell.level,
        school: filled(&spell.school.index).map(|index| slugify(&index)),
        class_slugs: slugs(&spell.classes),
        subclass_slugs: slugs(&spell.subclasses),
        casting_time: time.code,
        casting_time_label: time.label,
        reaction_condition: time.condition,
        range_text: range,
        range: distance.map(|(number, _)| number),
        range_unit: distance.map(|(_, unit)| unit.to_owned()),
        area_unit: spell.area_of_effect.as_ref().map(|_| "feet".to_owned()),
        area_size: spell.area_of_effect.as_ref().map(|area| area.size),
        area_shape: spell.area_of_effect.map(|area| area.shape.to_lowercase()),
        verbal: has("V"),
        somatic: has("S"),
        material: has("M"),
        material_cost: material.as_deref().and_then(casting::material_cost),
        material_consumed: material.as_deref().is_some_and(casting::consumes),
        material_text: material,
        duration: casting::duration(&spell.duration),
        concentration: spell.concentration,
        ritual: spell.ritual,
        attack_roll: attack_type.is_some(),
        attack_type,
        saving_throw: spell
            .dc
            .as_ref()
            .and_then(|dc| ability(&dc.ability.index))
            .map(str::to_owned),
        saving_throw_success: spell.dc.and_then(|dc| dc.success),
        damage_roll: effect.damage,
        damage_types: effect.damage_types,
        healing: effect.healing,
        higher_levels: spell.higher_level.some(),
        casting_options: effect.options.into(),
        text,
        name: spell.name,
        ..spell::Model::default()
    }
}

fn slugs(references: &[Reference]) -> Vec<String> {
    let mut slugs: Vec<String> = references
        .iter()
        .map(|reference| slugify(&reference.index))
        .filter(|slug| !slug.is_empty())
        .collect();
    slugs.sort();
    slugs.dedup();
    slugs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;
    use serde_json::{Value, json};

    fn drafts(raw: Value) -> Drafts {
        let record = Record {
            key: "spark".into(),
            url: String::new(),
            raw,
        };
        let mut drafts = Drafts::default();
        let records = Records([("2014/spells".to_owned(), vec![record])].into());
        draw("2014", &records, &mut drafts);
        drafts
    }

    fn spark() -> Value {
        json!({
            "_id": "0", "index": "spark", "name": "Spark", "desc": ["A spark flies.", "It takes 2d6 fire damage."],
            "higher_level": [], "range": "60 feet", "components": ["V", "M"],
            "material": "A flint worth at least 1,050gp, which the spell consumes.",
            "ritual": false, "duration": "Up to 1 minute", "concentration": true,
            "casting_time": "1 bonus action", "level": 2,
            "damage": {"damage_type": {"index": "fire", "name": "Fire"},
                "damage_at_slot_level": {"2": "2d6", "3": "3d6"}},
            "dc": {"dc_type": {"index": "dex", "name": "DEX"}, "dc_success": "half"},
            "area_of_effect": {"type": "cube", "size": 5},
            "school": {"index": "evocation", "name": "Evocation"},
            "classes": [{"index": "wizard", "name": "Wizard"}, {"index": "bard", "name": "Bard"}]
        })
    }

    #[test]
    fn a_spell_is_read_whole() {
        let drafts = drafts(spark());
        assert!(drafts.skipped.is_empty(), "{:?}", drafts.skipped);
        let row = &drafts.spells.first().unwrap().row;
        assert_eq!(row.document_key, "srd-2014");
        assert_eq!((row.level, row.casting_time.as_str()), (2, "bonus-action"));
        assert_eq!(
            (row.range, row.range_unit.as_deref()),
            (Some(60.0), Some("feet"))
        );
        assert_eq!((row.verbal, row.somatic, row.material), (true, false, true));
        assert_eq!(row.material_cost, Some(1050.0));
        assert!(row.material_consumed);
        assert_eq!(row.duration, "1 minute");
        assert_eq!(row.damage_roll.as_deref(), Some("2d6"));
        assert_eq!(row.damage_types, ["fire"]);
        assert_eq!(row.casting_options.first().unwrap().kind, "slot_level_3");
        assert_eq!(row.saving_throw_success.as_deref(), Some("half"));
        assert_eq!(
            (row.area_size, row.area_unit.as_deref()),
            (Some(5), Some("feet"))
        );
        assert_eq!(row.class_slugs, ["bard", "wizard"]);
    }

    #[test]
    fn a_record_that_is_no_spell_is_skipped() {
        for (field, value) in [
            ("name", json!(" ")),
            ("level", json!(12)),
            ("school", json!(1)),
        ] {
            let mut raw = spark();
            *raw.get_mut(field).unwrap() = value;
            let drafts = drafts(raw);
            assert!(drafts.spells.is_empty(), "{field}");
            assert_eq!(drafts.skipped.len(), 1);
        }
    }
}
