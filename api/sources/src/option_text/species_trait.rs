//! Species traits: sizes, speed, ability increases and languages from the text of the traits.
//!
//! The 2024 rules mark the traits of size and speed; the older ones only name them.

use crate::prose;
use lorekeeper_content::character_option::{AbilityIncrease, Model};
use lorekeeper_content::{Pattern, slugify};

/// Fills in the fields from the traits of a row.
///
/// Correction (character options): Size, speed, languages and ability increases that stand only in the text of
/// traits become fields where they are certain.
pub fn fill(row: &mut Model) {
    let texts: Vec<(String, String)> = row
        .traits
        .iter()
        .map(|t| {
            let sort = t.kind.as_ref().unwrap_or(&t.name);
            (slugify(sort), t.text.clone())
        })
        .collect();
    for (sort, text) in texts {
        match sort.as_str() {
            "size" => {
                row.sizes = sizes(&text);
                row.size_text = Some(text);
            }
            "speed" => row.speed = speed(&text),
            "ability-score-increase" => row.ability_increases = ability_increases(&text).into(),
            "languages" => row.languages = languages(&text),
            "age" => row.age = Some(text),
            "alignment" => row.alignment = Some(text),
            _ => {}
        }
    }
}

/// The sizes to choose from: `Your size is Small.`, or `Medium (...) or Small (...)`.
fn sizes(text: &str) -> Vec<String> {
    static NAMED: Pattern = Pattern::new(r"(?-i)size is (Tiny|Small|Medium|Large)\b");
    static FIRST: Pattern = Pattern::new(r"(?-i)^(Tiny|Small|Medium|Large)\b");
    static OTHER: Pattern = Pattern::new(r"(?-i)\) or (Tiny|Small|Medium|Large)\b");
    let found = match NAMED.capture(text) {
        Some(size) => vec![size],
        None => FIRST.capture(text).into_iter().chain(OTHER.capture(text)).collect(),
    };
    found.iter().map(|size| size.to_lowercase()).collect()
}

fn speed(text: &str) -> Option<i32> {
    static FEET: Pattern = Pattern::new(r"(?-i)(\d+) feet");
    FEET.capture(text)?.parse().ok()
}

/// The increases that are certain. A choice among some abilities only stays in the text of the trait.
fn ability_increases(text: &str) -> Vec<AbilityIncrease> {
    static NAMED: Pattern = Pattern::new(r"(?-i)[Yy]our (\w+) score increases by (\d)");
    static CHOSEN: Pattern =
        Pattern::new(r"\b(one|two|three)(?: other| different)? ability scores? of your choice increases? by (\d)");
    if text.contains("ability scores each increase by 1") {
        let all = lorekeeper_content::ABILITIES.map(|ability| fixed(ability, 1));
        return all.into();
    }
    let named = NAMED.pairs(text).into_iter().filter_map(|(name, bonus)| {
        let ability = prose::ability(&name)?;
        Some(fixed(ability, bonus.parse().ok()?))
    });
    let chosen = CHOSEN.pairs(text).into_iter().filter_map(|(number, bonus)| {
        Some(AbilityIncrease {
            ability: None,
            bonus: bonus.parse().ok()?,
            choose: prose::count(&number),
            among: Vec::new(),
        })
    });
    named.chain(chosen).collect()
}

/// An increase that is not chosen.
pub fn fixed(ability: &str, bonus: i32) -> AbilityIncrease {
    AbilityIncrease { ability: Some(ability.to_owned()), bonus, choose: None, among: Vec::new() }
}

/// The languages that come without a choice.
fn languages(text: &str) -> Vec<String> {
    const CHOICES: [&str; 6] = ["one of", "one other", "your choice", "either", "one extra", "a language"];
    static KNOWN: Pattern = Pattern::new(r"(?-i)^You can speak(?:, read, and write)? ([^.]+)");
    let known = without_asides(&KNOWN.capture(text).unwrap_or_default());
    let end = CHOICES.iter().filter_map(|c| known.find(c)).min();
    let certain = end.and_then(|end| known.get(..end)).unwrap_or(&known);
    // The list may now end in the conjunction that led to the choice.
    let certain = certain.trim().trim_end_matches("and").trim();
    prose::list(certain).iter().map(|language| slugify(language)).collect()
}

/// The text without what stands in parentheses.
fn without_asides(text: &str) -> String {
    let mut depth = 0_usize;
    text.chars()
        .filter(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_named_or_chosen() {
        assert_eq!(sizes("Newts are Large-hearted. Your size is Small."), ["small"]);
        assert_eq!(sizes("Medium (about 5 feet) or Small (about 3 feet), as you like"), ["medium", "small"]);
        assert!(sizes("Your size depends on your pond.").is_empty());
    }

    #[test]
    fn speed_is_in_feet() {
        assert_eq!(speed("Newts are quick, with a speed of 35 feet."), Some(35));
        assert_eq!(speed("It depends."), None);
    }

    #[test]
    fn increases_are_read_where_they_are_certain() {
        let read = |text: &str| {
            ability_increases(text)
                .into_iter()
                .map(|i| (i.ability.unwrap_or_default(), i.bonus, i.choose))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            read("Your Wisdon score increases by 2, and your Charisma score increases by 1."),
            [("wisdom".into(), 2, None), ("charisma".into(), 1, None)]
        );
        assert_eq!(
            read("Your Wisdom score increases by 2, and two other ability scores of your choice increase by 1."),
            [("wisdom".into(), 2, None), (String::new(), 1, Some(2))]
        );
        assert_eq!(read("One ability score of your choice increases by 1."), [(String::new(), 1, Some(1))]);
        assert_eq!(read("Your ability scores each increase by 1.").len(), 6);
        assert!(read("Your Strength or Dexterity score increases by 1.").is_empty());
    }

    #[test]
    fn languages_are_those_without_a_choice() {
        for (text, expected) in [
            ("You can speak, read, and write Common and Newtish. It is wet.", &["common", "newtish"][..]),
            (
                "You can speak, read, and write Common, Deep Newtish, and one extra language of your choice.",
                &["common", "deep-newtish"],
            ),
            ("You can speak, read, and write Common and one of the following: Newtish or Toad.", &["common"]),
            ("You can speak Newtish and either Common or Toad.", &["newtish"]),
            (
                "You can speak, read, and write Common, Croak (loud, but wet), and a language of your pond.",
                &["common", "croak"],
            ),
        ] {
            assert_eq!(languages(text), expected, "{text}");
        }
    }
}
