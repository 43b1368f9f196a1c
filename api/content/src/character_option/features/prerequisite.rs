//! Prerequisites of features, which open their texts (`*Prerequisite: Level 5+ Warlock*`).

use super::super::{Feature, Model};
use crate::Pattern;
use crate::letters;

/// The line.
static LINE: Pattern =
    Pattern::new(r"^\s*[*_(]*prerequisites?[*_]*\s*:[*_]*\s*(?P<words>[^\n]+?)[.*_)]*\s*(?:\n\s*|$)");

/// A level among the words.
static LEVEL: Pattern = Pattern::new(r"\blevel (?P<number>\d{1,2})\b|\b(?P<ordinal>\d{1,2})(?:st|nd|rd|th)[- ]level");

/// Moves the prerequisite from the text of a feature to its field, without emphasis. The level of an option is that of its prerequisite.
pub(super) fn read(feature: &mut Feature) {
    let line = LINE.captures(&feature.text).and_then(|line| {
        let words = line.name("words")?.as_str().trim();
        let words = words.replace(['*', '_'], "");
        Some((words, line.get(0)?.end()))
    });
    if let Some((words, end)) = line {
        feature.prerequisites = vec![words];
        feature.text = feature.text.split_off(end);
    }
    if feature.option_of.is_some()
        && let Some(level) = feature.prerequisites.iter().find_map(|words| level(words))
    {
        feature.levels = vec![level];
    }
}

/// Takes the line from the text of an option whose field says the same.
pub(in super::super) fn leave_out_repeated(option: &mut Model) {
    let Some(needed) = option.prerequisites.as_deref().map(letters) else {
        return;
    };
    let repeated = LINE.captures(&option.text).and_then(|line| {
        let words = letters(line.name("words")?.as_str());
        (words == needed).then(|| line.get(0).map(|line| line.end()))?
    });
    if let Some(end) = repeated {
        option.text = option.text.split_off(end);
    }
}

/// The level that a prerequisite names.
pub(super) fn level(words: &str) -> Option<i32> {
    let found = LEVEL.captures(words)?;
    let number = found.name("number").or_else(|| found.name("ordinal"))?;
    let level = number.as_str().parse().ok()?;
    (1..=20).contains(&level).then_some(level)
}
