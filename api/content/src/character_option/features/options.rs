//! Options: the named parts of a feature's text that are features themselves, to choose from or to have all of
//! (invocations, fighting styles, what ki is spent on). They are cut out of the text, which then stands once.

mod parts;

use super::super::Feature;
use super::borders::is_of_spellcasting;
use crate::Pattern;
use crate::printable::is_unprintable;
use crate::slug::slugify;
use parts::Part;
pub(super) use parts::{named_parts, without};
use std::collections::{BTreeMap, BTreeSet};

/// An introduction that offers options.
static OFFER: Pattern = Pattern::new(
    r"\bchoos(?:e|ing)\b[^.]*\bfollowing\b|\b(?:following|below)\b[^.]*\b(?:options?|features?|effects?|roles?|styles?|abilities|techniques|maneuvers|manoeuvres|invocations)\b|\boptions?\b[^.]*\b(?:following|below|alphabetical|available)\b",
);

/// An introduction of benefits, which belong together.
static BENEFITS: Pattern = Pattern::new(r"\bfollowing benefits\b");

/// Longest name of a feature, in characters.
pub(super) const MAX_NAME: usize = 200;

/// The letters of a name, without what stands in brackets.
pub(super) fn name_key(name: &str) -> String {
    let name = name.split('(').next().unwrap_or_default();
    slugify(name).replace('-', "")
}

/// The name of a feature as it is shown: without control characters and marks of emphasis; `None` where nothing, or more than a
/// name, is left.
pub(super) fn clean_name(name: &str) -> Option<String> {
    let name = name.replace(is_unprintable, "");
    let name = name.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | ':'));
    let length = name.chars().count();
    (1..=MAX_NAME).contains(&length).then(|| name.to_owned())
}

/// Makes features of the options that the texts of features list. Names that a source has for a feature of its own are
/// those of options, wherever they stand.
///
/// Correction (character options): The options of a feature that stand in its text (invocations, fighting styles) are
/// features of their own. A list of options without a level belongs to the feature that lets one choose.
pub(super) fn split(features: &mut Vec<Feature>, stated: &[Feature]) {
    let mut taken: BTreeSet<String> = features.iter().map(|f| name_key(&f.name)).collect();
    let known: BTreeSet<String> = stated.iter().map(|f| name_key(&f.name)).filter(|key| !taken.contains(key)).collect();
    let mut found: Vec<Feature> = Vec::new();
    let mut emptied: Vec<usize> = Vec::new();
    for at in 0..features.len() {
        let Some(feature) = features.get(at).filter(|f| f.option_of.is_none()) else {
            continue;
        };
        let parts = options_in(&feature.text, &known, &taken);
        if parts.is_empty() {
            continue;
        }
        taken.extend(parts.iter().map(|part| name_key(&part.name)));
        let host = host_of(features, at);
        let rest = without(&feature.text, &parts);
        let options: Vec<Feature> = features
            .get(host)
            .map(|host| parts.iter().map(|part| option(part, host, stated)).collect())
            .unwrap_or_default();
        found.extend(options);
        if host == at {
            if let Some(feature) = features.get_mut(at) {
                feature.text = rest;
            }
        } else if let Some(host) = features.get_mut(host) {
            let text = format!("{}\n\n{rest}", host.text);
            text.trim_end().clone_into(&mut host.text);
            emptied.push(at);
        }
    }
    let mut at = 0;
    features.retain(|_| {
        at += 1;
        !emptied.contains(&(at - 1))
    });
    // An option that a source has beside the text is the one of the text.
    features.retain(|own| {
        let key = name_key(&own.name);
        own.option_of.is_none() || !found.iter().any(|option| name_key(&option.name) == key)
    });
    features.append(&mut found);
    name_options(features);
}

/// Names the options of a feature in its text, where it announces them and names none.
///
/// Correction (character options): A feature whose options are features of their own names them.
fn name_options(features: &mut [Feature]) {
    static ANNOUNCED: Pattern = Pattern::new(r"\b(?:following|below|options?|choose one)\b");
    let options = features.iter().filter_map(|feature| {
        let host = feature.option_of.clone()?;
        Some((host, feature.name.clone()))
    });
    let mut by_host: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (host, name) in options {
        by_host.entry(host).or_default().push(name);
    }
    for feature in features.iter_mut().filter(|f| f.option_of.is_none()) {
        let Some(names) = by_host.get(&feature.name) else {
            continue;
        };
        let text = feature.text.to_lowercase();
        let is_named = names.iter().any(|name| text.contains(&name.to_lowercase()));
        if names.len() > 1 && !is_named && ANNOUNCED.is_match(&text) {
            let list = names.join("\n- ");
            feature.text = format!("{}\n\n- {list}", feature.text.trim_end());
        }
    }
}

/// The parts of a text that are options.
fn options_in(text: &str, known: &BTreeSet<String>, taken: &BTreeSet<String>) -> Vec<Part> {
    let mut parts = named_parts(text, known);
    let Some(first) = parts.first() else {
        return Vec::new();
    };
    let intro = text.get(..first.range.start).unwrap_or_default();
    let lower = intro.to_lowercase();
    let is_announced = |part: &Part| lower.contains(&part.name.to_lowercase());
    let is_offer = OFFER.is_match(intro) && !BENEFITS.is_match(intro);
    let is_list = is_offer || parts.iter().all(is_announced);
    // Parts of features that are known are what these become.
    let improves = parts.iter().any(|part| taken.contains(&name_key(&part.name)));
    parts.retain(|part| {
        let key = name_key(&part.name);
        !is_of_spellcasting(&key) && (known.contains(&key) || is_list && !improves && !key.is_empty())
    });
    parts
}

/// The place of the feature that lets one choose from the list at `at`: itself where it has levels, else the feature whose
/// name begins its own.
fn host_of(features: &[Feature], at: usize) -> usize {
    let Some(list) = features.get(at).filter(|list| list.levels.is_empty()) else {
        return at;
    };
    let name = name_key(&list.name);
    let is_host = |feature: &Feature| {
        let key = name_key(&feature.name);
        let stem = key.trim_end_matches('s');
        !feature.levels.is_empty() && !stem.is_empty() && name.starts_with(stem)
    };
    features.iter().position(is_host).unwrap_or(at)
}

/// The feature of a part; a source that has it says more.
fn option(part: &Part, host: &Feature, stated: &[Feature]) -> Feature {
    let key = name_key(&part.name);
    let same = stated.iter().find(|other| name_key(&other.name) == key);
    let same = same.cloned().unwrap_or_default();
    let levels = if same.levels.is_empty() { host.levels.first().copied().into_iter().collect() } else { same.levels };
    Feature {
        name: part.name.clone(),
        slug: slugify(&part.name),
        text: part.text.clone(),
        levels,
        details: Vec::new(),
        option_of: Some(host.name.clone()),
        ..same
    }
}
