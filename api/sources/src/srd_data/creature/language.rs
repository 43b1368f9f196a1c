//! Languages of a creature.

use lorekeeper_content::slugify;

/// The languages of the rules. Those of the elements are dialects of one.
const LANGUAGES: [&str; 20] = [
    "Abyssal",
    "Celestial",
    "Common",
    "Common Sign Language",
    "Deep Speech",
    "Draconic",
    "Druidic",
    "Dwarvish",
    "Elvish",
    "Giant",
    "Gnomish",
    "Goblin",
    "Halfling",
    "Infernal",
    "Orc",
    "Primordial",
    "Sylvan",
    "Thieves' Cant",
    "Undercommon",
    "Worg",
];

const DIALECTS: [&str; 4] = ["Aquan", "Auran", "Ignan", "Terran"];

/// Slugs of the languages, and all as printed. What is said of them (`plus one other language`, telepathy, who only
/// understands) is no language's name.
pub(super) fn languages(wire: &[String]) -> (Vec<String>, Option<String>) {
    let mut printed = String::new();
    for words in wire
        .iter()
        .map(|words| words.trim())
        .filter(|words| !words.is_empty())
    {
        // A list and its summary (`Common`, `Common plus two others`) say the same thing twice.
        let summary = format!("{words} plus");
        if wire.iter().any(|other| other.trim().starts_with(&summary)) {
            continue;
        }
        let dialect = DIALECTS.contains(&words);
        let words = if dialect {
            format!("Primordial ({words})")
        } else {
            words.to_owned()
        };
        let border = match words.as_str() {
            _ if printed.is_empty() => "",
            words if words.starts_with("plus ") => " ",
            words if words.starts_with("telepathy") => "; ",
            _ => ", ",
        };
        printed.push_str(border);
        printed.push_str(&words);
    }
    // A language counts where its name stands as words of their own.
    let text = format!("-{}-", slugify(&printed));
    let slugs = LANGUAGES.iter().map(|name| slugify(name));
    let slugs = slugs
        .filter(|slug| text.contains(&format!("-{slug}-")))
        .collect();
    (slugs, Some(printed).filter(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_printed_and_named() {
        for (wire, slugs, printed) in [
            (
                &["Common", "Owlish"][..],
                &["common"][..],
                Some("Common, Owlish"),
            ),
            (&["Auran"], &["primordial"], Some("Primordial (Auran)")),
            (
                &["Common", "plus one other language"],
                &["common"],
                Some("Common plus one other language"),
            ),
            (
                &["Common", "Common plus two other languages"],
                &["common"],
                Some("Common plus two other languages"),
            ),
            (
                &["Deep Speech", "telepathy 120 ft."],
                &["deep-speech"],
                Some("Deep Speech; telepathy 120 ft."),
            ),
            (
                &["Understands Draconic but can't speak"],
                &["draconic"],
                Some("Understands Draconic but can't speak"),
            ),
            (&[], &[], None),
        ] {
            let wire: Vec<String> = wire.iter().map(|&words| words.to_owned()).collect();
            let (found, text) = languages(&wire);
            assert_eq!(found, slugs);
            assert_eq!(text.as_deref(), printed);
        }
    }
}
