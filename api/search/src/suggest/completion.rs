//! Completion: the words of names that typed words may begin, or misspell.

use crate::Result;
use lorekeeper_content::edit_distance::osa_distance;
use lorekeeper_store::bound;
use sea_orm::{DatabaseConnection, FromQueryResult};
use std::collections::BTreeSet;

/// Most words that are looked at; names have fewer.
const MAX_WORDS: usize = 10;

/// Most words that a misspelt one may stand for.
const MAX_CORRECTIONS: usize = 6;

/// Shortest word that may be misspelt.
const MIN_WORD_CHARS: usize = 4;

/// A word that was typed, whole or in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypedWord {
    /// The word.
    pub(super) text: String,
    prefixes: Vec<String>,
    corrected: Vec<String>,
}

impl TypedWord {
    /// Patterns of how names spell its beginning: with or without apostrophes. There is at least one.
    pub(super) fn prefix_patterns(&self) -> &[String] {
        &self.prefixes
    }

    /// The same, and those of the words that it resembles if names have no such word.
    pub(super) fn corrected_patterns(&self) -> &[String] {
        &self.corrected
    }
}

#[derive(FromQueryResult)]
struct Candidate {
    n: i64,
    word: String,
    /// Whether it is the same but for apostrophes.
    same: bool,
}

/// The words of a text in lower case.
pub(super) async fn typed_words(db: &DatabaseConnection, text: &str) -> Result<Vec<TypedWord>> {
    let words: Vec<String> = words(text).into_iter().take(MAX_WORDS).collect();
    let plain: Vec<String> = words.iter().map(|word| word.replace('\'', "")).collect();
    // What begins otherwise is no typo of it, unless the first two letters are swapped or the first is missing.
    let statement = bound(
        "WITH given AS MATERIALIZED (
            SELECT w, n, length(w) >= $2 AND NOT EXISTS (SELECT FROM name_word WHERE replace(word, '''', '') LIKE w || '%') AS unknown
            FROM unnest($1::text[]) WITH ORDINALITY AS g(w, n)
        )
        SELECT n, word, replace(word, '''', '') LIKE w || '%' AS same
        FROM given JOIN name_word ON (word LIKE '%''%' AND replace(word, '''', '') LIKE w || '%')
            OR (unknown AND left(word, 1) IN (left(w, 1), substr(w, 2, 1)))",
        [
            plain.into(),
            i32::try_from(MIN_WORD_CHARS).unwrap_or(i32::MAX).into(),
        ],
    );
    let candidates = Candidate::find_by_statement(statement).all(db).await?;
    Ok((1_i64..)
        .zip(words)
        .map(|(n, text)| {
            let mine = candidates.iter().filter(|candidate| candidate.n == n);
            let (same, others): (Vec<&Candidate>, Vec<&Candidate>) =
                mine.partition(|candidate| candidate.same);
            let mut prefixes: BTreeSet<String> = same
                .iter()
                .map(|candidate| beginning(&candidate.word, &text))
                .map(pattern)
                .collect();
            prefixes.insert(pattern(&text));
            let words = others.iter().map(|candidate| candidate.word.as_str());
            let corrected = resembling(&text, words).into_iter().map(|w| pattern(&w));
            let corrected = prefixes.iter().cloned().chain(corrected).collect();
            TypedWord {
                text,
                prefixes: prefixes.into_iter().collect(),
                corrected,
            }
        })
        .collect())
}

/// The words of a text, without anything that `LIKE` could take for a wildcard.
fn words(text: &str) -> Vec<String> {
    text.replace('’', "'")
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '+')
        .map(|word| word.trim_matches('\''))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A word as a pattern: names have apostrophes of two sorts.
fn pattern(word: impl AsRef<str>) -> String {
    word.as_ref().replace('\'', "_")
}

/// As much of `word` as the letters of `typed` reach.
fn beginning<'a>(word: &'a str, typed: &str) -> &'a str {
    let letters = typed.chars().filter(|c| *c != '\'').count();
    let last = word.char_indices().filter(|(_, c)| *c != '\'').nth(letters);
    last.and_then(|(end, _)| word.get(..end)).unwrap_or(word)
}

/// The beginnings of words that `typed` resembles most: a letter wrong, missing, too many or swapped with its
/// neighbour; two in a long word.
fn resembling<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Vec<String> {
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
    best.into_iter()
        .take(MAX_CORRECTIONS)
        .map(|(_, word)| word)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_as_they_are_typed() {
        assert_eq!(words("hunter’s m"), ["hunter's", "m"]);
        assert_eq!(words("+1 long_%"), ["+1", "long"]);
        assert!(words("%_\\").is_empty());
        assert_eq!(beginning("hunter's", "hunters"), "hunter's");
        assert_eq!(beginning("hunter's", "hunt"), "hunt");
        assert_eq!(pattern("hunter's"), "hunter_s");
    }

    #[test]
    fn typos_of_beginnings() {
        let of = |typed, words: &[&str]| resembling(typed, words.iter().copied());
        assert_eq!(of("tsove", &["stovepipe", "toast"]), ["stove"]);
        assert_eq!(of("stvoe", &["stovepipe", "stoat"]), ["stove"]);
        assert_eq!(of("keetle", &["kettle", "kennel"]), ["kettle"]);
        assert_eq!(of("ketle", &["kettle"]), ["kettle"]);
        assert!(of("spoon", &["stove"]).is_empty());
    }
}
