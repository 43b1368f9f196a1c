//! Regular expressions: constant patterns, compiled to ignore case, whose searches are counted.

use crate::reading;
use regex::{CaptureMatches, Captures, Match, Matches, RegexBuilder, Replacer};
use std::borrow::Cow;

/// A regular expression. Each search counts the bytes that it passes ([`reading`]): a reader that searches the rest of a text
/// again and again is seen there.
#[derive(Clone, Debug)]
pub struct Regex(regex::Regex);

impl Regex {
    /// Whether there is a match.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        reading::count(text.len());
        self.0.is_match(text)
    }

    /// The first match.
    #[must_use]
    pub fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        let found = self.0.find(text);
        reading::count(found.map_or(text.len(), |found| found.end()));
        found
    }

    /// All matches.
    #[must_use]
    pub fn find_iter<'r, 't>(&'r self, text: &'t str) -> Matches<'r, 't> {
        reading::count(text.len());
        self.0.find_iter(text)
    }

    /// The groups of the first match.
    #[must_use]
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        let found = self.0.captures(text);
        let whole = found.as_ref().and_then(|found| found.get(0));
        reading::count(whole.map_or(text.len(), |whole| whole.end()));
        found
    }

    /// The groups of all matches.
    #[must_use]
    pub fn captures_iter<'r, 't>(&'r self, text: &'t str) -> CaptureMatches<'r, 't> {
        reading::count(text.len());
        self.0.captures_iter(text)
    }

    /// The text with the first match replaced.
    pub fn replace<'t>(&self, text: &'t str, with: impl Replacer) -> Cow<'t, str> {
        reading::count(text.len());
        self.0.replace(text, with)
    }

    /// The text with all matches replaced.
    pub fn replace_all<'t>(&self, text: &'t str, with: impl Replacer) -> Cow<'t, str> {
        reading::count(text.len());
        self.0.replace_all(text, with)
    }
}

/// Classes, and what stands for them. Patterns with the digits and letters of all scripts are large, and stay in memory with
/// what they remember between texts: 61 MB after all sources were read, 25 with those of Latin script.
const CLASSES: [(&str, &str); 2] = [(r"\d", "[0-9]"), (r"\w", "[0-9A-Za-z_À-ÖØ-öø-ɏ]")];

/// The regular expression of a constant pattern, which matches letters in either case. Its digits and letters (`\d`, `\w`)
/// are those of Latin script.
///
/// # Panics
///
/// When the pattern is invalid. The architecture tests compile each constant.
#[must_use]
pub fn pattern(pattern: &str) -> Regex {
    let mut source = pattern.to_owned();
    for (class, letters) in CLASSES {
        source = source.replace(class, letters);
    }
    #[expect(
        clippy::expect_used,
        reason = "the patterns are constants, and a test compiles each"
    )]
    let regex = RegexBuilder::new(&source)
        .case_insensitive(true)
        .build()
        .expect("a constant pattern");
    Regex(regex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_latin_script() {
        let found = |source: &str, text: &str| pattern(source).is_match(text);
        assert!(found(r"^\w+$", "Évocation_7"));
        assert!(found(r"^[\w-]+$", "half-elf"));
        assert!(!found(r"\w", "— ×"));
        assert!(found(r"^[\d,.]+$", "1,500.5"));
        assert!(!found(r"\d", "٣"));
        assert!(found("FIRE", "fire") && !found("(?-i)FIRE", "fire"));
    }
}
