//! Placeholder detection: a value that stands in nearly all rows of a book is no fact of the book, where other books vary.
//!
//! A converter that lacks a field fills it with a constant (*natural armor* for every creature). Such a value is dropped
//! from what its source states, so that another source can say what is right, row by row; what no other source says is
//! unknown.

use super::fields::{INGEST_FIELDS, is_empty};
use lorekeeper_content::vocabulary::camel_case;
use lorekeeper_content::{Disagreement, Row, Statement};
use lorekeeper_sources::Draft;
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The name of the rule.
pub(super) const NAME: &str = "placeholder";

/// Fewest rows of a book that are judged: a few may be alike by chance.
const MIN_ROWS: usize = 25;

/// The share of a book's rows that has the value, in tenths.
const MIN_TENTHS: usize = 9;

/// The largest share of the other books' rows that may have the same value, in tenths: what is usual everywhere is a fact.
const MAX_TENTHS_ELSEWHERE: usize = 8;

/// Fields by which books are put together, so that one value in all rows is what the book is about: a book of warlock
/// spells, of dragons, of wondrous items.
const THEMES: [&str; 20] = [
    "document_key", "slug", "name", "text", "kind", "category", "group", "sets", "level", "school", "class_slugs",
    "subclass_slugs", "creature_type", "subtype", "parent_slug", "section_slug", "chapter", "feat_category",
    "caster_type", "rarity_rank",
];

/// How many rows have a value, and how many have any.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    having: usize,
    of: usize,
}

/// The constants of one family: by source, book and field, the value and in how many rows it stands.
#[derive(Debug, Default)]
pub(super) struct Placeholders(HashMap<(String, String, String), (Value, Share)>);

/// How often each value stands in a field of a book, by one source.
type Counts = HashMap<(String, String, String), HashMap<String, usize>>;

impl Placeholders {
    /// Finds the placeholders in the drafts of a family.
    pub fn find<R: Row>(sources: &[Vec<Draft<R>>]) -> Self {
        let counts = sources.par_iter().flatten().fold(Counts::new, count);
        let counts = counts.reduce(Counts::new, |mut all, counts| {
            for (key, values) in counts {
                let known = all.entry(key).or_default();
                for (value, count) in values {
                    *known.entry(value).or_default() += count;
                }
            }
            all
        });
        let mut found = HashMap::new();
        for (key @ (source, document, field), values) in &counts {
            let Some((value, having)) = values.iter().max_by_key(|(_, count)| **count) else {
                continue;
            };
            let of = values.values().sum::<usize>();
            let share = Share { having: *having, of };
            if of < MIN_ROWS || having * 10 < of * MIN_TENTHS {
                continue;
            }
            let mut elsewhere = Share::default();
            let others =
                counts.iter().filter(|((other, book, of), _)| (other, of) == (source, field) && book != document);
            for (_, values) in others {
                elsewhere.having += values.get(value).copied().unwrap_or_default();
                elsewhere.of += values.values().sum::<usize>();
            }
            if elsewhere.of >= MIN_ROWS && elsewhere.having * 10 <= elsewhere.of * MAX_TENTHS_ELSEWHERE {
                let value = serde_json::from_str(value).unwrap_or_default();
                found.insert(key.clone(), (value, share));
            }
        }
        Self(found)
    }

    /// Takes the placeholders out of what a source states about a row, and notes each.
    pub fn drop_from(&self, source: &str, stated: &mut Map<String, Value>) -> Vec<Disagreement> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let document = stated.get("document_key").and_then(Value::as_str);
        let document = document.unwrap_or_default().to_owned();
        let mut dropped = Vec::new();
        for (field, value) in stated.iter_mut() {
            let key = (source.to_owned(), document.clone(), field.clone());
            let Some((placeholder, share)) = self.0.get(&key) else {
                continue;
            };
            if value != placeholder {
                continue;
            }
            dropped.push(Disagreement {
                field: camel_case(field),
                values: vec![Statement { source: source.to_owned(), value: super::compared::shown(value) }],
                settled_by: NAME.to_owned(),
                reason: format!(
                    "The source says so of {} of {} entries of the book: a placeholder.",
                    share.having, share.of
                ),
            });
            *value = match value {
                Value::Array(_) => Value::Array(Vec::new()),
                _ => Value::Null,
            };
        }
        dropped
    }
}

/// Counts the values of a draft: words and lists of words. Numbers and truth values are facts of the game's own range.
fn count<R: Row>(mut counts: Counts, draft: &Draft<R>) -> Counts {
    let Ok(Value::Object(stated)) = serde_json::to_value(&draft.row) else {
        return counts;
    };
    for (field, value) in stated {
        let is_judged = matches!(value, Value::String(_) | Value::Array(_)) && !is_empty(&value);
        let is_of_words = match &value {
            Value::Array(items) => items.iter().all(Value::is_string),
            _ => true,
        };
        let is_apart = INGEST_FIELDS.contains(&field.as_str()) || THEMES.contains(&field.as_str());
        if is_judged && is_of_words && !is_apart {
            let document = draft.row.document_key().to_owned();
            let key = (draft.origin.source.clone(), document, field);
            *counts.entry(key).or_default().entry(value.to_string()).or_default() += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::{Origin, creature};

    fn draft(document: &str, number: usize, armor: &str) -> Draft<creature::Model> {
        let row = creature::Model {
            document_key: document.to_owned(),
            slug: format!("toad-{number}"),
            armor_detail: Some(armor.to_owned()),
            languages_text: Some(format!("Toad {number}")),
            ..creature::Model::default()
        };
        let origin = Origin { source: "one".to_owned(), ..Origin::default() };
        Draft::new(row, origin)
    }

    #[test]
    fn a_constant_of_one_book_is_a_placeholder() {
        let mut drafts: Vec<_> = (0..30).map(|n| draft("pond", n, "natural armor")).collect();
        drafts.extend((0..30).map(|n| {
            let armor = ["shield", "natural armor", "leather armor"][n % 3];
            draft("lake", n, armor)
        }));
        let placeholders = Placeholders::find(&[drafts.clone()]);
        assert_eq!(placeholders.0.len(), 1, "{placeholders:?}");
        let stated = |at: usize| {
            let Ok(Value::Object(mut stated)) = serde_json::to_value(&drafts[at].row) else {
                panic!("an object");
            };
            let dropped = placeholders.drop_from("one", &mut stated);
            (dropped.len(), stated["armor_detail"].clone())
        };
        assert_eq!(stated(0), (1, Value::Null));
        assert_eq!(stated(31), (0, "natural armor".into()));

        // Where all books say so, it is usual.
        let usual = (0..60).map(|n| draft(["pond", "lake"][n % 2], n, "natural armor"));
        assert!(Placeholders::find(&[usual.collect::<Vec<_>>()]).0.is_empty());
    }
}
