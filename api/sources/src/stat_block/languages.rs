//! Languages in a line of text.

use lorekeeper_content::slugify;

/// Slugs of the languages that a stat block names, those only understood among them.
pub fn languages(text: &str) -> Vec<String> {
    let mut rest = format!("-{}-", slugify(text));
    let mut known = Vec::new();
    for name in LANGUAGES {
        let word = format!("-{name}-");
        if rest.contains(&word) {
            known.push(name.to_owned());
            rest = rest.replace(&word, "--");
        }
    }
    known.sort();
    known
}

/// The languages of the reference documents; names of two words come before those they contain.
const LANGUAGES: [&str; 32] = [
    "blink-dog",
    "deep-speech",
    "giant-eagle",
    "giant-elk",
    "giant-owl",
    "thieves-cant",
    "winter-wolf",
    "abyssal",
    "aquan",
    "auran",
    "celestial",
    "common",
    "draconic",
    "druidic",
    "dwarvish",
    "elvish",
    "giant",
    "gnoll",
    "gnomish",
    "goblin",
    "halfling",
    "ignan",
    "infernal",
    "orc",
    "otyugh",
    "primordial",
    "sahuagin",
    "sphinx",
    "sylvan",
    "terran",
    "undercommon",
    "worg",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_in_words() {
        for (text, expected) in [
            ("Common, Draconic", vec!["common", "draconic"]),
            ("Giant Owl, understands Elvish", vec!["elvish", "giant-owl"]),
            ("Thieves' cant plus any two languages", vec!["thieves-cant"]),
            ("understands infernal but can't speak", vec!["infernal"]),
            ("Undercommon, telepathy 60 ft.", vec!["undercommon"]),
            ("all, telepathy 120 ft.", vec![]),
        ] {
            assert_eq!(languages(text), expected, "{text}");
        }
    }
}
