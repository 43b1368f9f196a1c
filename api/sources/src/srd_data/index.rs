//! Index of records by their identifiers, for references between records.

use crate::{Record, Records};
use serde_json::Value;
use std::collections::HashMap;

/// The records by slug, and the spells by the addresses that activities cast them by.
pub(super) struct Index<'a> {
    records: HashMap<(&'a str, &'a str), &'a Record>,
    spells: HashMap<&'a str, &'a Record>,
}

impl<'a> Index<'a> {
    /// The index of all records.
    pub fn new(records: &'a Records) -> Self {
        let mut by_slug = HashMap::new();
        let mut spells = HashMap::new();
        for (endpoint, records) in &records.0 {
            for record in records {
                by_slug.insert((endpoint.as_str(), record.key.as_str()), record);
                if let Some(address) = record.raw.get("foundry_uuid").and_then(Value::as_str) {
                    spells.insert(last(address), record);
                }
            }
        }
        Self {
            records: by_slug,
            spells,
        }
    }

    /// The record of that slug.
    pub fn find(&self, endpoint: &str, slug: &str) -> Option<&'a Record> {
        self.records.get(&(endpoint, slug)).copied()
    }

    /// The name of the record of that slug.
    pub fn name(&self, endpoint: &str, slug: &str) -> Option<&'a str> {
        name(self.find(endpoint, slug)?)
    }

    /// The name of the spell at that address (`Compendium.….phbsplOwlCall`).
    pub fn spell(&self, address: &str) -> Option<&'a str> {
        name(self.spells.get(last(address))?)
    }
}

fn name(record: &Record) -> Option<&str> {
    record
        .raw
        .get("name")
        .and_then(Value::as_str)
        .map(str::trim)
}

/// The end of an address, which is enough to tell it from others.
fn last(address: &str) -> &str {
    address.rsplit('.').next().unwrap_or(address)
}
