//! The six abilities, in the order of a stat block.

/// Names of the abilities, as rows have them.
pub const ABILITIES: [&str; 6] = [
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
];

/// Abbreviations of the abilities, as stat blocks print them.
pub(crate) const ABILITY_ABBREVIATIONS: [&str; 6] = ["Str", "Dex", "Con", "Int", "Wis", "Cha"];

/// The ability whose name begins with a word of three letters or more, in lower case.
pub(crate) fn ability_of(word: &str) -> Option<&'static str> {
    let mut abilities = ABILITIES.into_iter();
    abilities.find(|ability| word.len() > 2 && ability.starts_with(word))
}
