//! The conditions of the game, and the lines of stat blocks that name them.

use crate::slugify;

/// Slugs of the conditions, in alphabetical order.
pub const CONDITIONS: [&str; 15] = [
    "blinded", "charmed", "deafened", EXHAUSTION, "frightened", GRAPPLED, "incapacitated", INVISIBLE, "paralyzed",
    "petrified", "poisoned", PRONE, "restrained", "stunned", UNCONSCIOUS,
];

/// The conditions that *Level Up* adds, and how the keys of its books begin.
pub(crate) const OF_LEVEL_UP: [&str; 4] = ["confused", "doomed", "rattled", "slowed"];
pub(crate) const LEVEL_UP: &str = "a5e";

pub(crate) const EXHAUSTION: &str = "exhaustion";
pub(crate) const GRAPPLED: &str = "grappled";
pub(crate) const INVISIBLE: &str = "invisible";
pub(crate) const PRONE: &str = "prone";
pub(crate) const UNCONSCIOUS: &str = "unconscious";

/// Other words for conditions: those of *Level Up*, and what books print by mistake.
const OTHER_WORDS: [(&str, &str); 6] = [
    ("blindness", "blinded"),
    ("exhausted", EXHAUSTION),
    ("fatigue", EXHAUSTION),
    ("fatigued", EXHAUSTION),
    ("paralysis", "paralyzed"),
    ("poison", "poisoned"),
];

/// Slugs of the conditions that a line of a stat block names, sorted.
pub fn conditions_in(line: &str) -> Vec<String> {
    let words = slugify(line);
    let condition = |word: &str| {
        let other = OTHER_WORDS.iter().find(|(known, _)| *known == word);
        let name = other.map_or(word, |(_, condition)| *condition);
        CONDITIONS.contains(&name).then(|| name.to_owned())
    };
    let mut named: Vec<String> = words.split('-').filter_map(condition).collect();
    named.sort();
    named.dedup();
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_conditions() {
        let named = conditions_in("Charmed, fatigued, prone poisoned; paralysis");
        assert_eq!(named, ["charmed", "exhaustion", "paralyzed", "poisoned", "prone"]);
        assert!(conditions_in("lightning").is_empty());
    }
}
