//! Rules for texts of every family: what typesetting and markup leave behind.

use super::Finding;
use crate::Pattern;
use crate::Regex;
use std::collections::HashSet;

/// A sentence that begins right after the last one. Addresses and file names have no capital there.
static JOINED: Pattern = Pattern::new(
    r"(?-i)\p{Ll}{3}[.!?;,]\p{Lu}\p{Ll}+|\p{Ll}{4}\p{Lu}\p{Ll}{3}|\d \p{Ll}{2}\.\p{Lu}\p{Ll}+|\p{Ll}\)\p{Lu}\p{Ll}{2}|\*\*\.\p{Lu}\p{Ll}",
);

/// Links and references that only another program understands.
static RAW_LINK: Pattern = Pattern::new(
    r"\[[^\]\n]*\]\((?:srd|a5e|open5e)[-\w]*[:_][^)]*\)|\b(?:srd|a5e)(?:-\d+)?:[a-z]|\{@\w+|@UUID\[|&Reference\[|\[\[/",
);

/// What escapes, typesetting and the markup of other programs leave behind.
static LEFTOVER: Pattern = Pattern::new(
    r"(?-i)\\n|\u{ad}|\u{fffd}|</?\s?(?:br|p|em|strong|h\d|table|tr|td|th|ul|li|div|span)\b|\bHitom|(?:^|[^_\w])__[A-Za-z][^_\n]{0,60}_(?:[^_]|$)|\w_ [.,;:]",
);

/// Two blanks between words.
static TWO_BLANKS: Pattern = Pattern::new(r"[\w)]  \w");

/// Shortest sentence that is not repeated by chance, in characters.
const MIN_REPEATED_CHARS: usize = 60;

/// One check a text: no words are joined.
pub(super) fn joined_words<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<Finding> {
    without(&JOINED, texts)
}

/// One check a text: no links are left raw.
pub(super) fn raw_links<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<Finding> {
    without(&RAW_LINK, texts)
}

/// One check a text: no escapes, and nothing of typesetting or of another program's markup.
pub(super) fn leftovers<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<Finding> {
    without(&LEFTOVER, texts)
}

/// One check a text: no two blanks between words.
pub(super) fn two_blanks<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<Finding> {
    without(&TWO_BLANKS, texts)
}

fn without<'a>(unwanted: &Regex, texts: impl IntoIterator<Item = &'a str>) -> Vec<Finding> {
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    let finding = |text: &str| match unwanted.find(text) {
        None => Finding::Holds,
        Some(found) => Finding::contradiction(found.as_str(), "words that are read"),
    };
    texts.map(finding).collect()
}

/// One check a text: no long line follows itself.
pub(super) fn repeated<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<Finding> {
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    let finding = |text: &str| {
        let lines = text.split(['\n']).flat_map(|line| line.split_inclusive(". "));
        let mut known = HashSet::new();
        let long =
            lines.map(str::trim).filter(|line| line.chars().count() >= MIN_REPEATED_CHARS && !line.starts_with('|'));
        match long.into_iter().find(|line| !known.insert(*line)) {
            None => Finding::Holds,
            Some(line) => Finding::contradiction(line, "said once"),
        }
    };
    texts.map(finding).collect()
}
