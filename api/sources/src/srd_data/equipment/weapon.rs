//! Weapon fields of an item.

use crate::srd_data::notation::title;
use lorekeeper_content::equipment::{Model, WeaponProperty};
use lorekeeper_content::slugify;
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct WeaponFields {
    weapon_category: String,
    damage_parts: Vec<Damage>,
    versatile_damage: Option<Damage>,
    range: Option<Range>,
    properties: Vec<String>,
    mastery: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Damage {
    dice: String,
    damage_type: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Range {
    value: Option<i32>,
    long: Option<i32>,
}

impl WeaponFields {
    /// Puts the fields on the row of a weapon. A magic weapon that is any of several has none of theirs.
    pub fn fill(&self, row: &mut Model) {
        if let Some(damage) = self.damage_parts.first() {
            row.damage_dice = Some(damage.dice.clone());
            row.damage_type = Some(slugify(&damage.damage_type)).filter(|slug| !slug.is_empty());
        } else if row.rarity.is_some() {
            return;
        }
        row.versatile_dice = self
            .versatile_damage
            .as_ref()
            .map(|damage| damage.dice.clone());
        let ranged = self.weapon_category.ends_with("_ranged");
        let simple = self.weapon_category.starts_with("simple_");
        row.weapon_range = Some(if ranged { "ranged" } else { "melee" }.to_owned());
        (row.simple, row.martial) = (Some(simple), Some(!simple));
        row.improvised = Some(false);
        // For a weapon that is neither thrown nor shot, the field is its reach.
        let thrown = self.properties.iter().any(|property| property == "thrown");
        let range = self.range.as_ref().filter(|_| ranged || thrown);
        row.range = range.and_then(|range| range.value);
        row.long_range = range.and_then(|range| range.long);
        let distance = row.range.zip(row.long_range);
        let properties = self
            .properties
            .iter()
            .map(|property| property.replace('_', "-"));
        let mut properties: Vec<WeaponProperty> = properties
            .map(|slug| WeaponProperty {
                name: title(&slug),
                detail: match slug.as_str() {
                    "versatile" => row.versatile_dice.clone(),
                    "ammunition" | "thrown" => {
                        distance.map(|(near, far)| format!("range {near}/{far}"))
                    }
                    _ => None,
                },
                slug,
                ..WeaponProperty::default()
            })
            .collect();
        // `Two-Handed` has its hyphen.
        for property in &mut properties {
            if property.slug == "two-handed" {
                "Two-Handed".clone_into(&mut property.name);
            }
        }
        row.mastery = self
            .mastery
            .as_deref()
            .map(slugify)
            .filter(|slug| !slug.is_empty());
        properties.extend(row.mastery.as_ref().map(|mastery| WeaponProperty {
            name: title(mastery),
            slug: mastery.clone(),
            kind: Some("Mastery".to_owned()),
            ..WeaponProperty::default()
        }));
        row.properties = properties.into();
    }
}
