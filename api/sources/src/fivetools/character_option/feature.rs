//! Features of classes and subclasses: records of their own, to which their owners refer.

use super::super::index::Index;
use super::super::markdown::{self, words};
use super::super::{Head, heads};
use super::row;
use crate::Drafts;
use crate::foundry_text::fields::Fields;
use lorekeeper_content::character_option::{Feature, FeatureKind, Kind};
use lorekeeper_content::slugify;
use serde_json::Value;
use std::collections::BTreeSet;

/// How deep features refer to others.
const MAX_DEPTH: usize = 8;

/// The features that the references of a class or subclass lead to, in the order of their levels.
pub(super) fn features(head: &Head<'_>, endpoint: &str, list: &str) -> Vec<Feature> {
    let mut found = Found { index: head.index, features: Vec::new(), seen: BTreeSet::new() };
    add_listed(head.value(list), endpoint, None, &mut found);
    let mut features = found.features;
    for feature in &mut features {
        feature.levels.sort_unstable();
        feature.levels.dedup();
    }
    features.sort_by_key(|feature| feature.levels.first().copied());
    features
}

struct Found<'a> {
    index: &'a Index<'a>,
    features: Vec<Feature>,
    /// References that were followed.
    seen: BTreeSet<String>,
}

/// Adds what a list refers to; the oldest files have a list for each level, with the features themselves.
fn add_listed(list: &Value, endpoint: &str, level: Option<i32>, found: &mut Found<'_>) {
    let mut at = 0;
    for entry in list.as_array().into_iter().flatten() {
        at += 1;
        let fields = Fields::of(entry);
        match entry {
            Value::String(reference) => add(endpoint, reference, None, MAX_DEPTH, found),
            Value::Array(_) => add_listed(entry, endpoint, Some(at), found),
            _ if fields.at(endpoint).is_there() => {
                add(endpoint, fields.text(endpoint), None, MAX_DEPTH, found);
            }
            _ => add_record(entry, level.unwrap_or(1), None, MAX_DEPTH, found),
        }
    }
}

/// Adds the feature that a reference names.
fn add(endpoint: &str, reference: &str, option_of: Option<&str>, depth: usize, found: &mut Found<'_>) {
    if depth == 0 || !found.seen.insert(format!("{endpoint} {reference} {option_of:?}")) {
        return;
    }
    let parts: Vec<&str> = reference.split('|').collect();
    let place = if endpoint == "classFeature" { 3 } else { 5 };
    let level = parts.get(place).and_then(|level| level.trim().parse().ok());
    let level = level.filter(|level| (1..=20).contains(level)).unwrap_or(1);
    match found.index.referred(endpoint, reference, "") {
        Some(record) => add_record(record, level, option_of, depth, found),
        None => put(
            Feature {
                name: words(parts.first().copied().unwrap_or_default()),
                levels: vec![level],
                ..Feature::default()
            },
            found,
        ),
    }
}

/// Adds a feature, and those that its text refers to.
fn add_record(record: &Value, level: i32, option_of: Option<&str>, depth: usize, found: &mut Found<'_>) {
    let fields = Fields::of(record);
    let level = fields.whole_amount("level").filter(|l| (1..=20).contains(l)).unwrap_or(level);
    let name = words(fields.text("name"));
    let entries = record.get("entries").unwrap_or(&Value::Null);
    put(
        Feature {
            text: markdown::without_features(entries, found.index),
            name: name.clone(),
            levels: vec![level],
            option_of: option_of.map(str::to_owned),
            ..Feature::default()
        },
        found,
    );
    let mut references = Vec::new();
    referred(entries, false, &mut references);
    for (kind, reference, is_option) in references {
        let option_of = Some(name.as_str()).filter(|_| is_option);
        match kind {
            "classFeature" | "subclassFeature" => {
                add(kind, &reference, option_of, depth - 1, found);
            }
            _ => {
                if let Some(option) = found.index.referred(kind, &reference, "") {
                    let text = option.get("entries").unwrap_or(&Value::Null);
                    let feature = Feature {
                        name: words(Fields::of(option).text("name")),
                        text: markdown::without_features(text, found.index),
                        levels: vec![level],
                        option_of: Some(name.clone()),
                        ..Feature::default()
                    };
                    put(feature, found);
                }
            }
        }
    }
}

fn put(mut new: Feature, found: &mut Found<'_>) {
    new.slug = slugify(&new.name);
    if new.slug.is_empty() {
        return;
    }
    let same = |known: &&mut Feature| known.slug == new.slug && known.option_of == new.option_of;
    let Some(known) = found.features.iter_mut().find(same) else {
        found.features.push(new);
        return;
    };
    // A feature that comes again is one that grows.
    let level = new.levels.first().copied().unwrap_or(1);
    if !new.text.is_empty() && !known.text.contains(&new.text) {
        let ordinal = crate::prose::ordinal(level);
        known.text = super::join_paragraphs([known.text.clone(), format!("**{ordinal} level.** {}", new.text)]);
    }
    known.levels.extend(new.levels);
}

/// The references to features and options within entries; whether each is an option.
fn referred(value: &Value, is_option: bool, found: &mut Vec<(&'static str, String, bool)>) {
    let fields = Fields::of(value);
    let kinds = [
        ("refClassFeature", "classFeature"),
        ("refSubclassFeature", "subclassFeature"),
        ("refOptionalfeature", "optionalfeature"),
    ];
    if let Some((_, kind)) = kinds.iter().find(|(name, _)| *name == fields.text("type")) {
        found.push((kind, fields.text(kind).to_owned(), is_option));
        return;
    }
    let is_option = is_option || fields.text("type") == "options";
    match value {
        Value::Array(values) => values.iter().for_each(|value| referred(value, is_option, found)),
        Value::Object(parts) => {
            let parts = parts.iter().filter(|(name, _)| *name == "entries" || *name == "items");
            parts.for_each(|(_, part)| referred(part, is_option, found));
        }
        _ => {}
    }
}

/// Draws the features whose class or subclass is not at hand.
pub(super) fn draw_orphans(index: &Index<'_>, drafts: &mut Drafts) {
    for (endpoint, owner, kind, feature_kind) in [
        ("classFeature", "class", Kind::Class, FeatureKind::ClassFeature),
        ("subclassFeature", "subclass", Kind::Subclass, FeatureKind::SubclassFeature),
    ] {
        for head in heads(endpoint, index, drafts) {
            let name = match kind {
                Kind::Class => head.fields.text("className"),
                _ => head.fields.text("subclassShortName"),
            };
            if index.owner(owner, name, head.fields.text("className")).is_some() {
                continue;
            }
            let row = lorekeeper_content::character_option::Model {
                text: head.text("entries"),
                feature_kind: Some(feature_kind),
                owner_slug: crate::wire::filled(&slugify(name)),
                owner_kind: Some(kind),
                level: head.fields.whole_amount("level").filter(|l| (1..=20).contains(l)),
                ..row(Kind::Feature, &head)
            };
            drafts.character_options.push(head.draft(row, endpoint));
        }
    }
}
