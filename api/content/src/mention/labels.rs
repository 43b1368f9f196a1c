//! Labels of the lines of an entity's document, by what they name.

/// Whether a label is of a line of facts.
pub fn is_fact(label: &str) -> bool {
    FACTS.contains(&label)
}

/// Labels of lines that name rules alone.
pub const CONTENTS: [&str; 4] = ["section", "chapter", "in this section", "part of"];

/// Labels of lines whose values are terms of the rules.
pub const TERMS: [&str; 4] = ["senses", "recovery", "activation", "stealth"];

/// The label that stands for none: that of the line below the name, which says what the entity is.
pub const KIND_LINE: &str = "kind of entity";

/// Labels of lines and heads of columns whose values are spells, but for those that end with the word.
pub fn is_of_spells(label: &str) -> bool {
    ["spells", "cantrips"].iter().any(|word| label.ends_with(word)) || label == "spell"
}

/// Labels of lines whose values are things.
pub const GEAR: [&str; 9] =
    ["armor", "variant of", "variants", "storage", "gear", "equipment", "starting equipment", "tools", "weapons"];

/// Labels of the line that names what a creature wears.
pub const ARMOR_CLASS: [&str; 2] = ["armor class", "ac"];

/// Labels of lines of the damage and the conditions that a creature withstands or not.
pub const OF_DAMAGE: [&str; 6] = [
    "damage resistances", "damage immunities", "damage vulnerabilities", "resistances", "immunities", "vulnerabilities",
];

/// Labels of lines whose values are of other kinds than the ones that are linked there.
const FACTS: [&str; 30] = [
    "languages", "language", "skills", "saving throws", "senses", "speed", "armor class", "ac", "hit points", "hp",
    "damage resistances", "damage immunities", "damage vulnerabilities", "condition immunities", "resistances",
    "immunities", "vulnerabilities", "challenge", "cr", "initiative", "components", "casting time", "range",
    "duration", "type", "category", "subclasses", "ability scores", "weight", "cost",
];
