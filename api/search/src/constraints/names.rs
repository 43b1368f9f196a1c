//! Names in a query: whether it is one, whether one is what its constraints leave, and those that it excludes (`undead except
//! zombies`).

use super::mention::Mention;
use super::words::QueryWords;
use crate::analysis::{QueryAnalysis, is_stop_word};
use crate::index::{Doc, DocSet, WordIndex};
use lorekeeper_content::{Family, slugify};
use std::ops::Range;

/// Most words of a name that is excluded.
const MAX_EXCLUDED_WORDS: usize = 4;

/// Whether a query of several words is a name of a candidate, or of words that are together in one.
pub fn is_name(index: &WordIndex, candidates: &DocSet, analysis: &QueryAnalysis, words: &QueryWords) -> bool {
    let named = |doc: &Doc| candidates.contains(*doc);
    let mut letters = analysis.slugs.iter().map(|slug| slug.replace('-', ""));
    if letters.any(|letters| index.names.with_letters(&letters).iter().any(named)) {
        return true;
    }
    if (0..words.typed.len()).any(|place| words.excludes(place)) {
        return false;
    }
    let significant = words.typed.iter().filter(|word| !is_stop_word(word));
    let significant: Vec<&str> = significant.map(String::as_str).collect();
    significant.len() > 1 && index.names.having_words(&significant).iter().any(named)
}

/// Whether the words of a query that are no mentions are the name of a candidate.
pub fn rest_is_name(index: &WordIndex, candidates: &DocSet, words: &QueryWords, mentions: &[Mention<'_>]) -> bool {
    let is_mentioned = |place: &usize| mentions.iter().any(|m| (m.start..m.end).contains(place));
    let rest = words.typed.iter().enumerate();
    let rest: Vec<&str> = rest.filter(|(place, _)| !is_mentioned(place)).map(|(_, word)| word.as_str()).collect();
    let letters = letters_of(&rest.join(" "));
    let mut named = index.names.with_letters(&letters).iter();
    !mentions.is_empty() && named.any(|doc| candidates.contains(*doc))
}

/// Whether one of the entities that a query is about is of some families.
pub fn is_about(index: &WordIndex, subjects: &[Vec<Doc>], is_it: fn(Family) -> bool) -> bool {
    let mut entities = subjects.iter().flatten().filter_map(|doc| index.entities.get(*doc as usize));
    entities.any(|entity| is_it(entity.family))
}

/// A name that a query excludes.
pub struct Excluded {
    /// Its words, with the negation.
    pub place: Range<usize>,
    /// As it was written.
    pub name: String,
    /// The entities that are called so; where none is, those with the words in their names.
    pub docs: DocSet,
}

/// The names behind a negation: one, or several with `and`, `or` and `nor` between them. A word alone that a mention of a field
/// has is none.
pub fn find_excluded(index: &WordIndex, words: &QueryWords, mentions: &[Mention<'_>]) -> Vec<Excluded> {
    let mut found: Vec<Excluded> = Vec::new();
    for negation in (0..words.typed.len()).filter(|place| words.excludes(*place)) {
        let (mut from, mut at) = (negation, words.skip_fillers(negation + 1));
        while let Some(mut excluded) = name_at(index, words, mentions, at) {
            excluded.place.start = from;
            from = excluded.place.end;
            at = words.skip_fillers(from);
            at += usize::from(words.typed.get(at).is_some_and(|word| word == "or" || word == "nor"));
            at = words.skip_fillers(at);
            found.push(excluded);
        }
    }
    found
}

/// The longest name at a place.
fn name_at(index: &WordIndex, words: &QueryWords, mentions: &[Mention<'_>], at: usize) -> Option<Excluded> {
    (1..=MAX_EXCLUDED_WORDS).rev().find_map(|length| {
        let place = at..at + length;
        let typed = words.typed.get(place.clone())?;
        let (last, before) = words.singular.get(place.clone())?.split_last()?;
        let typed_before = typed.get(..length - 1)?.join(" ");
        let is_mentioned = mentions.iter().any(|m| m.start < place.end && place.start < m.end);
        if typed.iter().all(|word| is_stop_word(word)) || is_mentioned && before.is_empty() {
            return None;
        }
        let forms = [typed.join(" "), format!("{typed_before} {last}")];
        let called = forms.iter().map(|form| index.names.with_letters(&letters_of(form)));
        let mut docs: Vec<Doc> = called.flatten().copied().collect();
        if docs.is_empty() && before.is_empty() {
            docs = index.names.with_ending(last);
        }
        if docs.is_empty() {
            return None;
        }
        let mut set = DocSet::empty(index.entities.len());
        for doc in docs {
            set.insert(doc);
        }
        Some(Excluded { place, name: format!("{typed_before} {last}").trim_start().to_owned(), docs: set })
    })
}

fn letters_of(text: &str) -> String {
    slugify(text).replace('-', "")
}
