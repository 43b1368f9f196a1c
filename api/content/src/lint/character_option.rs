//! Rules for character options.

use super::{Against, Finding, Lint, Rule, or_none, text};
use crate::Pattern;
use crate::character_option::{Feature, Kind, Model};
use crate::proficiency_bonus;
use std::collections::BTreeMap;

impl Lint for Model {
    const RULES: &'static [Rule<Self>] = &[
        Rule {
            name: "option-joined-words",
            fields: &["text", "features", "traits", "benefits"],
            against: Against::Text("English"),
            why: "A sentence begins after a blank.",
            check: |row| text::joined_words(texts(row)),
        },
        Rule {
            name: "option-leftovers",
            fields: &["text", "features", "traits", "benefits"],
            against: Against::Text("Markdown"),
            why: "Nothing of typesetting or of another program's markup is left in a text.",
            check: |row| text::leftovers(texts(row)),
        },
        Rule {
            name: "option-features-said-once",
            fields: &["features"],
            against: Against::Text("each other"),
            why: "Two features of one option have texts of their own.",
            check: features_said_once,
        },
        Rule {
            name: "option-raw-links",
            fields: &["text", "features", "traits", "benefits"],
            against: Against::Text("Markdown"),
            why: "A link leads somewhere for everybody, not for one program.",
            check: |row| text::raw_links(texts(row)),
        },
        Rule {
            name: "option-speed-of-traits",
            fields: &["speed"],
            against: Against::Text("the traits"),
            why: "The trait of a race's speed gives its base walking speed.",
            check: speed,
        },
        Rule {
            name: "option-hit-die",
            fields: &["hit_die"],
            against: Against::Text("the hit points in words"),
            why: "A class's hit points name its hit die.",
            check: hit_die,
        },
        Rule {
            name: "option-proficiency-of-level",
            fields: &["levels"],
            against: Against::Arithmetic("the level"),
            why: "The proficiency bonus is 2 at level 1, and one more every four levels.",
            check: proficiency,
        },
    ];
}

fn texts(row: &Model) -> impl Iterator<Item = &str> {
    let features = row.features.iter().map(|feature| feature.text.as_str());
    let traits = row.traits.iter().map(|t| t.text.as_str());
    let benefits = row.benefits.iter().map(|benefit| benefit.text.as_str());
    let texts = std::iter::once(row.text.as_str()).chain(features);
    texts.chain(traits).chain(benefits)
}

/// Shortest text of a feature that is not repeated by chance, in characters.
const MIN_FEATURE_CHARS: usize = 80;

fn features_said_once(row: &Model) -> Vec<Finding> {
    let long = row.features.iter();
    let long = long.filter(|feature| feature.text.chars().count() >= MIN_FEATURE_CHARS);
    let mut known = BTreeMap::new();
    let check = |feature: &Feature| match known.insert(feature.text.clone(), feature.name.clone()) {
        None => Finding::Holds,
        Some(first) => Finding::contradiction(&feature.name, format!("not the text of {first}")),
    };
    long.map(check).collect()
}

static WALKING: Pattern = Pattern::new(r"base walking speed (?:is|of) (\d+) f");

fn speed(row: &Model) -> Vec<Finding> {
    let mut printed = row.traits.iter().filter_map(|t| WALKING.captures(&t.text));
    let printed = printed.find_map(|found| found.get(1)?.as_str().parse::<i32>().ok());
    let checked = matches!(row.kind, Kind::Race | Kind::Subrace)
        .then_some(printed)
        .flatten();
    checked
        .map(|printed| Finding::equal(or_none(row.speed), printed.to_string()))
        .into_iter()
        .collect()
}

static HIT_DIE: Pattern = Pattern::new(r"1d(\d+)");

fn hit_die(row: &Model) -> Vec<Finding> {
    let (Some(die), Some(text)) = (row.hit_die, &row.hit_points_at_higher_levels) else {
        return Vec::new();
    };
    let printed = HIT_DIE
        .captures(text)
        .and_then(|found| found.get(1)?.as_str().parse().ok());
    printed
        .map(|printed: i32| Finding::equal(die, printed))
        .into_iter()
        .collect()
}

fn proficiency(row: &Model) -> Vec<Finding> {
    let levels = row.levels.iter();
    let checks = levels.filter_map(|level| {
        let expected = proficiency_bonus(f64::from(level.level))?;
        Some(Finding::equal(level.proficiency_bonus?, expected))
    });
    checks.collect()
}
