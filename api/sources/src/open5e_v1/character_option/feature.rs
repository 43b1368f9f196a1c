//! Features of classes and subclasses, from the parts of a text below headings.

use super::class_table;
use super::heading::Part;
use crate::prose::ordinal;
use lorekeeper_content::character_option::{ClassLevel, Feature};
use lorekeeper_content::{Pattern, slugify};
use std::collections::BTreeMap;

/// The features of a class, by the level at which the table has them. A heading that the table does not
/// know is a part of the feature before it: upstream has some a level too high.
///
/// Correction (character options): The features of a class, which are Markdown, become features. A heading that the
/// class table does not have is a part of the feature before it. What stands below the name of the class's subclasses, or of a feature
/// once more, is of no feature.
pub(super) fn of_class(parts: Vec<Part>, table: &str, subclasses: &str) -> Vec<Feature> {
    let gains = gains(table);
    let mut features: Vec<Feature> = Vec::new();
    let mut is_left_out = false;
    for part in parts {
        let slug = slugify(&part.name);
        let again = features.iter().any(|known| known.slug == slug);
        // The table has a single one of what the heading has several of.
        let single = || gains.get(slug.strip_suffix('s')?);
        let gains = gains.get(&slug).or_else(single);
        // What stands below a heading that is left out is left out with it.
        is_left_out = part.name.is_empty() || part.name == subclasses || again || (is_left_out && gains.is_none());
        if is_left_out {
            continue;
        }
        match (gains, features.last_mut()) {
            (Some(gains), _) => features.push(Feature {
                name: part.name,
                slug,
                text: part.text,
                levels: gains.keys().copied().collect(),
                details: details(gains),
                ..Feature::default()
            }),
            (_, Some(before)) => {
                let text = format!("{}\n\n### {}\n\n{}", before.text, part.name, part.text);
                text.trim().clone_into(&mut before.text);
            }
            (..) => {}
        }
    }
    features.sort_by_key(|feature| feature.levels.first().copied().unwrap_or(i32::MAX));
    features
}

/// The features of a subclass; each says at which level it is gained.
///
/// Correction (character options): The features of an archetype, which are Markdown, become features of a subclass.
pub(super) fn of_subclass(parts: Vec<Part>) -> Vec<Feature> {
    let parts = parts.into_iter().filter(|part| !part.name.is_empty());
    let features = parts.map(|part| Feature {
        slug: slugify(&part.name),
        levels: level_in_text(&part.text).into_iter().collect(),
        name: part.name,
        text: part.text,
        ..Feature::default()
    });
    features.collect()
}

/// The levels at which a subclass gains something.
pub(super) fn levels(features: &[Feature]) -> Vec<ClassLevel> {
    let mut levels: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for feature in features {
        for level in &feature.levels {
            levels.entry(*level).or_default().push(feature.name.clone());
        }
    }
    let levels = levels.into_iter().map(|(level, features)| ClassLevel {
        level,
        feature_names: features,
        ..ClassLevel::default()
    });
    levels.collect()
}

/// The name without what a gain brings (`Croak (two dice)`).
pub(super) fn plain_name(name: &str) -> String {
    name.split('(').next().unwrap_or(name).trim().to_owned()
}

/// By slug of a feature: the levels at which the table has it, with what each gain brings.
fn gains(table: &str) -> BTreeMap<String, BTreeMap<i32, Option<String>>> {
    let mut gains: BTreeMap<String, BTreeMap<i32, Option<String>>> = BTreeMap::new();
    for (level, name) in class_table::printed(table) {
        let detail = name.split_once('(').map(|(_, detail)| detail.trim_end_matches(')').to_owned());
        let feature = gains.entry(slugify(&plain_name(&name))).or_default();
        feature.entry(level).or_insert(detail);
    }
    gains
}

fn details(gains: &BTreeMap<i32, Option<String>>) -> Vec<String> {
    let details = gains.iter().filter_map(|(level, detail)| {
        let detail = detail.as_ref()?;
        Some(format!("{} level: {detail}", ordinal(*level)))
    });
    details.collect()
}

/// The level that the first sentence of a feature names.
fn level_in_text(text: &str) -> Option<i32> {
    static LEVEL: Pattern = Pattern::new(r"(?-i)^[^.]*?\b(\d{1,2})(?:st|nd|rd|th)[- ]level\b");
    let level = LEVEL.capture(text)?.parse().ok()?;
    (1..=20).contains(&level).then_some(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, text: &str) -> Part {
        Part { name: name.into(), text: text.into() }
    }

    const TABLE: &str = "| Level | Features |\n|---|---|\n| 1st | Croak (d6), Hop |\n| 5th | Croak (d8) |";

    #[test]
    fn features_have_the_levels_of_the_table() {
        let parts = vec![
            part("", "A class."),
            part("Hop", "You hop."),
            part("Far", "Very."),
            part("Croaks", "Loud."),
            part("Hop", "All hops."),
            part("Ponds", "Choose a pond."),
        ];
        let features = of_class(parts, TABLE, "Ponds");
        let names: Vec<&str> = features.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["Hop", "Croaks"]);
        assert_eq!(features[0].text, "You hop.\n\n### Far\n\nVery.");
        assert_eq!(features[1].levels, [1, 5]);
        assert_eq!(features[1].details, ["1st level: d6", "5th level: d8"]);
    }

    #[test]
    fn features_of_a_subclass_say_their_level() {
        let parts = vec![
            part("Glow", "Starting when you choose this pond at 3rd level, you glow."),
            part("Drip", "You drip. At 6th level, more."),
            part("Soak", "At 2nd level, you soak."),
        ];
        let features = of_subclass(parts);
        let seen: Vec<_> = features.iter().map(|f| (f.name.as_str(), f.levels.clone())).collect();
        assert_eq!(seen, [("Glow", vec![3]), ("Drip", vec![]), ("Soak", vec![2])]);
        let levels: Vec<_> = levels(&features).into_iter().map(|l| (l.level, l.feature_names)).collect();
        assert_eq!(levels, [(2, vec!["Soak".to_owned()]), (3, vec!["Glow".to_owned()])]);
    }
}
