//! Skill proficiencies of a species, from the texts of its traits.

use super::{Choice, Model};
use crate::Pattern;
use crate::slugify;
use crate::vocabulary::{is_skill, number_word};

/// `proficiency in the Perception and Stealth skills`.
static FIXED: Pattern =
    Pattern::new(r"\bproficiency in the (?P<skills>[\p{L}, ]{4,80}?) skills?\b");

/// `proficiency in one of the following skills of your choice: Insight or Medicine`, `proficiency in two skills or tools of your choice`.
static CHOSEN: Pattern = Pattern::new(
    r"\bproficien(?:cy|t) (?:in|with) (?P<number>one|two|three) (?:of the following skills of your choice: (?P<options>[^.]+)|skills?\b[^.]*? of your choice)",
);

/// Fills in the proficiencies of a species that no source structures.
///
/// Correction (character options): Skills that a trait of a species gives, or lets choose, are among its proficiencies.
pub(super) fn fill(option: &mut Model) {
    let proficiencies = &option.proficiencies;
    if !(proficiencies.fixed.is_empty() && proficiencies.choices.is_empty()) {
        return;
    }
    let (mut fixed, mut choices) = (Vec::new(), Vec::new());
    for part in option.traits.iter() {
        for found in FIXED.captures_iter(&part.text) {
            fixed.extend(skills(&found["skills"]));
        }
        for found in CHOSEN.captures_iter(&part.text) {
            let options = found.name("options").map(|list| skills(list.as_str()));
            choices.push(Choice {
                text: Some(found[0].to_owned()),
                choose: number_word(&found["number"].to_lowercase()).unwrap_or(1),
                options: options.unwrap_or_default(),
            });
        }
    }
    option.proficiencies.fixed = fixed;
    option.proficiencies.choices = choices;
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
    fn traits_give_skills() {
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
            ]),
            ..Model::default()
        };
        fill(&mut toad);
        let proficiencies = &toad.proficiencies;
        assert_eq!(proficiencies.fixed, ["skill-perception", "skill-stealth"]);
        let choices: Vec<_> = proficiencies
            .choices
            .iter()
            .map(|choice| (choice.choose, choice.options.len()))
            .collect();
        assert_eq!(choices, [(1, 3)]);
    }
}
