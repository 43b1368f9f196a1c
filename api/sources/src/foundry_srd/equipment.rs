//! Equipment: weapons, armor, gear, tools, magic items.

mod combat;
mod magic;
mod place;
mod variant;
mod vehicle;

use super::Document;
use super::activity::with_activities;
use super::index::Index;
use super::markdown::of_thing;
use crate::Drafts;
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use crate::item_text::weapon::Bases;
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::slugify;
use std::collections::BTreeSet;

/// Types of items that are equipment.
const TYPES: [&str; 6] = ["weapon", "equipment", "consumable", "container", "loot", "tool"];

/// Draws the equipment of the packs of items. What comes under several names or in several packs is one item.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    let items: Vec<&Document<'_>> =
        index.documents().iter().filter(|item| TYPES.contains(&item.kind()) && place::is_sold_or_found(item)).collect();
    let mut drawn: BTreeSet<(String, String, String)> = BTreeSet::new();
    let of_2014 = bases(&items, Edition::Of2014);
    let of_2024 = bases(&items, Edition::Of2024);
    for item in items {
        let bases = match item.edition() {
            Edition::Of2014 => &of_2014,
            Edition::Of2024 => &of_2024,
        };
        let row = row(item, bases, index);
        let identity = (row.document_key.clone(), format!("{:?}", row.kind), row.slug.clone());
        if drawn.insert(identity) {
            drafts.equipment.push(item.draft(row));
        }
    }
    for vehicle in index.of_type("vehicle") {
        if vehicle.edition() == Edition::Of2024 {
            drafts.equipment.push(vehicle.draft(vehicle::row(vehicle, index)));
        }
    }
}

/// The mundane weapons and armor of an edition, by what headings call them.
fn bases(items: &[&Document<'_>], edition: Edition) -> Bases {
    let mundane = items
        .iter()
        .filter(|item| item.edition() == edition && !magic::is_magic(item) && place::kind(item.fields) != Kind::Gear);
    let bases = mundane.map(|item| {
        let slug = place::mundane_slug(item, None);
        (slugify(item.name), (place::kind(item.fields), slug))
    });
    Bases(bases.collect())
}

/// The text of an item as Markdown.
fn text(item: &Document<'_>, index: &Index<'_>) -> String {
    let thing = with_activities(item.fields);
    let html = item.fields.text("system.description.value");
    of_thing(html, Fields::of(&thing), None, item, index)
}

fn row(item: &Document<'_>, bases: &Bases, index: &Index<'_>) -> Model {
    let wire = item.fields.at("system");
    let mut row = Model {
        document_key: item.book().to_owned(),
        name: item.name.to_owned(),
        text: text(item, index),
        ..Model::default()
    };
    if magic::is_magic(item) {
        magic::fill(item, bases, &mut row);
    } else {
        row.cost = cost(wire.at("price"));
        row.weight = wire.number("weight.value").filter(|pounds| *pounds > 0.0);
        place::fill(item, &mut row);
    }
    if item.imported.is_some() {
        // The texts of the books' own things stand in chapters.
        if row.text.is_empty() {
            row.text = text(item, index);
        }
        let pounds = wire.word("capacity.weight.value");
        row.capacity = row.capacity.or_else(|| Some(format!("{} lb.", pounds?)));
        row.cost = row.cost.or_else(|| cost(wire.at("price")));
        let weight = wire.number("weight.value");
        row.weight = row.weight.or(weight.filter(|pounds| *pounds > 0.0));
    }
    match row.category.as_deref() {
        Some("weapon") => combat::weapon(wire, &mut row),
        Some("armor") => combat::armor(wire, &mut row),
        _ => {}
    }
    row
}

/// A price in gold pieces.
fn cost(price: Fields<'_>) -> Option<f64> {
    let number = price.amount("value").filter(|number| *number > 0.0)?;
    let worth = match price.text("denomination") {
        "pp" => 10.0,
        "ep" => 0.5,
        "sp" => 0.1,
        "cp" => 0.01,
        _ => 1.0,
    };
    Some((number * worth * 1e4).round() / 1e4)
}
