//! Mundane armor.

use super::super::document::Books;
use super::super::draft;
use super::super::wire::name;
use super::row;
use crate::item_text::armor::{Dexterity, fill_armor_class};
use crate::item_text::measure::{pounds, price};
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Armor {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    /// `Light Armor`, `Shield`
    #[serde(default)]
    category: String,
    base_ac: Option<i32>,
    #[serde(default)]
    plus_dex_mod: bool,
    #[serde(default)]
    plus_flat_mod: i32,
    #[serde(default)]
    plus_max: i32,
    strength_requirement: Option<i32>,
    #[serde(default)]
    cost: String,
    #[serde(default)]
    weight: String,
    #[serde(default)]
    stealth_disadvantage: bool,
}

/// Draws the armor. What a class or a spell gives instead of armor stands among it, and is left out.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, armor) in drafts.parse::<Armor>(records, "armor") {
        let category = category(&armor.category);
        if category.is_some() || armor.category.is_empty() {
            let row = armor.row(books.key(&armor.document), category);
            drafts.equipment.push(draft(row, "armor", record, None));
        }
    }
}

/// Correction (equipment): Class features, spells and bare skin among the armor are left out.
fn category(upstream: &str) -> Option<&'static str> {
    match upstream.to_lowercase().as_str() {
        "light armor" => Some("light"),
        "medium armor" => Some("medium"),
        "heavy armor" => Some("heavy"),
        "shield" => Some("shield"),
        _ => None,
    }
}

/// Suits of armor that go by what they are made of, as *leather armor* does.
///
/// Correction (equipment): `Plate` and `Leather` become *plate armor* and *leather armor*.
const MATERIALS: [&str; 6] = ["hide", "leather", "padded", "plate", "splint", "studded-leather"];

impl Armor {
    /// Correction (equipment): Heavy armor never adds Dexterity. A shield with the armor class of light armor gets
    /// the bonus that it adds.
    fn row(&self, document: String, category: Option<&str>) -> Model {
        let mut row = row(Kind::Armor, document, &self.name, "armor");
        if MATERIALS.contains(&row.slug.as_str()) {
            row.slug.push_str("-armor");
        }
        row.armor_category = category.map(str::to_owned);
        row.cost = price(&self.cost);
        row.weight = pounds(&self.weight);
        row.strength_required = self.strength_requirement.filter(|score| *score > 0);
        row.stealth_disadvantage = Some(self.stealth_disadvantage);
        // Heavy armor leaves no room for Dexterity, whatever upstream says.
        let dexterity = self.plus_dex_mod && !matches!(category, Some("heavy" | "shield"));
        let cap = Some(self.plus_max).filter(|cap| *cap > 0);
        // A shield adds to what is worn: upstream also has the armor class of light armor there.
        let base = match category {
            Some("shield") => Some(self.plus_flat_mod).filter(|bonus| *bonus > 0),
            _ => self.base_ac,
        };
        row.ac_adds_dexterity = Some(false);
        if let Some(base) = base {
            fill_armor_class(&mut row, base, Dexterity::of(dexterity, cap));
        }
        row
    }
}
