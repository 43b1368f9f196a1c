//! Weapons, armor and gear.

use super::armor::ArmorFields;
use super::category::{Place, Upstream, categorise};
use super::weapon::{Properties, WeaponFields};
use crate::dnd5e::draft;
use crate::dnd5e::wire::{self, Dc, Price, Prose, Reference, document_key};
use crate::item_text::slug;
use crate::item_text::weapon::Bases;
use crate::prose::capitalized;
use crate::wire::filled;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model, Utilize};
use lorekeeper_content::vocabulary::ability_of;
use lorekeeper_content::{Quantity, slugify};
use serde::Deserialize;

/// Draws the equipment of an edition, and tells the kind and slug of each by upstream's index.
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) -> Bases {
    let endpoint = format!("{edition}/equipment");
    let properties = Properties::read(edition, records, drafts);
    let mut rows: Vec<(_, Model, Vec<Content>)> = Vec::new();
    let mut bases = Bases::default();
    for (record, mut item) in drafts.parse::<Item>(records, &endpoint) {
        let index = item.index.clone();
        let contents = std::mem::take(&mut item.contents);
        let parts = Parts {
            weapon: drafts.read(&endpoint, record).unwrap_or_default(),
            armor: drafts.read(&endpoint, record).unwrap_or_default(),
            has_contents: !contents.is_empty(),
        };
        let row = row(edition, item, parts, &properties);
        bases.0.insert(index, (row.kind, row.slug.clone()));
        rows.push((record, row, contents));
    }
    for (record, mut row, contents) in rows {
        row.contents = contents.into_iter().map(|content| content.quantity(&bases)).collect::<Vec<_>>().into();
        drafts.equipment.push(draft(row, &endpoint, record));
    }
    bases
}

/// A piece of equipment as the API has it, in the fields of either edition.
#[derive(Deserialize)]
struct Item {
    index: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default, alias = "description")]
    desc: Prose,
    #[serde(default)]
    special: Prose,
    #[serde(default)]
    notes: Prose,
    equipment_category: Option<Reference>,
    #[serde(default)]
    equipment_categories: Vec<Reference>,
    gear_category: Option<Reference>,
    tool_category: Option<String>,
    vehicle_category: Option<String>,
    cost: Option<Price>,
    weight: Option<f64>,
    quantity: Option<i32>,
    image: Option<String>,
    #[serde(default)]
    contents: Vec<Content>,
    speed: Option<Speed>,
    capacity: Option<String>,
    ability: Option<Reference>,
    #[serde(default)]
    utilize: Vec<Use>,
    #[serde(default)]
    craft: Vec<Reference>,
    storage: Option<Reference>,
}

/// The fields of an item that only some have.
struct Parts {
    weapon: WeaponFields,
    armor: ArmorFields,
    has_contents: bool,
}

#[derive(Deserialize)]
struct Content {
    item: Reference,
    quantity: i32,
}

#[derive(Deserialize)]
struct Speed {
    quantity: f64,
    unit: String,
}

#[derive(Deserialize)]
struct Use {
    name: String,
    dc: Option<Dc>,
}

fn row(edition: &str, item: Item, parts: Parts, properties: &Properties) -> Model {
    let references: Vec<&Reference> =
        item.equipment_category.iter().chain(&item.equipment_categories).chain(&item.gear_category).collect();
    let names = [item.tool_category.as_deref(), item.vehicle_category.as_deref()];
    let name = item.name.clone();
    let upstream = Upstream { has_contents: parts.has_contents, ..Upstream::new(&name, &references, &names) };
    let Place { kind, category, subcategory } = categorise(&upstream);
    let cost = item.cost.as_ref().and_then(Price::gold);
    let mut notes = vec![item.special.markdown(), item.notes.markdown()];
    if let Some(storage) = &item.storage {
        notes.push(format!("Storage: {}.", storage.name));
    }
    let mut row = Model {
        document_key: document_key(edition),
        kind,
        slug: slug::mundane(edition, &slug::Item { name: &name, subcategory, quantity: item.quantity }),
        text: item.desc.markdown(),
        category: Some(category.to_owned()),
        subcategory: subcategory.filter(|finer| *finer != category).map(str::to_owned),
        cost,
        cost_per: cost_per(&name),
        weight: item.weight,
        quantity: item.quantity,
        image: wire::image(item.image.as_deref()),
        speed: item.speed.map(|speed| format!("{} {}", speed.quantity, printed_unit(&speed.unit))),
        capacity: item.capacity.as_deref().and_then(filled),
        ability: item.ability.and_then(|reference| ability_of(&reference.index)).map(str::to_owned),
        utilize: item.utilize.into_iter().map(Use::row).collect::<Vec<_>>().into(),
        craft: item.craft.into_iter().map(|product| product.name).collect(),
        name: name.clone(),
        ..Model::default()
    };
    match kind {
        Kind::Weapon => parts.weapon.fill(&upstream, properties, &mut row),
        Kind::Armor => parts.armor.fill(&upstream, &mut row),
        Kind::Gear | Kind::MagicItem => {}
    }
    if edition == "2014"
        && let Some(lot) = by_the_piece(&mut row, item.cost.as_ref())
    {
        notes.push(lot);
    }
    row.notes = filled(&wire::join(&notes));
    row
}

/// The 2014 rules name ammunition by the piece (`Arrow`) but price the lot: the row is about one
/// piece, as it is in other sources, and the lot becomes a note.
///
/// Correction (equipment): One arrow at the price of twenty gets the price of one.
fn by_the_piece(row: &mut Model, price: Option<&Price>) -> Option<String> {
    let lot = row.quantity.take_if(|quantity| *quantity > 1)?;
    let each = |whole: f64| (whole / f64::from(lot) * 1e4).round() / 1e4;
    row.cost = row.cost.map(each);
    row.weight = row.weight.map(each);
    let Price { quantity, unit } = price?;
    Some(format!("Sold by the {lot} for {quantity} {unit}."))
}

/// The amount that the price buys, where the name has it: `Stabling (1 day)`.
fn cost_per(name: &str) -> Option<String> {
    let (_, unit) = name.strip_suffix(')')?.rsplit_once('(')?;
    (unit == "1 day").then(|| unit.to_owned())
}

impl Content {
    fn quantity(self, bases: &Bases) -> Quantity {
        let slug = bases.0.get(&self.item.index).map_or_else(|| slugify(&self.item.name), |(_, slug)| slug.clone());
        Quantity { name: self.item.name, slug, quantity: self.quantity }
    }
}

impl Use {
    /// Correction (equipment): A colon or a blank before what a tool is used for is left out.
    fn row(self) -> Utilize {
        let save = self.dc.as_ref().and_then(Dc::save);
        Utilize {
            name: capitalized(self.name.trim_start_matches([':', ' '])),
            dc: save.as_ref().and_then(|save| save.dc),
            ability: save.map(|save| save.ability),
        }
    }
}

/// The unit of a speed as tables have it.
///
/// Correction (equipment): The speeds of mounts are feet (`40 ft.`), as the table prints them, not feet a round.
fn printed_unit(unit: &str) -> &str {
    match unit {
        "ft/round" => "ft.",
        unit => unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_have_a_speed_in_feet() {
        assert_eq!(printed_unit("ft/round"), "ft.");
        assert_eq!(printed_unit("mph"), "mph");
    }

    #[test]
    fn a_price_may_be_by_the_day() {
        assert_eq!(cost_per("Snail Stabling (1 day)").as_deref(), Some("1 day"));
        assert_eq!(cost_per("Oil (flask)"), None);
    }
}
