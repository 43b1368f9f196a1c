//! Proficiencies: slugs and choices from the book's words.

use crate::prose;
use lorekeeper_content::character_option::{Choice, Proficiencies};
use lorekeeper_content::vocabulary::is_skill;
use lorekeeper_content::{Pattern, slugify};

/// Derives the slugs of what comes without a choice, and the choices among skills.
pub fn complete(words: &mut Proficiencies) {
    let mut fixed = Vec::new();
    fixed.extend(words.armor.as_deref().map(armor).unwrap_or_default());
    fixed.extend(words.weapons.as_deref().map(weapons).unwrap_or_default());
    fixed.extend(words.tools.as_deref().map(tools).unwrap_or_default());
    let saves = words.saving_throws.as_deref().map(prose::abilities);
    fixed.extend(saves.unwrap_or_default().iter().map(|ability| {
        let short: String = ability.chars().take(3).collect();
        format!("saving-throw-{short}")
    }));
    let (skills, choice) = words.skills.as_deref().map(skills).unwrap_or_default();
    fixed.extend(skills);
    words.fixed = fixed;
    words.choices = choice.into_iter().collect();
}

/// The words, unless they say that there is nothing (`None`, `No additional languages`).
pub fn unless_none(text: &str) -> Option<String> {
    let text = prose::text(text)?;
    let lower = text.to_lowercase();
    (lower != "none" && !lower.starts_with("no additional ")).then_some(text)
}

fn armor(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    [
        ("all armor", "all-armor"),
        ("light", "light-armor"),
        ("medium", "medium-armor"),
        ("heavy", "heavy-armor"),
        ("shield", "shields"),
    ]
    .into_iter()
    .filter(|(word, _)| text.contains(word))
    .map(|(_, slug)| slug.to_owned())
    .collect()
}

/// `Simple and Martial weapons`, or names; weapons that have some property are no named proficiency.
fn weapons(text: &str) -> Vec<String> {
    let (plain, limited) = match text.split_once(" that have ") {
        Some((plain, _)) => (plain, 1),
        None => (text, 0),
    };
    let mut names = prose::list(plain);
    names.truncate(names.len().saturating_sub(limited));
    names
        .iter()
        .map(|name| match slugify(name).as_str() {
            "simple" => "simple-weapons".to_owned(),
            "martial" => "martial-weapons".to_owned(),
            // The names that the list of proficiencies has for them.
            "light-crossbows" => "crossbows-light".to_owned(),
            "heavy-crossbows" => "crossbows-heavy".to_owned(),
            slug => slug.to_owned(),
        })
        .collect()
}

/// The tools of a plain list; nothing where anything is left to choose.
fn tools(text: &str) -> Vec<String> {
    let words: Vec<String> =
        text.to_lowercase().split_whitespace().map(|w| w.trim_matches([',', '.']).to_owned()).collect();
    let chooses = words.iter().any(|w| {
        matches!(w.as_str(), "choice" | "choose" | "any" | "either" | "or" | "your" | "type")
            || prose::count(w).is_some()
    });
    if chooses {
        return Vec::new();
    }
    prose::list(text).iter().map(|tool| slugify(tool)).collect()
}

/// The skills that come without a choice, and the choice that remains.
///
/// Correction (character options): A choice of skills in the words of a background (`plus one of your choice from
/// among`) becomes a choice with its options.
fn skills(text: &str) -> (Vec<String>, Option<Choice>) {
    static NUMBER: Pattern = Pattern::new(r"^(?:choose|your choice of) (?:any )?(\w+)");
    static OPTIONS: Pattern = Pattern::new(r"^(?:choose|your choice of) \w+(?: skills)?(?: from(?: among)?|:) (.+)$");
    static ONE_MORE: Pattern = Pattern::new(
        r"^(.+?),? (?:and either|plus your choice of one between|plus one of your choice from among) (.+?)(?: based on .*)?$",
    );
    if let Some(fixed) = all_skills(text) {
        return (fixed, None);
    }
    let choice = |number: &str, options: &str| {
        Some(Choice { text: Some(text.to_owned()), choose: prose::count(number)?, options: all_skills(options)? })
    };
    if let Some((fixed, options)) = ONE_MORE.pairs(text).pop() {
        return match (all_skills(&fixed), choice("one", &options)) {
            (Some(fixed), Some(choice)) => (fixed, Some(choice)),
            _ => (Vec::new(), None),
        };
    }
    let number = NUMBER.capture(text).unwrap_or_default();
    let chosen = match OPTIONS.capture(text) {
        Some(options) => choice(&number, &options),
        // Any skill at all: the options are all skills.
        None => prose::count(&number).map(|choose| Choice { text: Some(text.to_owned()), choose, options: Vec::new() }),
    };
    (Vec::new(), chosen)
}

/// The slugs of the skills of a list that has nothing but skills.
fn all_skills(list: &str) -> Option<Vec<String>> {
    prose::list(list)
        .iter()
        .map(|name| {
            let slug = slugify(name);
            is_skill(&slug).then(|| format!("skill-{slug}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armor_and_weapons_are_named() {
        assert_eq!(armor("Light and Medium armor and Shields"), ["light-armor", "medium-armor", "shields"]);
        assert_eq!(weapons("Simple and Martial weapons"), ["simple-weapons", "martial-weapons"]);
        assert_eq!(weapons("Simple weapons and Martial weapons that have the Light property"), ["simple-weapons"]);
        assert_eq!(weapons("Clubs, light crossbows"), ["clubs", "crossbows-light"]);
    }

    #[test]
    fn tools_left_to_choose_are_not_fixed() {
        assert_eq!(tools("Thieves’ tools, disguise kit."), ["thieves-tools", "disguise-kit"]);
        assert!(tools("Three instruments of your choice").is_empty());
        assert!(tools("One type of gaming set").is_empty());
    }

    #[test]
    fn skills_are_fixed_or_chosen() {
        assert_eq!(
            skills("Insight and Sleight of Hand"),
            (vec!["skill-insight".into(), "skill-sleight-of-hand".into()], None)
        );
        for text in [
            "Choose two from Arcana, History, and Medicine",
            "Choose two skills from Arcana, History, and Medicine",
            "Choose 2: Arcana, History, or Medicine",
            "Your choice of two from among Arcana, History, and Medicine.",
        ] {
            let choice = skills(text).1.unwrap();
            assert_eq!(choice.choose, 2);
            assert_eq!(choice.options, ["skill-arcana", "skill-history", "skill-medicine"]);
        }
        for text in [
            "Religion, and either Insight or Nature.",
            "Religion, and either Insight or Nature based on your pond.",
            "Religion plus one of your choice from among Insight or Nature",
            "Religion, plus your choice of one between Insight or Nature.",
        ] {
            let (fixed, choice) = skills(text);
            assert_eq!(fixed, ["skill-religion"]);
            assert_eq!(choice.unwrap().options, ["skill-insight", "skill-nature"]);
        }
        for text in ["Choose any three", "Choose any 3 skills"] {
            let choice = skills(text).1.unwrap();
            assert_eq!((choice.choose, choice.options.len()), (3, 0));
        }
        assert_eq!(skills("Whatever the ghost knew"), (vec![], None));
    }

    #[test]
    fn none_is_nothing() {
        assert_eq!(unless_none(" None "), None);
        assert_eq!(unless_none("No additional languages"), None);
        assert_eq!(unless_none("Shields"), Some("Shields".into()));
    }
}
