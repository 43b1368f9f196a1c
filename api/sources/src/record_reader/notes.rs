//! Notes of a listing: the fields that did not fit, and the fields that no reader asked for.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How much of a text is quoted.
const MAX_QUOTED: usize = 30;

/// A field of a listing that did not fit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnfitField {
    /// The path of the field, without positions in lists (`actions.damage`).
    pub field: String,
    /// What was found in its place, once.
    pub found: String,
    /// The keys of the records where it did not fit.
    pub records: BTreeSet<String>,
}

impl UnfitField {
    /// The field in a line: `damage: 319 of 319, "a list"`.
    pub fn told(&self, of: usize) -> String {
        let Self { field, found, records } = self;
        format!("{field}: {} of {of}, \"{found}\"", records.len())
    }
}

/// What readers noted of a listing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListingNotes {
    /// How many records the listing has.
    pub records: usize,
    /// The fields that did not fit.
    pub unfit: Vec<UnfitField>,
    /// The fields that no reader asked for, with the number of records that have them.
    pub unread: BTreeMap<String, usize>,
}

/// The notes of a listing while it is read.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    unfit: BTreeMap<String, UnfitField>,
    asked: BTreeSet<String>,
    unread: BTreeMap<String, usize>,
}

impl Notes {
    /// A reader asks for a field.
    pub fn ask(&mut self, path: &str) {
        if !self.asked.contains(path) {
            self.asked.insert(path.to_owned());
        }
    }

    /// A reader does not ask for fields that a record has.
    pub fn add_unread(&mut self, paths: BTreeSet<String>) {
        for path in paths {
            *self.unread.entry(path).or_default() += 1;
        }
    }

    /// Fields of a record do not fit.
    pub fn add_unfit(&mut self, record: &str, unfit: BTreeMap<String, String>) {
        for (field, found) in unfit {
            let known =
                self.unfit.entry(field.clone()).or_insert(UnfitField { field, found, records: BTreeSet::new() });
            known.records.insert(record.to_owned());
        }
    }

    /// The notes on so many records, once all readers are done.
    pub fn finish(&self, records: usize) -> ListingNotes {
        let unread = self.unread.iter();
        let unread = unread.filter(|(path, _)| !self.asked.contains(*path));
        // A reader that reads a listing a second time notes the same records again.
        let unread = unread.map(|(path, count)| (path.clone(), (*count).min(records)));
        ListingNotes { records, unfit: self.unfit.values().cloned().collect(), unread: unread.collect() }
    }
}

/// A value in words: its shape, and a short one itself.
pub(crate) fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) if text.trim().is_empty() => "an empty text".to_owned(),
        Value::String(text) => {
            let is_plain = |c: &char| !lorekeeper_content::printable::is_unprintable(*c);
            let plain: String = text.chars().filter(is_plain).take(MAX_QUOTED).collect();
            let more = if plain.len() < text.len() { "…" } else { "" };
            format!("the text {plain}{more}")
        }
        Value::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
