//! Completion: the words of names that typed words may begin, or misspell. Apostrophes do not count.

use crate::index::NameIndex;
use lorekeeper_content::edit_distance::osa_distance;
use std::collections::BTreeSet;

/// Most words that are looked at; names have fewer.
const MAX_WORDS: usize = 10;

/// Most words that a misspelt one may stand for.
const MAX_CORRECTIONS: usize = 6;

/// Shortest word that may be misspelt.
const MIN_WORD_CHARS: usize = 4;

/// What comes before a word within a name.
const WORD_STARTS: [char; 5] = [' ', '-', '(', '/', ':'];

/// A typed text, in lower case.
#[derive(Debug)]
pub(super) struct Typed {
    /// The text; `None` where apostrophes are all that it has.
    text: Option<String>,
    /// Its words as one; `None` where it has only one.
    joined: Option<String>,
    words: Vec<TypedWord>,
}

/// A word that was typed, whole or in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypedWord {
    text: String,
    /// The beginnings of words that it resembles, if names have no such word.
    corrected: Vec<String>,
}

impl Typed {
    /// Reads a text; the names tell which of its words are misspelt.
    pub(super) fn read(text: &str, names: &NameIndex) -> Self {
        let folded = without_apostrophes(text);
        let words = words(text).into_iter().take(MAX_WORDS);
        let words: Vec<TypedWord> = words.map(|word| TypedWord::read(word, names)).collect();
        Self {
            text: (text.is_empty() || !folded.is_empty()).then_some(folded),
            joined: (words.len() > 1).then(|| words.iter().map(|word| word.text.as_str()).collect()),
            words,
        }
    }

    /// Whether a name starts with the text, whether its words are written apart or not.
    pub(super) fn starts(&self, name: &str) -> bool {
        let mut texts = self.text.iter().chain(&self.joined);
        texts.any(|text| begins(name, text))
    }

    /// Whether a word of a name, but for the first, starts with the text.
    pub(super) fn starts_later_word(&self, name: &str) -> bool {
        let starts = |text: &String| word_starts(name).skip(1).any(|word| begins(word, text));
        self.text.as_ref().is_some_and(starts)
    }

    /// Whether each typed word fits a word of a name.
    pub(super) fn each_word(&self, name: &str, fits: fn(&TypedWord, &str) -> bool) -> bool {
        let fits_one = |word: &TypedWord| word_starts(name).any(|start| fits(word, start));
        !self.words.is_empty() && self.words.iter().all(fits_one)
    }
}

impl TypedWord {
    fn read(text: String, names: &NameIndex) -> Self {
        let unknown = text.chars().count() >= MIN_WORD_CHARS && !names.words().any(|word| begins(word, &text));
        let corrected = if unknown {
            // What begins otherwise is no typo of it, unless the first two letters are swapped or the first is missing.
            let first: Vec<char> = text.chars().take(2).collect();
            let near = names.words().filter(|word| word.starts_with(&*first));
            resembling(&text, near.map(without_apostrophes))
        } else {
            Vec::new()
        };
        Self { text, corrected }
    }

    /// Whether a word, with what follows it, starts with this one.
    pub(super) fn starts(&self, word: &str) -> bool {
        begins(word, &self.text)
    }

    /// The same, or with one that this one resembles.
    pub(super) fn resembles(&self, word: &str) -> bool {
        self.starts(word) || self.corrected.iter().any(|text| begins(word, text))
    }
}

/// The words of a text, without apostrophes.
fn words(text: &str) -> Vec<String> {
    without_apostrophes(text)
        .split(|c: char| !c.is_alphanumeric() && c != '+')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn without_apostrophes(text: &str) -> String {
    text.replace(is_apostrophe, "")
}

fn is_apostrophe(c: char) -> bool {
    c == '\'' || c == '’'
}

/// Whether a text begins with another one, which has no apostrophes.
fn begins(text: &str, beginning: &str) -> bool {
    let mut letters = text.chars().filter(|c| !is_apostrophe(*c));
    beginning.chars().all(|letter| letters.next() == Some(letter))
}

/// A name from each of its words on.
fn word_starts(name: &str) -> impl Iterator<Item = &str> {
    let later = name.match_indices(WORD_STARTS);
    let later = later.filter_map(|(at, before)| name.get(at + before.len()..));
    std::iter::once(name).chain(later)
}

/// The beginnings of words that `typed` resembles most: a letter wrong, missing, too many or swapped with its
/// neighbour; two in a long word.
fn resembling(typed: &str, words: impl Iterator<Item = String>) -> Vec<String> {
    let length = typed.chars().count();
    let mut least = if length < 6 { 1 } else { 2 };
    let mut best: BTreeSet<(bool, String)> = BTreeSet::new();
    for word in words {
        for part in length.saturating_sub(1)..=length + 1 {
            let beginning: String = word.chars().take(part).collect();
            let distance = osa_distance(typed, &beginning);
            if distance > least {
                continue;
            }
            if distance < least {
                best.clear();
                least = distance;
            }
            best.insert((beginning.chars().count() != length, beginning));
        }
    }
    best.into_iter().take(MAX_CORRECTIONS).map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_as_they_are_typed() {
        assert_eq!(words("hunter’s m"), ["hunters", "m"]);
        assert_eq!(words("+1 long_%"), ["+1", "long"]);
        assert!(words("%_\\").is_empty());
        assert!(begins("hunter's mark", "hunters m") && !begins("hunter", "hunters"));
        let starts: Vec<&str> = word_starts("owl-bear (old)").collect();
        assert_eq!(starts, ["owl-bear (old)", "bear (old)", "(old)", "old)"]);
    }

    #[test]
    fn nothing_starts_with_an_apostrophe_alone() {
        let typed = |text| Typed::read(text, &NameIndex::default());
        assert!(typed("").starts("kettle"));
        assert!(!typed("'").starts("kettle"));
        assert!(typed("kett").starts("kettle"));
        assert!(typed("ket tle").starts("kettle") && !typed("ket tle").starts("ketfish"));
    }

    #[test]
    fn typos_of_beginnings() {
        let of = |typed, words: &[&str]| resembling(typed, words.iter().map(|w| (*w).to_owned()));
        assert_eq!(of("tsove", &["stovepipe", "toast"]), ["stove"]);
        assert_eq!(of("stvoe", &["stovepipe", "stoat"]), ["stove"]);
        assert_eq!(of("keetle", &["kettle", "kennel"]), ["kettle"]);
        assert_eq!(of("ketle", &["kettle"]), ["kettle"]);
        assert!(of("spoon", &["stove"]).is_empty());
    }
}
