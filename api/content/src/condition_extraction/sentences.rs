//! Tokeniser: a text as sentences of words in lower case.

use crate::reading;

/// Most words and marks of a sentence; a longer one is cut. Readers look back and forth within a sentence, so that its length
/// bounds what they do for each word.
const MAX_WORDS: usize = 240;

/// Punctuation that is kept as tokens of its own.
const MARKS: [char; 5] = [',', ';', ':', '(', ')'];

/// A sentence: its words, and the marks between them.
pub(crate) struct Sentence(Vec<String>);

impl Sentence {
    /// The number of words and marks.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The word at a place.
    pub(crate) fn word(&self, at: usize) -> Option<&str> {
        reading::count(1);
        self.0.get(at).map(String::as_str)
    }

    /// Whether the word at a place is one of `any`.
    pub(crate) fn is(&self, at: usize, any: &[&str]) -> bool {
        self.word(at).is_some_and(|word| any.contains(&word))
    }

    /// The words and marks, with blanks between them.
    pub(crate) fn line(&self) -> String {
        reading::count(self.0.len());
        self.0.join(" ")
    }

    /// The place after brackets that open at a place; the place itself where none do.
    pub(crate) fn after_brackets(&self, at: usize) -> usize {
        if !self.is(at, &["("]) {
            return at;
        }
        let closes = (at..self.len()).find(|place| self.is(*place, &[")"]));
        closes.map_or(at, |place| place + 1)
    }

    /// The place where the clause of the word at a place begins.
    pub(crate) fn clause(&self, at: usize) -> usize {
        let ends = |place: &usize| self.is(*place, &[",", ";", ":"]);
        (0..at).rev().find(ends).map_or(0, |place| place + 1)
    }
}

/// The sentences of a Markdown text. Contractions are spelt out.
pub(crate) fn sentences(text: &str) -> Vec<Sentence> {
    reading::count(text.len());
    let mut all = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut characters = text.chars().peekable();
    let mut blanks = 0;
    while let Some(c) = characters.next() {
        let c = if c == '’' { '\'' } else { c };
        if c.is_alphanumeric() || c == '-' || c == '\'' || c == '/' {
            // Two blanks stand where a source lost a comma.
            if blanks > 1 && word.is_empty() && !words.is_empty() {
                words.push(",".to_owned());
            }
            blanks = 0;
            word.extend(c.to_lowercase());
            continue;
        }
        push_word(&mut word, &mut words);
        if words.len() >= MAX_WORDS {
            all.push(Sentence(std::mem::take(&mut words)));
        }
        match c {
            ' ' => blanks += 1,
            // Emphasis.
            '*' | '_' | '`' => {}
            '.' if continues(&mut characters) => {}
            '.' | '!' | '?' | '\n' | '|' | '•' => {
                blanks = 0;
                if !words.is_empty() {
                    all.push(Sentence(std::mem::take(&mut words)));
                }
            }
            mark if MARKS.contains(&mark) => {
                blanks = 0;
                words.push(mark.to_string());
            }
            '—' | '–' => words.push(",".to_owned()),
            _ => {}
        }
    }
    push_word(&mut word, &mut words);
    if !words.is_empty() {
        all.push(Sentence(words));
    }
    all
}

/// Whether the sentence continues after a full stop, as it does after an abbreviation.
fn continues(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    let next = rest.clone().find(|c| !matches!(c, ' ' | '*' | '_'));
    next.is_some_and(|c| c.is_lowercase() || matches!(c, ',' | ';' | ':' | ')'))
}

/// Moves a complete word to the words of its sentence.
fn push_word(word: &mut String, words: &mut Vec<String>) {
    let whole = word.trim_matches(['-', '\'']);
    if let Some(verb) = whole.strip_suffix("n't") {
        let verb = match verb {
            "ca" => "can",
            "wo" => "will",
            verb => verb,
        };
        words.extend([verb.to_owned(), "not".to_owned()]);
    } else if whole == "cannot" {
        words.extend(["can".to_owned(), "not".to_owned()]);
    } else if let Some(pronoun @ ("it" | "that" | "who")) = whole.strip_suffix("'s") {
        words.extend([pronoun.to_owned(), "is".to_owned()]);
    } else if !whole.is_empty() {
        words.push(whole.to_owned());
    }
    word.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_marks_and_ends() {
        let read: Vec<String> = sentences("A goat within 5 ft. of it *can't* hop; **Hit:** it's wet.\nIt naps")
            .iter()
            .map(|s| s.0.join(" "))
            .collect();
        assert_eq!(read, ["a goat within 5 ft of it can not hop ; hit : it is wet", "it naps"]);
        let lost = sentences("On a failure  the goat naps");
        assert_eq!(lost[0].0.join(" "), "on a failure , the goat naps");
        assert_eq!(lost[0].clause(5), 4);
    }

    #[test]
    fn a_sentence_without_an_end_is_cut() {
        let long = "the goat can't nap (".repeat(MAX_WORDS);
        let read = sentences(&long);
        let longest = read.iter().map(Sentence::len).max();
        assert!(longest <= Some(MAX_WORDS + 1), "{longest:?}");
        let words: usize = read.iter().map(Sentence::len).sum();
        assert_eq!(words, 6 * MAX_WORDS);
    }
}
