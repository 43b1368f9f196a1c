//! Entries of other books: what is called as asked, where none of the books asked for has an entry of that name.

use crate::index::{Entity, SearchIndex};
use crate::scope::{Scope, all_documents};
use crate::{Result, Search};
use lorekeeper_content::{Family, Identity, PREFERRED_DOCUMENTS, document, slugify};
use std::collections::HashSet;

/// Most entries that are offered.
const MAX_OFFERED: usize = 3;

/// Offers the entries of other books that are called like this: a sentence, where the books asked for have none.
pub async fn offer(search: &Search, scope: &Scope, families: &[Family], name: &str) -> Result<Option<String>> {
    let letters = slugify(name).replace('-', "");
    // Nothing is left out, or nothing was asked for.
    if scope.keys.as_ref().is_none_or(Vec::is_empty) || letters.is_empty() {
        return Ok(None);
    }
    let index = search.index.index().await?;
    let found = of_other_books(&index, scope, families, &letters);
    if found.is_empty() {
        return Ok(None);
    }
    let documents = all_documents(&search.connection()).await?;
    Ok(Some(sentence(&found, &documents)))
}

/// The entities of that name, one a book and family, the preferred books first; none where the books asked for have one.
fn of_other_books<'a>(index: &'a SearchIndex, scope: &Scope, families: &[Family], letters: &str) -> Vec<&'a Entity> {
    let entities = &index.words.entities;
    let named = index.words.names.with_letters(letters).iter();
    let named = named.filter_map(|doc| entities.get(*doc as usize));
    let mut found: Vec<&Entity> = named.filter(|entity| families.contains(&entity.family)).collect();
    if found.iter().any(|entity| scope.has(&entity.document)) {
        return Vec::new();
    }
    found.sort_by_key(|entity| entity.preference(&PREFERRED_DOCUMENTS));
    let mut seen = HashSet::new();
    found.retain(|entity| seen.insert((entity.family, &entity.document)));
    found
}

fn sentence(found: &[&Entity], documents: &[document::Model]) -> String {
    let name = found.first().map_or("", |entity| entity.name.as_str());
    let offered: Vec<String> = found
        .iter()
        .take(MAX_OFFERED)
        .map(|entity| {
            let id = Identity {
                family: entity.family,
                document: entity.document.clone(),
                kind: entity.kind.clone(),
                slug: entity.slug.clone(),
            };
            let document = documents.iter().find(|d| d.key == entity.document);
            let edition = document.and_then(|d| d.game_system.as_deref());
            match edition {
                Some(edition) => format!("\"{}\" ({edition})", id.global_id()),
                None => format!("\"{}\"", id.global_id()),
            }
        })
        .collect();
    let more = found.len().saturating_sub(MAX_OFFERED);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("The books asked for have no entry called \"{name}\". Other books have one: {}{more}.", offered.join(", "))
}
