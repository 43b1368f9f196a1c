//! Place of an item in the book: whether it is there, its kind, its category and its slug.

use crate::foundry_srd::Document;
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use crate::item_text::slug;
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::slugify;

/// The packs of items.
const PACKS: [&str; 2] = ["items", "equipment24"];

/// Folders of what is no equipment, or a copy of what stands elsewhere: cards of a deck, scrolls with the text of all.
const FOLDERS: [&str; 4] = ["mysterious-deck-cards", "spell-scrolls", "supplemental", "traps"];

/// Documents that no book has as such: switches, place-holders for a choice, halves of an item, what is natural.
const HELPERS: [&str; 23] = [
    "activate-folding-boat", "alchemy-jug", "ammunition-varies", "arcane-focus-varies", "bag-of-sand",
    "belt-of-giant-strength-frost", "belt-of-giant-strength-stone", "bolt-of-slaying", "book-of-lore",
    "book-of-shadows", "chess-set", "clawed-gauntlet", "druidic-focus-varies", "holy-symbol-varies", "prayer-book",
    "prayer-wheel", "sling-bullet-of-slaying", "stick-of-incense", "trinket", "unarmed-strike", "water-fresh-pint",
    "water-pint", "water-salt-pint",
];

/// Items of 2014 of which the book has one for all.
const PARTED: [&str; 2] = ["berserker-", "figurine-of-wondrous-power-ivory-goat-"];

/// Whether an item is one of the book's lists, and no part of another item.
pub(super) fn is_sold_or_found(item: &Document<'_>) -> bool {
    let parts: Vec<&str> = item.record.key.split('/').collect();
    let last = parts.last().copied().unwrap_or_default();
    let has_folder = |folder: &&str| FOLDERS.contains(folder);
    // A container has a folder of its own; what lies in it is its content.
    let is_content = item.fields.filled("system.container").is_some();
    // The books of 2014 have magic armor and ammunition for all bases at once; a shield is its own base.
    let is_for_any = parts.iter().any(|folder| ["armor", "ammunition"].contains(folder))
        && item.name.contains(" +")
        && !item.name.starts_with("Shield ");
    let of_2014 = item.edition() == Edition::Of2014;
    if item.imported.is_some() {
        return true;
    }
    PACKS.contains(&item.pack)
        && !parts.iter().any(has_folder)
        && !HELPERS.contains(&last)
        && !is_content
        && !(of_2014 && (is_for_any || PARTED.iter().any(|part| last.starts_with(part))))
}

/// The kind of a mundane item.
pub(super) fn kind(item: Fields<'_>) -> Kind {
    match (item.text("type"), item.text("system.type.value")) {
        // A focus that is also a weapon is sold as a focus.
        ("weapon", _) if !is_focus(item) => Kind::Weapon,
        ("equipment", "light" | "medium" | "heavy" | "shield") => Kind::Armor,
        _ => Kind::Gear,
    }
}

/// Whether a spellcasting focus has the numbers of a weapon.
fn is_focus(item: Fields<'_>) -> bool {
    item.words("system.properties").contains(&"foc")
}

/// Fills in the place of a mundane item.
pub(super) fn fill(item: &Document<'_>, row: &mut Model) {
    row.kind = kind(item.fields);
    let (category, finer) = category(item);
    row.quantity = quantity(item);
    row.slug = mundane_slug(item, finer);
    row.category = category.map(str::to_owned);
    row.subcategory = finer.map(str::to_owned);
    // The tabletop describes mundane things of 2014 in its own words.
    if item.edition() == Edition::Of2014 {
        row.text = String::new();
    }
}

/// Category and finer category, in the words that all sources share, where the document tells them.
fn category(item: &Document<'_>) -> (Option<&'static str>, Option<&'static str>) {
    let wire = item.fields.at("system");
    match (kind(item.fields), item.kind(), wire.text("type.value")) {
        (Kind::Weapon, ..) => (Some("weapon"), None),
        (Kind::Armor, ..) => (Some("armor"), None),
        (_, "tool", "art") => (Some("tools"), Some("artisans-tools")),
        (_, "tool", "game") => (Some("tools"), Some("gaming-sets")),
        (_, "tool", "music") => (Some("tools"), Some("musical-instruments")),
        (_, "tool", _) => (Some("tools"), Some("other-tools")),
        (_, "consumable", "ammo") => (Some("ammunition"), Some("ammunition")),
        (_, "consumable", "poison") => {
            let sorts = ["contact", "ingested", "inhaled", "injury"];
            let sort = wire.text("type.subtype");
            (Some("poison"), sorts.into_iter().find(|known| *known == sort))
        }
        _ if item.name.ends_with(" Pack") => (Some("equipment-pack"), None),
        _ => focus(item),
    }
}

/// The sort of a spellcasting focus, by its folder.
fn focus(item: &Document<'_>) -> (Option<&'static str>, Option<&'static str>) {
    let sorts = [("arcane-focus", "arcane-foci"), ("druidic-focus", "druidic-foci"), ("holy-symbol", "holy-symbols")];
    let mut folders = item.record.key.split('/');
    let found = folders.find_map(|folder| {
        let mut sorts = sorts.iter();
        sorts.find(|(known, _)| folder.starts_with(known))
    });
    match found {
        Some((_, sort)) => (Some("spellcasting-focus"), Some(*sort)),
        None => (None, None),
    }
}

/// How many pieces the price of ammunition of 2024 buys.
fn quantity(item: &Document<'_>) -> Option<i32> {
    let is_ammunition = item.fields.text("system.type.value") == "ammo";
    let number = item.fields.int("system.quantity");
    number.filter(|number| is_ammunition && *number > 1 && item.edition() == Edition::Of2024)
}

/// Mundane items of 2014 under the slugs of the book's tables.
const TABLES_2014: [(&str, &str); 19] = [
    ("alchemists-fire", "alchemists-fire-flask"),
    ("antitoxin", "antitoxin-vial"),
    ("ball-bearings", "ball-bearings-bag-of-1000"),
    ("chalk", "chalk-1-piece"),
    ("feed", "animal-feed-1-day"),
    ("flask", "flask-or-tankard"),
    ("hempen-rope-50-ft", "rope-hempen-50-feet"),
    ("ink-bottle", "ink-1-ounce-bottle"),
    ("jug", "jug-or-pitcher"),
    ("paper", "paper-one-sheet"),
    ("parchment", "parchment-one-sheet"),
    ("perfume", "perfume-vial"),
    ("pitcher", "jug-or-pitcher"),
    ("pole", "pole-10-foot"),
    ("rations", "rations-1-day"),
    ("silk-rope-50-ft", "rope-silk-50-feet"),
    ("sledgehammer", "hammer-sledge"),
    ("tankard", "flask-or-tankard"),
    ("two-person-tent", "tent"),
];

/// The slug of a mundane item, as all sources have it.
pub(super) fn mundane_slug(item: &Document<'_>, subcategory: Option<&str>) -> String {
    let own = slugify(item.name);
    let mut tables = TABLES_2014.iter();
    if let Some((_, table)) = tables.find(|(name, _)| *name == own)
        && item.edition() == Edition::Of2014
    {
        return (*table).to_owned();
    }
    let edition = item.book().trim_start_matches("srd-");
    slug::mundane(edition, &slug::Item { name: item.name, subcategory, quantity: quantity(item) })
}
