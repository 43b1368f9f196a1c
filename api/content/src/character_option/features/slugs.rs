//! Slugs of features: the name's where a book has it once, else with the owner's slug behind it, else with a number.

use super::super::{Kind, Model};
use std::collections::{HashMap, HashSet};

/// Longest slug, in characters: a longer one would not fit into an index.
const MAX_SLUG: usize = 300;

/// Gives the features that options grant slugs that are unique in their books, and options the slug of what they are
/// chosen for. `known` are all rows but these features.
pub(super) fn make_unique(known: &[Model], granted: &mut [Vec<Model>]) {
    let mut counts: HashMap<(String, String), usize> = HashMap::new();
    let key = |row: &Model| (row.document_key.clone(), row.slug.clone());
    let stored = known.iter().filter(|row| row.kind == Kind::Feature);
    for row in stored.clone().chain(granted.iter().flatten()) {
        *counts.entry(key(row)).or_default() += 1;
    }
    let mut taken: HashSet<(String, String)> = stored.map(key).collect();
    let unique = counts.iter().filter(|(_, count)| **count == 1);
    taken.extend(unique.map(|(key, _)| key.clone()));
    for row in granted.iter_mut().flatten() {
        if counts.get(&key(row)).is_some_and(|count| *count > 1) {
            row.slug = free_slug(row, &taken);
            taken.insert(key(row));
        }
    }
    for rows in granted {
        let slugs: HashMap<String, String> = rows
            .iter()
            .filter(|row| row.option_of_slug.is_none())
            .map(|row| (row.name.clone(), row.slug.clone()))
            .collect();
        for row in rows {
            let list = row.option_of_slug.take();
            row.option_of_slug = list.and_then(|name| slugs.get(&name).cloned());
        }
    }
}

/// A slug that the book of a feature does not have yet.
fn free_slug(row: &Model, taken: &HashSet<(String, String)>) -> String {
    let owner = row.owner_slug.as_deref().unwrap_or_default();
    let with_owner = format!("{}-{owner}", row.slug);
    let base = if with_owner.chars().count() < MAX_SLUG - 10 { with_owner } else { row.slug.clone() };
    let numbered = (2..).map(|number: usize| format!("{base}-{number}"));
    let mut slugs = std::iter::once(base.clone()).chain(numbered);
    let is_free = |slug: &String| !taken.contains(&(row.document_key.clone(), slug.clone()));
    slugs.find(is_free).unwrap_or(base)
}

/// Leaves out owners that no book has.
pub(super) fn link_owners(rows: &mut [Model]) {
    let owners: HashSet<(Kind, String)> =
        rows.iter().filter(|row| row.kind != Kind::Feature).map(|row| (row.kind, row.slug.clone())).collect();
    for row in rows {
        let owner = row.owner_kind.zip(row.owner_slug.clone());
        if owner.is_some_and(|owner| !owners.contains(&owner)) {
            (row.owner_kind, row.owner_slug) = (None, None);
        }
    }
}
