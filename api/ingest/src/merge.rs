//! Record merging: the drafts of one entity by several sources become one row, field by field.

use super::bounds::has_fitting_identity;
use super::entity_resolution::{BookParts, resolve};
use chrono::{DateTime, Utc};
use lorekeeper_content::{CORE_DOCUMENT, Identity, Origin, Row, document, slugify};
use lorekeeper_sources::Draft;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The fields that ingest sets itself.
const INGEST_FIELDS: [&str; 5] = [
    "id",
    "origins",
    "field_sources",
    "content_hash",
    "fetched_at",
];

/// When each record was fetched.
pub type Times = HashMap<Origin, DateTime<Utc>>;

/// Merges the drafts of a family, the preferred source's first, and finishes the rows. The second value has the global
/// ids of rows whose drafts could not be merged, which is a fault of the program.
pub(super) fn rows<R: Row>(
    sources: Vec<Vec<Draft<R>>>,
    parts: &BookParts,
    times: &Times,
) -> (Vec<R>, Vec<String>) {
    let mut groups: BTreeMap<Identity, Vec<Draft<R>>> = BTreeMap::new();
    let mut sources: Vec<_> = sources.into_iter().map(disambiguate_slugs).collect();
    resolve(&mut sources, parts);
    for drafts in inherit_core_fields(sources) {
        for draft in drafts {
            groups.entry(draft.row.identity()).or_default().push(draft);
        }
    }
    let mut faults = Vec::new();
    let mut rows = Vec::with_capacity(groups.len());
    for (identity, drafts) in groups {
        match merge_group(drafts, R::UNION_COLUMNS) {
            Some((mut row, origins, fields)) if has_fitting_identity(&row) => {
                let at = latest(&origins, times);
                row.apply_rules();
                R::set_provenance(&mut row, origins, fields, at);
                rows.push(row);
            }
            _ => faults.push(identity.global_id()),
        }
    }
    R::resolve_references(&mut rows);
    (rows, faults)
}

/// Merges the drafts of the documents. A document has the aliases of all sources.
pub(super) fn documents(
    sources: Vec<Vec<Draft<document::Model>>>,
    times: &Times,
) -> Vec<document::Model> {
    let mut groups: BTreeMap<String, Vec<Draft<document::Model>>> = BTreeMap::new();
    for draft in sources.into_iter().flatten() {
        groups.entry(draft.row.key.clone()).or_default().push(draft);
    }
    groups
        .into_values()
        .filter_map(|drafts| {
            let aliases = aliases(&drafts);
            let (mut row, origins, fields): (document::Model, _, _) = merge_group(drafts, &[])?;
            row.aliases = aliases;
            row.fetched_at = latest(&origins, times);
            row.origins = origins.into();
            row.field_sources = fields.into();
            Some(row)
        })
        .collect()
}

/// The aliases of a document, each once in any case, without its key.
fn aliases(drafts: &[Draft<document::Model>]) -> Vec<String> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    known.extend(drafts.first().map(|draft| draft.row.key.to_lowercase()));
    let names = drafts.iter().flat_map(|draft| draft.row.aliases.iter());
    let others = names.filter(|name| known.insert(name.to_lowercase()));
    others.cloned().collect()
}

/// When the newest of the records was fetched.
fn latest(origins: &[Origin], times: &Times) -> DateTime<Utc> {
    origins
        .iter()
        .filter_map(|o| times.get(o))
        .max()
        .copied()
        .unwrap_or_default()
}

type Merged<M> = (M, Vec<Origin>, BTreeMap<String, String>);

/// Merges the drafts of one entity; the lists in `union_columns` are united.
fn merge_group<M: Serialize + DeserializeOwned>(
    drafts: Vec<Draft<M>>,
    union_columns: &[&str],
) -> Option<Merged<M>> {
    let mut drafts = drafts.into_iter();
    let first = drafts.next()?;
    let mut origins = vec![first.origin];
    let mut fields = BTreeMap::new();
    let Value::Object(mut merged) = serde_json::to_value(&first.row).ok()? else {
        return None;
    };
    for draft in drafts {
        let Value::Object(other) = serde_json::to_value(&draft.row).ok()? else {
            return None;
        };
        let mut filled = unite_lists(&mut merged, &other, union_columns);
        filled.extend(fill_empty(&mut merged, other));
        for field in filled {
            fields
                .entry(camel_case(&field))
                .or_insert_with(|| draft.origin.source.clone());
        }
        origins.push(draft.origin);
    }
    let row = serde_json::from_value(Value::Object(merged)).ok()?;
    Some((row, origins, fields))
}

/// Adds missing items to the lists in `fields`, and returns the fields that changed. An empty list is left to
/// [`fill_empty`].
///
/// Correction (spells): The class lists of all sources are united: a class that one source lacks comes from
/// another.
fn unite_lists(
    merged: &mut Map<String, Value>,
    other: &Map<String, Value>,
    fields: &[&str],
) -> Vec<String> {
    let mut extended = Vec::new();
    for field in fields {
        if let (Some(Value::Array(mine)), Some(Value::Array(theirs))) =
            (merged.get_mut(*field), other.get(*field))
            && !mine.is_empty()
        {
            let missing: Vec<Value> = theirs
                .iter()
                .filter(|v| !mine.contains(v))
                .cloned()
                .collect();
            if !missing.is_empty() {
                mine.extend(missing);
                mine.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
                extended.push((*field).to_owned());
            }
        }
    }
    extended
}

/// Fills empty fields, and returns the fields that changed. Objects are filled field by field.
fn fill_empty(merged: &mut Map<String, Value>, other: Map<String, Value>) -> Vec<String> {
    let mut filled = Vec::new();
    for (field, value) in other {
        if INGEST_FIELDS.contains(&field.as_str()) || is_empty(&value) {
            continue;
        }
        match (merged.get_mut(&field), value) {
            (Some(Value::Object(mine)), Value::Object(theirs)) => {
                if !fill_empty(mine, theirs).is_empty() {
                    filled.push(field);
                }
            }
            (Some(mine), value) if is_empty(mine) => {
                *mine = value;
                filled.push(field);
            }
            (None, value) => {
                merged.insert(field.clone(), value);
                filled.push(field);
            }
            (Some(_), _) => {}
        }
    }
    filled
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn camel_case(field: &str) -> String {
    let mut out = String::with_capacity(field.len());
    let mut upper = false;
    for c in field.chars() {
        if c == '_' {
            upper = true;
        } else if upper {
            out.extend(c.to_uppercase());
            upper = false;
        } else {
            out.push(c);
        }
    }
    out
}

/// Lets books inherit core fields: a draft of `core` fills the empty fields of every book that has the same entity. An
/// entity that no book has stays under `core`.
///
/// Correction (rules): What `core` says for every book (a language, for example) fills the fields that a book
/// leaves empty.
fn inherit_core_fields<R: Row>(mut sources: Vec<Vec<Draft<R>>>) -> Vec<Vec<Draft<R>>> {
    let entity = |row: &R| (row.kind_name(), row.slug().to_owned());
    let mut books: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for draft in sources
        .iter()
        .flatten()
        .filter(|d| d.row.document_key() != CORE_DOCUMENT)
    {
        books
            .entry(entity(&draft.row))
            .or_default()
            .insert(draft.row.document_key().to_owned());
    }
    let mut inherited = Vec::new();
    for drafts in &mut sources {
        let (core, own): (Vec<_>, Vec<_>) = std::mem::take(drafts)
            .into_iter()
            .partition(|d| d.row.document_key() == CORE_DOCUMENT);
        *drafts = own;
        for draft in core {
            match books.get(&entity(&draft.row)) {
                None => drafts.push(draft),
                Some(books) => inherited.extend(books.iter().map(|book| {
                    let mut draft = draft.clone();
                    draft.row.set_document(book.clone());
                    draft
                })),
            }
        }
    }
    sources.push(inherited);
    sources
}

/// Disambiguates the slugs of entities with the same name in one book: by their sections, else by their own keys.
///
/// Correction (text): Two things of one name in one book are both kept. Their section, class or category tells
/// their slugs apart.
fn disambiguate_slugs<R: Row>(mut drafts: Vec<Draft<R>>) -> Vec<Draft<R>> {
    for by_section in [true, false] {
        let mut counts: HashMap<Identity, usize> = HashMap::new();
        for draft in &drafts {
            *counts.entry(draft.row.identity()).or_default() += 1;
        }
        for draft in drafts
            .iter_mut()
            .filter(|d| counts.get(&d.row.identity()).is_some_and(|n| *n > 1))
        {
            let slug = draft.row.slug().to_owned();
            let unique = match &draft.section {
                Some(section) if by_section => format!("{slug}-{}", slugify(section)),
                _ if by_section => continue,
                _ => slugify(
                    draft
                        .origin
                        .key
                        .split_once('_')
                        .map_or(&draft.origin.key, |(_, key)| key),
                ),
            };
            draft.row.set_slug(unique);
        }
    }
    drafts
}

#[cfg(test)]
mod tests;
