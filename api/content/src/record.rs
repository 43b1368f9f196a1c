//! Stored records: the upstream data that rows are drawn from.

use async_graphql::SimpleObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

/// An upstream record as it was received.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The record's key within its endpoint (`srd_fireball`).
    pub key: String,
    /// The record's own address.
    pub url: String,
    /// The data.
    pub raw: Value,
}

/// All records of a source, by endpoint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Records(pub BTreeMap<String, Vec<Record>>);

impl Records {
    /// The records of an endpoint; none when it was never fetched.
    pub fn endpoint(&self, endpoint: &str) -> &[Record] {
        self.0.get(endpoint).map_or(&[], Vec::as_slice)
    }
}

/// Records of files, each key of an endpoint once: duplicates, as in two versions of one pack, are left out.
#[derive(Debug, Default)]
pub struct UniqueRecords {
    records: Records,
    known: HashMap<String, HashSet<String>>,
}

impl UniqueRecords {
    /// Adds a record, unless its key is there already.
    pub fn add(&mut self, endpoint: &str, record: Record) {
        let known = self.known.entry(endpoint.to_owned()).or_default();
        if known.insert(record.key.clone()) {
            let listed = self.records.0.entry(endpoint.to_owned()).or_default();
            listed.push(record);
        }
    }

    /// The records.
    pub fn finish(self) -> Records {
        self.records
    }
}

/// A record that was skipped because it is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[graphql(name = "SkippedRecord")]
pub struct Skipped {
    /// Endpoint that listed the record.
    #[graphql(skip)]
    pub endpoint: String,
    /// Path of the record in its file, or its key in the listing.
    #[graphql(name = "path")]
    pub key: String,
    /// The reason.
    pub reason: String,
}
