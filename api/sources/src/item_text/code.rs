//! Codes of items that the formats of several programs share: types, properties, damage types.

use lorekeeper_content::equipment::{Kind, WeaponProperty};

/// Codes of the types: the kind of an item, its category, and a finer one.
const TYPES: [(&str, Kind, &str, &str); 42] = [
    ("$", Kind::Gear, "treasure", ""),
    ("$A", Kind::Gear, "treasure", "art-object"),
    ("$C", Kind::Gear, "treasure", "coin"),
    ("$G", Kind::Gear, "treasure", "gemstone"),
    ("A", Kind::Gear, "ammunition", ""),
    ("AF", Kind::Gear, "ammunition", ""),
    ("AIR", Kind::Gear, "airborne-vehicle", ""),
    ("AT", Kind::Gear, "tools", "artisans-tools"),
    ("EM", Kind::Gear, "adventuring-gear", ""),
    ("EXP", Kind::Gear, "adventuring-gear", "explosive"),
    ("FD", Kind::Gear, "adventuring-gear", "food-and-drink"),
    ("G", Kind::Gear, "adventuring-gear", ""),
    ("GS", Kind::Gear, "tools", "gaming-set"),
    ("GV", Kind::Gear, "", ""),
    ("HA", Kind::Armor, "armor", "heavy"),
    ("IDG", Kind::Gear, "adventuring-gear", "drug"),
    ("INS", Kind::Gear, "tools", "musical-instrument"),
    ("LA", Kind::Armor, "armor", "light"),
    ("M", Kind::Weapon, "weapon", "melee"),
    ("MA", Kind::Armor, "armor", "medium"),
    ("MNT", Kind::Gear, "mount", ""),
    ("MR", Kind::Gear, "adventuring-gear", ""),
    ("OTH", Kind::Gear, "adventuring-gear", ""),
    ("P", Kind::Gear, "potion", ""),
    ("PACK", Kind::Gear, "equipment-pack", ""),
    ("R", Kind::Weapon, "weapon", "ranged"),
    ("RD", Kind::Gear, "rod", ""),
    ("RG", Kind::Gear, "ring", ""),
    ("S", Kind::Armor, "armor", "shield"),
    ("SC", Kind::Gear, "scroll", ""),
    ("SCF", Kind::Gear, "adventuring-gear", "spellcasting-focus"),
    ("SHP", Kind::Gear, "waterborne-vehicle", ""),
    ("SPC", Kind::Gear, "space-vehicle", ""),
    ("ST", Kind::Gear, "staff", ""),
    ("T", Kind::Gear, "tools", ""),
    ("TAH", Kind::Gear, "tack-and-harness", ""),
    ("TB", Kind::Gear, "trade-good", "trade-bar"),
    ("TG", Kind::Gear, "trade-good", ""),
    ("VEH", Kind::Gear, "land-vehicle", ""),
    ("W", Kind::Gear, "wondrous-item", ""),
    ("WD", Kind::Gear, "wand", ""),
    ("WN", Kind::Gear, "wand", ""),
];

/// The kind, category and finer category of a type; those that have none are empty.
pub fn item_type(code: &str) -> Option<(Kind, &'static str, &'static str)> {
    let code = code.split('|').next().unwrap_or(code).trim();
    let known = TYPES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(code));
    known.map(|(_, kind, category, subcategory)| (*kind, *category, *subcategory))
}

const PROPERTIES: [(&str, &str, &str); 15] = [
    ("2H", "two-handed", "two-handed"),
    ("A", "ammunition", "ammunition"),
    ("AF", "ammunition", "ammunition"),
    ("BF", "burst-fire", "burst fire"),
    ("ER", "extended-reach", "extended reach"),
    ("F", "finesse", "finesse"),
    ("H", "heavy", "heavy"),
    ("L", "light", "light"),
    ("LD", "loading", "loading"),
    ("R", "reach", "reach"),
    ("RLD", "reload", "reload"),
    ("S", "special", "special"),
    ("T", "thrown", "thrown"),
    ("V", "versatile", "versatile"),
    ("VST", "vestige-of-divergence", "vestige of divergence"),
];

/// The slug and the name of a property of weapons.
pub fn property(code: &str) -> Option<(&'static str, &'static str)> {
    let code = code.split('|').next().unwrap_or(code).trim();
    let known = PROPERTIES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(code));
    known.map(|(_, slug, name)| (*slug, *name))
}

/// A property of a weapon by its code.
pub fn weapon_property(code: &str) -> Option<WeaponProperty> {
    let (slug, name) = property(code)?;
    Some(WeaponProperty { name: crate::prose::capitalized(name), slug: slug.to_owned(), ..WeaponProperty::default() })
}

/// The damage type of a letter, or of its name.
pub fn damage_type(code: &str) -> Option<&'static str> {
    const TYPES: [(&str, &str); 15] = [
        ("A", "acid"),
        ("B", "bludgeoning"),
        ("C", "cold"),
        ("F", "fire"),
        ("O", "force"),
        ("L", "lightning"),
        ("N", "necrotic"),
        ("P", "piercing"),
        ("I", "poison"),
        ("Y", "psychic"),
        ("R", "radiant"),
        ("S", "slashing"),
        ("T", "thunder"),
        ("FC", "force"),
        ("PS", "psychic"),
    ];
    let is_meant = |(letter, name): &&(&str, &str)| {
        letter.eq_ignore_ascii_case(code.trim()) || name.eq_ignore_ascii_case(code.trim())
    };
    TYPES.iter().find(is_meant).map(|(_, name)| *name)
}
