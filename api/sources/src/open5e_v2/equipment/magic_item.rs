//! Magic items.

use super::super::wire::{Decimal, DocumentRef};
use super::armor::Armor;
use super::measure::{price, size, weight};
use super::weapon::Weapon;
use super::{Stock, draft, row, term};
use crate::item_text::attunement_detail;
use crate::prose;
use crate::wire::Named;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;

#[derive(Deserialize)]
struct MagicItem {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    #[serde(default)]
    category: Named,
    rarity: Option<Rarity>,
    requires_attunement: Option<bool>,
    attunement_detail: Option<String>,
    weapon: Option<Weapon>,
    armor: Option<Armor>,
    size: Option<Named>,
    weight: Option<Decimal>,
    weight_unit: Option<String>,
    cost: Option<Decimal>,
}

#[derive(Deserialize)]
struct Rarity {
    key: String,
    rank: Option<i32>,
}

/// Draws the magic items.
pub(super) fn draw(stock: &Stock<'_>, records: &Records, drafts: &mut Drafts) {
    for (record, item) in drafts.parse::<MagicItem>(records, "magicitems") {
        let row = item.row(stock);
        drafts.equipment.push(draft(row, "magicitems", record));
    }
}

impl MagicItem {
    fn row(&self, stock: &Stock<'_>) -> Model {
        let text = prose::text(&self.desc);
        let mut row = row(Kind::MagicItem, self.document.key(), &self.name, text);
        row.category = term(&self.category);
        row.cost = price(self.cost.as_ref());
        row.weight = weight(self.weight.as_ref(), self.weight_unit.as_deref());
        row.size = size(self.size.as_ref());
        row.rarity = self.rarity.as_ref().map(|rarity| slugify(&rarity.key));
        row.rarity_rank = self.rarity.as_ref().and_then(|rarity| rarity.rank);
        row.requires_attunement = self.requires_attunement;
        row.attunement_detail = self
            .attunement_detail
            .as_deref()
            .filter(|_| self.requires_attunement == Some(true))
            .and_then(attunement_detail);
        if let Some(weapon) = &self.weapon {
            row.base_weapon_slug = Some(stock.slug(&weapon.key, &weapon.name));
            let listed = stock.weapons.get(&weapon.key).map(|(_, listed)| listed);
            weapon.fill(listed, &mut row);
        }
        if self.weapon.is_none() && self.armor.is_none() {
            match row.category.as_deref() {
                Some("weapon") => row.base_weapon_slug = stock.weapon_named_in(&self.name),
                Some("armor") => row.base_armor_slug = stock.armor_named_in(&self.name),
                _ => {}
            }
        }
        if let Some(armor) = &self.armor {
            row.base_armor_slug = Some(stock.slug(&armor.key, &armor.name));
            armor.fill(&mut row);
        }
        row
    }
}
