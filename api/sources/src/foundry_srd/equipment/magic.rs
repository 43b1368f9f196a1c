//! Magic items, with the fields in the line below their name.

use super::variant;
use crate::foundry_srd::Document;
use crate::foundry_text::Edition;
use crate::item_text::heading::{self, Heading};
use crate::item_text::rarity::{Rarity, rarity};
use crate::item_text::weapon::Bases;
use lorekeeper_content::Pattern;
use lorekeeper_content::equipment::{Kind, Model};

/// Whether an item is magic, and no gear that is sold.
pub(super) fn is_magic(item: &Document<'_>) -> bool {
    let wire = item.fields.at("system");
    let marked = wire.words("properties").contains(&"mgc");
    let is_gear = item.record.key.contains("/adventuring-gear/");
    !is_gear && (marked || wire.filled("rarity").is_some())
}

/// Fills in what a magic item has.
pub(super) fn fill(item: &Document<'_>, bases: &Bases, row: &mut Model) {
    let wire = item.fields.at("system");
    row.kind = Kind::MagicItem;
    row.slug = variant::slug(item);
    row.variant_of_slug = variant::group(item, &row.slug);
    let (printed, text) = split(&row.text, item.edition());
    row.text = text;
    if item.edition() == Edition::Of2014
        && wire.positive("magicalBonus").is_some()
        && row.text.starts_with("You have a bonus")
    {
        // The number is missing.
        row.text = String::new();
    }
    let heading = heading::heading(&printed).unwrap_or_default();
    row.category = heading.category.or_else(|| category(item)).map(str::to_owned);
    let rarity = rarity_of(&printed, wire.text("rarity"));
    row.rarity_rank = rarity.as_ref().and_then(|rarity| rarity.rank);
    row.rarity = rarity.map(|rarity| rarity.slug);
    let required = wire.text("attunement") == "required";
    row.requires_attunement = Some(required || heading.requires_attunement);
    row.attunement_detail = heading.attunement_detail.clone().or_else(|| attuned_by(&printed));
    based_on(item, heading, bases, row);
}

/// What the item is made from: by its base item, else by its heading.
fn based_on(item: &Document<'_>, heading: Heading, bases: &Bases, row: &mut Model) {
    let base = item.fields.text("system.type.baseItem");
    if base.is_empty() {
        bases.fill(heading, row);
        return;
    }
    let letters = |name: &str| name.replace('-', "");
    let found = bases.0.iter().find(|(name, _)| {
        let name = letters(name);
        name == base || name.strip_suffix("armor") == Some(base)
    });
    match found {
        Some((_, (Kind::Weapon, slug))) => row.base_weapon_slug = Some(slug.clone()),
        Some((_, (Kind::Armor, slug))) => row.base_armor_slug = Some(slug.clone()),
        _ => {}
    }
}

/// The line below the name, and the text without it and without what the tabletop adds in its own words.
fn split(text: &str, edition: Edition) -> (String, String) {
    let mut paragraphs = text.split("\n\n").peekable();
    let mut printed = String::new();
    while let Some(paragraph) = paragraphs.peek() {
        let Some(line) = emphasised(paragraph) else {
            break;
        };
        if printed.is_empty() {
            line.clone_into(&mut printed);
        } else if edition == Edition::Of2024 {
            break;
        }
        paragraphs.next();
    }
    (printed, paragraphs.collect::<Vec<_>>().join("\n\n"))
}

fn emphasised(paragraph: &str) -> Option<&str> {
    let line = paragraph.strip_prefix('*')?.strip_suffix('*')?;
    (!line.contains('*')).then_some(line)
}

/// The text between the category with its brackets and the attunement: `Weapon (Spoon, Fork), Rare (Requires …`.
static RARITY: Pattern = Pattern::new(r"^[^,(]+(?:\([^)]*\))?, (?P<rarity>.+?)(?:, See\b.*|\s*\(Requires\b.*|,)?$");

fn rarity_of(printed: &str, field: &str) -> Option<Rarity> {
    let found = RARITY.captures(printed);
    let said = found.as_ref().map_or("", |found| found["rarity"].trim());
    let field = match field {
        "veryRare" => "very rare",
        field => field,
    };
    rarity(said).filter(|_| !said.is_empty()).or_else(|| rarity(field))
}

static ATTUNED_BY: Pattern = Pattern::new(r"requires attunement (?P<who>by [^)]+)\)");

fn attuned_by(printed: &str) -> Option<String> {
    let found = ATTUNED_BY.captures(printed)?;
    Some(found["who"].trim().to_lowercase())
}

/// The category of an item without a heading.
fn category(item: &Document<'_>) -> Option<&'static str> {
    let wire = item.fields.at("system");
    Some(match (item.kind(), wire.text("type.value")) {
        ("weapon", _) => "weapon",
        ("equipment", "light" | "medium" | "heavy" | "shield") => "armor",
        ("equipment", "ring") => "ring",
        ("equipment" | "consumable", "rod") => "rod",
        ("equipment" | "consumable", "wand") => "wand",
        ("consumable", "potion") => "potion",
        ("consumable", "scroll") => "scroll",
        ("consumable", "ammo") => "ammunition",
        ("equipment" | "consumable" | "container" | "loot", _) => "wondrous-item",
        _ => return None,
    })
}
