//! Readers of prose: abilities, enumerations, ordinals, counts.

use crate::wire;
use lorekeeper_content::ABILITIES;
use lorekeeper_content::edit_distance::levenshtein;
use regex::Regex;
use std::sync::OnceLock;

/// Texts that stand for no text.
const PLACEHOLDERS: [&str; 4] = [
    "[none provided]",
    "[no description provided]",
    "no description provided by a5e.",
    "[column data]",
];

/// Text as Markdown, without the leftovers of typesetting; `None` for a placeholder.
///
/// Correction (text): A filler such as `[No description provided]` counts as no text.
pub fn text(upstream: &str) -> Option<String> {
    let text = wire::text(&without_typesetting(upstream))?;
    (!PLACEHOLDERS.contains(&text.to_lowercase().as_str())).then_some(text)
}

/// Soft hyphens are no letters, and a run of the three hyphens of a PDF (`one-‐‑handed`) is one.
///
/// Correction (text): Soft hyphens are removed, and three kinds of hyphen in a row become one.
fn without_typesetting(upstream: &str) -> String {
    let mut text = String::with_capacity(upstream.len());
    for c in upstream.chars().filter(|c| *c != '\u{ad}') {
        match c {
            '\u{2010}' | '\u{2011}' if text.ends_with('-') => {}
            '\u{2010}' | '\u{2011}' => text.push('-'),
            _ => text.push(c),
        }
    }
    text
}

/// The ability that a word names: in full, in three letters, or one letter astray (`Wisdon`).
pub fn ability(word: &str) -> Option<&'static str> {
    let word = word
        .trim_matches(|c: char| !c.is_alphabetic())
        .to_lowercase();
    ABILITIES.into_iter().find(|name| {
        *name == word
            || (word.len() == 3 && name.starts_with(&word))
            || (word.len() > 5 && levenshtein(name, &word) == 1)
    })
}

/// The abilities that a text names, in its order.
pub fn abilities(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in text.split(|c: char| !c.is_alphabetic()).filter_map(ability) {
        if !found.iter().any(|f| f == name) {
            found.push(name.to_owned());
        }
    }
    found
}

/// The items of an enumeration (`a, b, and c`).
pub fn list(text: &str) -> Vec<String> {
    text.replace(", and ", ", ")
        .replace(", or ", ", ")
        .replace(" and ", ", ")
        .replace(" or ", ", ")
        .split(',')
        .map(|item| item.trim().trim_end_matches('.').to_owned())
        .filter(|item| !item.is_empty())
        .collect()
}

/// `1st`, `2nd`, `12th`.
pub fn ordinal(number: i32) -> String {
    let suffix = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// The number that an ordinal starts with (`3rd`).
pub fn ordinal_number(text: &str) -> Option<i32> {
    let digits: String = text
        .trim()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

/// A small number, in words or digits.
pub fn count(word: &str) -> Option<i32> {
    const WORDS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];
    let word = word.trim().to_lowercase();
    let in_words = WORDS.iter().position(|w| *w == word);
    in_words
        .and_then(|i| i32::try_from(i + 1).ok())
        .or_else(|| word.parse().ok())
}

/// A text with its first letter large.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// A key's words as a heading (`wild-shape-uses` → `Wild Shape Uses`).
pub fn heading(slug: &str) -> String {
    const SMALL: [&str; 8] = ["a", "an", "and", "by", "in", "of", "the", "to"];
    let words = slug.split('-').enumerate().map(|(index, word)| {
        if index == 0 || !SMALL.contains(&word) {
            capitalized(word)
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<String>>().join(" ")
}

/// A pattern of prose, compiled when it is first needed. One that does not compile matches nothing.
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// The pattern.
    pub const fn new(source: &'static str) -> Self {
        Self {
            source,
            compiled: OnceLock::new(),
        }
    }

    /// The match of the first group.
    pub fn capture(&self, text: &str) -> Option<String> {
        let found = self.regex()?.captures(text)?;
        found.get(1).map(|group| group.as_str().trim().to_owned())
    }

    /// All matches of the first two groups.
    pub fn pairs(&self, text: &str) -> Vec<(String, String)> {
        let matches = self.regex().into_iter().flat_map(|r| r.captures_iter(text));
        matches
            .filter_map(|found| {
                let (first, second) = (found.get(1)?, found.get(2)?);
                Some((first.as_str().to_owned(), second.as_str().to_owned()))
            })
            .collect()
    }

    fn regex(&self) -> Option<&Regex> {
        let compiled = self.compiled.get_or_init(|| Regex::new(self.source).ok());
        compiled.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_no_text() {
        assert_eq!(text("[None Provided]"), None);
        assert_eq!(text("[Column data]"), None);
        assert_eq!(text(" None of it.\r\n"), Some("None of it.".into()));
    }

    #[test]
    fn leftovers_of_typesetting_go() {
        assert_eq!(
            text("a two-\u{ad}\u{2010}\u{2011}headed self-\u{ad}portrait, hand-to\u{2011}hand"),
            Some("a two-headed self-portrait, hand-to-hand".into())
        );
    }

    #[test]
    fn abilities_are_recognised() {
        assert_eq!(ability("CON,"), Some("constitution"));
        assert_eq!(ability("Wisdon"), Some("wisdom"));
        assert_eq!(ability("will"), None);
        assert_eq!(
            abilities("Strength or Dexterity, Strength"),
            ["strength", "dexterity"]
        );
    }

    #[test]
    fn enumerations_fall_apart() {
        assert_eq!(list("Tin, Lead, and Zinc."), ["Tin", "Lead", "Zinc"]);
        assert_eq!(list("Tin or Lead"), ["Tin", "Lead"]);
    }

    #[test]
    fn numbers_read_and_write() {
        assert_eq!(ordinal(1), "1st");
        assert_eq!(ordinal(12), "12th");
        assert_eq!(ordinal(22), "22nd");
        assert_eq!(ordinal_number("3rd"), Some(3));
        assert_eq!(ordinal_number("rd"), None);
        assert_eq!(count("Three"), Some(3));
        assert_eq!(count("12"), Some(12));
        assert_eq!(heading("wild-shape-uses"), "Wild Shape Uses");
        assert_eq!(heading("an-end-to-a-feud"), "An End to a Feud");
    }

    #[test]
    fn patterns_capture() {
        static HATS: Pattern = Pattern::new(r"(\w+) (hats?)");
        let text = "two hats and one hat";
        assert_eq!(HATS.capture(text).as_deref(), Some("two"));
        let pairs = [("two", "hats"), ("one", "hat")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(HATS.pairs(text), pairs);
        assert_eq!(Pattern::new("(").capture(text), None);
    }
}
