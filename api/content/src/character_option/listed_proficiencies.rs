//! Proficiencies in a line: what a class or a background lists, or lets choose (`Two of your choice`).

use super::granted_proficiencies::{chosen, options_of};
use super::{Choice, Model, Proficiencies};
use crate::markdown::notation::capitalized;
use crate::vocabulary::languages_in;
use crate::{Pattern, slugify};

/// How many languages one chooses: `Two of your choice`, `Any six`.
static CHOSEN_LANGUAGES: Pattern =
    Pattern::new(r"(?i)^(?:(?P<number>one|two|three) (?:languages? )?of your choice\b|any (?P<any>[a-z]+)\b)");

/// Adds the languages that a background gives or lets choose.
///
/// Correction (character options): The language that a background names is among its languages, and those that it lets choose are among its
/// choices.
pub(super) fn add_languages(option: &mut Model) {
    let Some(stated) = option.proficiencies.languages.clone() else {
        return;
    };
    let named = languages_in(&stated);
    if option.languages.is_empty() && matches!(named.as_slice(), [only] if *only == slugify(&stated)) {
        option.languages = named;
    }
    let Some(found) = CHOSEN_LANGUAGES.captures(&stated) else {
        return;
    };
    let choices = &mut option.proficiencies.choices;
    let is_known = |choice: &Choice| {
        let text = choice.text.as_deref().unwrap_or_default();
        text.to_lowercase().contains("language")
    };
    if !choices.iter().any(is_known) {
        let number = found.name("number").or_else(|| found.name("any"));
        let choose = number.map_or(1, |number| chosen(number.as_str()));
        let plural = if choose == 1 { "" } else { "s" };
        choices.push(Choice { text: Some(format!("Choose {choose} language{plural}")), choose, options: Vec::new() });
    }
}

/// How many tools one chooses: `Choose 3 Musical Instruments`, `one type of artisan's tools`, `two additional tools your choice`.
static CHOSEN_TOOLS: Pattern = Pattern::new(
    r"(?i)\b(?P<number>one|two|three|four|\d) (?:from (?P<options>.+)|of your choice|[\p{L}' ]*\b(?:tools?|instruments?|sets?|vehicles?)\b)",
);

/// Adds the tools that a class or a background lets choose.
///
/// Correction (character options): The tools that a class or a background lets choose (`Choose 3 Musical Instruments`) are among its
/// choices.
pub(super) fn add_chosen_tools(option: &mut Model) {
    let tools = option.proficiencies.tools.clone().unwrap_or_default();
    let parts: Vec<&str> = if tools.contains(" or ") {
        vec![&tools]
    } else {
        tools.split(", ").flat_map(|part| part.split(" and ")).collect()
    };
    let is_chosen = |part: &&str| CHOSEN_TOOLS.is_match(part);
    let (chosen_parts, others): (Vec<&str>, Vec<&str>) = parts.into_iter().partition(is_chosen);
    let Proficiencies { fixed, choices, .. } = &mut *option.proficiencies;
    for part in &chosen_parts {
        let Some(found) = CHOSEN_TOOLS.captures(part) else { continue };
        let lower = part.to_lowercase();
        let is_known = |known: &Choice| known.text.as_ref().is_some_and(|text| text.to_lowercase().starts_with(&lower));
        if !choices.iter().any(is_known) {
            let options = found.name("options").map(|list| options_of(list.as_str())).unwrap_or_default();
            choices.push(Choice { text: Some(capitalized(part)), choose: chosen(&found["number"]), options });
        }
    }
    // What stands beside a choice is none.
    let beside = others.iter().filter(|_| !chosen_parts.is_empty()).flat_map(|part| options_of(part));
    for tool in beside {
        if !fixed.contains(&tool) {
            fixed.push(tool);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backgrounds_give_languages() {
        for (stated, languages, choices) in [
            ("Two of your choice", "", vec![("Choose 2 languages", 2)]),
            ("One language of your choice, mostly that of toads", "", vec![("Choose 1 language", 1)]),
            ("Any six (three of them of toads)", "", vec![("Choose 6 languages", 6)]),
            ("Sylvan", "sylvan", vec![]),
            ("Thieves' Cant", "thieves-cant", vec![]),
            ("Sylvan or Elvish", "", vec![]),
        ] {
            let mut toad = Model::default();
            toad.proficiencies.languages = Some(stated.to_owned());
            add_languages(&mut toad);
            add_languages(&mut toad);
            assert_eq!(toad.languages.join(" "), languages, "{stated}");
            let found = toad.proficiencies.choices.iter();
            let found: Vec<_> = found.map(|choice| (choice.text.as_deref().unwrap(), choice.choose)).collect();
            assert_eq!(found, choices, "{stated}");
        }
    }

    #[test]
    fn tools_are_chosen() {
        for (tools, expected) in [
            ("Choose 3 Musical Instruments", vec![("Choose 3 Musical Instruments", 3, "")]),
            (
                "Choose one type of gaming set or one musical instrument",
                vec![("Choose one type of gaming set or one musical instrument", 1, "")],
            ),
            ("Toad tools and two additional tools your choice", vec![("Two additional tools your choice", 2, "")]),
            (
                "One type of gaming set, toad tools, one vehicle",
                vec![("One type of gaming set", 1, ""), ("One vehicle", 1, "")],
            ),
            ("Two of your choice", vec![("Two of your choice", 2, "")]),
            (
                "Your choice of one from Forgery Kit, Toad Tools, or Disguise Kit",
                vec![(
                    "Your choice of one from Forgery Kit, Toad Tools, or Disguise Kit",
                    1,
                    "forgery-kit toad-tools disguise-kit",
                )],
            ),
            ("Toad tools", vec![]),
        ] {
            let mut toad = Model::default();
            toad.proficiencies.tools = Some(tools.to_owned());
            add_chosen_tools(&mut toad);
            add_chosen_tools(&mut toad);
            let choices = toad.proficiencies.choices.iter();
            let choices: Vec<_> = choices
                .map(|choice| (choice.text.as_deref().unwrap(), choice.choose, choice.options.join(" ")))
                .collect();
            let expected: Vec<_> =
                expected.into_iter().map(|(text, choose, options)| (text, choose, options.to_owned())).collect();
            assert_eq!(choices, expected, "{tools}");
            let has_toad_tools =
                !choices.is_empty() && tools.to_lowercase().contains("toad tools") && !tools.contains(" from ");
            assert_eq!(toad.proficiencies.fixed.contains(&"toad-tools".to_owned()), has_toad_tools, "{tools}");
        }
    }
}
