//! Languages of the reference documents and of the books whose creatures speak others. Rows may have more.

use crate::slugify;

/// Slugs of the languages; names of two words come before those they contain.
const LANGUAGES: [&str; 71] = [
    "ancient-nurian", "bee-dance", "blink-dog", "common-sign-language", "deep-speech", "feather-speech", "giant-eagle",
    "giant-elk", "giant-owl", "machine-speech", "phase-spider", "thieves-cant", "void-speech", "winter-wolf",
    "abyssal", "aquan", "auran", "behtu", "boggard", "brachyura", "briarclick", "capybear", "carbuncle", "celestial",
    "centaur", "common", "cueyatl", "darakhul", "derro", "draconic", "druidic", "dwarvish", "elvish", "eonic", "erina",
    "ettercap", "giant", "gnoll", "gnomish", "goblin", "halfling", "huginn", "ignan", "infernal", "lemurfolk",
    "loxodan", "millitaur", "minotaur", "moonsong", "nurian", "orc", "otyugh", "phoenixborn", "primordial",
    "ravenfolk", "sahuagin", "scorpionfolk", "simian", "sphinx", "sylvan", "terran", "thrippish", "titan", "tosculi",
    "troglodyte", "trollkin", "umbral", "undercommon", "worg", "yakirian", "yeti",
];

/// Slugs of the languages that a text names, those only understood among them, but not those that a creature *usually*
/// knows.
///
/// Correction (creatures): A language that a creature *usually* knows is not certain, and left out.
pub fn languages_in(text: &str) -> Vec<String> {
    let certain = text.split("usually").next().unwrap_or(text);
    let mut rest = format!("-{}-", slugify(certain)).replace("-dwarven-", "-dwarvish-");
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
        assert_eq!(languages_in("Ancient Nurian, Dwarven"), ["ancient-nurian", "dwarvish"]);
        assert!(languages_in("any one language (usually Common)").is_empty());
    }
}
