//! Sources of D&D 5e content: their listings, their wire types, and the mapping of their records to drafts of rows.
//!
//! Wire types live and die in this crate, and no source uses another one's. A source is a pure function from stored records to drafts of
//! rows ([`SOURCES`]). Its records come from an API ([`Upstream`], fetched by [`http`]), or out of files
//! that people bring ([`import`]).
//!
//! In reading order:
//!
//! - `open5e_v2`, `dnd5e`, `foundry_srd`, `open5e_v1`, `srd_data`, `orcbrew`, `fivetools`, `fight_club`, `stat_blocks`:
//!   one folder a source, with its wire types and a file or folder for each family. None uses another's. `foundry_text`: the markup of a virtual
//!   tabletop, which two of them have: references, commands, HTML.
//! - `open5e`: fetching from either version of Open5e. `dnd5e::pack`: packs of the D&D 5e API's records as files.
//! - `stat_block`, `item_text`, `spell_text`, `option_text`, `prose`: readers of printed lines and texts that several
//!   sources share. `wire`: wire shapes that several share.
//! - `http`: the one polite client: identified, with timeouts, retries and pauses; `http::stream`: bodies that are
//!   read while they arrive. `bounded_join`: many requests for one listing.
//! - `import`: files, folders and archives, told by what is in them, within limits (`import::allowance`);
//!   `import::shelf`: the records and books of a file.
//! - `record_reader`: reads every record field by field, in passes that leave out what does not fit. `unread`: which
//!   fields are left out on purpose. `bent_fields`: the test that bends every field of every record.
//! - `values`: counts the values of JSON before it is parsed. `yaml`: YAML as JSON, within a budget. `attribution`:
//!   credits that publishers ask for. `registry`: every source with its normaliser. `reference_book`: facts about the
//!   reference documents, which the sources of their records lack.
//! - `source_borders`: the test that keeps sources apart. `cases`: table tests of all sources; the tables are JSON
//!   files in `cases`: invented records, and what their rows say.

mod attribution;
#[cfg(test)]
mod bent_fields;
mod bounded_join;
#[cfg(test)]
mod cases;
pub mod dnd5e;
pub mod fight_club;
pub mod fivetools;
pub mod foundry_srd;
mod foundry_text;
pub mod http;
pub mod import;
mod item_text;
mod open5e;
pub mod open5e_v1;
pub mod open5e_v2;
mod option_text;
pub mod orcbrew;
mod prose;
mod record_reader;
mod reference_book;
mod registry;
#[cfg(test)]
mod source_borders;
mod spell_text;
pub mod srd_data;
mod stat_block;
pub mod stat_blocks;
mod unread;
mod values;
mod wire;
mod yaml;

use async_trait::async_trait;
use http::{Client, FetchError};
use lorekeeper_content::record::{Record, Records, Skipped, UniqueRecords};
use lorekeeper_content::{Family, Origin, character_option, creature, document, equipment, rule, spell};
use record_reader::Notes;
pub use record_reader::{ListingNotes, UnfitField};
pub use registry::{IMPORTS, Normalise, SOURCES, import_format, imported_book, normaliser};
use serde::de::DeserializeOwned;
use serde_json::Value;
pub use stat_block::action::read as read_actions;
pub use stat_block::spell_out_damage;
use std::collections::BTreeMap;
pub use unread::unread_fields;

/// A source with an API: its listings, and how to fetch one.
#[async_trait]
pub trait Upstream: Send + Sync {
    /// The source's name (`open5e_v2`).
    fn name(&self) -> &'static str;

    /// The address of the server. Sources of one server are fetched one after another.
    fn base(&self) -> &str;

    /// The source's listings, in the order they are best fetched.
    fn endpoints(&self) -> Vec<Endpoint>;

    /// Fetches a whole listing. `progress` gets the number of records, and every advance.
    async fn fetch(&self, client: &Client, endpoint: &str, progress: &dyn Progress) -> Result<Fetched, FetchError>;

    /// The collections that the upstream has, by its own index, and that are not read.
    async fn unread_collections(&self, client: &Client) -> Result<Vec<String>, FetchError>;
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
    /// Address of the host of the repository with the packs.
    pub foundry_url: String,
    /// SHA-256 of the documents that the packs must have. No setting: tests have packs of their own.
    pub foundry_content: String,
}

/// Names of the sources that are fetched, in order of preference.
pub const UPSTREAMS: [&str; 4] = [open5e_v2::NAME, dnd5e::NAME, foundry_srd::NAME, open5e_v1::NAME];

/// The upstreams that the settings name, in order of preference.
pub fn configured(settings: &Settings) -> Vec<Box<dyn Upstream>> {
    settings
        .sources
        .iter()
        .filter_map(|name| -> Option<Box<dyn Upstream>> {
            match name.as_str() {
                open5e_v2::NAME => {
                    Some(Box::new(open5e::Open5e { api: open5e_v2::API, base: settings.open5e_url.clone() }))
                }
                dnd5e::NAME => Some(Box::new(dnd5e::Dnd5e { base: settings.dnd5e_url.clone() })),
                foundry_srd::NAME => Some(Box::new(foundry_srd::FoundrySrd {
                    base: settings.foundry_url.clone(),
                    content: settings.foundry_content.clone(),
                })),
                open5e_v1::NAME => {
                    Some(Box::new(open5e::Open5e { api: open5e_v1::API, base: settings.open5e_url.clone() }))
                }
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
    pub fn feeds(&self, family: Option<Family>) -> bool {
        match (self.endpoint.family, family) {
            (Some(fed), Some(family)) => fed == family,
            _ => true,
        }
    }
}

/// All listings of the configured upstreams.
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
    /// Whether the server has no such listing, as older and newer ones have not. What was stored of it stays.
    pub is_absent: bool,
}

impl Fetched {
    /// The outcome for a listing that the server does not have.
    pub fn absent() -> Self {
        Self { is_absent: true, ..Self::default() }
    }
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
    /// The columns that always have a value, but which the record does not state: another source's count.
    pub unstated: Vec<&'static str>,
}

impl<R> Draft<R> {
    /// The draft of a row that has no namesake in its book.
    pub fn new(row: R, origin: Origin) -> Self {
        Self { row, origin, section: None, unstated: Vec::new() }
    }

    /// The draft, whose section distinguishes it from namesakes in its book.
    pub fn in_section(self, section: Option<String>) -> Self {
        Self { section, ..self }
    }

    /// The draft of an imported row: its record's own key distinguishes it from namesakes.
    pub fn of_import(row: R, source: &str, endpoint: &str, record: &Record) -> Self {
        let own = record.key.rsplit('/').next().map(str::to_owned);
        Self::new(row, origin(source, endpoint, record)).in_section(own)
    }

    /// The draft, with columns that the record does not state where the second value is true.
    pub fn unstated<const N: usize>(mut self, columns: [(&'static str, bool); N]) -> Self {
        let unstated = columns.into_iter().filter(|(_, is_unstated)| *is_unstated);
        self.unstated.extend(unstated.map(|(column, _)| column));
        self
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
    /// What the readers noted, by listing.
    notes: BTreeMap<String, Notes>,
}

impl Drafts {
    /// The records of an endpoint as `T`. Fields that do not fit are absent, and noted. A record without a key or a name
    /// is noted in `skipped` and left out.
    pub fn parse<'a, T: DeserializeOwned>(&mut self, records: &'a Records, endpoint: &str) -> Vec<(&'a Record, T)> {
        let records = records.endpoint(endpoint).iter();
        let parsed = records.filter_map(|record| Some((record, self.read(endpoint, record)?)));
        parsed.collect()
    }

    /// A record of an endpoint as `T`, like [`Self::parse`].
    pub fn read<T: DeserializeOwned>(&mut self, endpoint: &str, record: &Record) -> Option<T> {
        let notes = self.notes.entry(endpoint.to_owned()).or_default();
        let reading = record_reader::read(&record.raw, notes);
        match reading.value {
            Ok(value) => {
                notes.add_unfit(&record.key, reading.unfit);
                Some(value)
            }
            Err(reason) => {
                self.skip(endpoint, &record.key, &reason);
                None
            }
        }
    }

    /// How many rows the drafts make at most.
    #[must_use]
    pub fn row_count(&self) -> usize {
        let mut count = 0;
        macro_rules! add {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                count += self.$plural.len();
            )* };
        }
        lorekeeper_content::families!(add);
        count
    }

    /// Gives a document to the rows whose records do not say theirs: `book_of` tells it by the record's key.
    fn place(&mut self, book_of: fn(&str) -> String) {
        macro_rules! place {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                for draft in &mut self.$plural {
                    if draft.row.document_key.is_empty() {
                        draft.row.document_key = book_of(&draft.origin.key);
                    }
                }
            )* };
        }
        lorekeeper_content::families!(place);
    }

    /// Notes a field of a record that does not fit, for readers that take values as they come.
    fn note_unfit(&mut self, endpoint: &str, record: &Record, field: &str, value: &Value) {
        let notes = self.notes.entry(endpoint.to_owned()).or_default();
        let unfit = [(field.to_owned(), record_reader::described(value))];
        notes.add_unfit(&record.key, unfit.into());
    }

    /// What the readers noted of each listing.
    pub fn notes(&self, records: &Records) -> BTreeMap<String, ListingNotes> {
        let noted = |(endpoint, notes): (&String, &Notes)| {
            let records = records.endpoint(endpoint).len();
            (endpoint.clone(), notes.finish(records))
        };
        self.notes.iter().map(noted).collect()
    }

    /// Notes a record that could not be understood, once.
    pub fn skip(&mut self, endpoint: &str, key: &str, reason: &str) {
        let is_same = |known: &Skipped| known.endpoint == endpoint && known.key == key;
        if self.skipped.iter().any(is_same) {
            return;
        }
        self.skipped.push(Skipped { endpoint: endpoint.to_owned(), key: key.to_owned(), reason: reason.to_owned() });
    }
}

/// The origin of a draft made from `record`. Its address is the source's own page, wherever the record was fetched from.
pub fn origin(source: &str, endpoint: &str, record: &Record) -> Origin {
    let url = match source {
        open5e_v2::NAME => open5e::page(&open5e_v2::API, endpoint, record),
        dnd5e::NAME => dnd5e::page(endpoint, record),
        open5e_v1::NAME => open5e::page(&open5e_v1::API, endpoint, record),
        _ => record.url.clone(),
    };
    Origin { source: source.to_owned(), endpoint: endpoint.to_owned(), key: record.key.clone(), url }
}
