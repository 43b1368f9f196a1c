//! One record that several sources carry becomes one row, field by field.

use super::bounds::has_fitting_identity;
use super::recognise::{Parts, recognise};
use crate::family::{CORE, Identity, Origin, Row, document, slugify};
use crate::source::Draft;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What the ingest sets itself; sources have no say in it.
const OURS: [&str; 5] = [
    "id",
    "origins",
    "field_sources",
    "content_hash",
    "fetched_at",
];

/// When a record came.
pub type Times = HashMap<Origin, DateTime<Utc>>;

/// Merges the drafts of a family, the preferred source's first, and finishes the rows.
/// The second value names what did not fit together again, which is a fault of ours.
/// `parts` says which books are parts of another.
pub fn rows<R: Row>(
    sources: Vec<Vec<Draft<R>>>,
    parts: &Parts,
    times: &Times,
) -> (Vec<R>, Vec<String>) {
    let mut groups: BTreeMap<Identity, Vec<Draft<R>>> = BTreeMap::new();
    let mut sources: Vec<_> = sources.into_iter().map(tell_namesakes_apart).collect();
    recognise(&mut sources, parts);
    for drafts in hand_down_core(sources) {
        for draft in drafts {
            groups.entry(draft.row.identity()).or_default().push(draft);
        }
    }
    let mut faults = Vec::new();
    let mut rows = Vec::with_capacity(groups.len());
    for (identity, drafts) in groups {
        match one(drafts, R::GATHERED) {
            Some((mut row, origins, fields)) if has_fitting_identity(&row) => {
                let at = latest(&origins, times);
                row.finish();
                R::stamp(&mut row, origins, fields, at);
                rows.push(row);
            }
            _ => faults.push(identity.global_id()),
        }
    }
    R::link(&mut rows);
    (rows, faults)
}

/// Merges the drafts of the documents. A document answers to all the names that any source has for it.
#[must_use]
pub fn documents(sources: Vec<Vec<Draft<document::Model>>>, times: &Times) -> Vec<document::Model> {
    let mut groups: BTreeMap<String, Vec<Draft<document::Model>>> = BTreeMap::new();
    for draft in sources.into_iter().flatten() {
        groups.entry(draft.row.key.clone()).or_default().push(draft);
    }
    groups
        .into_values()
        .filter_map(|drafts| {
            let aliases = aliases(&drafts);
            let (mut row, origins, fields): (document::Model, _, _) = one(drafts, &[])?;
            row.aliases = aliases;
            row.fetched_at = latest(&origins, times);
            row.origins = origins.into();
            row.field_sources = fields.into();
            Some(row)
        })
        .collect()
}

/// What the sources call a document beside its key, each name once, however it is written.
fn aliases(drafts: &[Draft<document::Model>]) -> Vec<String> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    known.extend(drafts.first().map(|draft| draft.row.key.to_lowercase()));
    let names = drafts.iter().flat_map(|draft| draft.row.aliases.iter());
    let others = names.filter(|name| known.insert(name.to_lowercase()));
    others.cloned().collect()
}

fn latest(origins: &[Origin], times: &Times) -> DateTime<Utc> {
    origins
        .iter()
        .filter_map(|o| times.get(o))
        .max()
        .copied()
        .unwrap_or_default()
}

type Merged<M> = (M, Vec<Origin>, BTreeMap<String, String>);

/// One row of one group of drafts; the lists in `gathered` are united.
fn one<M: Serialize + DeserializeOwned>(
    drafts: Vec<Draft<M>>,
    gathered: &[&str],
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
        let mut filled = gather(&mut merged, &other, gathered);
        filled.extend(fill(&mut merged, other));
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

/// Adds to the lists in `fields` what they lack, and says which ones that were. A list that is empty is filled as
/// any other field is.
fn gather(
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
            let lacking: Vec<Value> = theirs
                .iter()
                .filter(|v| !mine.contains(v))
                .cloned()
                .collect();
            if !lacking.is_empty() {
                mine.extend(lacking);
                mine.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
                extended.push((*field).to_owned());
            }
        }
    }
    extended
}

/// Fills what is empty, and says which fields that were. Structures are filled part by part.
fn fill(merged: &mut Map<String, Value>, other: Map<String, Value>) -> Vec<String> {
    let mut filled = Vec::new();
    for (field, value) in other {
        if OURS.contains(&field.as_str()) || is_empty(&value) {
            continue;
        }
        match (merged.get_mut(&field), value) {
            (Some(Value::Object(mine)), Value::Object(theirs)) => {
                if !fill(mine, theirs).is_empty() {
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

/// What `core` describes for every book belongs to the books that have the thing too: there it fills what
/// they leave empty. What no book has stays under `core`.
fn hand_down_core<R: Row>(mut sources: Vec<Vec<Draft<R>>>) -> Vec<Vec<Draft<R>>> {
    let thing = |row: &R| (row.kind_name(), row.slug().to_owned());
    let mut books: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for draft in sources
        .iter()
        .flatten()
        .filter(|d| d.row.document_key() != CORE)
    {
        books
            .entry(thing(&draft.row))
            .or_default()
            .insert(draft.row.document_key().to_owned());
    }
    let mut handed_down = Vec::new();
    for drafts in &mut sources {
        let (core, own): (Vec<_>, Vec<_>) = std::mem::take(drafts)
            .into_iter()
            .partition(|d| d.row.document_key() == CORE);
        *drafts = own;
        for draft in core {
            match books.get(&thing(&draft.row)) {
                None => drafts.push(draft),
                Some(books) => handed_down.extend(books.iter().map(|book| {
                    let mut draft = draft.clone();
                    draft.row.set_document(book.clone());
                    draft
                })),
            }
        }
    }
    sources.push(handed_down);
    sources
}

/// Where one book has a name twice, each is told apart by its section; failing that, by its own key.
fn tell_namesakes_apart<R: Row>(mut drafts: Vec<Draft<R>>) -> Vec<Draft<R>> {
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
            let told = match &draft.section {
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
            draft.row.set_slug(told);
        }
    }
    drafts
}

#[cfg(test)]
mod tests;
