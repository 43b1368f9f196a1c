//! Lexicon: the words of all books with their frequency, beside a list of English words.

use super::misspelling;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use wordnik_list::word_exists;

/// How often a word must stand in the books to be a part of two joined ones.
const MIN_PART_COUNT: u32 = 25;

/// A word that stands in the books more often is no accident.
const MAX_ACCIDENTS: u32 = 2;

/// The shortest word that is taken apart, in letters.
const MIN_JOINED_CHARS: usize = 6;

/// Words of the grammar, which no compound begins with.
const FIRST: [&str; 43] = [
    "a", "an", "and", "any", "as", "at", "by", "can", "each", "for", "from", "her", "his", "if", "in", "into", "is",
    "it", "its", "might", "must", "of", "on", "only", "or", "that", "the", "their", "them", "then", "this", "to",
    "was", "when", "where", "which", "while", "who", "with", "would", "you", "your", "foot",
];

/// Words that no compound ends in: of the grammar, and of the rules.
const LAST: [&str; 43] = [
    "an", "and", "as", "at", "before", "but", "can", "for", "from", "in", "into", "it", "its", "must", "of", "on",
    "or", "than", "that", "the", "their", "them", "this", "to", "until", "when", "where", "which", "while", "with",
    "you", "your", "damage", "benefits", "check", "creature", "creatures", "saving", "throws", "points", "level",
    "actions", "worked",
];

/// Whether a list of English words has a word, in lower case.
pub fn is_english(word: &str) -> bool {
    word_exists(word)
}

/// Counts words while texts are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LexiconBuilder {
    counts: HashMap<String, u32>,
    compounds: HashSet<String>,
    names: HashSet<String>,
}

impl LexiconBuilder {
    /// Counts the words of a text.
    pub fn count(&mut self, text: &str) {
        for word in words(text) {
            if word.contains('-') {
                self.compounds.insert(word);
            } else {
                *self.counts.entry(word).or_default() += 1;
            }
        }
    }

    /// Knows the words of a name: they are what their book makes of them.
    pub fn name(&mut self, name: &str) {
        self.names.extend(words(name));
    }

    /// Adds what another builder has counted.
    pub fn merged(mut self, other: Self) -> Self {
        for (word, count) in other.counts {
            *self.counts.entry(word).or_default() += count;
        }
        self.compounds.extend(other.compounds);
        self.names.extend(other.names);
        self
    }

    /// The lexicon of all that was counted, beside what was counted in the texts of `others`. Of rare words it knows those
    /// that stand here.
    pub fn build(self, others: &Self) -> Lexicon {
        let own: HashSet<String> = self.counts.keys().cloned().collect();
        others.clone().merged(self).built(|word| own.contains(word))
    }

    /// The lexicon that knows those of the rare words that are `wanted`.
    fn built(self, wanted: impl Fn(&str) -> bool) -> Lexicon {
        let Self { mut counts, compounds, names } = self;
        let rare = counts.iter();
        let rare = rare.filter(|(word, count)| **count <= MAX_ACCIDENTS && wanted(word.as_str()));
        let rare: Vec<&String> = rare.map(|(word, _)| word).collect();
        let mut accidents: HashMap<String, Split> = HashMap::new();
        for word in rare.iter().filter(|word| !names.contains(**word)) {
            let split = parts(word, &counts).or_else(|| compound(word, &compounds));
            accidents.extend(split.map(|split| ((*word).clone(), split)));
        }
        let rare = rare.into_iter();
        let corrections = misspelling::corrections(rare.filter(|word| !accidents.contains_key(*word)), &counts, &names);
        counts.retain(|_, count| *count > MAX_ACCIDENTS);
        Lexicon { known: counts.into_keys().chain(names).collect(), compounds, accidents, corrections }
    }
}

/// The known words, and those that are two.
#[derive(Debug, Default)]
pub struct Lexicon {
    known: HashSet<String>,
    compounds: HashSet<String>,
    accidents: HashMap<String, Split>,
    corrections: HashMap<String, String>,
}

/// Where a joined word is parted, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    at: usize,
    by: char,
}

impl Lexicon {
    /// Whether there is such a word.
    pub fn is_word(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        word_exists(&word) || self.known.contains(&word)
    }

    /// Whether two words stand somewhere with a hyphen between them.
    pub fn is_compound(&self, first: &str, second: &str) -> bool {
        let compound = format!("{first}-{second}").to_lowercase();
        self.compounds.contains(&compound)
    }

    /// The right spelling of a misspelt word in small letters.
    pub fn corrected(&self, word: &str) -> Option<&str> {
        self.corrections.get(word).map(String::as_str)
    }

    /// The two words that a word was joined of, in its own spelling, and what stands between them: a blank or a hyphen.
    pub fn parts<'a>(&self, word: &'a str) -> Option<(&'a str, char, &'a str)> {
        if word.len() < MIN_JOINED_CHARS || !word.is_ascii() {
            return None;
        }
        let split = self.accidents.get(&word.to_ascii_lowercase())?;
        let (first, second) = word.split_at_checked(split.at)?;
        Some((first, split.by, second))
    }
}

/// The words of a text, in lower case, compounds of two among them. What has digits or apostrophes in it is none.
fn words(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’' | '_');
    let words = text.split(move |c: char| !is_part(c));
    let words = words.map(|word| word.trim_matches(['-', '\'', '’', '_']));
    let plain = words.filter(|word| {
        let is_compound = word.matches('-').count() == 1;
        let mut letters = word.chars().filter(|c| !is_compound || *c != '-');
        !word.is_empty() && letters.all(char::is_alphabetic)
    });
    plain.map(str::to_lowercase)
}

/// The two frequent words that a word is joined of, where it is none itself. One of them is a word that compounds do not have:
/// `heatwave` is a word of its author's, `fromthe` is none.
fn parts(word: &str, counts: &HashMap<String, u32>) -> Option<Split> {
    if word.len() < MIN_JOINED_CHARS || !word.is_ascii() || word_exists(word) {
        return None;
    }
    let count = |part: &str| {
        let is_usable = part.len() < 4 || word_exists(part);
        let count = counts.get(part).copied().unwrap_or_default();
        Some(count).filter(|count| is_usable && *count >= MIN_PART_COUNT)
    };
    let splits = (1..word.len()).filter_map(|at| {
        let (first, second) = word.split_at(at);
        let is_of_grammar = FIRST.contains(&first) && (second.len() > 2 || LAST.contains(&second))
            || LAST.contains(&second) && first.len() > 2;
        let count = is_of_grammar.then(|| Some(count(first)?.min(count(second)?)))??;
        Some((count, at))
    });
    let (_, at) = splits.max_by_key(|(count, _)| *count)?;
    Some(Split { at, by: ' ' })
}

/// Numbers that a compound begins with: `nine-course`.
const NUMBERS: [&str; 11] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "hundred"];

/// The compound that lost its hyphen, where the word is none itself: the books have the compound elsewhere, or its parts are
/// English words, of which the first is a number or the second a participle (`fog-shrouded`).
fn compound(word: &str, compounds: &HashSet<String>) -> Option<Split> {
    const MIN_PART_CHARS: usize = 3;
    const MIN_PARTICIPLE_CHARS: usize = 6;
    if word.len() < MIN_JOINED_CHARS || !word.is_ascii() || word_exists(word) {
        return None;
    }
    let last = word.len().checked_sub(MIN_PART_CHARS)?;
    let mut splits = (MIN_PART_CHARS..=last).map(|at| (at, word.split_at(at)));
    let found = splits.find(|(_, (first, second))| {
        let is_participle = second.ends_with("ed") && second.len() >= MIN_PARTICIPLE_CHARS;
        let are_words = word_exists(first) && word_exists(second);
        are_words && (is_participle || NUMBERS.contains(first) && second.len() > 3)
            || are_words && compounds.contains(&format!("{first}-{second}"))
    });
    found.map(|(at, _)| Split { at, by: '-' })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon() -> Lexicon {
        let mut builder = LexiconBuilder::default();
        for _ in 0..30 {
            builder.count("The toad is partly worked of stone and sits in the pond of your hand");
        }
        builder.count("partlyworked stonetoad ofpond moonlight handstone ninepond fogshrouded close-knit closeknit");
        builder.name("Stonetoad");
        builder.build(&LexiconBuilder::default())
    }

    #[test]
    fn joined_words_are_told_from_words() {
        let lexicon = lexicon();
        assert_eq!(lexicon.parts("Partlyworked"), Some(("Partly", ' ', "worked")));
        assert_eq!(lexicon.parts("ofpond"), Some(("of", ' ', "pond")));
        assert_eq!(lexicon.parts("Ninepond"), Some(("Nine", '-', "pond")));
        assert_eq!(lexicon.parts("fogshrouded"), Some(("fog", '-', "shrouded")));
        assert_eq!(lexicon.parts("closeknit"), Some(("close", '-', "knit")));
        // A name, an English word, and a word of no frequent parts.
        for word in ["stonetoad", "moonlight", "toadlight", "handstone"] {
            assert_eq!(lexicon.parts(word), None, "{word}");
        }
        assert!(lexicon.is_word("toad") && lexicon.is_word("moonlight"));
        assert!(!lexicon.is_word("partlyworked"));
    }

    #[test]
    fn a_book_is_read_with_the_words_of_others() {
        let mut others = LexiconBuilder::default();
        for _ in 0..30 {
            others.count("The toad sits in the pond of your hand");
        }
        others.count("inthe");
        let mut own = LexiconBuilder::default();
        own.count("ofpond");
        let lexicon = own.build(&others);
        assert_eq!(lexicon.parts("ofpond"), Some(("of", ' ', "pond")));
        assert_eq!(lexicon.parts("inthe"), None, "no word of the book");
        assert!(lexicon.is_word("toad"));
    }
}
