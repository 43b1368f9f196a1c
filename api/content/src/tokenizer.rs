//! Tokenizer: the words of a text and their stems, as full text search compares them.

use rust_stemmers::{Algorithm, Stemmer};
use std::sync::LazyLock;

/// The letters and digits of a text, in lower case: sources differ in punctuation and space.
pub fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The words of a text, folded to lower case. A sign stays with its number (`+1`), and a fraction whole (`1/4`).
pub fn tokens(text: &str) -> Vec<String> {
    let letters: Vec<char> =
        text.chars().flat_map(char::to_lowercase).map(|c| if c == '’' { '\'' } else { c }).collect();
    let digit = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit);
    let belongs = |at: usize, c: char| match c {
        '\'' => true,
        '+' => digit(at.checked_add(1)),
        '/' | '.' => digit(at.checked_sub(1)) && digit(at.checked_add(1)),
        c => c.is_alphanumeric(),
    };
    let mut words = vec![String::new()];
    for (at, c) in letters.iter().copied().enumerate() {
        if !belongs(at, c) || c == '+' {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut()
            && belongs(at, c)
        {
            word.push(c);
        }
    }
    words
        .into_iter()
        .map(|word| word.trim_matches('\'').to_owned())
        .filter(|word| !word.is_empty())
        .flat_map(apart)
        .collect()
}

/// What is written without a space before its number (`cr5`, `lvl3`) is two words.
fn apart(word: String) -> Vec<String> {
    let number = ["cr", "lvl", "level", "ac", "dc"]
        .iter()
        .find_map(|before| Some((*before, word.strip_prefix(before)?)))
        .filter(|(_, digits)| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()));
    match number {
        Some((before, digits)) => vec![before.to_owned(), digits.to_owned()],
        None => vec![word],
    }
}

/// The stem of a word; a possessive's is its owner's.
pub fn stem(word: &str) -> String {
    static ENGLISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));
    let word = word.strip_suffix("'s").unwrap_or(word);
    ENGLISH.stem(word).into_owned()
}

/// The stems of a text's words, in order: of the texts that are searched, and of the phrases that are looked for.
/// What an apostrophe divides is two words (`kuo'toa`).
pub fn lexemes(text: &str) -> impl Iterator<Item = String> {
    tokens(text).into_iter().flat_map(|word| {
        let owner = word.strip_suffix("'s").unwrap_or(&word);
        let parts = owner.split('\'').filter(|part| !part.is_empty());
        parts.map(stem).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_text() {
        assert_eq!(tokens("Hunter’s Mark"), ["hunter's", "mark"]);
        assert_eq!(tokens("a 'longsword +1', CR 1/4!"), ["a", "longsword", "+1", "cr", "1/4"]);
        assert_eq!(tokens("2d6+3 on-hit"), ["2d6", "+3", "on", "hit"]);
        assert_eq!(tokens("AC15 level3 acid5"), ["ac", "15", "level", "3", "acid5"]);
        assert!(tokens("?! -").is_empty());
    }

    #[test]
    fn stems_of_a_text() {
        let lexemes = |text: &str| lexemes(text).collect::<Vec<_>>();
        assert_eq!(lexemes("The Ember’s wards, and/or +1"), ["the", "ember", "ward", "and", "or", "+1"]);
        assert_eq!(lexemes("Kuo'toa, don't; half-orcs"), ["kuo", "toa", "don", "t", "half", "orc"]);
        assert_eq!(lexemes("1/4 of 10-20 (2d6 + 3)"), ["1/4", "of", "10", "20", "2d6", "3"]);
        assert_eq!(lexemes("''s' '"), ["s"]);
        assert!(lexemes("").is_empty());
    }
}
