//! Weapon fields of an item.

use super::super::item::Item;
use super::dice;
use crate::item_text::weapon::with_details;
use crate::prose::capitalized;
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
    let kind = item.keyword_of("weapons", "type").or_else(|| item.keyword("type"));
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

const PROPERTIES: [&str; 10] =
    ["ammunition", "finesse", "heavy", "light", "loading", "reach", "special", "thrown", "two-handed", "versatile"];

fn properties(item: &Item<'_>, row: &Model) -> Vec<WeaponProperty> {
    let has = PROPERTIES.iter().filter(|key| item.has(key));
    let properties = has.map(|key| WeaponProperty {
        name: key.split('-').map(capitalized).collect::<Vec<_>>().join("-"),
        slug: (*key).to_owned(),
        ..WeaponProperty::default()
    });
    with_details(properties.collect(), row)
}
