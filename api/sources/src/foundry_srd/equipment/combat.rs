//! Weapon and armor fields of an item.

use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::{bonus, dice, title};
use crate::item_text::armor::{Dexterity, fill_armor_class};
use crate::item_text::weapon::with_details;
use lorekeeper_content::equipment::{Kind, Model, WeaponProperty};
use lorekeeper_content::slugify;

/// Properties of weapons by their codes.
const PROPERTIES: [(&str, &str); 10] = [
    ("amm", "Ammunition"),
    ("fin", "Finesse"),
    ("hvy", "Heavy"),
    ("lgt", "Light"),
    ("lod", "Loading"),
    ("rch", "Reach"),
    ("spc", "Special"),
    ("thr", "Thrown"),
    ("two", "Two-Handed"),
    ("ver", "Versatile"),
];

/// Puts the fields on the row of a weapon. A magic weapon that is any of several has none of theirs.
pub(super) fn weapon(wire: Fields<'_>, row: &mut Model) {
    let base = wire.at("damage.base");
    let kind = wire.text("type.value");
    if !kind.starts_with("simple") && !kind.starts_with("martial") {
        return;
    }
    let flat = || base.filled("bonus").or_else(|| base.word("number"));
    row.damage_dice = match dice(base, 0) {
        Some(dice) => {
            let more = base.whole_amount("bonus").unwrap_or_default();
            Some(format!("{dice}{}", bonus(more)))
        }
        None => flat(),
    };
    row.damage_type = base.words("types").first().map(|kind| slugify(kind));
    let properties = wire.words("properties");
    let is_versatile = properties.contains(&"ver");
    row.versatile_dice = is_versatile.then(|| versatile(wire)).flatten();
    let ranged = kind.ends_with('R');
    let simple = kind.starts_with("simple");
    row.weapon_range = Some(if ranged { "ranged" } else { "melee" }.to_owned());
    (row.simple, row.martial) = (Some(simple), Some(!simple));
    row.improvised = Some(false);
    if ranged || properties.contains(&"thr") {
        row.range = wire.whole_amount("range.value");
        row.long_range = wire.whole_amount("range.long");
    }
    row.mastery = wire.filled("mastery").map(|mastery| slugify(&mastery));
    let named = PROPERTIES.iter().filter(|(code, _)| properties.contains(code)).map(|(_, name)| WeaponProperty {
        name: (*name).to_owned(),
        slug: slugify(name),
        ..WeaponProperty::default()
    });
    let mastery = row.mastery.iter().map(|mastery| WeaponProperty {
        name: title(mastery),
        slug: mastery.clone(),
        kind: Some("Mastery".to_owned()),
        ..WeaponProperty::default()
    });
    row.properties = with_details(named.chain(mastery).collect(), row).into();
}

/// The dice in two hands: the next larger die, where they are not given.
fn versatile(wire: Fields<'_>) -> Option<String> {
    let given = dice(wire.at("damage.versatile"), 0);
    given.or_else(|| {
        let base = wire.at("damage.base");
        let number = base.positive("number")?;
        Some(format!("{number}d{}", base.positive("denomination")? + 2))
    })
}

/// Puts the fields on the row of a suit of armor or a shield, with the magic bonus. Magic armor that may be any of
/// several has none of their numbers.
pub(super) fn armor(wire: Fields<'_>, row: &mut Model) {
    let category = wire.text("type.value");
    if !matches!(category, "light" | "medium" | "heavy" | "shield") {
        return;
    }
    if row.kind == Kind::MagicItem && row.base_armor_slug.is_none() {
        return;
    }
    row.armor_category = Some(category.to_owned());
    row.strength_required = wire.whole_amount("strength").filter(|score| *score > 0);
    let properties = wire.words("properties");
    row.stealth_disadvantage = Some(properties.contains(&"stealthDisadvantage"));
    let dexterity = match category {
        "light" => Dexterity::All,
        "medium" => Dexterity::UpTo(wire.int("armor.dex").unwrap_or(2)),
        _ => Dexterity::None,
    };
    if let Some(own) = wire.int("armor.value").filter(|own| *own > 0) {
        let bonus = wire.int("armor.magicalBonus").unwrap_or_default();
        fill_armor_class(row, own + bonus, dexterity);
    }
}
