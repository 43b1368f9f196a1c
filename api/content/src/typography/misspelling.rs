//! Misspellings: words that stand once or twice in all books, and are one letter from a frequent one.

use crate::edit_distance::osa_distance;
use std::collections::{BTreeMap, HashMap, HashSet};
use wordnik_list::word_exists;

/// How often the right word must stand in the books.
const MIN_COUNT: u32 = 30;

/// The shortest word that is corrected, in letters: most short words are a letter from another.
const MIN_CHARS: usize = 6;

/// The right words of those of `rare` that are misspelt. What a name has, what a list of English words has, and a plural of
/// a name is right.
pub(super) fn corrections<'a>(
    rare: impl Iterator<Item = &'a String>,
    counts: &HashMap<String, u32>,
    names: &HashSet<String>,
) -> HashMap<String, String> {
    let mut frequent: BTreeMap<(char, usize), Vec<(&str, u32)>> = BTreeMap::new();
    for (word, count) in counts {
        if *count >= MIN_COUNT && word_exists(word) {
            let key = word.chars().next().map(|first| (first, word.len()));
            frequent.entry(key.unwrap_or_default()).or_default().push((word, *count));
        }
    }
    let is_wrong = |word: &&String| {
        let singular = word.strip_suffix('s');
        let is_plural = singular.is_some_and(|one| word_exists(one) || names.contains(one));
        let is_known = word_exists(word) || names.contains(*word);
        word.len() >= MIN_CHARS && word.is_ascii() && !is_known && !is_plural
    };
    let corrected = rare.filter(is_wrong).filter_map(|word| {
        let first = word.chars().next()?;
        let lengths = word.len() - 1..=word.len() + 1;
        let near = lengths.filter_map(|length| frequent.get(&(first, length)));
        let near = near.flatten().filter(|(right, _)| osa_distance(word, right) == 1);
        // Swapped neighbours are likelier than a letter too many or another one.
        let best = near.max_by_key(|(right, count)| (has_same_letters(word, right), *count));
        best.map(|(right, _)| (word.clone(), (*right).to_owned()))
    });
    corrected.collect()
}

fn has_same_letters(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_near_frequent_ones_are_corrected() {
        let counts = ["proficiency", "giants", "grants", "toadstool", "harpy"];
        let counts = counts.map(|word| (word.to_owned(), 40)).into();
        let names = HashSet::from(["toadstoal".to_owned()]);
        let rare = ["profciency", "gaints", "toadstoal", "harpys", "moonlight"].map(str::to_owned);
        let corrections = corrections(rare.iter(), &counts, &names);
        let mut corrections: Vec<_> = corrections.into_iter().collect();
        corrections.sort();
        let expected = [("gaints", "giants"), ("profciency", "proficiency")];
        let expected = expected.map(|(wrong, right)| (wrong.to_owned(), right.to_owned()));
        assert_eq!(corrections, expected);
    }
}
