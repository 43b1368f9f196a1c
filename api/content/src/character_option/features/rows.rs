//! Rows of features: from the features, traits and benefits of their owners.

use super::super::{Benefit, ClassLevel, Feature, FeatureKind, Kind, Model, TableCell};
use super::options::{clean_name, name_key};
use super::usage;
use crate::markdown::notation::ordinal;
use crate::slug::slugify;
use crate::{Pattern, Trait};

/// Names of traits and benefits that are facts of the option, which has fields for them.
const FACTS: [&str; 11] = [
    "abilityscoreincrease", "abilityscoreincreases", "abilityscores", "age", "alignment", "creaturetype", "languages",
    "repeatable", "size", "speed", "subrace",
];

/// The level of its owner from which on somebody has a trait.
static FROM_LEVEL: Pattern = Pattern::new(
    r"\b(?:starting at|beginning at|at|reach) (?:character )?(?:level (?P<level>\d{1,2})|(?P<ordinal>\d{1,2})(?:st|nd|rd|th) level)\b",
);

/// The slug of a name without a letter of the Latin alphabet.
const NAMELESS: &str = "feature";

/// The features that an owner grants. Those of classes and subclasses come in the order of `features`, as far as they have a
/// name.
pub(super) fn of_owner(owner: &Model) -> Vec<Model> {
    let Some(kind) = FeatureKind::of_owner(owner.kind) else {
        return Vec::new();
    };
    let features = owner.features.iter().cloned();
    let traits = owner.traits.iter().filter(|part| is_trait(part));
    let traits = traits.map(|part| feature(&part.name, &part.text));
    let benefits = owner.benefits.iter().filter(|part| is_named(part, owner));
    let benefits = benefits.map(|part| feature(part.name.as_deref().unwrap_or_default(), &part.text));
    let parts = features.chain(traits).chain(benefits);
    parts.filter_map(|part| row(part, kind, owner)).collect()
}

/// A trait or a benefit as a feature.
fn feature(name: &str, text: &str) -> Feature {
    let mut feature = Feature { name: name.to_owned(), text: text.to_owned(), ..Feature::default() };
    usage::read(&mut feature);
    feature
}

/// Whether a trait is more than a fact of the species.
fn is_trait(part: &Trait) -> bool {
    let key = name_key(&part.name);
    let lower = part.name.to_lowercase();
    !FACTS.contains(&key.as_str()) && !lower.ends_with(" subrace") && !lower.ends_with(" table")
}

/// Whether a benefit is a feature with a name of its own.
fn is_named(part: &Benefit, owner: &Model) -> bool {
    let kind = part.kind.as_deref();
    let is_feature = match owner.kind {
        Kind::Background => kind == Some("feature"),
        _ => kind != Some("ability_score"),
    };
    let name = part.name.as_deref().unwrap_or_default();
    let key = name_key(name);
    is_feature && key != name_key(&owner.name) && !FACTS.contains(&key.as_str())
}

fn row(feature: Feature, kind: FeatureKind, owner: &Model) -> Option<Model> {
    let name = clean_name(&feature.name)?;
    let list = feature.option_of.clone();
    let slug = slugify(&name);
    Some(Model {
        kind: Kind::Feature,
        document_key: owner.document_key.clone(),
        slug: if slug.is_empty() { NAMELESS.to_owned() } else { slug },
        feature_kind: list.as_deref().and_then(FeatureKind::of_list).or(Some(kind)),
        owner_slug: Some(owner.slug.clone()),
        owner_kind: Some(owner.kind),
        level: feature.levels.first().copied().or_else(|| trait_level(&feature.text, owner.kind)),
        levels: growth(&feature, &name).into(),
        option_of_slug: list,
        prerequisites: prerequisites(&feature),
        uses: feature.uses,
        recovery: feature.recovery,
        activation: feature.activation,
        text: feature.text,
        name,
        origins: owner.origins.clone(),
        fetched_at: owner.fetched_at,
        ..Model::default()
    })
}

/// The level that the first sentence of a trait names.
fn trait_level(text: &str, owner: Kind) -> Option<i32> {
    let first = text.split(['.', '\n']).next().filter(|_| matches!(owner, Kind::Race | Kind::Subrace))?;
    let found = FROM_LEVEL.captures(first)?;
    let level = found.name("level").or_else(|| found.name("ordinal"))?;
    level.as_str().parse().ok().filter(|level| *level > 1)
}

/// What must be met for a feature; that a class has it from its level on is said by the level.
fn prerequisites(feature: &Feature) -> Option<String> {
    let needed = feature.prerequisites.iter().filter(|words| {
        let is_own_level = words
            .trim_end_matches('+')
            .strip_prefix("Level ")
            .is_some_and(|level| level.parse().is_ok_and(|level: i32| feature.levels.contains(&level)));
        !is_own_level || feature.option_of.is_some()
    });
    let needed: Vec<&str> = needed.map(String::as_str).collect();
    Some(needed.join(", ")).filter(|words| !words.is_empty())
}

/// The levels at which a feature is gained or grows, each with what it brings, where the source says.
fn growth(feature: &Feature, name: &str) -> Vec<ClassLevel> {
    let level = |level: &i32| {
        let head = format!("{} level: ", ordinal(*level));
        let details = feature.details.iter();
        let details = details.filter_map(|detail| detail.strip_prefix(&head));
        let columns = details.map(|value| TableCell { name: name.to_owned(), value: value.to_owned() });
        ClassLevel { level: *level, columns: columns.collect(), ..ClassLevel::default() }
    };
    feature.levels.iter().map(level).collect()
}
