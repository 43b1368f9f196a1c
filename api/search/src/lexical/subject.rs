//! Subject of a question: the name that it is about (`how does wrestling work`, `toad price`), where all other words only ask.

use crate::analysis::is_stop_word;
use crate::asked_fact::{END, asking_phrases};
use crate::constraints::QueryWords;
use crate::index::{Doc, NameIndex};
use lorekeeper_content::{PREFERRED_DOCUMENTS, is_book_name, is_year_of, slugify};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Words and phrases that ask about a thing, of any length.
static ASKING: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let lines = include_str!("asking.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| line.split(", ")).map(str::to_owned).chain(asking_phrases()).collect()
});

/// Most words of a phrase that asks.
const MAX_PHRASE_WORDS: usize = 4;

/// Most words of a question that is about one name.
const MAX_WORDS: usize = 12;

/// Words of a question about several names, or of a comparison.
const QUESTION: [&str; 26] = [
    "what's", "how's", "does", "do", "did", "is", "are", "can", "could", "what", "how", "which", "who", "when", "why",
    "or", "than", "vs", "versus", "compare", "compared", "difference", "differences", "between", "better", "same",
];

/// Most names that a question is about.
const MAX_NAMES: usize = 3;

/// The subject of a question: of each name in it, the entities that have the name. It is the longest part that is a name, where
/// all words around it only ask (`how does wrestling work`), else several names among words that ask (`does a toad have
/// darkvision`, `toad or newt`).
pub fn subject(names: &NameIndex, words: &QueryWords) -> Vec<Vec<Doc>> {
    let typed = words.typed.as_slice();
    // What is excluded is not asked about.
    if typed.len() > MAX_WORDS || (0..typed.len()).any(|place| words.excludes(place)) {
        return Vec::new();
    }
    let asking = asking(typed);
    let first = asking.iter().position(|asks| !asks);
    let last = asking.iter().rposition(|asks| !asks);
    // A part that leaves out a word that does not ask is no subject.
    let (first, last) = (first.unwrap_or(typed.len()), last.map_or(0, |last| last + 1));
    for length in (1..typed.len()).rev() {
        for start in 0..=typed.len() - length {
            if start > first || start + length < last {
                continue;
            }
            let found = called(names, words, start, start + length);
            if found.is_empty() {
                continue;
            }
            let part = typed.get(start..start + length).unwrap_or_default();
            let mut telling = typed.iter().filter(|word| !is_stop_word(word));
            let says_more = telling.any(|word| !part.contains(word));
            // Words that are together in a longer name are a part of that name.
            if says_more && is_part_of_name(names, typed) {
                return Vec::new();
            }
            return vec![found];
        }
    }
    several(names, words, &asking)
}

/// The entities that are kinds of the one thing in a question that asks for a fact (`how fast is a horse`): *Riding Horse* and
/// *Horse, Draft*.
pub fn find_kinds(names: &NameIndex, words: &QueryWords) -> Vec<Doc> {
    let asking = asking(&words.typed);
    let mut telling = words.singular.iter().zip(&asking).filter(|(_, asks)| !**asks);
    let (Some((thing, _)), None) = (telling.next(), telling.next()) else {
        return Vec::new();
    };
    // Words that are together in a longer name are a part of that name.
    if words.typed.len() > 1 && !is_part_of_name(names, &words.typed) { names.kinds_of(thing) } else { Vec::new() }
}

/// The entities of several names that have all words of a question but those that ask; none where it has other words, or none
/// that asks.
fn several(names: &NameIndex, words: &QueryWords, asking: &[bool]) -> Vec<Vec<Doc>> {
    let typed = words.typed.as_slice();
    let mut taken = vec![false; typed.len()];
    let mut found: Vec<(usize, Vec<Doc>)> = Vec::new();
    for length in (1..typed.len()).rev() {
        for start in 0..=typed.len() - length {
            let Some(places) = taken.get_mut(start..start + length) else {
                continue;
            };
            let only_asks = asking.get(start..start + length).is_some_and(|asking| !asking.contains(&false));
            if places.contains(&true) || only_asks {
                continue;
            }
            let called = called(names, words, start, start + length);
            if !called.is_empty() {
                places.fill(true);
                found.push((start, called));
            }
        }
    }
    let mut left = typed.iter().zip(&taken).zip(asking).filter(|((_, taken), _)| !**taken);
    let is_covered = left.clone().all(|(_, asks)| *asks);
    let tells_nothing = |word: &str| is_stop_word(word) || word == "level" || is_number(word);
    let asks = left.any(|((word, _), _)| QUESTION.contains(&word.as_str()) || !tells_nothing(word));
    if !is_covered || !asks || !(2..=MAX_NAMES).contains(&found.len()) || is_part_of_name(names, typed) {
        return Vec::new();
    }
    found.sort_unstable_by_key(|(start, _)| *start);
    found.into_iter().map(|(_, called)| called).collect()
}

/// Whether the words of a query, more than one, are together in a name.
fn is_part_of_name(names: &NameIndex, typed: &[String]) -> bool {
    let telling = typed.iter().filter(|word| !is_stop_word(word));
    let telling: Vec<&str> = telling.map(String::as_str).collect();
    telling.len() > 1 && !names.having_words(&telling).is_empty()
}

/// The entities that some words of a query are the name of: letter by letter, in the singular, or in another form of the
/// same words (`fall`: *Falling*). Where a query asks how something is done, the other forms are meant as well (`how far
/// can I jump`: *Jumping* beside *Jump*).
fn called(names: &NameIndex, words: &QueryWords, start: usize, end: usize) -> Vec<Doc> {
    let part = words.typed.get(start..end).unwrap_or_default();
    let Some((last, before)) = part.split_last() else {
        return Vec::new();
    };
    let singular = words.singular.get(end - 1).unwrap_or(last);
    let letters = |last: &str| slugify(&format!("{} {last}", before.join(" "))).replace('-', "");
    // The genitive is no plural (`a mace's weight`).
    let last = last.strip_suffix("'s").unwrap_or(last);
    let found = [letters(last), letters(singular)]
        .map(|letters| names.with_letters(&letters))
        .into_iter()
        .find(|found| !found.is_empty());
    let mut found = found.map_or_else(Vec::new, <[Doc]>::to_vec);
    let asks_how = words.typed.first().is_some_and(|first| first == "how");
    if found.is_empty() || asks_how {
        found.extend(names.of_words(part));
        found.sort_unstable();
        found.dedup();
    }
    found
}

/// Which words of a query only ask.
fn asking(typed: &[String]) -> Vec<bool> {
    let mut asking = vec![false; typed.len()];
    for length in 1..=MAX_PHRASE_WORDS.min(typed.len()) {
        for (start, phrase) in typed.windows(length).enumerate() {
            let asks = match phrase {
                [word] if start > 0 && start + 1 == typed.len() && ASKING.contains(&format!("{word}{END}")) => true,
                [word] => is_stop_word(word) || is_year(word) || ASKING.contains(word.as_str()) || is_book_name(phrase),
                [one, other] if one == "level" && is_number(other) => true,
                [one, other] if is_number(one) && other == "level" => true,
                phrase => is_book_name(phrase) || ASKING.contains(phrase.join(" ").as_str()),
            };
            if asks && let Some(places) = asking.get_mut(start..start + length) {
                places.fill(true);
            }
        }
    }
    asking
}

/// Whether a word is the year of an edition.
fn is_year(word: &str) -> bool {
    PREFERRED_DOCUMENTS.iter().any(|book| is_year_of(word, book))
}

/// Whether a word is a number, or the number of a place (`5th`).
fn is_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::tokens;

    #[test]
    fn how_something_is_done_is_said_in_any_form() {
        let mut names = NameIndex::default();
        for name in ["Croak", "Croaking", "Pond"] {
            names.add(name, &slugify(name));
        }
        for (question, docs) in
            [("how far do i croak", &[0, 1][..]), ("croak range", &[0]), ("how big is a pond", &[2])]
        {
            let words = QueryWords::new(&tokens(question));
            assert_eq!(subject(&names, &words).concat(), docs, "{question}");
        }
    }

    #[test]
    fn the_longest_name_that_is_asked_about() {
        let mut names = NameIndex::default();
        for name in ["Toad", "Wet Toad", "Rest", "Long Rest", "Damage", "Ember Ward", "Falling"] {
            names.add(name, &slugify(name));
        }
        for (question, doc) in [
            ("toad armor class", Some(0)),
            ("what is the range of ember ward at 5th level", Some(5)),
            ("how much does a wet toad cost", Some(1)),
            ("toads stats", Some(0)),
            ("how long is a long rest", Some(3)),
            ("how does damage work", Some(4)),
            ("toad damage", Some(0)),
            ("toads at 0 hit points", None),
            ("2014 toad", Some(0)),
            ("wet toads armor", None),
            ("toad that leaps", None),
            ("wet damage", None),
            ("price", None),
            ("what happens when i fall", Some(6)),
            ("how does falling work", Some(6)),
            ("toad weaknesses", Some(0)),
        ] {
            let words = QueryWords::new(&tokens(question));
            let found = subject(&names, &words).concat().first().copied();
            assert_eq!(found, doc, "{question}");
        }
    }

    #[test]
    fn several_names_that_are_asked_about() {
        let mut names = NameIndex::default();
        for name in ["Toad", "Newt", "Darkvision", "Ember Ward", "Damage Types", "Wall", "Wall Toad Pond"] {
            names.add(name, &slugify(name));
        }
        for (question, docs) in [
            ("does a toad have darkvision", &[&[0][..]][..]),
            ("does a toad with darkvision have an ember ward", &[&[0], &[2], &[3]]),
            ("toad vs newt", &[&[0], &[1]]),
            ("what is the difference between ember ward and a newt?", &[&[3], &[1]]),
            ("what damage type is ember ward", &[&[3]]),
            ("compare ember ward and a toad", &[&[3], &[0]]),
            ("wall of toads", &[]),
            ("does a toad have darkvision in a bucket", &[]),
            ("is a toad not a newt", &[]),
        ] {
            let words = QueryWords::new(&tokens(question));
            assert_eq!(subject(&names, &words), docs, "{question}");
        }
    }
}
