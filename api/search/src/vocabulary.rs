//! Vocabulary of the game: abbreviations, which replace typed words, synonyms, which stand beside them, names that have an
//! author or that no open book has, and what creatures look like.

mod authors;
mod closed_names;
mod looks;

pub use authors::{is_author, leave_out_authors};
pub use closed_names::{closed_name_in, is_in_closed_name};
pub use looks::looks_of;

use lorekeeper_content::{stem, tokens};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Abbreviations in full.
pub static ABBREVIATIONS: LazyLock<PhraseTable> = LazyLock::new(|| {
    let mut table = PhraseTable::new(|word| word.replace('\'', ""));
    for line in lines(include_str!("vocabulary/abbreviations.txt")) {
        if let Some((short, long)) = line.split_once(" = ") {
            table.add(short, long);
        }
    }
    table
});

/// The books' terms for what people say.
pub static SYNONYMS: LazyLock<PhraseTable> = LazyLock::new(|| {
    let mut table = PhraseTable::new(stem);
    for line in lines(include_str!("vocabulary/synonyms.txt")) {
        let (said, meant) = line.split_once("=>").unwrap_or((line, line));
        for said in phrases(said) {
            for meant in phrases(meant).filter(|meant| *meant != said) {
                table.add(said, meant);
            }
        }
    }
    table
});

/// Phrases, and what each stands for.
pub struct PhraseTable {
    fold: fn(&str) -> String,
    means: HashMap<String, Vec<&'static str>>,
    words: HashSet<String>,
    longest: usize,
}

/// A phrase that was found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhraseMatch<'a> {
    /// Its first word.
    pub start: usize,
    /// How many words it has.
    pub length: usize,
    /// What it stands for.
    pub means: &'a [&'static str],
}

impl PhraseTable {
    fn new(fold: fn(&str) -> String) -> Self {
        Self { fold, means: HashMap::new(), words: HashSet::new(), longest: 0 }
    }

    fn add(&mut self, said: &str, meant: &'static str) {
        let said = self.folded(&tokens(said));
        self.longest = self.longest.max(said.len());
        self.words.extend(said.iter().cloned());
        let list = self.means.entry(said.join(" ")).or_default();
        if !list.contains(&meant) {
            list.push(meant);
        }
    }

    /// The phrases of a text, the longest first, none within another.
    pub fn find(&self, words: &[String]) -> Vec<PhraseMatch<'_>> {
        let folded = self.folded(words);
        let mut taken = vec![false; words.len()];
        let mut found = Vec::new();
        for length in (1..=self.longest.min(words.len())).rev() {
            for (start, phrase) in folded.windows(length).enumerate() {
                let Some(place) = taken.get_mut(start..start + length) else {
                    continue;
                };
                if place.contains(&true) {
                    continue;
                }
                if let Some(means) = self.means.get(&phrase.join(" ")) {
                    place.fill(true);
                    found.push(PhraseMatch { start, length, means });
                }
            }
        }
        found.sort_by_key(|found| found.start);
        found
    }

    /// How many words the longest term has that stands at the beginning of a text, of what phrases of several words
    /// stand for.
    pub fn longest_term_at(&self, words: &[String]) -> Option<usize> {
        let terms = self.means.values().flatten();
        let lengths = terms.filter_map(|term| {
            let mut words = words.iter();
            let mut parts = term.split(' ');
            let matches = parts.all(|part| words.next().is_some_and(|word| word == part));
            matches.then(|| term.split(' ').count())
        });
        lengths.filter(|length| *length > 1).max()
    }

    /// Whether a word is part of a phrase, and so is no slip of the pen.
    pub fn knows(&self, word: &str) -> bool {
        self.words.contains(&(self.fold)(word))
    }

    fn folded(&self, words: &[String]) -> Vec<String> {
        words.iter().map(|word| (self.fold)(word)).collect()
    }
}

fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn phrases(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim).filter(|p| !p.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_counts() {
        let found = |text: &str| -> Vec<(usize, usize, &str)> {
            let words = tokens(text);
            let found = ABBREVIATIONS.find(&words);
            found.iter().map(|f| (f.start, f.length, f.means[0])).collect()
        };
        assert_eq!(found("con"), [(0, 1, "constitution")]);
        assert_eq!(found("a con save, AC 15"), [(1, 2, "constitution saving throw"), (3, 1, "armor class")]);
        assert!(found("a concert").is_empty());
        // With and without apostrophes; what is spelt out already stays.
        assert_eq!(found("devils barb"), [(0, 2, "devil's barb")]);
        assert_eq!(found("detect evil and good"), [(0, 4, "detect evil and good")]);
    }

    #[test]
    fn synonyms_by_stem_and_both_ways() {
        let means = |text: &str| -> Vec<&str> {
            let words = tokens(text);
            let found = SYNONYMS.find(&words);
            found.iter().flat_map(|f| f.means).copied().collect()
        };
        assert!(means("seeing in the dark").contains(&"darkvision"));
        assert!(means("armour").contains(&"armor") && means("armor").contains(&"armour"));
        // What says more goes one way only.
        assert!(means("slimes").contains(&"ooze"));
        assert!(!means("ooze").contains(&"slime"));
    }

    /// A line that cannot be read would be lost without a word.
    #[test]
    fn every_line_is_read() {
        for line in lines(include_str!("vocabulary/abbreviations.txt")) {
            assert_eq!(line.matches(" = ").count(), 1, "{line}");
        }
        for line in lines(include_str!("vocabulary/synonyms.txt")) {
            assert!(line.matches("=>").count() < 2, "{line}");
            assert!(line.contains("=>") || line.contains(','), "{line}");
            let (said, meant) = line.split_once("=>").unwrap_or((line, line));
            assert!(phrases(said).count() > 0 && phrases(meant).count() > 0, "{line}");
        }
    }
}
