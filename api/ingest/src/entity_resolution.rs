//! Entity resolution: drafts of the same entity get the same identity, although sources spell some names differently,
//! and file some entities under another book.
//!
//! A draft of a later source whose identity no earlier one has is compared with the earlier drafts of its book, by looser
//! and looser keys. If exactly one draft of each side has a key, they match, and the later one takes the identity of the
//! earlier one. An entity that the later source has under the same identity is no candidate.

use lorekeeper_content::{CORE_DOCUMENT, Identity, Row, document};
use lorekeeper_sources::{Draft, import_format};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Gives the drafts of later sources the identities that earlier ones have for the same entities.
pub(super) fn resolve<R: Row>(sources: &mut [Vec<Draft<R>>], parts: &BookParts) {
    let mut known: BTreeMap<Identity, R> = BTreeMap::new();
    for drafts in sources {
        if !known.is_empty() {
            for name_key in NAME_KEYS {
                match_drafts(name_key, &known, parts, drafts);
            }
        }
        for draft in drafts {
            known.entry(draft.row.identity()).or_insert_with(|| identity_row(&draft.row));
        }
    }
}

/// Books that one source has in parts and another whole (`pond-east` and `pond-west` of `pond`): from the key of each
/// part to the key of the whole.
#[derive(Debug, Default)]
pub(super) struct BookParts(BTreeMap<String, String>);

impl BookParts {
    /// The parts among the documents: two or more with a key that extends the key of another source's document. Imported
    /// documents are no whole.
    pub(super) fn from_documents(documents: &[document::Model]) -> Self {
        let mut parts = BTreeMap::new();
        let fetched = documents.iter().filter(|book| import_format(&book.source).is_none());
        for whole in fetched {
            let prefix = format!("{}-", whole.key);
            let found = documents.iter().filter(|part| part.key.starts_with(&prefix) && part.source != whole.source);
            let found: Vec<&document::Model> = found.collect();
            if found.len() > 1 {
                parts.extend(found.iter().map(|part| (part.key.clone(), whole.key.clone())));
            }
        }
        Self(parts)
    }
}

/// A row that has only the identity of another.
fn identity_row<R: Row>(row: &R) -> R {
    let mut identity = R::default();
    identity.copy_identity(row);
    identity
}

/// The keys of a slug that are compared, the strictest first.
const NAME_KEYS: [fn(&str) -> String; 5] = [str::to_owned, sorted_words, stems, stems_without_kind, letters];

/// What two drafts of one entity share: the book, the match group, and the key of the name.
type MatchKey = (String, String, String);

/// Matches the drafts without a known identity with the known rows that have the same match key.
fn match_drafts<R: Row>(
    name_key: fn(&str) -> String,
    known: &BTreeMap<Identity, R>,
    parts: &BookParts,
    drafts: &mut [Draft<R>],
) {
    let mut unmatched: BTreeMap<MatchKey, Vec<usize>> = BTreeMap::new();
    for (at, draft) in drafts.iter().enumerate() {
        let id = draft.row.identity();
        if !known.contains_key(&id) && id.document != CORE_DOCUMENT {
            let key = (id.document, draft.row.match_group(), name_key(&id.slug));
            unmatched.entry(key).or_default().push(at);
        }
    }
    let books: HashSet<&str> = unmatched.keys().map(|(book, ..)| book.as_str()).collect();
    let own: HashSet<Identity> = drafts.iter().map(|draft| draft.row.identity()).collect();
    let mut candidates: HashMap<MatchKey, Vec<&R>> = HashMap::new();
    for (id, row) in known {
        let whole = parts.0.get(&id.document);
        for book in std::iter::once(&id.document).chain(whole) {
            if books.contains(book.as_str()) && !own.contains(id) && id.document != CORE_DOCUMENT {
                let key = (book.clone(), row.match_group(), name_key(&id.slug));
                candidates.entry(key).or_default().push(row);
            }
        }
    }
    for (key, at) in unmatched {
        if let (Some([known]), [at]) = (candidates.get(&key).map(Vec::as_slice), at.as_slice())
            && let Some(draft) = drafts.get_mut(*at)
        {
            draft.row.copy_identity(*known);
        }
    }
}

/// The words of a slug in alphabetical order, without those that are often left out.
fn sorted_words(slug: &str) -> String {
    const STOP_WORDS: [&str; 6] = ["a", "an", "and", "of", "or", "the"];
    let words: BTreeSet<&str> = slug.split('-').filter(|word| !STOP_WORDS.contains(word)).collect();
    words.into_iter().collect::<Vec<_>>().join("-")
}

/// The sorted words without plural and progressive endings (`resting`).
fn stems(slug: &str) -> String {
    const MIN_STEM: usize = 4;
    let stem = |word: &str| {
        let stem = word.strip_suffix('s').unwrap_or(word);
        let stem = stem.strip_suffix("ing").filter(|stem| stem.len() >= MIN_STEM).unwrap_or(stem);
        stem.to_owned()
    };
    let stems = sorted_words(slug).split('-').map(stem).collect::<BTreeSet<_>>();
    stems.into_iter().collect::<Vec<_>>().join("-")
}

/// The stems without the word for what kind of thing it is, or what it comes in (`Plate Armor`, `Acid (vial)`).
fn stems_without_kind(slug: &str) -> String {
    const KINDS: [&str; 3] = ["armor", "flask", "vial"];
    let stems = stems(slug);
    let words = stems.split('-').filter(|word| !KINDS.contains(word));
    let words: Vec<&str> = words.collect();
    words.join("-")
}

/// The letters, without doubled ones, so that hyphens and the commonest typing errors do not count. A slug with a digit
/// is left as it is: `+1` and `+2` are two entities.
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
