//! Rules for character options.

use super::{Against, Finding, Lint, Rule, or_none, rule, text};
use crate::Pattern;
use crate::character_option::{Feature, Kind, Model};
use crate::proficiency_bonus;
use std::collections::BTreeMap;

impl Lint for Model {
    #[rustfmt::skip]
    const RULES: &'static [Rule<Self>] = &[
        rule("option-joined-words", &["text", "features", "traits", "benefits"], Against::Text("English"), |row| text::joined_words(texts(row)),
            "A sentence begins after a blank."),
        rule("option-leftovers", &["text", "features", "traits", "benefits"], Against::Text("Markdown"), |row| text::leftovers(texts(row)),
            "Nothing of typesetting or of another program's markup is left in a text."),
        rule("option-features-said-once", &["features"], Against::Text("each other"), features_said_once,
            "Two features of one option have texts of their own."),
        rule("option-raw-links", &["text", "features", "traits", "benefits"], Against::Text("Markdown"), |row| text::raw_links(texts(row)),
            "A link leads somewhere for everybody, not for one program."),
        rule("option-speed-of-traits", &["speed"], Against::Text("the traits"), speed,
            "The trait of a race's speed gives its base walking speed."),
        rule("option-hit-die", &["hit_die"], Against::Text("the hit points in words"), hit_die,
            "A class's hit points name its hit die."),
        rule("option-proficiency-of-level", &["levels"], Against::Arithmetic("the level"), proficiency,
            "The proficiency bonus is 2 at level 1, and one more every four levels."),
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
    let checked = matches!(row.kind, Kind::Race | Kind::Subrace).then_some(printed).flatten();
    checked.map(|printed| Finding::equal(or_none(row.speed), printed.to_string())).into_iter().collect()
}

static HIT_DIE: Pattern = Pattern::new(r"1d(\d+)");

fn hit_die(row: &Model) -> Vec<Finding> {
    let (Some(die), Some(text)) = (row.hit_die, &row.hit_points_at_higher_levels) else {
        return Vec::new();
    };
    let printed = HIT_DIE.captures(text).and_then(|found| found.get(1)?.as_str().parse().ok());
    printed.map(|printed: i32| Finding::equal(die, printed)).into_iter().collect()
}

fn proficiency(row: &Model) -> Vec<Finding> {
    let levels = row.levels.iter();
    let checks = levels.filter_map(|level| {
        let expected = proficiency_bonus(f64::from(level.level))?;
        Some(Finding::equal(level.proficiency_bonus?, expected))
    });
    checks.collect()
}
