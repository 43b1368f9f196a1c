//! Regular expressions: constant patterns, compiled to ignore case, whose searches are counted.

use crate::reading;
use arc_swap::ArcSwap;
use regex::{Captures, Match, RegexBuilder, Replacer};
use std::borrow::Cow;
use std::ops::{Deref, Range};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// A regular expression. Each search counts the bytes that it passes ([`reading`]): a reader that searches the rest of a text
/// again and again is seen there.
#[derive(Clone, Debug)]
pub struct Regex(Arc<ArcSwap<regex::Regex>>);

/// All patterns that are in use.
static PATTERNS: Mutex<Vec<Weak<ArcSwap<regex::Regex>>>> = Mutex::new(Vec::new());

/// Gives the memory back in which patterns remember what they met in texts: 140 MB after a first sync. They stay compiled, and
/// learn anew.
pub fn release_searches() {
    let mut patterns = PATTERNS.lock().unwrap_or_else(PoisonError::into_inner);
    patterns.retain(|pattern| {
        let Some(pattern) = pattern.upgrade() else {
            return false;
        };
        // A clone shares what is compiled, and nothing of what searches left behind.
        let fresh = regex::Regex::clone(&pattern.load());
        pattern.store(Arc::new(fresh));
        true
    });
}

impl Regex {
    /// Whether there is a match.
    pub fn is_match(&self, text: &str) -> bool {
        reading::count(text.len());
        self.0.load().is_match(text)
    }

    /// The first match.
    pub fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        let found = self.0.load().find(text);
        reading::count(found.map_or(text.len(), |found| found.end()));
        found
    }

    /// All matches.
    pub fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> + use<'t> {
        reading::count(text.len());
        let regex = self.0.load_full();
        iterate(text, move |at| {
            let found = regex.find_at(text, at)?;
            Some((found, found.range()))
        })
    }

    /// The groups of the first match.
    pub fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        let found = self.0.load().captures(text);
        let whole = found.as_ref().and_then(|found| found.get(0));
        reading::count(whole.map_or(text.len(), |whole| whole.end()));
        found
    }

    /// The groups of all matches.
    pub fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> + use<'t> {
        reading::count(text.len());
        let regex = self.0.load_full();
        iterate(text, move |at| {
            let found = regex.captures_at(text, at)?;
            let range = found.get(0)?.range();
            Some((found, range))
        })
    }

    /// The text with the first match replaced.
    pub fn replace<'t>(&self, text: &'t str, with: impl Replacer) -> Cow<'t, str> {
        reading::count(text.len());
        self.0.load().replace(text, with)
    }

    /// The text with all matches replaced.
    pub fn replace_all<'t>(&self, text: &'t str, with: impl Replacer) -> Cow<'t, str> {
        reading::count(text.len());
        self.0.load().replace_all(text, with)
    }
}

/// Each match that `find` finds at a place or behind it. An empty one directly behind another is none.
fn iterate<T>(text: &str, find: impl Fn(usize) -> Option<(T, Range<usize>)>) -> impl Iterator<Item = T> {
    let (mut at, mut last) = (0, None);
    std::iter::from_fn(move || {
        loop {
            let (found, range) = find(at)?;
            if range.is_empty() && last == Some(range.end) {
                at += text.get(at..)?.chars().next()?.len_utf8();
                continue;
            }
            at = range.end;
            last = Some(range.end);
            return Some(found);
        }
    })
}

/// Classes and borders, and what stands for them: patterns with the letters of all scripts are large, and a border between these is found
/// by a slow search in each text with a dash.
const CLASSES: [(&str, &str); 7] = [
    (r"\d", "[0-9]"),
    (r"\w", "[0-9A-Za-z_À-ÖØ-öø-ɏ]"),
    (r"\s", r"[\t-\r\x20\u{a0}]"),
    (r"\p{Lu}", "[A-ZÀ-ÖØ-Þ]"),
    (r"\p{Ll}", "[a-zß-öø-ÿ]"),
    (r"\p{L}", "[A-Za-zÀ-ÖØ-öø-ɏ]"),
    (r"\b", r"(?-u:\b)"),
];

/// The regular expression of a constant pattern, which matches letters in either case. Its digits and letters (`\d`, `\w`, `\p{L}`)
/// are those of Latin script, its borders (`\b`) those of English words.
///
/// # Panics
///
/// When the pattern is invalid. The architecture tests compile each constant.
pub fn pattern(pattern: &str) -> Regex {
    let mut source = pattern.to_owned();
    for (class, letters) in CLASSES {
        source = source.replace(class, letters);
    }
    #[expect(clippy::expect_used, reason = "the patterns are constants, and a test compiles each")]
    let regex = RegexBuilder::new(&source).case_insensitive(true).build().expect("a constant pattern");
    let regex = Regex(Arc::new(ArcSwap::from_pointee(regex)));
    let mut patterns = PATTERNS.lock().unwrap_or_else(PoisonError::into_inner);
    patterns.push(Arc::downgrade(&regex.0));
    regex
}

/// A constant pattern, compiled when it is first searched.
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Regex>,
}

impl Pattern {
    /// The pattern.
    pub const fn new(source: &'static str) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    /// The match of the first group.
    pub fn capture(&self, text: &str) -> Option<String> {
        let found = self.captures(text)?;
        found.get(1).map(|group| group.as_str().trim().to_owned())
    }

    /// All matches of the first two groups.
    pub fn pairs(&self, text: &str) -> Vec<(String, String)> {
        let pairs = self.captures_iter(text).filter_map(|found| {
            let (first, second) = (found.get(1)?, found.get(2)?);
            Some((first.as_str().to_owned(), second.as_str().to_owned()))
        });
        pairs.collect()
    }
}

impl Deref for Pattern {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        self.compiled.get_or_init(|| pattern(self.source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_those_of_the_library() {
        for source in ["a*", "b", r"(?-u:\b)", "(?m)^", "ab|a|", "é?"] {
            let (ours, theirs) = (pattern(source), regex::Regex::new(source).unwrap());
            for text in ["", "a", "aab baa", "xé\nyéé", "ababab "] {
                let all: Vec<_> = theirs.find_iter(text).map(|found| found.range()).collect();
                let found = ours.find_iter(text).map(|found| found.range());
                assert_eq!(found.collect::<Vec<_>>(), all, "{source} in {text:?}");
                release_searches();
                let groups = ours.captures_iter(text);
                let groups = groups.map(|found| found.get(0).unwrap().range());
                assert_eq!(groups.collect::<Vec<_>>(), all, "{source} in {text:?}");
            }
        }
    }

    #[test]
    fn constant_patterns_have_groups() {
        static HATS: Pattern = Pattern::new(r"(\w+) (hats?)");
        let text = "two hats and one hat";
        assert_eq!(HATS.capture(text).as_deref(), Some("two"));
        let pairs = [("two", "hats"), ("one", "hat")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(HATS.pairs(text), pairs);
    }

    #[test]
    fn classes_are_those_of_latin_script() {
        let found = |source: &str, text: &str| pattern(source).is_match(text);
        assert!(found(r"^\w+$", "Évocation_7"));
        assert!(found(r"^[\w-]+$", "half-elf"));
        assert!(!found(r"\w", "— ×"));
        assert!(found(r"^[\d,.]+$", "1,500.5"));
        assert!(!found(r"\d", "٣"));
        assert!(found("FIRE", "fire") && !found("(?-i)FIRE", "fire"));
        assert!(found(r"(?-i)^\p{Lu}\p{Ll}\p{L}+$", "Évocation"));
        assert!(found(r"(?x) ^ a \s b $", "a b") && found(r"\s", "\u{a0}"));
        assert!(found(r"\bfire\b", "—fire—") && !found(r"\bfire", "campfire"));
    }
}
