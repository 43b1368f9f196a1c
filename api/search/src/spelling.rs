//! Spelling correction: an unknown word becomes the word of a name that it resembles most; several unknown words
//! together become the words of one name.

use super::vocabulary::{ABBREVIATIONS, SYNONYMS, is_author, is_in_closed_name};
use crate::Result;
use crate::analysis::is_stop_word;
use crate::index::WordIndex;
use lorekeeper_content::edit_distance::osa_distance;
use lorekeeper_content::lexemes;
use lorekeeper_content::typography::is_english;
use std::collections::{HashMap, HashSet};

/// The treatment of typos.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// Unknown words and names stand for what they resemble.
    #[default]
    Forgiven,
    /// Words and names are taken as they are written.
    Exact,
}

/// Shorter words are too much like too many others.
const MIN_WORD_CHARS: usize = 4;

/// What so many entities have is a word of its own, whatever it resembles.
const KNOWN_FROM: usize = 3;

/// How alike a word must be that begins otherwise.
const MIN_OTHER_SIMILARITY: f64 = 0.6;

/// How alike two words must be to what they are together, and a word that may be the beginning of a longer one to a
/// whole one: one slip in five letters.
const MIN_SIMILARITY: f64 = 0.8;

/// How much more likely a word is that is in a name with another word of the query: a slip or two.
const SAME_NAME_BONUS: f64 = 0.3;

/// How many of the words that resemble a word are looked at.
const MAX_CORRECTIONS: usize = 5;

/// A word that nothing has, or hardly anything, and those of names that it may stand for.
#[derive(Debug)]
struct UnknownWord {
    typed: String,
    letters: LetterCounts,
    /// How many entities have it as it was typed; below [`KNOWN_FROM`].
    times: usize,
    /// Whether it may be the beginning of a longer word.
    begins: bool,
}

/// A word of a name that may have been meant.
#[derive(Clone, Debug, PartialEq)]
struct Correction {
    word: String,
    /// How alike it is, 1 for the same.
    alike: f64,
    /// Whether it was meant only if another word of the query makes it likely.
    doubtful: bool,
}

/// The words with those corrected that nothing has and that something resembles.
pub(crate) fn corrected(index: &WordIndex, words: Vec<String>) -> Result<Vec<String>> {
    let mut unknown: Vec<UnknownWord> = Vec::new();
    for word in words.iter().filter(|word| may_be_wrong(word)) {
        if unknown.iter().all(|known| known.typed != *word)
            && let Some(times) = occurrences(index, word)?
        {
            unknown.push(UnknownWord::new(index, word.clone(), times));
        }
    }
    if unknown.is_empty() {
        return Ok(words);
    }
    for pair in words.windows(2) {
        let whole = pair.concat();
        let wrong = |word: &String| unknown.iter().any(|unknown| unknown.typed == *word);
        if pair.iter().any(wrong) && may_be_wrong(&whole) {
            unknown.push(UnknownWord::new(index, whole, 0));
        }
    }
    let known: Vec<&str> = index.names.words().collect();
    let corrections: Corrections = unknown
        .iter()
        .map(|unknown| (unknown.typed.clone(), corrections(unknown, &known)))
        .filter(|(_, corrections)| !corrections.is_empty())
        .collect();
    if corrections.is_empty() {
        return Ok(words);
    }
    let words = rejoined(words, &corrections);
    let together = in_one_name(index, &words, &corrections);
    Ok(words.into_iter().map(|word| best(&word, &corrections, &together).unwrap_or(word)).collect())
}

impl UnknownWord {
    fn new(index: &WordIndex, typed: String, times: usize) -> Self {
        Self { begins: index.names.has_word_prefix(&typed), letters: letter_counts(&typed), typed, times }
    }

    /// How many slips are likely in the word.
    fn likely_slips(&self) -> usize {
        match self.typed.chars().count() {
            _ if self.times > 0 => 1,
            ..6 => 1,
            6..10 => 2,
            _ => 3,
        }
    }

    /// How many slips are possible in the word.
    fn most_slips(&self) -> usize {
        self.likely_slips() + 1
    }

    /// How many slips there are at least between this word and another: the letters that one has and the other has not. It
    /// is a quick test before the distance.
    fn least_slips(&self, word: &str) -> usize {
        let (mut more, mut fewer) = (0, 0);
        for (mine, other) in self.letters.iter().zip(letter_counts(word)) {
            more += usize::from(mine.saturating_sub(other));
            fewer += usize::from(other.saturating_sub(*mine));
        }
        more.max(fewer)
    }
}

/// How often a word has the letters of each group; the letters from *a* to *z* are a group each.
type LetterCounts = [u8; 32];

fn letter_counts(word: &str) -> LetterCounts {
    let mut counts = [0_u8; 32];
    for letter in word.chars() {
        if let Some(count) = counts.get_mut(letter as usize % 32) {
            *count = count.saturating_add(1);
        }
    }
    counts
}

/// How many entities have a word that nothing is called and hardly anything has; nothing of a known word.
fn occurrences(index: &WordIndex, word: &str) -> Result<Option<usize>> {
    if index.names.has_word(word) || index.names.has_letters(word) {
        return Ok(None);
    }
    let times = index.postings.having_all(&lexemes(word).collect::<Vec<_>>())?;
    Ok((times < KNOWN_FROM).then_some(times))
}

/// What each word may have been meant to be, the likeliest first.
type Corrections = HashMap<String, Vec<Correction>>;

fn may_be_wrong(word: &str) -> bool {
    word.chars().count() >= MIN_WORD_CHARS
        && word.chars().all(|c| c.is_alphabetic() || c == '\'')
        && !SYNONYMS.knows(word)
        && !ABBREVIATIONS.knows(word)
        && !is_author(word)
        && !is_in_closed_name(word)
}

/// The words of names that an unknown word may stand for, the likeliest first. One that begins with neither its first
/// letter nor its second must have half of its letters in order.
fn corrections(unknown: &UnknownWord, known: &[&str]) -> Vec<Correction> {
    let near = known.iter().filter(|word| unknown.least_slips(word) <= unknown.most_slips());
    let mut corrections: Vec<Correction> = near
        .filter(|word| !is_stop_word(word))
        .filter_map(|word| correction(unknown, word))
        .filter(|found| {
            let first = found.word.chars().next();
            let begins = unknown.typed.chars().take(2).any(|letter| Some(letter) == first);
            begins || found.alike >= MIN_OTHER_SIMILARITY
        })
        .collect();
    corrections.sort_by(|a, b| b.alike.total_cmp(&a.alike));
    corrections.truncate(MAX_CORRECTIONS);
    corrections
}

/// The word of a name, if it is like enough: a slip (a letter wrong, missing, too many or swapped with its
/// neighbour, or the same letters in another order) in a short word, two in a longer one, one more in doubt.
fn correction(unknown: &UnknownWord, word: &str) -> Option<Correction> {
    let UnknownWord { typed, begins, .. } = unknown;
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let same_letters = unknown.least_slips(word) == 0 && letters(typed) == letters(word);
    let slips = if same_letters { 1 } else { osa_distance(typed, word) };
    let length = typed.chars().count();
    let likely = unknown.likely_slips();
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let alike = 1.0 - count(slips) / count(length);
    if slips > unknown.most_slips() || (*begins && alike < MIN_SIMILARITY) {
        return None;
    }
    // Of what is equally alike: swapped letters are the commonest slip, the first letter is seldom wrong.
    let same_start = typed.chars().next() == word.chars().next();
    Some(Correction {
        word: word.to_owned(),
        alike: alike + if same_letters { 0.15 } else { 0.0 } + if same_start { 0.02 } else { 0.0 },
        // A word of the language was hardly another one, unless its letters were swapped (`rouge`).
        doubtful: slips > likely || !same_letters && is_english(typed),
    })
}

/// The words, with two of them as one where one of them is wrong and both together resemble something more than it
/// does alone.
fn rejoined(words: Vec<String>, corrections: &Corrections) -> Vec<String> {
    let alike = |word: &str| Some(corrections.get(word)?.first()?.alike);
    let mut left = words.into_iter().peekable();
    let mut read = Vec::new();
    while let Some(word) = left.next() {
        let whole = left.peek().and_then(|next| {
            let whole = [word.as_str(), next].concat();
            let apart = [alike(&word), alike(next)];
            let apart = apart.into_iter().flatten().max_by(f64::total_cmp)?;
            let together = alike(&whole)?;
            (together >= MIN_SIMILARITY && together > apart).then_some(whole)
        });
        if whole.is_some() {
            left.next();
        }
        read.push(whole.unwrap_or(word));
    }
    read
}

/// The corrections that are in a name with another word of the query, or with a correction of one.
fn in_one_name(index: &WordIndex, words: &[String], corrections: &Corrections) -> HashSet<String> {
    let mut together = HashSet::new();
    for (at, word) in words.iter().enumerate() {
        let others = words.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<&str> = others
            .filter(|(_, word)| word.chars().count() >= MIN_WORD_CHARS)
            .flat_map(|(_, word)| match corrections.get(word) {
                Some(corrections) => corrections.iter().map(|found| found.word.as_str()).collect(),
                None => vec![word.as_str()],
            })
            .collect();
        for mine in corrections.get(word).into_iter().flatten() {
            if others.iter().any(|other| index.names.in_one_name(&mine.word, other)) {
                together.insert(mine.word.clone());
            }
        }
    }
    together
}

/// What a word was most likely meant to be.
fn best(word: &str, corrections: &Corrections, together: &HashSet<String>) -> Option<String> {
    let likely = |correction: &Correction| {
        correction.alike + if together.contains(&correction.word) { SAME_NAME_BONUS } else { 0.0 }
    };
    let corrections = corrections.get(word)?.iter();
    let corrections = corrections.filter(|correction| !correction.doubtful || together.contains(&correction.word));
    // The first of the best.
    let best = corrections.min_by(|a, b| likely(b).total_cmp(&likely(a)))?;
    Some(best.word.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(pairs: &[(&str, bool, &str)]) -> Corrections {
        let typed: HashSet<(&str, bool)> = pairs.iter().map(|(typed, begins, _)| (*typed, *begins)).collect();
        let found = typed.into_iter().map(|(typed, begins)| {
            let unknown = unknown_word(typed, 0, begins);
            let words = pairs.iter().filter(|pair| pair.0 == typed);
            let words: Vec<&str> = words.map(|pair| pair.2).collect();
            (typed.to_owned(), corrections(&unknown, &words))
        });
        found.filter(|(_, corrections)| !corrections.is_empty()).collect()
    }

    fn unknown_word(typed: &str, times: usize, begins: bool) -> UnknownWord {
        UnknownWord { typed: typed.to_owned(), letters: letter_counts(typed), times, begins }
    }

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_word_that_is_most_alike() {
        let corrections = known(&[
            ("sorceror", false, "sorcery"),
            ("sorceror", false, "sorcerer"),
            ("drawf", false, "draw"),
            ("drawf", false, "dwarf"),
            ("feind", false, "feint"),
            ("feind", false, "fiend"),
            ("hexblade", false, "blade"),
            ("pers", true, "person"),
            ("counterspel", true, "counterspell"),
        ]);
        let best = |word| best(word, &corrections, &HashSet::new());
        assert_eq!(best("sorceror").as_deref(), Some("sorcerer"));
        assert_eq!(best("feind").as_deref(), Some("fiend"));
        assert_eq!(best("drawf").as_deref(), Some("dwarf"));
        assert_eq!(best("counterspel").as_deref(), Some("counterspell"));
        // Too far away, still being typed, right.
        assert_eq!(best("hexblade"), None);
        assert_eq!(best("pers"), None);
        assert_eq!(best("sorcerer"), None);
    }

    #[test]
    fn what_hardly_anything_has_is_wrong_by_one_slip_at_most() {
        let rare = |typed: &str, word: &str| {
            let unknown = unknown_word(typed, 1, false);
            correction(&unknown, word).is_some_and(|correction| !correction.doubtful)
        };
        assert!(rare("sheild", "shield"));
        assert!(!rare("waggoner", "wagoneers"));
    }

    #[test]
    fn the_word_that_makes_a_name() {
        let corrections = known(&[("cloqe", false, "clone"), ("cloqe", false, "cloak")]);
        let alone = best("cloqe", &corrections, &HashSet::new());
        assert_eq!(alone.as_deref(), Some("clone"));
        let named = HashSet::from(["cloak".to_owned()]);
        assert_eq!(best("cloqe", &corrections, &named).as_deref(), Some("cloak"));
    }

    #[test]
    fn two_words_that_are_one() {
        let corrections = known(&[("baer", false, "bear"), ("owlbaer", false, "owlbear")]);
        assert_eq!(rejoined(words("owl bear"), &corrections), ["owl", "bear"]);
        let corrections = known(&[("baer", false, "bear"), ("owlbaer", false, "owlbear")]);
        assert_eq!(rejoined(words("an owl baer"), &corrections), ["an", "owlbaer"]);
        // Two words that are right stay two, and so does what is wrong in itself only.
        let corrections =
            known(&[("grappleddo", false, "grappled"), ("clok", false, "cloak"), ("clokof", false, "cloak")]);
        assert_eq!(rejoined(words("grappled do"), &corrections), ["grappled", "do"]);
        assert_eq!(rejoined(words("clok of elves"), &corrections), ["clok", "of", "elves"]);
    }
}
