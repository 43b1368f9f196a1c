//! Index of records: what each is once its copies are made, and how others refer to it.

use super::copy::{self, Lookup};
use crate::foundry_text::fields::Fields;
use crate::{Drafts, Record, Records};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// The records of a file's content types, with what they copy in them.
#[derive(Default)]
pub(super) struct Index<'a> {
    records: BTreeMap<&'a str, Vec<Cow<'a, Record>>>,
    places: HashMap<(&'a str, String), Vec<usize>>,
}

impl<'a> Index<'a> {
    /// The index of all records. Those that copy what is not at hand are skipped.
    pub fn new(records: &'a Records, drafts: &mut Drafts) -> Self {
        let lookup = Lookup::new(records);
        let mut index = Self::default();
        let mut budget = copy::Budget::default();
        for (endpoint, listed) in &records.0 {
            for (place, record) in listed.iter().enumerate() {
                let record = match copy::resolved(endpoint, place, &lookup, &mut budget) {
                    Ok(resolved) => {
                        for field in resolved.unmade {
                            let value = record.raw.get("_copy").unwrap_or(&Value::Null);
                            drafts.note_unfit(endpoint, record, &format!("_copy._mod.{field}"), value);
                        }
                        let raw = resolved.value.map_or(Cow::Borrowed(&record.raw), Cow::Owned);
                        match (without_nulls(&raw), raw) {
                            (Some(raw), _) | (None, Cow::Owned(raw)) => {
                                Cow::Owned(Record { raw, key: record.key.clone(), url: record.url.clone() })
                            }
                            (None, Cow::Borrowed(_)) => Cow::Borrowed(record),
                        }
                    }
                    Err(reason) => {
                        drafts.skip(endpoint, &record.key, &reason);
                        continue;
                    }
                };
                let list = index.records.entry(endpoint.as_str()).or_default();
                let name = name_key(Fields::of(&record.raw).text("name"));
                let names = (endpoint.as_str(), name);
                index.places.entry(names).or_default().push(list.len());
                list.push(record);
            }
        }
        index
    }

    /// The records of a content type.
    pub fn records(&self, endpoint: &str) -> &[Cow<'a, Record>] {
        self.records.get(endpoint).map_or(&[], Vec::as_slice)
    }

    /// The record of that name, of that source where several have it.
    pub fn find(&self, endpoint: &str, name: &str, source: &str) -> Option<&Value> {
        self.find_where(endpoint, name, |fields| is_of(fields, "source", source))
    }

    /// The class or subclass of that name; a subclass is known by its short name, too.
    pub fn owner(&self, endpoint: &str, name: &str, class: &str) -> Option<&Value> {
        self.find(endpoint, name, "").or_else(|| {
            let records = self.records(endpoint).iter().map(|record| &record.raw);
            records.into_iter().find(|raw| {
                let fields = Fields::of(raw);
                !fields.text("shortName").is_empty()
                    && is_of(fields, "shortName", name)
                    && is_of(fields, "className", class)
            })
        })
    }

    /// The first record of that name for which something holds, else the only one of that name.
    fn find_where(&self, endpoint: &str, name: &str, holds: impl Fn(Fields<'_>) -> bool) -> Option<&Value> {
        let places = self.places.get(&(endpoint, name_key(name)))?;
        let records = self.records(endpoint);
        let all: Vec<&Value> = places.iter().filter_map(|place| Some(&records.get(*place)?.raw)).collect();
        let found = all.iter().find(|raw| holds(Fields::of(raw)));
        let only = all.first().filter(|_| all.len() == 1);
        found.or(only).copied()
    }

    /// The record that a reference names: `Boil|Cook|Brew|3` for a class feature, `Boil|Brew` for others.
    pub fn referred(&self, endpoint: &str, reference: &str, source: &str) -> Option<&Value> {
        let parts: Vec<&str> = reference.split('|').map(str::trim).collect();
        let part = |place: usize| parts.get(place).copied().unwrap_or_default();
        let is = |fields: Fields<'_>, field: &str, place: usize| is_of(fields, field, part(place));
        let level = |fields: Fields<'_>, place: usize| part(place).parse().ok() == fields.whole_amount("level");
        self.find_where(endpoint, part(0), |fields| match endpoint {
            "classFeature" => is(fields, "className", 1) && level(fields, 3),
            "subclassFeature" => is(fields, "className", 1) && is(fields, "subclassShortName", 3) && level(fields, 5),
            _ if parts.len() > 1 => is(fields, "source", 1),
            _ => is_of(fields, "source", source),
        })
    }
}

/// A name as references have it.
pub(super) fn name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

fn is_of(fields: Fields<'_>, field: &str, value: &str) -> bool {
    value.is_empty() || fields.text(field).eq_ignore_ascii_case(value)
}

/// A value without the fields and elements that are null, which are not there; `None` where it has none.
fn without_nulls(value: &Value) -> Option<Value> {
    fn has_null(value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Array(items) => items.iter().any(has_null),
            Value::Object(fields) => fields.values().any(has_null),
            _ => false,
        }
    }
    fn strip(value: &mut Value) {
        match value {
            Value::Array(items) => {
                items.retain(|item| !item.is_null());
                items.iter_mut().for_each(strip);
            }
            Value::Object(fields) => {
                fields.retain(|_, field| !field.is_null());
                fields.values_mut().for_each(strip);
            }
            _ => {}
        }
    }
    has_null(value).then(|| {
        let mut value = value.clone();
        strip(&mut value);
        value
    })
}
