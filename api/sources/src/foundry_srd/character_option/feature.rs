//! Features that classes and subclasses grant: documents of their own, which the advancement of the class leads to.

use super::{feature_use, text};
use crate::foundry_srd::Document;
use crate::foundry_srd::index::Index;
use crate::foundry_text::fields::Fields;
use lorekeeper_content::character_option::Feature;
use lorekeeper_content::slugify;

/// The features of a class or subclass, in the order of their levels: what it grants, and the options of its choices.
pub(super) fn features(owner: &Document<'_>, index: &Index<'_>) -> Vec<Feature> {
    let mut found: Vec<Feature> = Vec::new();
    let advancement: Vec<Fields<'_>> = owner.fields.values("system.advancement").collect();
    let of_type = |kind: &'static str| {
        let entries = advancement.iter().copied();
        entries.filter(move |entry| entry.text("type") == kind)
    };
    for entry in of_type("ItemGrant") {
        let Some(level) = entry.positive("level") else {
            continue;
        };
        for item in entry.list("configuration.items") {
            add(item.text("uuid"), level, None, index, &mut found);
        }
    }
    for entry in of_type("ItemChoice") {
        let levels = entry.entries("configuration.choices");
        let levels = levels.filter(|(_, choice)| choice.positive("count").is_some());
        let first = levels.filter_map(|(level, _)| level.parse().ok()).min();
        let Some(level) = first else {
            continue;
        };
        let group = entry.filled("title");
        for item in entry.list("configuration.pool") {
            add(item.text("uuid"), level, group.as_deref(), index, &mut found);
        }
    }
    for feature in &mut found {
        feature.levels.sort_unstable();
        feature.levels.dedup();
    }
    found.sort_by_key(|feature| feature.levels.first().copied());
    found
}

fn add(address: &str, level: i32, option_of: Option<&str>, index: &Index<'_>, found: &mut Vec<Feature>) {
    let Some(document) = index.document(address).filter(|found| found.kind() == "feat") else {
        return;
    };
    let slug = slugify(document.name);
    if let Some(known) = found.iter_mut().find(|known| known.slug == slug) {
        known.levels.push(level);
        return;
    }
    let mut feature = Feature {
        name: document.name.to_owned(),
        slug,
        text: text(&document, index),
        levels: vec![level],
        prerequisites: feature_use::prerequisites(&document),
        option_of: option_of.map(str::to_owned),
        ..Feature::default()
    };
    feature_use::fill(&mut feature, &document);
    found.push(feature);
}
