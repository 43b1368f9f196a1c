//! Features by level, and benefits, of character options.

use super::Layout;
use super::notation::ordinal;
use super::prose::{contains_phrase, normalise, run_in, with_heading, without_title};
use crate::character_option::{Benefit, Feature, Model};

/// Features by level, each with its options after it.
pub(super) fn features(option: &Model, layout: Layout) -> Vec<String> {
    let mut features: Vec<&Feature> = option.features.iter().collect();
    features.sort_by_key(|f| f.levels.iter().min().copied().unwrap_or(i32::MAX));
    let is_option =
        |f: &&Feature| f.option_of.as_deref().is_some_and(|of| option.features.iter().any(|other| other.name == of));
    let mut parts = Vec::new();
    for feature in features.iter().filter(|f| !is_option(f)) {
        parts.push(with_heading(3, &feature_name(feature, layout), &feature_text(feature)));
        let options = features.iter().filter(|f| f.option_of.as_deref() == Some(&feature.name));
        parts.extend(options.map(|o| with_heading(4, &feature_name(o, layout), &feature_text(o))));
    }
    parts
}

/// `Extra Attack (5th, 11th level)`; in the books of 2024 `Level 5: Extra Attack`, by the first of its levels.
fn feature_name(feature: &Feature, layout: Layout) -> String {
    if layout == Layout::Rules2024
        && let Some(level) = feature.levels.iter().min()
    {
        return format!("Level {level}: {}", feature.name);
    }
    let levels: Vec<String> = feature.levels.iter().map(|level| ordinal(*level)).collect();
    if levels.is_empty() { feature.name.clone() } else { format!("{} ({} level)", feature.name, levels.join(", ")) }
}

fn feature_text(feature: &Feature) -> String {
    let needed = feature.prerequisites.join(", ");
    let grows = feature.details.join("; ");
    let mut text = String::new();
    if !needed.is_empty() {
        text = format!("*Prerequisite: {needed}*\n\n");
    }
    text.push_str(&without_title(&feature.text, &feature.name));
    if !grows.is_empty() {
        text = format!("{text}\n\n*{grows}*");
    }
    text
}

/// Named benefits, then those without a name as a list.
pub(super) fn benefits(option: &Model) -> Vec<String> {
    let (named, unnamed): (Vec<&Benefit>, Vec<&Benefit>) = option.benefits.iter().partition(|b| b.name.is_some());
    let mut parts: Vec<String> = named.into_iter().map(benefit).collect();
    let unmentioned = unnamed.into_iter().filter(|b| !contains_phrase(&option.text, &b.text));
    let items: Vec<String> = unmentioned.map(|b| item(&b.text)).collect();
    parts.push(items.join("\n"));
    parts
}

fn benefit(benefit: &Benefit) -> String {
    let name = benefit.name.as_deref().unwrap_or_default();
    if benefit.text.trim().contains('\n') {
        with_heading(2, name, &benefit.text)
    } else {
        run_in(name, &benefit.text, 3)
    }
}

/// An item of a list, its further lines indented to stay in it.
fn item(text: &str) -> String {
    let text = normalise(text, 3);
    let lines: Vec<&str> = text.lines().collect();
    format!("- {}", lines.join("\n  ").replace("\n  \n", "\n\n"))
}
