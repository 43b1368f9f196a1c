//! The game's own vocabulary, which all books share.

use serde_json::{Value, json};

/// The abilities.
pub const ABILITIES: [&str; 6] = [
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
];

/// The conditions, common ones first.
pub const CONDITIONS: [&str; 15] = [
    "poisoned",
    "frightened",
    "prone",
    "restrained",
    "grappled",
    "charmed",
    "stunned",
    "blinded",
    "paralyzed",
    "incapacitated",
    "deafened",
    "unconscious",
    "invisible",
    "petrified",
    "exhaustion",
];

/// The skills, with their abilities.
pub const SKILLS: [(&str, &str); 18] = [
    ("acrobatics", "dexterity"),
    ("animal_handling", "wisdom"),
    ("arcana", "intelligence"),
    ("athletics", "strength"),
    ("deception", "charisma"),
    ("history", "intelligence"),
    ("insight", "wisdom"),
    ("intimidation", "charisma"),
    ("investigation", "intelligence"),
    ("medicine", "wisdom"),
    ("nature", "intelligence"),
    ("perception", "wisdom"),
    ("performance", "charisma"),
    ("persuasion", "charisma"),
    ("religion", "intelligence"),
    ("sleight_of_hand", "dexterity"),
    ("stealth", "dexterity"),
    ("survival", "wisdom"),
];

/// The schools of magic, with how common they are in a thousand spells.
pub const SCHOOLS: [(&str, u32); 8] = [
    ("transmutation", 211),
    ("evocation", 168),
    ("conjuration", 163),
    ("abjuration", 107),
    ("necromancy", 99),
    ("enchantment", 99),
    ("divination", 88),
    ("illusion", 65),
];

/// The types of creature, with how common they are in a thousand.
pub const TYPES: [(&str, u32); 14] = [
    ("beast", 158),
    ("humanoid", 133),
    ("monstrosity", 115),
    ("dragon", 100),
    ("undead", 85),
    ("fiend", 70),
    ("fey", 66),
    ("construct", 58),
    ("aberration", 49),
    ("elemental", 45),
    ("giant", 34),
    ("plant", 34),
    ("celestial", 33),
    ("ooze", 20),
];

/// A reference by name and key.
#[must_use]
pub fn named(key: &str) -> Value {
    json!({"name": title(key), "key": key})
}

/// A key as a heading (`very-rare`: Very Rare).
#[must_use]
pub fn title(key: &str) -> String {
    let words = key.split(['-', '_', ' ']);
    words
        .map(super::words::capital)
        .collect::<Vec<_>>()
        .join(" ")
}
