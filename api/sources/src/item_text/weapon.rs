//! Details of weapon properties, and the mundane items that magic items are based on.

use super::heading::Heading;
use lorekeeper_content::equipment::{Kind, Model, WeaponProperty};
use lorekeeper_content::slugify;
use std::collections::BTreeMap;

/// The properties with the details that the weapon's own numbers give: its range, its dice in two hands.
pub fn with_details(properties: Vec<WeaponProperty>, row: &Model) -> Vec<WeaponProperty> {
    let range = row.range.map(|normal| match row.long_range {
        Some(long) => format!("range {normal}/{long}"),
        None => format!("range {normal}"),
    });
    let detailed = properties.into_iter().map(|property| WeaponProperty {
        detail: match property.slug.as_str() {
            "ammunition" | "thrown" => range.clone(),
            "versatile" => row.versatile_dice.clone(),
            _ => property.detail,
        },
        ..property
    });
    detailed.collect()
}

/// The kinds and slugs of mundane weapons and armor, by what headings call them.
#[derive(Debug, Default)]
pub struct Bases(pub BTreeMap<String, (Kind, String)>);

impl Bases {
    /// The item that a heading names; `plate` and `Plate Armor` are the same.
    pub fn find(&self, base: &str) -> Option<&(Kind, String)> {
        let slug = slugify(base);
        let armor = format!("{slug}-armor");
        self.0.get(&slug).or_else(|| self.0.get(&armor))
    }

    /// Puts on a magic item what its heading says it is made from: one weapon or armor, else in words.
    pub fn fill(&self, heading: Heading, row: &mut Model) {
        match heading.base.as_deref().and_then(|base| self.find(base)) {
            Some((Kind::Weapon, slug)) => row.base_weapon_slug = Some(slug.clone()),
            Some((Kind::Armor, slug)) => row.base_armor_slug = Some(slug.clone()),
            _ => row.notes = heading.made_from,
        }
    }
}
