//! Senses and languages, which are printed in one line each.

use super::super::item::Item;
use super::super::prose;
use crate::family::creature;
use crate::source::dnd5e::monster::senses::languages as known_languages;
use crate::source::open5e_v2::creature::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// Senses, and the passive Perception that is printed among them.
pub(super) struct Senses {
    pub ranges: creature::Senses,
    pub passive: Option<i32>,
}

static SENSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<kind>darkvision|blindsight|tremorsense|truesight)\s*(?:of|out to|:)?\s*(?P<feet>\d+)\s*(?:ft\b\.?|feet\b|')?\s*(?P<aside>\([^)]*\))?",
    )
});

static PASSIVE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bpassive perception:?\s*(?P<score>\d+)"));

impl Senses {
    pub fn of(item: &Item<'_>) -> Self {
        let printed = item.words("senses").unwrap_or_default();
        let mut ranges = creature::Senses::default();
        let mut notes = Vec::new();
        for found in SENSE.captures_iter(&printed) {
            let feet = found.name("feet").and_then(|f| f.as_str().parse().ok());
            let kind = found.name("kind").map_or("", |k| k.as_str()).to_lowercase();
            let place = match kind.as_str() {
                "darkvision" => &mut ranges.darkvision,
                "blindsight" => &mut ranges.blindsight,
                "tremorsense" => &mut ranges.tremorsense,
                _ => &mut ranges.truesight,
            };
            *place = place.or(feet);
            if found.name("aside").is_some() {
                notes.extend(found.get(0).map(|all| all.as_str().trim().to_owned()));
            }
        }
        ranges.darkvision = ranges.darkvision.or_else(|| item.int("darkvision"));
        ranges.notes = Some(notes.join("; ")).filter(|notes| !notes.is_empty());
        let passive = PASSIVE.captures(&printed);
        let passive = passive.and_then(|p| p.name("score")?.as_str().parse().ok());
        Self {
            ranges,
            passive: passive.or_else(|| item.int("passive-perception")),
        }
    }
}

/// The languages as slugs, and as printed.
pub(super) fn languages(item: &Item<'_>) -> (Vec<String>, Option<String>) {
    let chosen = item.child("props").map(|props| props.flags("language"));
    let mut chosen = chosen.unwrap_or_default();
    let printed = item
        .words("languages")
        .filter(|t| t.contains(char::is_alphanumeric));
    if printed.is_none() {
        chosen.extend(item.flags("languages"));
    }
    let mut slugs = printed.as_deref().map(known_languages).unwrap_or_default();
    slugs.extend(chosen.iter().map(|language| prose::slug(language)));
    slugs.sort();
    slugs.dedup();
    let names: Vec<String> = chosen.iter().map(|l| prose::heading(l)).collect();
    let words: Vec<String> = printed.into_iter().chain(names).collect();
    (
        slugs,
        Some(words.join(", ")).filter(|text| !text.is_empty()),
    )
}
