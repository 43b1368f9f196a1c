//! Patterns: how the words of a query mention a value of a field.

use super::number::{self, NumberRange};
use super::words::{QueryWords, is_filler};
use crate::index::ValueField;
use lorekeeper_content::{stem, tokens};
use serde_json::Value;

/// A way to mention a field.
#[derive(Clone, Debug)]
pub struct Pattern {
    pieces: Vec<Piece>,
    /// The value that the words stand for, where they have one of their own.
    value: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    /// A word, stemmed.
    Word(String),
    /// The value.
    Value,
}

/// What a mention says about the field.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// It has the value of this number.
    Value(usize),
    /// It is a number within a range.
    Range(NumberRange),
    /// It has a value that is not false.
    Present,
}

/// A pattern that was found in a query.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternMatch {
    /// The first word.
    pub start: usize,
    /// The word after the last one.
    pub end: usize,
    /// Whether more than the value says so.
    pub is_certain: bool,
    /// What the words say.
    pub meaning: Meaning,
}

impl Pattern {
    /// A pattern as a family declares it.
    pub fn parse(text: &str) -> Self {
        let (words, value) = match text.split_once("=>") {
            Some((words, value)) => (words, Some(value.trim().to_owned())),
            None => (text, None),
        };
        // Fillers are skipped in a query, too.
        let pieces = words.split_whitespace().enumerate().filter(|(place, word)| *place == 0 || !is_filler(word));
        let pieces = pieces.map(|(_, word)| match word {
            "{}" => Piece::Value,
            word => Piece::Word(stem(&tokens(word).concat())),
        });
        Self { pieces: pieces.collect(), value }
    }

    /// The match that begins at a word.
    pub fn matched(&self, field: &ValueField, words: &QueryWords, start: usize) -> Option<PatternMatch> {
        let (mut begin, mut end, mut said) = (start, start, 0);
        let mut meaning = None;
        for (number, piece) in self.pieces.iter().enumerate() {
            let at = if number == 0 { end } else { words.skip_fillers(end) };
            match piece {
                Piece::Word(stem) => {
                    if words.stems.get(at)? != stem {
                        return None;
                    }
                    end = at + 1;
                    said += 1;
                }
                Piece::Value => {
                    let (found, after) = field.value_at(words, at)?;
                    said += after - at;
                    (meaning, end) = (Some(found), after);
                }
            }
        }
        let meaning = match (meaning, &self.value) {
            (Some(Meaning::Range(range)), _) => {
                let compared = number::compared(range, words, begin, end);
                (begin, end) = (compared.start, compared.end);
                Meaning::Range(compared.range)
            }
            (Some(meaning), _) => meaning,
            (None, Some(value)) => {
                let is_it = |known: &Value| match known.as_f64() {
                    Some(number) => value.parse() == Ok(number),
                    None => known.as_str() == Some(value),
                };
                let place = field.values.iter().position(|known| is_it(&known.value));
                Meaning::Value(place?)
            }
            (None, None) => Meaning::Present,
        };
        let has_words = self.pieces.iter().any(|piece| *piece != Piece::Value);
        let is_certain = matches!(meaning, Meaning::Range(_)) || self.value.is_some() || (said > 1 && has_words);
        Some(PatternMatch { start: begin, end, is_certain, meaning })
    }
}

impl ValueField {
    /// The longest value that stands at a word, and the word after it.
    fn value_at(&self, words: &QueryWords, at: usize) -> Option<(Meaning, usize)> {
        if self.values.first().is_some_and(|known| known.value.is_number()) {
            let has_parts = self.values.iter().any(|known| known.value.as_f64() == Some(0.5));
            let (range, after) = number::range(words, at, has_parts)?;
            return Some((Meaning::Range(range), after));
        }
        let typed = words.singular.get(at..)?;
        let known = self.by_word.get(typed.first()?)?;
        let matching = known.iter().filter_map(|number| {
            let value = self.values.get(*number)?;
            typed.starts_with(&value.words).then_some((*number, value.words.len()))
        });
        let (number, length) = matching.max_by_key(|(_, length)| *length)?;
        Some((Meaning::Value(number), at + length))
    }
}
