//! Equipment as items of 5etools.

use super::entries::{entries, text};
use super::{damage_letter, named};
use crate::equipment::{Kind, Model};
use crate::export::known;
use crate::export::magic_bonus::{Bonus, magic_bonus};
use crate::markdown::Layout;
use crate::markdown::notation::{signed, titled};
use serde_json::{Value, json};

/// The codes of categories.
const TYPES: [(&str, &str); 18] = [
    ("ammunition", "A"),
    ("potion", "P"),
    ("poison", "G"),
    ("scroll", "SC"),
    ("ring", "RG"),
    ("rod", "RD"),
    ("wand", "WD"),
    ("tools", "T"),
    ("mount", "MNT"),
    ("land-vehicle", "VEH"),
    ("waterborne-vehicle", "SHP"),
    ("trade-good", "TG"),
    ("gemstone", "$G"),
    ("art", "$A"),
    ("adventuring-gear", "G"),
    ("equipment-pack", "G"),
    ("spellcasting-focus", "SCF"),
    ("tack-and-harness", "TAH"),
];

/// The codes of weapon properties.
const PROPERTIES: [(&str, &str); 10] = [
    ("ammunition", "A"),
    ("finesse", "F"),
    ("heavy", "H"),
    ("light", "L"),
    ("loading", "LD"),
    ("reach", "R"),
    ("special", "S"),
    ("thrown", "T"),
    ("two-handed", "2H"),
    ("versatile", "V"),
];

/// The code of a category, a weapon or armor.
pub(in crate::export) fn code(row: &Model) -> Option<&'static str> {
    let category = row.category.as_deref().unwrap_or_default();
    let found = TYPES.iter().find(|(name, _)| *name == category);
    match (row.armor_category.as_deref(), row.weapon_range.as_deref()) {
        (Some("light"), _) => Some("LA"),
        (Some("medium"), _) => Some("MA"),
        (Some("heavy"), _) => Some("HA"),
        (Some("shield"), _) => Some("S"),
        (_, Some("ranged")) => Some("R"),
        (_, Some("melee")) => Some("M"),
        _ => found.map(|(_, code)| *code).or((row.kind == Kind::Gear).then_some("G")),
    }
}

/// The codes of a weapon's properties.
pub(in crate::export) fn properties(row: &Model) -> Vec<&'static str> {
    let named = |slug: &str| PROPERTIES.iter().find(|(name, _)| slug.starts_with(name));
    let mut codes: Vec<&str> = row.properties.iter().filter_map(|own| Some(named(&own.slug)?.1)).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Types that the site has from the book of the game master: it takes the others for those of the player's.
const OF_THE_MASTER: [&str; 5] = ["RG", "RD", "WD", "$G", "$A"];

/// The code of a type with the book that the site has it from.
fn sourced_type(code: &str, layout: Layout) -> String {
    let is_of_master = OF_THE_MASTER.contains(&code);
    let book = match layout {
        Layout::Rules2014 if is_of_master || ["SC", "SHP"].contains(&code) => "|DMG",
        Layout::Rules2014 => "",
        Layout::Rules2024 if is_of_master || code == "TG" => "|XDMG",
        Layout::Rules2024 => "|XPHB",
    };
    format!("{code}{book}")
}

/// The code of a property with its book. The rules of 2024 have none that is special.
fn sourced_property(code: &str, layout: Layout) -> String {
    match layout {
        Layout::Rules2024 if code != "S" => format!("{code}|XPHB"),
        _ => code.to_owned(),
    }
}

/// The fields of an item, its name, its book and its text aside.
pub(super) fn fields(row: &Model, layout: Layout) -> Value {
    let is_weapon = row.damage_dice.is_some() || row.kind == Kind::Weapon;
    let category = match (row.martial, is_weapon) {
        (Some(true), _) => Some("martial"),
        (_, true) => Some("simple"),
        _ => None,
    };
    let range = row.range.map(|range| match row.long_range {
        Some(long) => format!("{range}/{long}"),
        None => range.to_string(),
    });
    let rarity = match row.rarity.as_deref() {
        Some("very-rare") => "very rare",
        Some(rarity @ ("common" | "uncommon" | "rare" | "legendary" | "artifact" | "varies")) => rarity,
        Some(_) => "unknown",
        None if row.kind == Kind::MagicItem => "unknown (magic)",
        None => "none",
    };
    let attunement = row.requires_attunement.filter(|required| *required);
    let (of_weapon, of_armor) = match magic_bonus(row) {
        Some(Bonus::Weapon(bonus)) => (Some(signed(bonus)), None),
        Some(Bonus::Armor(bonus)) => (None, Some(signed(bonus))),
        None => (None, None),
    };
    let properties = properties(row).into_iter();
    let properties = properties.map(|code| sourced_property(code, layout));
    known(json!({
        "type": code(row).map(|code| sourced_type(code, layout)),
        "rarity": rarity,
        "wondrous": (row.category.as_deref() == Some("wondrous-item")).then_some(true),
        "staff": (row.category.as_deref() == Some("staff")).then_some(true),
        "reqAttune": attunement.map(|_| match &row.attunement_detail {
            Some(detail) => json!(text(detail)),
            None => json!(true),
        }),
        "weight": row.weight.filter(|weight| *weight > 0.0),
        // In copper.
        "value": row.cost.filter(|cost| *cost > 0.0).map(|gold| gold * 100.0),
        "weaponCategory": category,
        "property": properties.collect::<Vec<_>>(),
        "mastery": row.mastery.as_deref().map(|slug| format!("{}|XPHB", titled(slug))).as_slice(),
        "dmg1": row.damage_dice.as_deref().map(text),
        "dmg2": row.versatile_dice.as_deref().map(text),
        "dmgType": row.damage_type.as_deref().and_then(damage_letter),
        "range": range,
        "bonusWeapon": of_weapon,
        "bonusAc": of_armor,
        "ac": row.ac_base,
        "strength": row.strength_required.map(|score| score.to_string()),
        "stealth": row.stealth_disadvantage.filter(|is_loud| *is_loud),
    }))
}

/// What is written of an item, with what a pack holds.
pub(super) fn body(row: &Model) -> Vec<Value> {
    let mut body = entries(&row.text);
    let contents = row.contents.iter();
    let contents = contents.map(|part| json!(text(&format!("{} × {}", part.quantity, part.name))));
    let contents: Vec<Value> = contents.collect();
    if !contents.is_empty() {
        body.push(named("Contents", vec![json!({"type": "list", "items": contents})]));
    }
    body.extend(row.notes.as_deref().map(entries).unwrap_or_default());
    body
}
