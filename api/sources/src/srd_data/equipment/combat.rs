//! Weapon and armor fields of an item.

use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::title;
use crate::item_text::armor::{Dexterity, fill_armor_class};
use crate::item_text::weapon::with_details;
use lorekeeper_content::equipment::{Kind, Model, WeaponProperty};
use lorekeeper_content::slugify;

/// Puts the fields on the row of a weapon. A magic weapon that is any of several has none of theirs.
pub(super) fn weapon(wire: Fields<'_>, row: &mut Model) {
    let slug = |words: &str| Some(slugify(words)).filter(|slug| !slug.is_empty());
    if let Some(damage) = wire.list("damage_parts").next() {
        row.damage_dice = Some(damage.text("dice").to_owned());
        row.damage_type = slug(damage.text("damage_type"));
    } else if row.rarity.is_some() {
        return;
    }
    let category = wire.text("weapon_category");
    let ranged = category.ends_with("_ranged");
    let simple = category.starts_with("simple_");
    row.versatile_dice = wire.filled("versatile_damage.dice");
    row.weapon_range = Some(if ranged { "ranged" } else { "melee" }.to_owned());
    (row.simple, row.martial) = (Some(simple), Some(!simple));
    row.improvised = Some(false);
    let properties = wire.words("properties");
    // For a weapon that is neither thrown nor shot, the field is its reach.
    if ranged || properties.contains(&"thrown") {
        row.range = wire.int("range.value");
        row.long_range = wire.int("range.long");
    }
    row.mastery = slug(wire.text("mastery"));
    let properties = properties.into_iter().map(|property| {
        let slug = property.replace('_', "-");
        WeaponProperty {
            name: match slug.as_str() {
                // It has its hyphen.
                "two-handed" => "Two-Handed".to_owned(),
                slug => title(slug),
            },
            slug,
            ..WeaponProperty::default()
        }
    });
    let mastery = row.mastery.iter().map(|mastery| WeaponProperty {
        name: title(mastery),
        slug: mastery.clone(),
        kind: Some("Mastery".to_owned()),
        ..WeaponProperty::default()
    });
    row.properties = with_details(properties.chain(mastery).collect(), row).into();
}

/// Puts the fields on the row of a suit of armor or a shield, with the magic bonus. Magic armor that may be any of
/// several has none of their numbers: the records give it those of bare skin.
pub(super) fn armor(wire: Fields<'_>, row: &mut Model) {
    let own = wire.int("base_ac");
    if row.kind == Kind::MagicItem && (own == Some(10) || row.base_armor_slug.is_none()) {
        return;
    }
    row.armor_category = wire.filled("armor_category");
    row.strength_required = wire.positive("strength_min");
    row.stealth_disadvantage = wire.at("stealth_disadvantage").truth();
    let dexterity = match row.armor_category.as_deref() {
        Some("light") => Dexterity::All,
        Some("medium") => Dexterity::UpTo(wire.int("dex_bonus_max").unwrap_or(2)),
        _ => Dexterity::None,
    };
    if let Some(own) = own {
        let bonus = wire.int("magical_bonus").unwrap_or_default();
        fill_armor_class(row, own + bonus, dexterity);
    }
}
