//! Mundane items: weapons and armor with their price and weight, and all other gear.

use super::super::wire::{Decimal, DocumentRef};
use super::armor::Armor;
use super::measure::{price, size, weight};
use super::weapon::Weapon;
use super::{Stock, draft, row, set, term};
use crate::prose;
use crate::wire::Named;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::{Pattern, slugify};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct Item {
    key: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    #[serde(default)]
    category: Named,
    weapon: Option<Weapon>,
    armor: Option<Armor>,
    size: Option<Named>,
    weight: Option<Decimal>,
    weight_unit: Option<String>,
    cost: Option<Decimal>,
}

/// Draws the items, then the weapons and armor that no item carries.
pub(super) fn draw(stock: &Stock<'_>, records: &Records, drafts: &mut Drafts) {
    let mut sets = set::by_item(records, drafts);
    let mut sold: BTreeSet<String> = BTreeSet::new();
    for (record, item) in drafts.parse::<Item>(records, "items") {
        sold.extend(item.weapon.iter().map(|w| w.key.clone()));
        sold.extend(item.armor.iter().map(|a| a.key.clone()));
        let mut row = item.row(stock);
        row.sets = sets.remove(&item.key).unwrap_or_default();
        drafts.equipment.push(draft(row, "items", record));
    }
    for (record, weapon) in stock.weapons.values() {
        if !sold.contains(&weapon.key) {
            let document = weapon.document.as_ref().map_or("", DocumentRef::key);
            let mut row = row(Kind::Weapon, document, &weapon.name, None);
            row.category = Some("weapon".to_owned());
            weapon.fill(None, &mut row);
            drafts.equipment.push(draft(row, "weapons", record));
        }
    }
    for (record, armor) in stock.armor.values() {
        if !sold.contains(&armor.key) {
            let document = armor.document.as_ref().map_or("", DocumentRef::key);
            let mut row = row(Kind::Armor, document, &armor.name, None);
            row.category = Some("armor".to_owned());
            armor.fill(&mut row);
            drafts.equipment.push(draft(row, "armor", record));
        }
    }
}

/// The slug of the item that carries a weapon or suit of armor, by the latter's key. Where several
/// do (a wooden staff is a quarterstaff too), it is the one that shares its key, or its name.
///
/// Correction (equipment): Price and weight of weapons and armor, which upstream keeps apart on `/items/`, become
/// part of their rows.
pub(super) fn slugs(records: &Records, drafts: &mut Drafts) -> BTreeMap<String, String> {
    let mut slugs = BTreeMap::new();
    for (_, item) in drafts.parse::<Item>(records, "items") {
        let slug = slugify(without_price(&item.name));
        let weapon = item.weapon.iter().map(|w| (&w.key, &w.name));
        let armor = item.armor.iter().map(|a| (&a.key, &a.name));
        for (key, name) in weapon.chain(armor) {
            if *key == item.key || slugify(name) == slug {
                slugs.insert(key.clone(), slug.clone());
            } else {
                slugs.entry(key.clone()).or_insert_with(|| slug.clone());
            }
        }
    }
    slugs
}

impl Item {
    /// The row of the item.
    ///
    /// Correction (equipment): A trade good that is sold by the head has no weight.
    fn row(&self, stock: &Stock<'_>) -> Model {
        let text = prose::text(&self.desc).and_then(|text| telling(&self.name, &text));
        let name = without_price(&self.name);
        let mut row = row(self.kind(), self.document.key(), name, text);
        row.category = self.category();
        row.cost = price(self.cost.as_ref());
        let is_good = row.category.as_deref() == Some("trade-good");
        row.weight =
            weight(self.weight.as_ref(), self.weight_unit.as_deref()).filter(|pounds| !is_good || *pounds <= 1.0);
        row.size = size(self.size.as_ref());
        row.quantity = quantity(&self.name);
        row.speed = speed(&self.desc);
        row.capacity = capacity(&self.desc);
        if let Some(weapon) = self.weapon.as_ref().filter(|_| row.kind == Kind::Weapon) {
            let listed = stock.weapons.get(&weapon.key).map(|(_, listed)| listed);
            weapon.fill(listed, &mut row);
        }
        if let Some(armor) = &self.armor {
            armor.fill(&mut row);
        } else if row.kind == Kind::Armor {
            row.armor_category = Some("shield".to_owned());
        }
        row
    }

    /// A weapon has weapon fields, and so have the staves that are focuses; a shield may come without armor fields. The general entries of some
    /// magic items stand among the items: they have a magic item's category and no price.
    ///
    /// Correction (equipment): General entries of magic items among the mundane items are filed as magic items, and staves that are
    /// focuses as gear.
    fn kind(&self) -> Kind {
        let category = term(&self.category);
        match category.as_deref() {
            None | Some("weapon") if self.weapon.is_some() => Kind::Weapon,
            _ if self.armor.is_some() => Kind::Armor,
            Some("shield") => Kind::Armor,
            Some("wondrous-item" | "potion" | "ring" | "rod" | "scroll" | "staff" | "wand")
                if price(self.cost.as_ref()).is_none() =>
            {
                Kind::MagicItem
            }
            _ => Kind::Gear,
        }
    }

    /// A flask of acid that upstream files under weapons is adventuring gear, and a shield is armor.
    ///
    /// Correction (equipment): A flask of acid under weapons is filed as adventuring gear. So are a backpack under packs and a case for
    /// scrolls under scrolls.
    fn category(&self) -> Option<String> {
        match (term(&self.category).as_deref(), self.kind()) {
            (Some("weapon" | "armor" | "staff"), Kind::Gear) => Some("adventuring-gear".to_owned()),
            (Some("equipment-pack"), Kind::Gear)
                if !self.name.trim().ends_with(" Pack") && !self.desc.contains("ncludes") =>
            {
                Some("adventuring-gear".to_owned())
            }
            (Some("scroll"), Kind::Gear) if !self.name.contains("Spell Scroll") => Some("adventuring-gear".to_owned()),
            (_, Kind::Armor) => Some("armor".to_owned()),
            (category, _) => category.map(str::to_owned),
        }
    }
}

/// The name without the price behind it.
///
/// Correction (equipment): The price behind the name of a set of tools (`Smith's Tools (20 GP)`) is no part of the name.
fn without_price(name: &str) -> &str {
    static PRICE: Pattern = Pattern::new(r"^(.+?) *\(\d[\d,]* ?[cegps]p\)$");
    let length = PRICE.capture(name.trim()).map_or(name.len(), |bare| bare.len());
    name.trim_start().get(..length).unwrap_or(name)
}

/// The text, without a first paragraph that only says the name (`A longsword.`).
///
/// Correction (equipment): A description that only repeats the name (`A longsword.`) counts as no text.
fn telling(name: &str, text: &str) -> Option<String> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let says = first.trim().to_lowercase();
    let thing = ["a ", "an "].iter().find_map(|article| says.strip_prefix(article));
    if thing.is_some_and(|thing| letters(thing) == letters(name)) { prose::text(rest) } else { Some(text.to_owned()) }
}

/// The letters of a name in a fixed order, so that `Crossbow, hand` is a hand crossbow.
fn letters(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
    letters.sort_unstable();
    letters
}

/// How many pieces the name counts (`Arrows (20)`).
///
/// Correction (equipment): A number of pieces in the name becomes a field.
fn quantity(name: &str) -> Option<i32> {
    static COUNT: Pattern = Pattern::new(r"(?-i)\((\d+)\)$");
    COUNT.capture(name.trim())?.parse().ok()
}

/// The speed of a vehicle, where the text gives it (`Speed is 1mph`).
///
/// Correction (equipment): A speed in the text becomes a field.
fn speed(text: &str) -> Option<String> {
    static MPH: Pattern = Pattern::new(r"\bspeed (?:is )?(\d+(?:\.\d+)?) ?mph");
    MPH.capture(text).map(|mph| format!("{mph} mph"))
}

/// The capacity of a container, where the text gives it.
///
/// Correction (equipment): A capacity in the text becomes a field.
fn capacity(text: &str) -> Option<String> {
    static HOLDS: Pattern =
        Pattern::new(r"(?-i)(?:Capacity: |\b(?:can hold|holds) up to )(\d+(?:\.\d+)? [a-zA-Z][^.;]*)");
    HOLDS.capture(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_only_names_the_thing_says_nothing() {
        assert_eq!(telling("Longsword", "A longsword."), None);
        assert_eq!(telling("Crossbow, hand", "A hand crossbow."), None);
        assert_eq!(telling("Shortsword", "A short sword."), None);
        assert_eq!(telling("Net", "A net.\n\nIt entangles."), Some("It entangles.".into()));
        assert_eq!(telling("Bell", "A bell that rings."), Some("A bell that rings.".into()));
    }

    #[test]
    fn figures_are_read_from_the_text() {
        assert_eq!(without_price("Baker's Tools (20 GP)"), "Baker's Tools");
        assert_eq!(without_price("Bell (tin)"), "Bell (tin)");
        assert_eq!(quantity("Arrows (20)"), Some(20));
        assert_eq!(quantity("Lamp (hooded)"), None);
        assert_eq!(speed("A riverboat. Speed is 1.5mph"), Some("1.5 mph".into()));
        assert_eq!(capacity("A jar. Capacity: 1.5 pints liquid."), Some("1.5 pints liquid".into()));
        assert_eq!(capacity("A jar holds up to 1 0.5 pints."), None);
        assert_eq!(capacity("A case holds up to 20 quarrels."), Some("20 quarrels".into()));
    }
}
