//! Features of classes and subclasses: their traits, their grants by level, their choices.

use super::super::index::Index;
use super::super::item::Item;
use super::super::{Head, prose};
use super::{grant, level_modifier};
use lorekeeper_content::character_option::{ClassLevel, Feature};
use lorekeeper_content::slugify;
use std::collections::BTreeMap;

/// The features of a class or subclass, in the order in which they are gained. What says no level is gained
/// at `first`.
pub(super) fn features(head: &Head<'_>, first: i32, index: &Index<'_>) -> Vec<Feature> {
    let mut features: Vec<Feature> = Vec::new();
    for entry in head.item.items("traits") {
        let text = entry.first_text(&["description", "summary"]);
        let name = entry.words("name").unwrap_or_default();
        if name.is_empty() && text.is_empty() {
            continue;
        }
        let name = if name.is_empty() { head.name.clone() } else { name };
        add(&mut features, feature(&name, text, level(&entry, first), action_type(&entry)));
    }
    for (level, granted) in level_modifier::grants(&head.item, first, head.book, index) {
        add(&mut features, feature(&granted.name, granted.text, level, None));
    }
    for granted in grant::grants(&head.item) {
        add(&mut features, feature(&granted.name, granted.text, first, None));
    }
    for entry in head.item.items("level-selections") {
        features_of_selection(&entry, first, head, index, &mut features);
    }
    features.sort_by_key(|feature| feature.levels.first().copied());
    features
}

/// How a trait is used, where that is not all the time.
pub(super) fn action_type(entry: &Item<'_>) -> Option<&'static str> {
    match entry.keyword("type")?.as_str() {
        "action" => Some("ACTION"),
        "b-action" | "bonus-action" => Some("BONUS_ACTION"),
        "reaction" => Some("REACTION"),
        _ => None,
    }
}

/// Rows of a class table with the names of what each level brings.
pub(super) fn levels(features: &[Feature]) -> BTreeMap<i32, ClassLevel> {
    let mut levels: BTreeMap<i32, ClassLevel> = BTreeMap::new();
    for feature in features.iter().filter(|f| f.option_of.is_none()) {
        for level in &feature.levels {
            let row = levels.entry(*level).or_default();
            row.level = *level;
            row.feature_names.push(feature.name.clone());
        }
    }
    levels
}

/// A level that something says, if it is one.
pub(super) fn level(entry: &Item<'_>, first: i32) -> i32 {
    let said = entry.int("level").filter(|level| (1..=20).contains(level));
    said.unwrap_or(first)
}

fn feature(name: &str, text: String, level: i32, action: Option<&str>) -> Feature {
    let details = action.map(|action| match action {
        "ACTION" => "Takes an action.",
        "BONUS_ACTION" => "Takes a bonus action.",
        _ => "Takes a reaction.",
    });
    Feature {
        name: name.to_owned(),
        slug: slugify(name),
        text,
        levels: vec![level],
        details: details.map(str::to_owned).into_iter().collect(),
        ..Feature::default()
    }
}

/// A feature that comes again is one that grows.
fn add(features: &mut Vec<Feature>, new: Feature) {
    let same = features.iter_mut().find(|f| f.name == new.name && f.option_of == new.option_of);
    let Some(known) = same else {
        features.push(new);
        return;
    };
    let level = new.levels.first().copied().unwrap_or(1);
    if !known.text.contains(&new.text) {
        let ordinal = prose::ordinal(level);
        known.text = format!("{}\n\n**{ordinal} level.** {}", known.text, new.text);
    }
    if !known.levels.contains(&level) {
        known.levels.push(level);
        known.levels.sort_unstable();
    }
    for detail in new.details {
        if !known.details.contains(&detail) {
            known.details.push(detail);
        }
    }
}

/// A selection as a feature: how many options are chosen, and each option as one of its own.
fn features_of_selection(
    entry: &Item<'_>,
    first: i32,
    head: &Head<'_>,
    index: &Index<'_>,
    features: &mut Vec<Feature>,
) {
    let Some(key) = entry.keyword("type") else {
        return;
    };
    let level = level(entry, first);
    let name = index.name("selections", &key, head.book);
    let count = entry.int("num").filter(|n| *n > 0).unwrap_or(1);
    let options = index.find("selections", &key, head.book);
    let options: Vec<(String, String)> = options.map(|s| self::options(&s)).unwrap_or_default();
    let names: Vec<&str> = options.iter().map(|(name, _)| name.as_str()).collect();
    let text = if names.is_empty() {
        format!("Choose {count}.")
    } else {
        format!("Choose {count}: {}.", prose::either(&names))
    };
    // A trait of the same name tells more.
    let ordinal = prose::ordinal(level);
    let detail = format!("{ordinal} level: choose {count}");
    if let Some(known) = features.iter_mut().find(|f| f.name == name) {
        if !known.levels.contains(&level) {
            known.levels.push(level);
            known.levels.sort_unstable();
        }
        known.details.push(detail);
    } else {
        let mut chosen = feature(&name, text, level, None);
        chosen.details.push(detail);
        features.push(chosen);
    }
    for (option, text) in options {
        let known = |f: &Feature| f.name == option && f.option_of.as_deref() == Some(&name);
        if !features.iter().any(known) {
            features.push(Feature { option_of: Some(name.clone()), ..feature(&option, text, level, None) });
        }
    }
}

/// The options of a selection: name and text.
pub(super) fn options(selection: &Item<'_>) -> Vec<(String, String)> {
    let options = selection.items("options").into_iter();
    options
        .filter_map(|option| {
            let text = option.first_text(&["description", "summary"]);
            Some((option.words("name")?, text))
        })
        .collect()
}
