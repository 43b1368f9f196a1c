//! Proficiencies in a line: what a class or a background lists, or lets choose (`Two of your choice`).

use super::granted_proficiencies::chosen;
use super::{Choice, Model};
use crate::vocabulary::languages_in;
use crate::{Pattern, slugify};

/// How many languages one chooses: `Two of your choice`.
static CHOSEN_LANGUAGES: Pattern = Pattern::new(r"^(?P<number>one|two|three) (?:languages? )?of your choice\b");

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
        let choose = chosen(&found["number"]);
        let plural = if choose == 1 { "" } else { "s" };
        choices.push(Choice { text: Some(format!("Choose {choose} language{plural}")), choose, options: Vec::new() });
    }
}

/// How many tools one chooses: `Choose 3 Musical Instruments`, `one type of artisan's tools`, `two additional tools your choice`.
static CHOSEN_TOOLS: Pattern =
    Pattern::new(r"\b(?P<number>one|two|three|four|\d) (?:[\p{L}' ]*)(?:tools?|instruments?)\b");

/// Adds the tools that a class lets choose.
///
/// Correction (character options): The tools that a class lets choose (`Choose 3 Musical Instruments`) are among its choices.
pub(super) fn add_chosen_tools(option: &mut Model) {
    let proficiencies = &option.proficiencies;
    let tools = proficiencies.tools.as_deref().unwrap_or_default();
    let Some(found) = CHOSEN_TOOLS.captures(tools) else {
        return;
    };
    let choice = Choice { text: Some(tools.to_owned()), choose: chosen(&found["number"]), options: Vec::new() };
    let is_known = |known: &Choice| known.text == choice.text;
    if !proficiencies.choices.iter().any(is_known) {
        option.proficiencies.choices.push(choice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backgrounds_give_languages() {
        for (stated, languages, choices) in [
            ("Two of your choice", "", vec![("Choose 2 languages", 2)]),
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
    fn classes_let_choose_tools() {
        for (tools, expected) in [
            ("Choose 3 Musical Instruments", Some(3)),
            ("Choose one type of artisan's tools or one musical instrument", Some(1)),
            ("Toad tools and two additional tools your choice", Some(2)),
            ("Toad tools", None),
        ] {
            let mut toad = Model::default();
            toad.proficiencies.tools = Some(tools.to_owned());
            add_chosen_tools(&mut toad);
            add_chosen_tools(&mut toad);
            let choices = toad.proficiencies.choices.iter();
            assert!(choices.map(|choice| choice.choose).eq(expected), "{tools}");
        }
    }
}
