//! One thing under two spellings: sources name some things differently, and file some under another book.
//!
//! A draft of a later source whose identity no earlier one has is compared with the earlier drafts of its
//! book, by looser and looser keys. If there is exactly one partner either way, it takes its identity.
//! A partner that the later source has by its own identity is none.

use crate::family::{CORE, Identity, Row, document};
use crate::source::{Draft, orcbrew};
use std::collections::{BTreeMap, BTreeSet};

/// Gives the drafts of later sources the identities that earlier ones have for the same things.
pub(super) fn recognise<R: Row>(sources: &mut [Vec<Draft<R>>], parts: &Parts) {
    let mut known: BTreeMap<Identity, R> = BTreeMap::new();
    for drafts in sources {
        if !known.is_empty() {
            for level in LEVELS {
                meet(level, &known, parts, drafts);
            }
        }
        for draft in drafts {
            known
                .entry(draft.row.identity())
                .or_insert_with(|| mark(&draft.row));
        }
    }
}

/// Books that one source has in parts and another whole: by the key of each part, the key of the whole
/// (`pond-east` and `pond-west` of `pond`).
#[derive(Debug, Default)]
pub struct Parts(BTreeMap<String, String>);

impl Parts {
    /// The parts among the documents: two or more of one source, with a key that goes on from that of
    /// another's. What people import is theirs, and no part or whole of a published book.
    #[must_use]
    pub fn of(documents: &[document::Model]) -> Self {
        let mut parts = BTreeMap::new();
        for whole in documents.iter().filter(|book| book.source != orcbrew::NAME) {
            let prefix = format!("{}-", whole.key);
            let found = documents
                .iter()
                .filter(|part| part.key.starts_with(&prefix) && part.source != whole.source);
            let found: Vec<&document::Model> = found.collect();
            if found.len() > 1 {
                parts.extend(
                    found
                        .iter()
                        .map(|part| (part.key.clone(), whole.key.clone())),
                );
            }
        }
        Self(parts)
    }
}

/// What is kept of a row to file another like it.
fn mark<R: Row>(row: &R) -> R {
    let mut mark = R::default();
    mark.file_like(row);
    mark
}

/// How names are compared, the strictest first.
const LEVELS: [fn(&str) -> String; 5] = [str::to_owned, words, stems, bare, letters];

/// Where a thing may be: its book, its shelf there, and the key of its name.
type Place = (String, String, String);

/// Lets the drafts that nobody has met yet meet those who have the same key in the same place.
fn meet<R: Row>(
    key: fn(&str) -> String,
    known: &BTreeMap<Identity, R>,
    parts: &Parts,
    drafts: &mut [Draft<R>],
) {
    let own: BTreeSet<Identity> = drafts.iter().map(|draft| draft.row.identity()).collect();
    let mut partners: BTreeMap<Place, Vec<&R>> = BTreeMap::new();
    for (id, row) in known {
        if !own.contains(id) && id.document != CORE {
            for book in std::iter::once(&id.document).chain(parts.0.get(&id.document)) {
                let place = (book.clone(), row.shelf(), key(&id.slug));
                partners.entry(place).or_default().push(row);
            }
        }
    }
    let mut asking: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for (at, draft) in drafts.iter().enumerate() {
        let id = draft.row.identity();
        if !known.contains_key(&id) && id.document != CORE {
            let place = (id.document, draft.row.shelf(), key(&id.slug));
            asking.entry(place).or_default().push(at);
        }
    }
    for (place, at) in asking {
        if let (Some([partner]), [at]) = (partners.get(&place).map(Vec::as_slice), at.as_slice())
            && let Some(draft) = drafts.get_mut(*at)
        {
            draft.row.file_like(*partner);
        }
    }
}

/// The words of a slug in the order of the alphabet, without those that are often left out.
fn words(slug: &str) -> String {
    const SMALL: [&str; 6] = ["a", "an", "and", "of", "or", "the"];
    let words: BTreeSet<&str> = slug
        .split('-')
        .filter(|word| !SMALL.contains(word))
        .collect();
    words.into_iter().collect::<Vec<_>>().join("-")
}

/// The same without the endings of plurals and of what goes on (`resting`).
fn stems(slug: &str) -> String {
    const SHORTEST: usize = 4;
    let stem = |word: &str| {
        let stem = word.strip_suffix('s').unwrap_or(word);
        let stem = stem
            .strip_suffix("ing")
            .filter(|stem| stem.len() >= SHORTEST)
            .unwrap_or(stem);
        stem.to_owned()
    };
    let stems = words(slug).split('-').map(stem).collect::<BTreeSet<_>>();
    stems.into_iter().collect::<Vec<_>>().join("-")
}

/// The same without the word that says what a suit of armor is (`Plate Armor`).
fn bare(slug: &str) -> String {
    let stems = stems(slug);
    let words: Vec<&str> = stems.split('-').filter(|word| *word != "armor").collect();
    words.join("-")
}

/// The letters alone, without doubled ones, so that hyphens and the commonest slips of typing do not count.
/// What has a number is left as it is: `+1` and `+2` are two.
fn letters(slug: &str) -> String {
    if slug.contains(|c: char| c.is_ascii_digit()) {
        return slug.to_owned();
    }
    let mut letters: Vec<char> = slug.chars().filter(|c| *c != '-').collect();
    letters.dedup();
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests;
