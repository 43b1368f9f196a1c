//! Sources of D&D 5e content: their listings, their wire types, and the mapping of their records to drafts of rows.
//!
//! Wire types live and die in this crate, and no source uses another one's. A source is a pure function from stored records to drafts of
//! rows ([`SOURCES`]). Its records come from an API ([`Upstream`], fetched by [`http`]), or out of files
//! that people bring ([`import`]).

mod attribution;
mod bounded_join;
#[cfg(test)]
mod cases;
pub mod dnd5e;
pub mod http;
pub mod import;
mod item_text;
mod open5e;
pub mod open5e_v1;
pub mod open5e_v2;
mod option_text;
pub mod orcbrew;
mod prose;
mod reference_book;
#[cfg(test)]
mod source_borders;
mod spell_text;
pub mod srd_data;
mod stat_block;
mod values;
mod wire;

use async_trait::async_trait;
use http::{Client, FetchError};
use lorekeeper_content::record::{Record, Records, Skipped, UniqueRecords};
use lorekeeper_content::{
    Family, Origin, character_option, creature, document, equipment, rule, spell,
};
use serde::de::DeserializeOwned;

/// Draws rows from all records of a source: a pure function.
pub type Normalise = fn(&Records) -> Drafts;

/// Every source with its normaliser, in order of preference.
pub const SOURCES: [(&str, Normalise); 5] = [
    (open5e_v2::NAME, open5e_v2::normalise),
    (dnd5e::NAME, dnd5e::normalise),
    (open5e_v1::NAME, open5e_v1::normalise),
    (srd_data::NAME, srd_data::normalise),
    (orcbrew::NAME, orcbrew::normalise),
];

/// The normaliser of a source; `None` for an unknown name.
#[must_use]
pub fn normaliser(source: &str) -> Option<Normalise> {
    let known = SOURCES.iter().find(|(name, _)| *name == source);
    known.map(|(_, normalise)| *normalise)
}

/// A source with an API: its listings, and how to fetch one.
#[async_trait]
pub trait Upstream: Send + Sync {
    /// The source's name (`open5e_v2`).
    fn name(&self) -> &'static str;

    /// The source's listings, in the order they are best fetched.
    fn endpoints(&self) -> Vec<Endpoint>;

    /// Fetches a whole listing. `progress` gets the number of records, and every advance.
    async fn fetch(
        &self,
        client: &Client,
        endpoint: &str,
        progress: &dyn Progress,
    ) -> Result<Fetched, FetchError>;
}

/// A sink for the progress of a fetch.
pub trait Progress: Send + Sync {
    /// How many records the listing has.
    fn total(&self, records: usize);

    /// Adds a number of records that have arrived.
    fn advance(&self, records: usize);
}

/// A listing of an upstream.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint {
    /// The listing's name (`creatures`, `2014/monsters`).
    pub name: String,
    /// The family that the listing feeds; `None` when all families need it.
    pub family: Option<Family>,
}

/// The settings of upstreams.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Names of the sources to sync, in order of preference.
    pub sources: Vec<String>,
    /// Address of the Open5e API.
    pub open5e_url: String,
    /// Address of the D&D 5e API.
    pub dnd5e_url: String,
}

/// Names of the sources that have an API, in order of preference.
pub const UPSTREAMS: [&str; 3] = [open5e_v2::NAME, dnd5e::NAME, open5e_v1::NAME];

/// The upstreams that the settings name, in order of preference.
#[must_use]
pub fn configured(settings: &Settings) -> Vec<Box<dyn Upstream>> {
    settings
        .sources
        .iter()
        .filter_map(|name| -> Option<Box<dyn Upstream>> {
            match name.as_str() {
                open5e_v2::NAME => Some(Box::new(open5e::Open5e {
                    api: open5e_v2::API,
                    base: settings.open5e_url.clone(),
                })),
                dnd5e::NAME => Some(Box::new(dnd5e::Dnd5e {
                    base: settings.dnd5e_url.clone(),
                })),
                open5e_v1::NAME => Some(Box::new(open5e::Open5e {
                    api: open5e_v1::API,
                    base: settings.open5e_url.clone(),
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
    /// The listing itself.
    pub endpoint: Endpoint,
}

impl Listing {
    /// Whether a family needs the listing; always true without a family.
    #[must_use]
    pub fn feeds(&self, family: Option<Family>) -> bool {
        match (self.endpoint.family, family) {
            (Some(fed), Some(family)) => fed == family,
            _ => true,
        }
    }
}

/// All listings of the configured upstreams.
#[must_use]
pub fn listings(settings: &Settings) -> Vec<Listing> {
    configured(settings)
        .iter()
        .flat_map(|upstream| {
            let source = upstream.name();
            let endpoints = upstream.endpoints().into_iter();
            endpoints.map(move |endpoint| Listing { source, endpoint })
        })
        .collect()
}

/// The outcome of fetching a listing.
#[derive(Clone, Debug, Default)]
pub struct Fetched {
    /// The records.
    pub records: Vec<Record>,
    /// Why records are missing, if any are. Only a whole listing shows which records have gone.
    pub incomplete: Option<String>,
}

/// A row as one source draws it.
#[derive(Clone, Debug, Default)]
pub struct Draft<R> {
    /// The row; fields that the source does not have are empty.
    pub row: R,
    /// The upstream record that the row was made from.
    pub origin: Origin,
    /// Distinguishes rows of one name in one book (a rule's section, a subclass's class).
    pub section: Option<String>,
}

impl<R> Draft<R> {
    /// The draft of a row that has no namesake in its book.
    pub fn new(row: R, origin: Origin) -> Self {
        Self {
            row,
            origin,
            section: None,
        }
    }
}

/// All drafts of a source.
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

impl Drafts {
    /// The records of an endpoint as `T`. A record that does not fit is noted in `skipped` and left out.
    pub fn parse<'a, T: DeserializeOwned>(
        &mut self,
        records: &'a Records,
        endpoint: &str,
    ) -> Vec<(&'a Record, T)> {
        let mut parsed = Vec::new();
        for record in records.endpoint(endpoint) {
            match serde_path_to_error::deserialize(&record.raw) {
                Ok(wire) => parsed.push((record, wire)),
                Err(error) => self.skip(endpoint, &record.key, &error.to_string()),
            }
        }
        parsed
    }

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
