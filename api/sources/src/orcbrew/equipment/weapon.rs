//! Weapon fields of an item.

use super::super::item::Item;
use super::dice;
use lorekeeper_content::equipment::{Kind, Model, WeaponProperty};
use lorekeeper_content::slugify;

/// Fills in a mundane weapon.
pub(super) fn fill(item: &Item<'_>, row: &mut Model) {
    let ammunition = item.keyword("type").as_deref() == Some("ammunition");
    if ammunition {
        return self::ammunition(item, row);
    }
    row.category = Some("weapon".to_owned());
    stats(item, row);
}

/// Fills in ammunition, which is gear.
pub(super) fn ammunition(_: &Item<'_>, row: &mut Model) {
    row.kind = Kind::Gear;
    row.category = Some("ammunition".to_owned());
}

/// Fills in damage, ranges and properties.
pub(super) fn stats(item: &Item<'_>, row: &mut Model) {
    let kind = item
        .keyword_of("weapons", "type")
        .or_else(|| item.keyword("type"));
    row.damage_dice = dice(item).or_else(|| item.words("damage"));
    row.damage_type = item.keyword("damage-type");
    row.versatile_dice = item.child("versatile").as_ref().and_then(dice);
    let range = item.child("range");
    let feet = |key: &str| range.and_then(|r| r.int(key)).filter(|feet| *feet > 0);
    row.range = feet("min").or_else(|| feet("normal"));
    row.long_range = feet("max").or_else(|| feet("long"));
    let ranged = item.has("ranged") && !item.has("melee");
    row.weapon_range = Some(if ranged { "ranged" } else { "melee" }.to_owned());
    row.simple = Some(kind.as_deref() == Some("simple"));
    row.martial = Some(kind.as_deref() == Some("martial"));
    row.improvised = Some(kind.as_deref() == Some("improvised"));
    row.ammunition = item.get("ammunition").and_then(|a| a.as_str().map(slugify));
    row.properties = properties(item, row).into();
}

const PROPERTIES: [(&str, &str); 10] = [
    ("ammunition", "Ammunition"),
    ("finesse", "Finesse"),
    ("heavy", "Heavy"),
    ("light", "Light"),
    ("loading", "Loading"),
    ("reach", "Reach"),
    ("special", "Special"),
    ("thrown", "Thrown"),
    ("two-handed", "Two-Handed"),
    ("versatile", "Versatile"),
];

fn properties(item: &Item<'_>, row: &Model) -> Vec<WeaponProperty> {
    let range = row.range.map(|normal| match row.long_range {
        Some(long) => format!("range {normal}/{long}"),
        None => format!("range {normal}"),
    });
    let has = PROPERTIES.iter().filter(|(key, _)| item.has(key));
    has.map(|(key, name)| WeaponProperty {
        name: (*name).to_owned(),
        slug: (*key).to_owned(),
        detail: match *key {
            "ammunition" | "thrown" => range.clone(),
            "versatile" => row.versatile_dice.clone(),
            _ => None,
        },
        ..WeaponProperty::default()
    })
    .collect()
}
