//! Words of a query in the forms that mentions are compared in.

use super::mention::Mention;
use crate::analysis::is_stop_word;
use crate::vocabulary::ABBREVIATIONS;
use lorekeeper_content::{stem, tokens};
use std::ops::Range;

/// Words that may stand between the words of a mention.
const FILLERS: [&str; 13] = ["a", "an", "and", "any", "are", "being", "from", "has", "is", "its", "of", "the", "their"];

/// Words that begin a clause.
const CLAUSES: [&str; 6] = ["that", "which", "when", "while", "who", "whose"];

/// Words that turn what follows into its opposite.
const NEGATIONS: [&str; 23] = [
    "no", "not", "non", "without", "never", "except", "excluding", "besides", "nor", "isn't", "aren't", "doesn't",
    "don't", "can't", "cannot", "neither", "lacks", "lacking", "won't", "didn't", "hasn't", "wasn't", "weren't",
];

/// Words behind which a name is excluded; others deny what a thing does or has (`that don't attack`).
const EXCLUDING: [&str; 7] = ["not", "except", "excluding", "besides", "than", "isn't", "aren't"];

/// Words that may stand between a negation and what it negates.
const NEEDS: [&str; 25] = [
    "a", "an", "any", "the", "be", "cause", "causes", "deal", "deals", "do", "give", "gives", "giving", "have",
    "impose", "imposes", "imposing", "inflict", "need", "needs", "require", "requires", "requiring", "use", "using",
];

/// Whether a word may stand between the words of a mention.
pub fn is_filler(word: &str) -> bool {
    FILLERS.contains(&word)
}

/// The words of a query.
pub struct QueryWords {
    /// In lower case.
    pub typed: Vec<String>,
    /// In the singular.
    pub singular: Vec<String>,
    /// Stemmed.
    pub stems: Vec<String>,
}

impl QueryWords {
    /// The forms of some words.
    pub fn new(typed: &[String]) -> Self {
        Self {
            singular: typed.iter().map(|word| singular(word)).collect(),
            stems: typed.iter().map(|word| stem(word)).collect(),
            typed: typed.to_vec(),
        }
    }

    /// Where a phrase begins.
    pub fn find_phrase(&self, phrase: &str) -> Option<usize> {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        self.typed.windows(phrase.len()).position(|run| run == phrase.as_slice())
    }

    /// The first word that says something.
    pub fn first_significant(&self) -> Option<usize> {
        self.typed.iter().position(|word| !is_stop_word(word))
    }

    /// Where terms of the game of several words stand (`armor class`): a word of one is no value.
    pub fn terms(&self) -> Vec<Range<usize>> {
        let starts = 0..self.typed.len();
        let terms = starts.filter_map(|start| {
            let rest = self.typed.get(start..)?;
            let length = ABBREVIATIONS.longest_term_at(rest)?;
            Some(start..start + length)
        });
        terms.collect()
    }

    /// The first word from a place on that is no filler.
    pub fn skip_fillers(&self, from: usize) -> usize {
        let rest = self.typed.iter().skip(from);
        from + rest.take_while(|word| is_filler(word)).count()
    }

    /// The word that begins a clause about what is asked for.
    pub fn clause(&self) -> Option<usize> {
        let place = self.typed.iter().skip(1).position(|word| CLAUSES.contains(&word.as_str()))?;
        Some(place + 1)
    }

    /// Whether a word only joins others, or says that something has or needs what follows.
    pub fn is_joint(&self, place: usize) -> bool {
        self.typed
            .get(place)
            .is_none_or(|word| is_stop_word(word) || NEEDS.contains(&word.as_str()) || CLAUSES.contains(&word.as_str()))
    }

    /// The words of a mention, stemmed, its negation aside.
    pub fn stems_of(&self, mention: &Mention<'_>) -> &[String] {
        let start = mention.affirmed;
        self.stems.get(start..mention.end).unwrap_or_default()
    }

    /// Whether a word stands before a negation and needs what it negates (`that need no concentration`).
    pub fn is_need(&self, place: usize) -> bool {
        let word = |place: usize| self.typed.get(place).map_or("", String::as_str);
        NEEDS.contains(&word(place)) && NEGATIONS.contains(&word(place + 1))
    }

    /// The negation before a place, if there is one.
    pub fn negation_before(&self, place: usize) -> Option<usize> {
        let mut at = place.checked_sub(1)?;
        while NEEDS.contains(&self.typed.get(at)?.as_str()) {
            at = at.checked_sub(1)?;
        }
        self.negates(at).then_some(at)
    }

    /// Whether a word excludes the name behind it (`undead except zombies`).
    pub fn excludes(&self, place: usize) -> bool {
        self.negates(place) && self.typed.get(place).is_some_and(|word| EXCLUDING.contains(&word.as_str()))
    }

    /// Whether a word turns what follows into its opposite; of `other than` it is the last.
    pub fn negates(&self, place: usize) -> bool {
        let word = |place: usize| self.typed.get(place).map_or("", String::as_str);
        NEGATIONS.contains(&word(place)) || place > 0 && (word(place - 1), word(place)) == ("other", "than")
    }
}

/// The words of a value of text (`very-rare`, `MAGIC_ITEM`), in the singular.
pub fn value_words(value: &str) -> Vec<String> {
    let words = tokens(&value.replace('_', " "));
    words.iter().map(|word| singular(word)).collect()
}

/// A word in the singular, as far as its ending tells; a word that is no plural may lose its ending too, wherever it
/// stands.
fn singular(word: &str) -> String {
    const ENDINGS: [(&str, &str); 14] = [
        ("'s", ""),
        ("ombies", "ombie"),
        ("genies", "genie"),
        ("pixies", "pixie"),
        ("aeries", "aerie"),
        ("brownies", "brownie"),
        ("sses", "ss"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("xes", "x"),
        ("lves", "lf"),
        ("rves", "rf"),
        ("ies", "y"),
        ("s", ""),
    ];
    if word.len() <= 3 || word.ends_with("ss") || word.ends_with("us") {
        return word.to_owned();
    }
    let stripped = ENDINGS.iter().find_map(|(plural, singular)| Some(word.strip_suffix(plural)?.to_owned() + singular));
    stripped.unwrap_or_else(|| word.to_owned())
}
