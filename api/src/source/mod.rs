//! Upstream sources: what they list, and how their records become rows.
//!
//! Wire types live and die in this module. A source is a pure function from stored records to drafts of
//! rows ([`SOURCES`]). Its records come from an API ([`Upstream`], fetched by [`http`]), or out of files
//! that people bring ([`import`]). A record enters as what was said and leaves as what it is.

pub mod attribution;
pub mod dnd5e;
mod gather;
pub mod http;
pub mod import;
pub mod open5e;
pub mod open5e_v1;
pub mod open5e_v2;
pub mod orcbrew;
pub mod pack;
pub mod srd_data;
mod stat_block;
mod values;

use crate::config::Config;
use crate::family::{Family, Origin, character_option, creature, document, equipment, rule, spell};
use crate::progress::Progress;
use async_trait::async_trait;
use http::{Client, FetchError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Draws rows from all that a source has said: a pure function.
pub type Normalise = fn(&Records) -> Drafts;

/// Every source, the preferred one first, with what draws rows from its records.
pub const SOURCES: [(&str, Normalise); 5] = [
    (open5e_v2::NAME, open5e_v2::normalise),
    (dnd5e::NAME, dnd5e::normalise),
    (open5e_v1::NAME, open5e_v1::normalise),
    (srd_data::NAME, srd_data::normalise),
    (orcbrew::NAME, orcbrew::normalise),
];

/// What draws rows from the records of a source.
#[must_use]
pub fn normaliser(source: &str) -> Option<Normalise> {
    let known = SOURCES.iter().find(|(name, _)| *name == source);
    known.map(|(_, normalise)| *normalise)
}

/// A source with an API: what it lists, and how to fetch a listing.
#[async_trait]
pub trait Upstream: Send + Sync {
    /// The source's name (`open5e_v2`).
    fn name(&self) -> &'static str;

    /// Its listings, in the order they are best fetched.
    fn endpoints(&self) -> Vec<Endpoint>;

    /// Fetches a listing whole. `progress` is told how many records there are and each that came.
    async fn fetch(
        &self,
        client: &Client,
        endpoint: &str,
        progress: &Progress,
    ) -> Result<Fetched, FetchError>;
}

/// A listing of an upstream.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint {
    /// Its name (`creatures`, `2014/monsters`).
    pub name: String,
    /// The family it feeds; `None` when all of them need it.
    pub family: Option<Family>,
}

/// The upstreams that the settings name, in order of preference.
#[must_use]
pub fn configured(config: &Config) -> Vec<Box<dyn Upstream>> {
    config
        .sources
        .iter()
        .filter_map(|name| -> Option<Box<dyn Upstream>> {
            match name.as_str() {
                open5e_v2::NAME => Some(Box::new(open5e::Open5e {
                    api: open5e_v2::API,
                    base: config.open5e_url.clone(),
                })),
                dnd5e::NAME => Some(Box::new(dnd5e::Dnd5e {
                    base: config.dnd5e_url.clone(),
                })),
                open5e_v1::NAME => Some(Box::new(open5e::Open5e {
                    api: open5e_v1::API,
                    base: config.open5e_url.clone(),
                })),
                _ => None,
            }
        })
        .collect()
}

/// A listing of a configured upstream.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The source's name.
    pub source: &'static str,
    /// What it lists there.
    pub endpoint: Endpoint,
}

impl Listing {
    /// Whether a family needs it; without a family, whether anything does.
    #[must_use]
    pub fn feeds(&self, family: Option<Family>) -> bool {
        match (self.endpoint.family, family) {
            (Some(fed), Some(family)) => fed == family,
            _ => true,
        }
    }
}

/// What the configured upstreams list.
#[must_use]
pub fn listings(config: &Config) -> Vec<Listing> {
    configured(config)
        .iter()
        .flat_map(|upstream| {
            let source = upstream.name();
            let endpoints = upstream.endpoints().into_iter();
            endpoints.map(move |endpoint| Listing { source, endpoint })
        })
        .collect()
}

/// What fetching a listing brought.
#[derive(Clone, Debug, Default)]
pub struct Fetched {
    /// The records.
    pub records: Vec<Record>,
    /// Why this is not the whole listing, if it is not. Only a whole one can say what is gone.
    pub incomplete: Option<String>,
}

/// An upstream record as it was received.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The record's key within its endpoint (`srd_fireball`).
    pub key: String,
    /// The record's own address.
    pub url: String,
    /// The record.
    pub raw: Value,
}

/// Everything a source has said, by endpoint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Records(pub BTreeMap<String, Vec<Record>>);

impl Records {
    /// The records of an endpoint; none when it was never fetched.
    #[must_use]
    pub fn of(&self, endpoint: &str) -> &[Record] {
        self.0.get(endpoint).map_or(&[], Vec::as_slice)
    }

    /// The records of an endpoint as `T`. What does not fit is noted in `drafts.skipped` and left out.
    pub fn parse<T: DeserializeOwned>(
        &self,
        endpoint: &str,
        drafts: &mut Drafts,
    ) -> Vec<(&Record, T)> {
        let mut parsed = Vec::new();
        for record in self.of(endpoint) {
            match serde_path_to_error::deserialize(&record.raw) {
                Ok(wire) => parsed.push((record, wire)),
                Err(error) => drafts.skip(endpoint, &record.key, &error.to_string()),
            }
        }
        parsed
    }
}

/// Records of files, each key of an endpoint once: what comes again, as in two versions of one pack, is left out.
#[derive(Debug, Default)]
pub struct UniqueRecords {
    records: Records,
    known: HashMap<String, HashSet<String>>,
}

impl UniqueRecords {
    /// Adds a record, unless there is one of that key.
    pub fn add(&mut self, endpoint: &str, record: Record) {
        let known = self.known.entry(endpoint.to_owned()).or_default();
        if known.insert(record.key.clone()) {
            let listed = self.records.0.entry(endpoint.to_owned()).or_default();
            listed.push(record);
        }
    }

    /// The records.
    #[must_use]
    pub fn finish(self) -> Records {
        self.records
    }
}

/// A row as one source draws it.
#[derive(Clone, Debug, Default)]
pub struct Draft<R> {
    /// The row; what the source does not say is left empty.
    pub row: R,
    /// The upstream record it was made from.
    pub origin: Origin,
    /// What tells it from a namesake in the same book (a rule's section, a subclass's class).
    pub section: Option<String>,
}

/// All that a source's records amount to.
#[derive(Debug, Default)]
pub struct Drafts {
    /// Books.
    pub documents: Vec<Draft<document::Model>>,
    /// Spells.
    pub spells: Vec<Draft<spell::Model>>,
    /// Creatures.
    pub creatures: Vec<Draft<creature::Model>>,
    /// Equipment.
    pub equipment: Vec<Draft<equipment::Model>>,
    /// Character options.
    pub character_options: Vec<Draft<character_option::Model>>,
    /// Rules.
    pub rules: Vec<Draft<rule::Model>>,
    /// Records that could not be understood.
    pub skipped: Vec<Skipped>,
}

/// A record that was left out, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Endpoint it was listed at.
    pub endpoint: String,
    /// Its key.
    pub key: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Drafts {
    /// Notes a record that could not be understood.
    pub fn skip(&mut self, endpoint: &str, key: &str, reason: &str) {
        self.skipped.push(Skipped {
            endpoint: endpoint.to_owned(),
            key: key.to_owned(),
            reason: reason.to_owned(),
        });
    }
}

/// The origin of a draft made from `record`.
#[must_use]
pub fn origin(source: &str, endpoint: &str, record: &Record) -> Origin {
    Origin {
        source: source.to_owned(),
        endpoint: endpoint.to_owned(),
        key: record.key.clone(),
        url: record.url.clone(),
    }
}
