//! Features that classes, subclasses and species grant.

use super::super::Named;
use super::super::index::Index;
use super::super::prose::{About, markdown};
use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::title;
use lorekeeper_content::character_option::Feature;
use lorekeeper_content::slugify;

/// The features among grants, or among the options of a choice.
pub(super) fn granted<'a>(wire: Fields<'a>, list: &str) -> impl Iterator<Item = Fields<'a>> + Clone {
    wire.list(list).filter(|grant| grant.text("ref_type") == "feature")
}

/// The features of a class or subclass, in the order of their levels: what it grants, and the options of its choices.
pub(super) fn features(wire: &Named<'_>, index: &Index<'_>) -> Vec<Feature> {
    let mut found: Vec<Feature> = Vec::new();
    let owner = wire.fields.text("slug");
    for grant in granted(wire.fields, "granted_features") {
        let level = grant.int("level").unwrap_or_default();
        let Some(feature) = read(Some(owner), grant.text("slug"), level, index) else {
            continue;
        };
        match found.iter_mut().find(|known| known.slug == feature.slug) {
            Some(known) => known.levels.push(level),
            None => found.push(feature),
        }
    }
    for choice in wire.fields.list("feature_choices") {
        let picks = choice.list("schedule").filter(|pick| pick.positive("count").is_some());
        let first = picks.filter_map(|pick| pick.int("level")).min().unwrap_or_default();
        let option_of = option_of(choice, wire.fields, index);
        for option in granted(choice, "pool") {
            if let Some(mut feature) = read(Some(owner), option.text("slug"), first, index)
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
pub(super) fn read(owner: Option<&str>, slug: &str, level: i32, index: &Index<'_>) -> Option<Feature> {
    let wire = index.find("features", slug)?;
    let name = wire.filled("name")?;
    let (source, description) = (wire.text("source_slug"), wire.text("description"));
    let foreign = owner.is_some_and(|owner| owner != source) && !source.is_empty();
    Some(Feature {
        slug: slugify(&name),
        text: if foreign && description.contains(&title(source)) {
            String::new()
        } else {
            markdown(description, &About::of(wire, &name, index))
        },
        name,
        levels: Some(level).filter(|level| *level > 0).into_iter().collect(),
        ..Feature::default()
    })
}

/// The feature that a choice belongs to: the one whose name its options begin with, else the one that is granted
/// at the level of the choice and speaks of options.
fn option_of(choice: Fields<'_>, owner: Fields<'_>, index: &Index<'_>) -> Option<String> {
    let begins = |grant: &Fields<'_>| {
        let start = format!("{}-", grant.text("slug"));
        choice.list("pool").all(|option| option.text("slug").starts_with(&start))
    };
    let speaks = |grant: &Fields<'_>| {
        let words = ["invocation", "metamagic", "style"];
        let mut picks = choice.list("schedule");
        picks.any(|pick| pick.int("level") == grant.int("level"))
            && words.iter().any(|word| grant.text("slug").contains(word))
    };
    let mut features = granted(owner, "granted_features");
    let found = features.clone().find(begins).or_else(|| features.find(speaks))?;
    index.name("features", found.text("slug")).map(str::to_owned)
}
