//! Proficiencies that a species, a feat, a subclass or a feature grants, from the texts of its parts.

use super::{Choice, Kind, Model};
use crate::vocabulary::{ability_of, is_skill, number_word};
use crate::{Pattern, slugify};

/// What a sentence gives: `you gain proficiency with shields`.
static GRANT: Pattern = Pattern::new(
    r"\b(?:you|this \w+|and|also) (?:gains?|have|has|become|are|is) proficien(?:cy|t) (?:in|with) (?P<things>[^.;]+)",
);

/// What makes a sentence say nothing certain: a condition, a time, or somebody else.
static UNCERTAIN: Pattern =
    Pattern::new(r"\b(?:if|whether|when you have|in which|with which|already|each|aren't|until|chosen|instead)\b");

/// Where the things of a grant end, and something else follows.
static END: Pattern = Pattern::new(
    r"(?:(?:,|,? and|,? or)? \w+)? \w+ (?:that|which)\b|,? (?:if|and (?:you|can|darkvision|learn|gain|do|are|an expertise)|but|or if|while|as long)\b|, (?:that|which)\b",
);

/// What parts the things of a grant (`in Stealth and in two other skills`), and the first word of the next one.
static BORDER: Pattern = Pattern::new(
    r"(?:,|,? and|,? as well as) (?:(?:training )?(?:in|with) (?:the use of )?|(?P<next>either|your choice|one|two|three) )",
);

/// So many of a kind: `two martial weapons of your choice`, `one of the following skills of your choice: Insight or Medicine`.
static CHOSEN: Pattern = Pattern::new(
    r"^(?:any combination of )?(?P<number>one|two|three|four) (?:of the following[^:]*: (?P<options>.+)|(?:[\w']+ ){0,2}(?:weapons?|tools?|skills?|instruments?)(?:\b.* of your choice)?)$",
);

/// What a group of alternatives is called in besides its things.
static CHOICE: Pattern = Pattern::new(r"^(?:your choice of )?(?:either )?|,? ?\(?(?:of )?your choice\)?$");

/// What the name of a thing stands in.
static FRAME: Pattern = Pattern::new(r"^(?:(?:the|an?|all|both|or|and) )+| (?:skill|saving throw)s?$");

/// What parts the things of a list.
static COMMA: Pattern = Pattern::new(r", (?:and |or )?| and | or ");

/// Proficiencies of several things.
const KINDS: [&str; 9] = [
    "light-armor", "medium-armor", "heavy-armor", "all-armor", "shields", "simple-weapons", "martial-weapons",
    "improvised-weapons", "vehicles",
];

/// How the names of tools end.
const TOOLS: [&str; 6] = ["tools", "supplies", "kit", "kits", "utensils", "vehicles"];

/// Weapons, as proficiencies name them.
const WEAPONS: [&str; 36] = [
    "battleaxes", "blowguns", "clubs", "daggers", "darts", "flails", "glaives", "greataxes", "greatclubs",
    "greatswords", "halberds", "hand-crossbows", "handaxes", "heavy-crossbows", "javelins", "lances",
    "light-crossbows", "light-hammers", "longbows", "longswords", "maces", "mauls", "morningstars", "nets", "pikes",
    "quarterstaffs", "rapiers", "scimitars", "shortbows", "shortswords", "sickles", "slings", "spears", "tridents",
    "warhammers", "whips",
];

/// Fills in the proficiencies of an option that no source structures.
///
/// Correction (character options): Skills, tools, weapons, armor and saving throws that a trait of a species, a benefit of a feat, a
/// feature or a feature of a subclass gives, or lets choose, are among its proficiencies.
pub(super) fn fill(option: &mut Model) {
    let proficiencies = &option.proficiencies;
    if !(proficiencies.fixed.is_empty() && proficiencies.choices.is_empty()) {
        return;
    }
    let (mut fixed, mut choices) = (Vec::new(), Vec::new());
    let traits = option.traits.iter().map(|part| part.text.as_str());
    let benefits = option.benefits.iter().map(|part| part.text.as_str());
    let features = option.features.iter().map(|part| part.text.as_str());
    let own = (option.kind == Kind::Feature).then_some(option.text.as_str());
    for text in traits.chain(benefits).chain(features).chain(own) {
        for sentence in text.split(". ").flat_map(|part| part.split('\n')) {
            let before = GRANT.find(sentence).map_or(0, |grant| grant.start());
            if UNCERTAIN.is_match(sentence.get(..before).unwrap_or_default()) {
                continue;
            }
            let mut rest = sentence;
            while let Some(things) = GRANT.captures(rest).and_then(|found| found.name("things")) {
                let end = END.find(things.as_str()).map_or(things.len(), |end| end.start());
                let end = things.start() + end;
                if !things.as_str().contains(" until ") {
                    let things = rest.get(things.start()..end).unwrap_or_default();
                    read(things, &mut fixed, &mut choices);
                }
                rest = rest.get(end..).unwrap_or_default();
            }
        }
    }
    option.proficiencies.fixed = fixed;
    option.proficiencies.choices = choices;
}

/// Reads the things of a grant.
fn read(things: &str, fixed: &mut Vec<String>, choices: &mut Vec<Choice>) {
    let things = things
        .replace("vehicles (land and water)", "land vehicles and water vehicles")
        .replace("vehicles (land)", "land vehicles")
        .replace("artisan's tools of your choice: ", "one of the following: ")
        .replace("the one of", "one of");
    for group in BORDER.replace_all(&things, "|$next ").split('|') {
        let group = group.trim().trim_end_matches('.');
        if let Some(found) = CHOSEN.captures(group) {
            let options = found.name("options").map(|list| options_of(list.as_str()));
            choices.push(Choice {
                text: Some(group.to_owned()),
                choose: chosen(&found["number"]),
                options: options.unwrap_or_default(),
            });
        } else if group.contains(" or ") {
            let list = CHOICE.replace_all(group, "");
            // One thing alone that is known is no choice (`the fangs or …`).
            if slugs(&list).flatten().count() > 1 {
                choices.push(Choice { text: Some(group.to_owned()), choose: 1, options: options_of(&list) });
            }
        } else {
            fixed.extend(slugs(group).flatten());
        }
    }
}

/// The options that a list names; none where one of them is unknown, so that no choice is narrower than the book's.
pub(super) fn options_of(list: &str) -> Vec<String> {
    let options: Option<Vec<String>> = slugs(list).collect();
    options.unwrap_or_default()
}

/// The proficiencies that a list names, nothing for what is none.
fn slugs(list: &str) -> impl Iterator<Item = Option<String>> {
    let (is_saves, is_armor) = (list.contains("saving throw"), list.contains("armor"));
    let items = COMMA.replace_all(list, "|").into_owned();
    let items: Vec<String> = items.split('|').map(str::to_owned).collect();
    items.into_iter().map(move |item| slug(&item, is_saves, is_armor))
}

/// The proficiency that a thing of a list is, of which some list saving throws or armor.
fn slug(item: &str, is_saves: bool, is_armor: bool) -> Option<String> {
    // `artisan's tools (tinker's tools)`.
    let named = item.split_once('(').map_or(item, |(_, named)| named);
    let named = named.trim().trim_end_matches(')');
    let slug = slugify(&FRAME.replace_all(named, ""));
    let plural = format!("{slug}s");
    let is_tool = TOOLS.iter().any(|ending| slug.ends_with(ending)) && !named.contains("choice");
    if is_skill(&slug) {
        Some(format!("skill-{slug}"))
    } else if is_saves {
        let ability = ability_of(&slug).and_then(|ability| ability.get(..3));
        ability.map(|ability| format!("saving-throw-{ability}"))
    } else if is_armor && ["light", "medium", "heavy"].contains(&slug.as_str()) {
        Some(format!("{slug}-armor"))
    } else if let Some(weapon) = WEAPONS.iter().find(|weapon| **weapon == plural || **weapon == slug) {
        Some(known_slug(weapon).unwrap_or(weapon).to_owned())
    } else if KINDS.contains(&slug.as_str()) || is_tool {
        Some(slug)
    } else {
        None
    }
}

/// How many one chooses, by a word or a figure.
pub(super) fn chosen(number: &str) -> i32 {
    let figure = number.parse().ok();
    figure.or_else(|| number_word(&number.to_lowercase())).unwrap_or(1)
}

/// Slugs of proficiencies that sources write otherwise.
const OTHER_SLUGS: [(&str, &str); 6] = [
    ("heavy-crossbows", "crossbows-heavy"),
    ("herbalist-kit", "herbalism-kit"),
    ("light-crossbows", "crossbows-light"),
    ("tinker-tools", "tinkers-tools"),
    ("vehicles-land", "land-vehicles"),
    ("vehicles-water", "water-vehicles"),
];

/// Correction (character options): The slugs of proficiencies are those of the rules (`herbalist-kit` is `herbalism-kit`).
pub(super) fn rename(option: &mut Model) {
    let proficiencies = &mut *option.proficiencies;
    let options = proficiencies.choices.iter_mut();
    let options = options.flat_map(|choice| &mut choice.options);
    for slug in proficiencies.fixed.iter_mut().chain(options) {
        if let Some(known) = known_slug(slug) {
            known.clone_into(slug);
        }
    }
}

/// How the rules write a slug that is written otherwise.
fn known_slug(slug: &str) -> Option<&'static str> {
    let known = OTHER_SLUGS.iter().find(|(other, _)| *other == slug);
    known.map(|(_, known)| *known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_grant_proficiencies() {
        for (text, fixed, choices) in [
            ("You have proficiency in the Perception and Stealth skills.", "skill-perception skill-stealth", vec![]),
            (
                "You gain proficiency in one of the following skills of your choice: Insight, Medicine, or Survival.",
                "",
                vec![(1, 3)],
            ),
            (
                "You leap. You have proficiency with two martial weapons of your choice and with light and medium armor.",
                "light-armor medium-armor",
                vec![(2, 0)],
            ),
            ("If you have proficiency with heavy armor, you sink.", "", vec![]),
            (
                "At 3rd level, you gain proficiency in the Stealth skill and with shields, and you can leap.",
                "skill-stealth shields",
                vec![],
            ),
            (
                "You gain proficiency with heavy armor and either cartographer's tools or navigator's tools (your choice).",
                "heavy-armor",
                vec![(1, 2)],
            ),
            ("You gain proficiency in Wisdom and Charisma saving throws.", "saving-throw-wis saving-throw-cha", vec![]),
            ("You gain proficiency with three skills and one tool of your choice.", "", vec![(3, 0), (1, 0)]),
            ("You gain proficiency in Stealth and in two other skills of your choice.", "skill-stealth", vec![(2, 0)]),
            (
                "You gain proficiency with vehicles (land and water) and with your choice of either the disguise kit or navigator's tools.",
                "land-vehicles water-vehicles",
                vec![(1, 2)],
            ),
            (
                "You gain proficiency with longbows and shortbows, and you gain proficiency in the Nature skill.",
                "longbows shortbows skill-nature",
                vec![],
            ),
            ("You gain proficiency with clubs, and with martial weapons that are wet.", "clubs", vec![]),
            ("You gain proficiency with the battleaxe and martial weapons that are wet.", "battleaxes", vec![]),
            (
                "You gain proficiency with Martial weapons and training with Heavy armor.",
                "martial-weapons heavy-armor",
                vec![],
            ),
            (
                "You gain proficiency with the artisan's tools of your choice: smith's tools or mason's tools.",
                "",
                vec![(1, 2)],
            ),
            ("You gain proficiency with artisan's tools (tinker's tools).", "tinkers-tools", vec![]),
            ("You gain proficiency with thieves' tools, mason's tools, or a toad.", "", vec![(1, 0)]),
            ("You are proficient with the fangs, which deal damage by Strength or Dexterity.", "", vec![]),
            ("You gain proficiency with the Toad Stance maneuver.", "", vec![]),
            ("You gain proficiency in the Nature skill until you rest.", "", vec![]),
        ] {
            let mut toad = Model { kind: Kind::Feature, text: text.to_owned(), ..Model::default() };
            fill(&mut toad);
            let found = &toad.proficiencies;
            assert_eq!(found.fixed.join(" "), fixed, "{text}");
            let chosen = found.choices.iter();
            let chosen: Vec<_> = chosen.map(|c| (c.choose, c.options.len())).collect();
            assert_eq!(chosen, choices, "{text}");
        }
    }

    #[test]
    fn slugs_are_those_of_the_rules() {
        let mut toad = Model::default();
        toad.proficiencies.fixed = vec!["vehicles-water".to_owned(), "shields".to_owned()];
        rename(&mut toad);
        assert_eq!(toad.proficiencies.fixed, ["water-vehicles", "shields"]);
    }
}
