//! Features that grow: what a level adds under the same name with an addition in brackets is the same feature.

use super::super::{Feature, split_growth};
use super::options::name_key;
use crate::Pattern;
use crate::markdown::notation::ordinal;

/// What a source puts behind the name of a feature that is a table.
const TABLE: &str = " (table)";

/// Unites features with those that they are an improvement of.
///
/// Correction (character options): `Improved Hop (Enhanced)` of a later level is *Improved Hop*, with its levels.
pub(super) fn unite(features: &mut Vec<Feature>) {
    let mut united: Vec<Feature> = Vec::with_capacity(features.len());
    for mut feature in std::mem::take(features) {
        if let Some(length) = feature.name.strip_suffix(TABLE).map(str::len) {
            feature.name.truncate(length);
        }
        let (base, addition) = split_growth(&feature.name);
        let (Some(_), Some(level)) = (addition, feature.levels.first().copied()) else {
            united.push(feature);
            continue;
        };
        let is_base = |known: &&mut Feature| {
            known.option_of.is_none()
                && name_key(&known.name) == name_key(base)
                && known.levels.first().is_some_and(|first| *first < level)
        };
        match united.iter_mut().find(is_base) {
            Some(known) => grow(known, feature, level),
            None => united.push(feature),
        }
    }
    *features = united;
}

/// A sentence that says when something changes, and one that speaks of a spell.
static GROWS: Pattern = Pattern::new(r"\b(?:at|by|reach(?:es|ing)?)\b[^.]*\blevels?\b");
static CASTS: Pattern = Pattern::new(r"\b(?:cast|casts|casting|cantrips?|slots?|spells?|of level|a level)\b");

/// Levels, as the books of 2014 write them, and as those of 2024 do (`levels 5 (d8), 10 (d10), and 15 (d12)`).
static ORDINAL: Pattern = Pattern::new(r"\b(?P<level>\d{1,2})(?:st|nd|rd|th)\b");
static LEVELS: Pattern = Pattern::new(
    r"\blevels? (?P<list>\d{1,2}\b(?: \([^)]*\))?(?:(?:,? and|,? or|,)(?: an? \w+ at level)? \d{1,2}\b(?: \([^)]*\))?)*)",
);
static NUMBER: Pattern = Pattern::new(r"(?:^| )(?P<level>\d{1,2})\b");

/// Adds the levels at which a feature grows by its text, in sentences and in the first column of a table.
///
/// Correction (character options): The levels of a feature are those at which its text says that it grows, too.
pub(super) fn read_levels(feature: &mut Feature) {
    let Some(first) = feature.levels.first().copied().filter(|_| feature.option_of.is_none()) else {
        return;
    };
    let mut found = in_table(&feature.text);
    let lines = feature.text.lines().filter(|line| !line.starts_with('|'));
    let sentences = lines.flat_map(|line| line.split(". "));
    for sentence in sentences.filter(|sentence| GROWS.is_match(sentence) && !CASTS.is_match(sentence)) {
        let lists = LEVELS.captures_iter(sentence).filter_map(|levels| levels.name("list"));
        let numbers = lists.flat_map(|list| NUMBER.captures_iter(list.as_str()));
        let ordinals = ORDINAL.captures_iter(sentence);
        found.extend(numbers.chain(ordinals).filter_map(|number| number["level"].parse::<i32>().ok()));
    }
    feature.levels.extend(found.into_iter().filter(|level| (first + 1..=20).contains(level)));
    feature.levels.sort_unstable();
    feature.levels.dedup();
}

/// Most rows of a table of what a feature brings: one for each level is the table of a class.
const MAX_ROWS: usize = 9;

/// The levels in the first column of a table.
fn in_table(text: &str) -> Vec<i32> {
    let mut cells = text.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next().map(str::trim));
    let is_head = |cell: &&str| {
        let cell = cell.to_lowercase();
        cell.ends_with("level") && !cell.contains("spell") && !cell.contains("slot")
    };
    if !cells.by_ref().any(|cell| is_head(&cell)) {
        return Vec::new();
    }
    let digits = |cell: &str| -> String { cell.chars().take_while(char::is_ascii_digit).collect() };
    let levels: Vec<i32> = cells.filter_map(|cell| digits(cell).parse().ok()).collect();
    if levels.len() > MAX_ROWS { Vec::new() } else { levels }
}

fn grow(known: &mut Feature, more: Feature, level: i32) {
    if !known.text.contains(&more.text) {
        known.text = format!("{}\n\n**{} level.** {}", known.text, ordinal(level), more.text);
    }
    known.levels.extend(more.levels);
    known.levels.sort_unstable();
    known.levels.dedup();
    known.details.extend(more.details);
}
