//! Autocomplete: names that begin with what is typed, typos forgiven.

mod completion;
mod conditions;

pub use conditions::{SuggestedCondition, suggest_conditions};

use crate::index::{Doc, Entity, WordIndex, in_background};
use crate::scope::Scope;
use crate::{Result, Search};
use completion::{Typed, TypedWord};
use lorekeeper_content::{ContentType, Family, PREFERRED_DOCUMENTS};
use std::collections::HashMap;

/// What each character costs by which a name that is only like the text is longer or shorter.
const LENGTH_COST: f32 = 0.02;

/// A name to offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggested {
    /// The name.
    pub name: String,
    /// The family.
    pub family: Family,
    /// The kind, lower case; empty where the family has none.
    pub kind: String,
    /// Key of the document.
    pub document_key: String,
    /// The slug.
    pub slug: String,
}

/// How a name fits a typed text, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The name starts with the text, written apart or not.
    Starts,
    /// A later word of the name starts with the text.
    LaterWordStarts,
    /// Each word of the text starts a word of the name.
    EachWordStarts,
    /// The same, with typos forgiven.
    EachWordResembles,
    /// The name as a whole or a part of it is like the text.
    Alike,
}

/// The `first` best names for what was typed so far, each once: those that start with it, those with a word
/// that starts with it, those with words that start with each of its words, in any order, as they are typed or
/// without typos; those like it. Of things with one name, the one of the preferred document stands for all.
pub async fn suggest(
    search: &Search,
    text: &str,
    types: Option<&[ContentType]>,
    scope: &Scope,
    first: usize,
) -> Result<Vec<Suggested>> {
    let index = search.index.index().await?;
    let (text, scope) = (text.to_owned(), scope.clone());
    let types = types.map(<[ContentType]>::to_vec);
    in_background(move || {
        let offered = |entity: &Entity| {
            let of_type = |t: &ContentType| t.contains(entity.family, &entity.kind);
            scope.has(&entity.document) && types.as_ref().is_none_or(|all| all.iter().any(of_type))
        };
        Ok(complete(&index.words, &text, offered, first))
    })
    .await
}

fn complete(index: &WordIndex, text: &str, offered: impl Fn(&Entity) -> bool, first: usize) -> Vec<Suggested> {
    let text = text.trim().to_lowercase();
    let typed = Typed::read(&text, &index.names);
    let alike: HashMap<Doc, f32> = index.names.like(&text).into_iter().collect();
    // Of each name the entity that stands for it.
    let mut named: HashMap<&str, (Fit, f32, &Entity)> = HashMap::new();
    for ((doc, entity), name) in (0..).zip(&index.entities).zip(index.names.lower()) {
        let likeness = alike.get(&doc).copied();
        let Some(fit) = fit(&typed, name, likeness.is_some()).filter(|_| offered(entity)) else {
            continue;
        };
        let found = named.entry(name).or_insert((fit, likeness.unwrap_or_default(), entity));
        if entity.preference(&PREFERRED_DOCUMENTS) < found.2.preference(&PREFERRED_DOCUMENTS) {
            found.2 = entity;
        }
    }
    let mut found: Vec<(Fit, f32, usize, &str, &Entity)> = named
        .into_iter()
        .map(|(name, (fit, likeness, entity))| {
            let length = name.chars().count();
            if fit == Fit::Alike {
                let difference = length.abs_diff(text.chars().count());
                let difference = f32::from(u16::try_from(difference).unwrap_or(u16::MAX));
                (fit, likeness - LENGTH_COST * difference, length, name, entity)
            } else if text.is_empty() {
                (fit, 0.0, 0, name, entity)
            } else {
                (fit, 0.0, length, name, entity)
            }
        })
        .collect();
    found.sort_by(|a, b| {
        let likeness = b.1.total_cmp(&a.1);
        a.0.cmp(&b.0).then(likeness).then((a.2, a.3).cmp(&(b.2, b.3)))
    });
    let best = found.into_iter().take(first);
    best.map(|(.., entity)| Suggested::from(entity)).collect()
}

/// How a name in lower case fits, if at all.
fn fit(typed: &Typed, name: &str, alike: bool) -> Option<Fit> {
    if typed.starts(name) {
        return Some(Fit::Starts);
    }
    if typed.starts_later_word(name) {
        return Some(Fit::LaterWordStarts);
    }
    if typed.each_word(name, TypedWord::starts) {
        return Some(Fit::EachWordStarts);
    }
    if typed.each_word(name, TypedWord::resembles) {
        return Some(Fit::EachWordResembles);
    }
    alike.then_some(Fit::Alike)
}

impl From<&Entity> for Suggested {
    fn from(entity: &Entity) -> Self {
        Self {
            name: entity.name.clone(),
            family: entity.family,
            kind: entity.kind.clone(),
            document_key: entity.document.clone(),
            slug: entity.slug.clone(),
        }
    }
}
