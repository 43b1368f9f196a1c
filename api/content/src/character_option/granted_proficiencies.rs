//! Proficiencies that a species or a feat grants, from the texts of its traits or benefits.

use super::{Choice, Model};
use crate::Pattern;
use crate::slugify;
use crate::vocabulary::{is_skill, number_word};

/// `proficiency in the Perception and Stealth skills`.
static FIXED: Pattern =
    Pattern::new(r"\bproficiency in the (?P<skills>[\p{L}, ]{4,80}?) skills?\b");

/// `proficiency in one of the following skills of your choice: Insight or Medicine`, `proficiency with two tools of your choice`.
static CHOSEN: Pattern = Pattern::new(
    r"\bproficien(?:cy|t) (?:in|with) (?:any combination of )?(?P<number>one|two|three|four) (?:of the following skills of your choice: (?P<options>[^.]+)|(?:(?:martial |simple )?weapons?|tools?|skills?)\b[^.]*? of your choice)",
);

/// `proficiency with medium armor and shields`, `proficiency with two weapons of your choice and with light and medium armor`.
static ARMOR: Pattern = Pattern::new(
    r"(?:^|\. )(?:You|This \w+) (?:gain|have|gains|has) proficiency with (?:[^.;]*? of your choice and with )?(?P<things>(?:light|medium|heavy|armor|shields|and|[, ])+)(?:[.;]|$)",
);

/// What armor is called, as a proficiency.
const ARMORS: [(&str, &str); 4] = [
    ("light", "light-armor"),
    ("medium", "medium-armor"),
    ("heavy", "heavy-armor"),
    ("shields", "shields"),
];

/// Fills in the proficiencies of a species or a feat that no source structures.
///
/// Correction (character options): Skills, tools, weapons and armor that a trait of a species or a benefit of a feat gives, or lets choose,
/// are among its proficiencies.
pub(super) fn fill(option: &mut Model) {
    let proficiencies = &option.proficiencies;
    if !(proficiencies.fixed.is_empty() && proficiencies.choices.is_empty()) {
        return;
    }
    let (mut fixed, mut choices) = (Vec::new(), Vec::new());
    let traits = option.traits.iter().map(|part| part.text.as_str());
    let benefits = option.benefits.iter().map(|part| part.text.as_str());
    for text in traits.chain(benefits) {
        for found in FIXED.captures_iter(text) {
            fixed.extend(skills(&found["skills"]));
        }
        for found in ARMOR.captures_iter(text) {
            let things = found["things"].to_lowercase();
            let named = ARMORS.iter().filter(|(word, _)| things.contains(word));
            fixed.extend(named.map(|(_, slug)| (*slug).to_owned()));
        }
        for found in CHOSEN.captures_iter(text) {
            let options = found.name("options").map(|list| skills(list.as_str()));
            choices.push(Choice {
                text: Some(found[0].to_owned()),
                choose: chosen(&found["number"]),
                options: options.unwrap_or_default(),
            });
        }
    }
    option.proficiencies.fixed = fixed;
    option.proficiencies.choices = choices;
}

/// How many one chooses, by a word or a figure.
fn chosen(number: &str) -> i32 {
    let figure = number.parse().ok();
    figure
        .or_else(|| number_word(&number.to_lowercase()))
        .unwrap_or(1)
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
    let choice = Choice {
        text: Some(tools.to_owned()),
        choose: chosen(&found["number"]),
        options: Vec::new(),
    };
    let is_known = |known: &Choice| known.text == choice.text;
    if !proficiencies.choices.iter().any(is_known) {
        option.proficiencies.choices.push(choice);
    }
}

/// The slugs of the skills of a list.
fn skills(list: &str) -> Vec<String> {
    let names = list.replace(" and ", ",").replace(" or ", ",");
    let slugs = names.split(',').map(slugify);
    let skills = slugs.filter(|slug| is_skill(slug));
    skills.map(|slug| format!("skill-{slug}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Json, Trait};

    #[test]
    fn traits_grant_skills_tools_and_armor() {
        let part = |text: &str| Trait {
            text: text.to_owned(),
            ..Trait::default()
        };
        let mut toad = Model {
            traits: Json(vec![
                part("You have proficiency in the Perception and Stealth skills."),
                part(
                    "You gain proficiency in one of the following skills of your choice: Insight, Medicine, or Survival.",
                ),
                part(
                    "You leap. You have proficiency with two martial weapons of your choice and with light and medium armor.",
                ),
                part("If you have proficiency with heavy armor, you sink."),
            ]),
            ..Model::default()
        };
        fill(&mut toad);
        let proficiencies = &toad.proficiencies;
        let fixed = [
            "skill-perception", "skill-stealth", "light-armor", "medium-armor",
        ];
        assert_eq!(proficiencies.fixed, fixed);
        let choices: Vec<_> = proficiencies
            .choices
            .iter()
            .map(|choice| (choice.choose, choice.options.len()))
            .collect();
        assert_eq!(choices, [(1, 3), (2, 0)]);
    }

    #[test]
    fn classes_let_choose_tools() {
        for (tools, expected) in [
            ("Choose 3 Musical Instruments", Some(3)),
            (
                "Choose one type of artisan's tools or one musical instrument",
                Some(1),
            ),
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
