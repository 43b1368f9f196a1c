//! Index of records by their identifiers, for references between records.

use crate::Records;
use crate::foundry_text::Links;
use crate::foundry_text::fields::Fields;
use std::collections::HashMap;

/// The records by slug, and the spells by the addresses that activities cast them by.
pub(super) struct Index<'a> {
    records: HashMap<(&'a str, &'a str), Fields<'a>>,
    spells: HashMap<&'a str, &'a str>,
}

impl<'a> Index<'a> {
    /// The index of all records.
    pub fn new(records: &'a Records) -> Self {
        let (mut by_slug, mut spells) = (HashMap::new(), HashMap::new());
        for (endpoint, records) in &records.0 {
            for record in records {
                let fields = Fields::of(&record.raw);
                by_slug.insert((endpoint.as_str(), record.key.as_str()), fields);
                spells.insert(last(fields.text("foundry_uuid")), fields.text("name").trim());
            }
        }
        spells.remove("");
        Self { records: by_slug, spells }
    }

    /// The record of that slug.
    pub fn find(&self, endpoint: &str, slug: &str) -> Option<Fields<'a>> {
        self.records.get(&(endpoint, slug)).copied()
    }

    /// The name of the record of that slug.
    pub fn name(&self, endpoint: &str, slug: &str) -> Option<&'a str> {
        Some(self.find(endpoint, slug)?.text("name").trim())
    }

    /// The name of the spell at that address (`Compendium.….phbsplOwlCall`).
    pub fn name_at(&self, address: &str) -> Option<&'a str> {
        self.spells.get(last(address)).copied()
    }
}

impl Links for Index<'_> {
    fn name(&self, address: &str) -> Option<&str> {
        self.name_at(address)
    }
}

/// The end of an address, which is enough to tell it from others.
fn last(address: &str) -> &str {
    address.rsplit('.').next().unwrap_or(address)
}
