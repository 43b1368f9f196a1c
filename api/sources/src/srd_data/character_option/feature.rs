//! Features that classes, subclasses and species grant.

use super::about;
use crate::srd_data::index::Index;
use crate::srd_data::notation::title;
use crate::srd_data::prose::{About, markdown};
use crate::srd_data::wire::Activity;
use lorekeeper_content::character_option::Feature;
use lorekeeper_content::slugify;
use serde::Deserialize;

/// Something that is granted at a level: a feature, a spell, a feat.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Grant {
    pub ref_type: String,
    pub slug: String,
    pub level: i32,
}

/// A choice among features.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    pub pool: Vec<Grant>,
    pub schedule: Vec<Pick>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Pick {
    pub level: i32,
    pub count: i32,
}

#[derive(Deserialize)]
struct FeatureRecord {
    name: String,
    #[serde(default)]
    description: String,
    /// The class that it was written for.
    #[serde(default)]
    source_slug: String,
    #[serde(default)]
    activities: Vec<Activity>,
}

/// The features of grants and choices, in the order of their levels.
pub(super) fn features(
    owner: &str,
    grants: &[Grant],
    choices: &[Choice],
    index: &Index<'_>,
) -> Vec<Feature> {
    let mut found: Vec<Feature> = Vec::new();
    for grant in grants.iter().filter(|grant| grant.ref_type == "feature") {
        let Some(feature) = read(Some(owner), &grant.slug, grant.level, index) else {
            continue;
        };
        match found.iter_mut().find(|known| known.slug == feature.slug) {
            Some(known) => known.levels.push(grant.level),
            None => found.push(feature),
        }
    }
    for choice in choices {
        let levels: Vec<i32> = choice
            .schedule
            .iter()
            .filter(|pick| pick.count > 0)
            .map(|pick| pick.level)
            .collect();
        let first = levels.iter().min().copied().unwrap_or_default();
        let option_of = option_of(choice, grants, index);
        for option in choice
            .pool
            .iter()
            .filter(|option| option.ref_type == "feature")
        {
            if let Some(mut feature) = read(Some(owner), &option.slug, first, index)
                && !found.iter().any(|known| known.slug == feature.slug)
            {
                feature.option_of.clone_from(&option_of);
                found.push(feature);
            }
        }
    }
    for feature in &mut found {
        feature.levels.sort_unstable();
        feature.levels.dedup();
    }
    found.sort_by_key(|feature| feature.levels.first().copied());
    found
}

/// The name and text of a feature. The package has one record for what several classes call by one name, with the
/// text of one of them: where that speaks of its class, it is no text of the others.
pub(super) fn read(
    owner: Option<&str>,
    slug: &str,
    level: i32,
    index: &Index<'_>,
) -> Option<Feature> {
    let record = index.find("features", slug)?;
    let wire: FeatureRecord = serde_json::from_value(record.raw.clone()).ok()?;
    let about = About {
        activities: &wire.activities,
        ..about(index, &wire.name)
    };
    let name = wire.name.trim();
    let another = owner.is_some_and(|owner| owner != wire.source_slug)
        && wire.description.contains(&title(&wire.source_slug))
        && !wire.source_slug.is_empty();
    Some(Feature {
        name: name.to_owned(),
        slug: slugify(name),
        text: if another {
            String::new()
        } else {
            markdown(&wire.description, &about)
        },
        levels: Some(level).filter(|level| *level > 0).into_iter().collect(),
        ..Feature::default()
    })
}

/// The feature that a choice belongs to: the one whose name its options begin with, else the one that is granted
/// at the level of the choice and speaks of options.
fn option_of(choice: &Choice, grants: &[Grant], index: &Index<'_>) -> Option<String> {
    let features = || grants.iter().filter(|grant| grant.ref_type == "feature");
    let begins = |grant: &&Grant| {
        let start = format!("{}-", grant.slug);
        choice
            .pool
            .iter()
            .all(|option| option.slug.starts_with(&start))
    };
    let levels: Vec<i32> = choice.schedule.iter().map(|pick| pick.level).collect();
    let speaks = |grant: &&Grant| {
        let words = ["invocation", "metamagic", "style"];
        levels.contains(&grant.level) && words.iter().any(|word| grant.slug.contains(word))
    };
    let found = features()
        .find(begins)
        .or_else(|| features().find(speaks))?;
    index.name("features", &found.slug).map(str::to_owned)
}
