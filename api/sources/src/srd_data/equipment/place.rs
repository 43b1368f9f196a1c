//! Place of an item in the book: whether it is there, its name, its kind and its category.

use crate::foundry_text::fields::Fields;
use crate::item_text::slug;
use crate::srd_data::Named;
use lorekeeper_content::equipment::Kind;
use lorekeeper_content::slugify;

/// Slug of the deck that the cards belong to.
pub(super) const DECK: &str = "mysterious-deck";

/// The deck's cards, which are records of their own.
const CARDS: [&str; 22] = [
    "balance", "comet", "donjon", "euryale", "fates", "flames", "fool", "gem", "jester", "key", "knight", "moon",
    "puzzle", "rogue", "ruin", "sage", "skull", "star", "sun", "talons", "throne", "void",
];

/// Whether a record is a card of the deck.
pub(super) fn is_card(key: &str) -> bool {
    CARDS.contains(&key)
}

/// Records of the virtual tabletop that no book has: switches, place-holders for a choice among other items, parts
/// of items, and doubles in the words of older rules.
const HELPERS: [&str; 17] = [
    "ammunition-varies", "arcane-focus-varies", "boat-utility", "bullseye-lantern", "clawed-gauntlet",
    "druidic-focus-varies", "fine-clothes", "holy-symbol-varies", "hooded-lantern", "map-or-scroll-case",
    "spell-scroll", "sup-basic-scroll", "sup-ring-of-resistance", "unarmed-strike", "water-fresh-pint", "water-pint",
    "water-salt-pint",
];

/// Whether a record is one that no book has.
pub(super) fn is_helper(key: &str) -> bool {
    HELPERS.contains(&key)
}

/// Whether a record is a trap, which is no equipment: `Deadly Trap (Levels 1–4)`.
pub(in crate::srd_data) fn is_trap(description: &str) -> bool {
    let first = description.lines().next().unwrap_or_default();
    first.starts_with("Deadly Trap (") || first.starts_with("Nuisance Trap (")
}

/// Whether a magic item is sold like gear, with a price in the list of gear: so all sources have it.
pub(super) fn is_sold(name: &str) -> bool {
    ["Potion of Healing", "Spell Scroll, Cantrip", "Spell Scroll, Level 1"].contains(&name.trim())
}

/// The kind of a mundane item: a focus that is also a weapon is sold as a focus.
pub(super) fn kind(wire: Fields<'_>) -> Kind {
    match wire.text("item_kind") {
        "weapon" if focus(wire.text("description")).is_none() => Kind::Weapon,
        "armor" => Kind::Armor,
        _ => Kind::Gear,
    }
}

/// The sort of spellcasting focus that a description tells of.
fn focus(description: &str) -> Option<&'static str> {
    let sorts =
        [("An Arcane Focus ", "arcane-foci"), ("A Druidic Focus ", "druidic-foci"), ("A Holy Symbol ", "holy-symbols")];
    sorts.iter().find(|(words, _)| description.contains(words)).map(|(_, sort)| *sort)
}

/// Category and finer category of a mundane item, in the words that all sources share.
pub(super) fn category(wire: &Named<'_>) -> (&'static str, Option<&'static str>) {
    let text = wire.fields.text("description");
    match kind(wire.fields) {
        Kind::Weapon => return ("weapon", None),
        Kind::Armor => return ("armor", None),
        Kind::Gear | Kind::MagicItem => {}
    }
    if let Some(sort) = focus(text) {
        return ("spellcasting-focus", Some(sort));
    }
    if text.contains("Ammunition is required by a weapon") {
        return ("ammunition", Some("ammunition"));
    }
    if text.starts_with("Ability: ") && text.contains("Utilize: ") {
        let others = ["disguise", "forgery", "herbalism", "navigator", "poisoner", "thieves"];
        let name = wire.name.to_lowercase();
        let finer = if text.contains("Utilize: Play a known tune") {
            "musical-instruments"
        } else if text.contains("someone is cheating") {
            "gaming-sets"
        } else if others.iter().any(|other| name.starts_with(other)) {
            "other-tools"
        } else {
            "artisans-tools"
        };
        return ("tools", Some(finer));
    }
    if text.contains(" contains the following items: ") {
        return ("equipment-pack", None);
    }
    if is_sold(wire.name) {
        let scroll = wire.name.contains("Scroll");
        return (if scroll { "scroll" } else { "potion" }, None);
    }
    let first = text.lines().next().unwrap_or_default();
    let sorts = ["contact", "ingested", "inhaled", "injury"];
    if let Some(sort) = first.strip_suffix(" Poison") {
        let sort = sort.to_lowercase();
        return ("poison", sorts.into_iter().find(|known| *known == sort));
    }
    ("adventuring-gear", None)
}

/// How many pieces of ammunition the price buys; the records have the price, but not the number.
pub(super) fn quantity(name: &str) -> Option<i32> {
    match slugify(name).as_str() {
        "arrows" | "bolts" | "bullets-sling" => Some(20),
        "bullets-firearm" => Some(10),
        "needles" => Some(50),
        _ => None,
    }
}

/// The slug of a mundane item, as all sources have it.
pub(super) fn mundane_slug(wire: &Named<'_>, subcategory: Option<&str>) -> String {
    slug::mundane("2024", &slug::Item { name: wire.name, subcategory, quantity: quantity(wire.name) })
}

/// The slugs of magic items in the book, where the records name a variant or all variants at once.
const ALIASES: [(&str, &str); 8] = [
    ("ammunition-1-2-or-3", "ammunition"),
    ("armor-1-2-or-3", "armor"),
    ("shield-1-2-or-3", "shield"),
    ("tan-bag-of-tricks", "bag-of-tricks"),
    ("wand-of-the-war-mage-1-2-or-3", "wand-of-the-war-mage"),
    ("water-ring-of-elemental-command", "ring-of-elemental-command"),
    ("weapon-1-2-or-3", "weapon"),
    // One source misspells the steed.
    ("obsidian-steed", "figurine-of-wondrous-power-obsidian-stead"),
];

/// The figurines, which the records name without what they are.
const FIGURINES: [&str; 8] = [
    "bronze-griffon", "ebony-fly", "golden-lions", "ivory-goats", "marble-elephant", "onyx-dog", "serpentine-owl",
    "silver-raven",
];

/// The slug of a magic item, as all sources have it.
pub(super) fn magic_slug(name: &str) -> String {
    let slug = slugify(name);
    if let Some((_, alias)) = ALIASES.iter().find(|(own, _)| *own == slug) {
        return (*alias).to_owned();
    }
    if FIGURINES.contains(&slug.as_str()) {
        return format!("figurine-of-wondrous-power-{slug}");
    }
    slug
}
