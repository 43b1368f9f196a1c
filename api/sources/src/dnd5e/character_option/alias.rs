//! Aliases of records whose names in the API differ from the book's.

/// The 2014 names that differ: what the API says, what the book's heading says.
const NAMES_2014: [(&str, &str); 10] = [
    ("Berserker", "Path of the Berserker"),
    ("Devotion", "Oath of Devotion"),
    ("Draconic", "Draconic Bloodline"),
    ("Evocation", "School of Evocation"),
    ("Fiend", "The Fiend"),
    ("Land", "Circle of the Land"),
    ("Life", "Life Domain"),
    ("Lightfoot Halfling", "Lightfoot"),
    ("Lore", "College of Lore"),
    ("Open Hand", "Way of the Open Hand"),
];

/// The name that the book gives to a subclass or subrace, so that the same thing from two sources
/// is one row.
///
/// Correction (character options): `Lore`, `Land` and `Fiend` become *College of Lore*, *Circle of the Land* and *The
/// Fiend*, as the book has them.
pub(in crate::dnd5e) fn option_name(edition: &str, name: &str) -> String {
    let name = name.trim();
    NAMES_2014.iter().find(|(short, _)| edition == "2014" && *short == name).map_or(name, |(_, full)| full).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_become_the_books() {
        assert_eq!(option_name("2014", "Lore"), "College of Lore");
        assert_eq!(option_name("2014", "Lightfoot Halfling"), "Lightfoot");
        assert_eq!(option_name("2014", "Hill Dwarf"), "Hill Dwarf");
        assert_eq!(option_name("2024", "Lore"), "Lore");
    }
}
