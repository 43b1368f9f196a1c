//! Magic items.

use super::super::document::Books;
use super::super::draft;
use super::super::wire::{name, text_or_none};
use super::row;
use crate::item_text::attunement_detail;
use crate::item_text::heading::{Heading, heading};
use crate::item_text::rarity::{Rarity, rarity};
use crate::item_text::weapon::Bases;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct MagicItem {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    /// `Weapon (any sword)`
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    rarity: String,
    #[serde(default)]
    requires_attunement: String,
}

/// Draws the magic items.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    // The mundane weapons and armor, which were drawn before.
    let rows = drafts.equipment.iter().map(|draft| &draft.row);
    let bases = Bases(rows.map(|row| (row.slug.clone(), (row.kind, row.slug.clone()))).collect());
    for (record, item) in drafts.parse::<MagicItem>(records, "magicitems") {
        let row = item.row(books.key(&item.document), &bases);
        drafts.equipment.push(draft(row, "magicitems", record, None));
    }
}

impl MagicItem {
    fn row(&self, document: String, bases: &Bases) -> Model {
        let heading = self.heading(bases);
        let category = heading.category.unwrap_or("wondrous-item");
        let mut row = row(Kind::MagicItem, document, &self.name, category);
        row.text = text_or_none(&self.desc).unwrap_or_default();
        if let Some(rarity) = self.rarity() {
            row.rarity = Some(rarity.slug);
            row.rarity_rank = rarity.rank;
        }
        let attunement = text_or_none(&self.requires_attunement);
        row.requires_attunement = Some(attunement.is_some());
        row.attunement_detail = attunement.as_deref().and_then(attunement_detail);
        bases.fill(heading, &mut row);
        if row.base_armor_slug.as_deref() == Some("shield") {
            row.category.clone_from(&row.base_armor_slug);
        }
        row
    }

    /// The type is the beginning of the line below the name; once it is the mundane weapon alone.
    ///
    /// Correction (equipment): A weapon as the type of a magic item becomes its base weapon.
    fn heading(&self, bases: &Bases) -> Heading {
        let whole = match bases.0.get(&slugify(&self.kind)) {
            Some((Kind::Weapon, _)) => format!("Weapon ({})", self.kind),
            Some((Kind::Armor, _)) => format!("Armor ({})", self.kind),
            _ => self.kind.clone(),
        };
        heading(&whole).unwrap_or_default()
    }

    /// The rarity; a choice (`very rare or legendary`, `rarity by figurine`) is one that varies.
    ///
    /// Correction (equipment): A choice of rarities becomes the rarity that varies.
    fn rarity(&self) -> Option<Rarity> {
        let text = text_or_none(&self.rarity)?.to_lowercase();
        if text.contains(" or ") || text.contains(" by ") {
            return rarity("varies");
        }
        rarity(&text)
    }
}
