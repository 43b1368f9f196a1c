//! Weapons, armor, items, magic items and services.
//!
//! Upstream tells a weapon in two records: `/items/` has its price and weight, `/weapons/` its
//! ranges. Both make one row.

mod armor;
mod item;
mod magic_item;
mod measure;
mod service;
mod set;
mod weapon;

use super::NAME;
use super::wire::DocumentRef;
use crate::wire::Named;
use crate::{Draft, Drafts, Record, Records, origin};
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::{Pattern, slugify};
use regex::Captures;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Draws rows from the records.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let stock = Stock::read(records, drafts);
    item::draw(&stock, records, drafts);
    magic_item::draw(&stock, records, drafts);
    service::draw(records, drafts);
}

/// A weapon property's text.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PropertyText {
    name: String,
    desc: String,
}

/// The mundane weapons and armor that other records refer to.
struct Stock<'a> {
    weapons: BTreeMap<String, (&'a Record, weapon::Weapon)>,
    armor: BTreeMap<String, (&'a Record, armor::Armor)>,
    /// The slug of the item that a weapon or a suit of armor is sold as, by the latter's key.
    slugs: BTreeMap<String, String>,
}

impl<'a> Stock<'a> {
    fn read(records: &'a Records, drafts: &mut Drafts) -> Self {
        let properties = drafts.parse::<PropertyText>(records, "weaponproperties");
        let properties = properties.into_iter();
        let texts: BTreeMap<String, String> = properties
            .filter(|(record, _)| record.key.starts_with("srd-2014_"))
            .map(|(_, property)| (property.name, property.desc))
            .collect();
        let weapons = drafts
            .parse::<weapon::Weapon>(records, "weapons")
            .into_iter()
            .map(|(record, mut weapon)| {
                if weapon.document.as_ref().map(DocumentRef::key) == Some("srd-2014") {
                    weapon.complete(&texts);
                }
                (weapon.key.clone(), (record, weapon))
            })
            .collect();
        let armor = drafts
            .parse::<armor::Armor>(records, "armor")
            .into_iter()
            .map(|(record, armor)| (armor.key.clone(), (record, armor)))
            .collect();
        Self { weapons, armor, slugs: item::slugs(records, drafts) }
    }

    /// The slug of the row of a weapon or suit of armor.
    fn slug(&self, key: &str, name: &str) -> String {
        self.slugs.get(key).cloned().unwrap_or_else(|| slugify(name))
    }

    /// The slug of the suit of armor in the name of a magic one.
    ///
    /// Correction (equipment): A magic weapon or suit of armor that has the name of a mundane one in its own (`Chain
    /// Mail of Warding`) is made from that one.
    fn armor_named_in(&self, name: &str) -> Option<String> {
        let armor = self.armor.values();
        let named = longest_in(name, armor.map(|(_, armor)| (&armor.key, &armor.name)))?;
        Some(self.slug(named.0, named.1))
    }

    /// The slug of the weapon in the name of a magic one.
    fn weapon_named_in(&self, name: &str) -> Option<String> {
        let weapons = self.weapons.values();
        let named = longest_in(name, weapons.map(|(_, weapon)| (&weapon.key, &weapon.name)))?;
        Some(self.slug(named.0, named.1))
    }
}

/// The longest of the things whose name stands in a name, word by word.
fn longest_in<'a>(
    name: &str,
    things: impl Iterator<Item = (&'a String, &'a String)>,
) -> Option<(&'a String, &'a String)> {
    let within = format!("-{}-", slugify(name));
    let named = things.filter(|(_, thing)| within.contains(&format!("-{}-", slugify(thing))));
    named.max_by_key(|(_, thing)| thing.len())
}

/// The base of a variant in the brackets of its name.
static BASE: Pattern = Pattern::new(r"(?-i)\((?P<first>\p{Lu}\p{Ll}+)-(?P<second>\p{Lu}\p{Ll}+)\)$");

/// A name whose base is written as the tables print it.
///
/// Correction (equipment): The base of a variant has no hyphen: `Adamantine Armor (Chain Mail)`, `Vicious Weapon (Crossbow, Hand)`.
fn base_without_hyphen(name: &str) -> String {
    let named = BASE.replace(name, |found: &Captures<'_>| {
        let comma = if &found["first"] == "Crossbow" { "," } else { "" };
        format!("({}{comma} {})", &found["first"], &found["second"])
    });
    named.into_owned()
}

/// A row with what all of them have.
fn row(kind: Kind, document: &str, name: &str, text: Option<String>) -> Model {
    Model {
        kind,
        document_key: document.to_owned(),
        slug: slugify(name),
        name: base_without_hyphen(name.trim()),
        text: text.unwrap_or_default(),
        ..Model::default()
    }
}

/// The draft of a row; rows of one name in one book are distinguished by their category.
fn draft(row: Model, endpoint: &str, record: &Record) -> Draft<Model> {
    let section = row.category.clone();
    Draft::new(row, origin(NAME, endpoint, record)).in_section(section)
}

/// The slug of a category, size or rarity.
fn term(named: &Named) -> Option<String> {
    let slug = slugify(&named.key);
    (!slug.is_empty()).then_some(slug)
}
