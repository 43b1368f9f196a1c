//! Languages of the reference documents. Books add to them, so that rows have any.

use crate::slugify;

/// Slugs of the languages; names of two words come before those they contain.
const LANGUAGES: [&str; 34] = [
    "blink-dog",
    "common-sign-language",
    "deep-speech",
    "giant-eagle",
    "giant-elk",
    "giant-owl",
    "thieves-cant",
    "void-speech",
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

/// Slugs of the languages that a text names, those only understood among them, but not those that a creature *usually*
/// knows.
///
/// Correction (creatures): A language that a creature *usually* knows is not certain, and left out.
#[must_use]
pub fn languages_in(text: &str) -> Vec<String> {
    let certain = text.split("usually").next().unwrap_or(text);
    let mut rest = format!("-{}-", slugify(certain));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_languages() {
        let known = languages_in("Giant Eagle, understands Common and Giant but can't speak");
        assert_eq!(known, ["common", "giant", "giant-eagle"]);
        assert!(languages_in("telepathy 60 ft.").is_empty());
        assert!(languages_in("any one language (usually Common)").is_empty());
    }
}
