//! Spells.

mod numbers;

use super::draft;
use super::wire::{Dc, Prose, Reference, document_key};
use crate::foundry_text::spell_casting::higher_levels;
use crate::spell_text::casting::PrintedCasting;
use crate::spell_text::effect;
use crate::wire::{self, filled};
use crate::{Drafts, Records};
use lorekeeper_content::vocabulary::ability_of;
use lorekeeper_content::{slugify, spell};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let endpoint = format!("{edition}/spells");
    for (record, spell) in drafts.parse::<Spell>(records, &endpoint) {
        let unstated = [
            ("level", spell.level.is_none()),
            ("concentration", spell.concentration.is_none()),
            ("ritual", spell.ritual.is_none()),
        ];
        let draft = draft(row(edition, spell), &endpoint, record).unstated(unstated);
        drafts.spells.push(draft);
    }
}

/// A spell as the API has it.
#[derive(Deserialize)]
struct Spell {
    #[serde(deserialize_with = "wire::name")]
    name: String,
    #[serde(default, alias = "description")]
    desc: Prose,
    #[serde(default)]
    higher_level: Prose,
    range: Option<String>,
    #[serde(default)]
    components: Vec<String>,
    material: Option<String>,
    ritual: Option<bool>,
    #[serde(default)]
    duration: String,
    concentration: Option<bool>,
    #[serde(default)]
    casting_time: String,
    #[serde(default, deserialize_with = "wire::spell_level")]
    level: Option<i32>,
    attack_type: Option<String>,
    #[serde(default)]
    damage: numbers::DamageList,
    #[serde(default)]
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
    shape: Option<String>,
    size: Option<i32>,
}

fn row(edition: &str, spell: Spell) -> spell::Model {
    let text = spell.desc.markdown();
    let attack_type = spell.attack_type.as_deref().and_then(filled);
    // Upstream leaves some spell attacks out of the field.
    let printed = || effect::attack(&text).filter(|kind| !kind.is_empty());
    let attack_type = attack_type.map(|kind| kind.to_lowercase()).or_else(printed);
    let level = spell.level.unwrap_or_default();
    let numbers = numbers::effect(level, &text, &spell.damage, &spell.heal_at_slot_level);
    // Upstream has one type only.
    let mut damage_types = numbers.damage_types;
    damage_types.extend(effect::damage(&text).1);
    damage_types.sort();
    damage_types.dedup();
    let has = |letter: &str| spell.components.iter().any(|c| c.eq_ignore_ascii_case(letter));
    let (text, stronger) = higher_levels(&text);
    let area = spell.area_of_effect;
    let mut row = spell::Model {
        document_key: document_key(edition),
        slug: slugify(&spell.name),
        level,
        school: filled(&spell.school.index).map(|index| slugify(&index)),
        class_slugs: slugs(&spell.classes),
        subclass_slugs: slugs(&spell.subclasses),
        area_unit: area.as_ref().and_then(|area| area.size).map(|_| "feet".to_owned()),
        area_size: area.as_ref().and_then(|area| area.size),
        area_shape: area.and_then(|area| Some(area.shape?.to_lowercase())),
        verbal: has("V"),
        somatic: has("S"),
        material: has("M"),
        concentration: spell.concentration.unwrap_or_default(),
        ritual: spell.ritual.unwrap_or_default(),
        attack_roll: attack_type.is_some(),
        attack_type,
        saving_throw: spell.dc.as_ref().and_then(|dc| ability_of(&dc.ability.index)).map(str::to_owned),
        saving_throw_success: spell.dc.and_then(|dc| dc.success),
        damage_roll: numbers.damage,
        damage_types,
        healing: numbers.healing,
        higher_levels: spell.higher_level.given().or(stronger),
        casting_options: numbers.options.into(),
        text,
        name: spell.name,
        ..spell::Model::default()
    };
    let casting = PrintedCasting {
        time: spell.casting_time,
        range: spell.range.as_deref().and_then(filled),
        duration: spell.duration,
        material: spell.material.as_deref().and_then(filled),
    };
    casting.fill(&mut row);
    row
}

fn slugs(references: &[Reference]) -> Vec<String> {
    let mut slugs: Vec<String> =
        references.iter().map(|reference| slugify(&reference.index)).filter(|slug| !slug.is_empty()).collect();
    slugs.sort();
    slugs.dedup();
    slugs
}
