//! Ingest: due listings are fetched, records become rows, rows are written, passages get vectors.
//!
//! In reading order:
//!
//! - `sync`: a sync. `staleness`: which listings are due. `listing`: fetching and storing listings. `on_demand`: a
//!   query on what was never fetched.
//! - `import`: files that people bring, books that they take out. `import_namespace`: imported books under others'
//!   names. `import_context`: what the books of the sources give to them. `linked_names`: the names behind the slugs of a row.
//!   `book_edits`: what their owner says about them, new names and mergers; `book_settings`: how their drafts take it;
//!   `imported_books`: which book is meant.
//! - `news`: what the sources have that is not read.
//! - `materialise`: from stored records to written rows, and the version of the recipe. `rows`: the pure function in
//!   it. `book_outline`: the tables of contents that cut and place the rules of a book. `embedded_creatures`: stat blocks
//!   within texts. `bounds`: what is too long for an index. `entity_resolution`: one thing under two spellings. `merge`: field
//!   by field; below it, what sources state differently (`merge::disagreements`) and the rules that settle it
//!   (`merge::settlement`), with `merge/adjudications.json` and the tables of the books (`merge::printed_tables`);
//!   constants that are no facts (`merge::placeholders`), the fuller of two texts (`merge::fuller`), the text that
//!   two sources agree on (`merge::agreed_texts`), the better source of a kind of texts (`merge::better_witness`),
//!   the terms of the SRDs (`merge::reference_documents`), what a stat block calls its creature
//!   (`merge::short_names`), lacks (`merge::missing_parts`) and has twice (`merge::repeated_parts`,
//!   `merge::repeated_sections`), rules that stand twice (`merge::repeated_rules`), the order of parts
//!   (`merge::part_order`), the tables of classes (`merge::class_tables`), misprinted names (`merge::part_names`) and passages (`merge::misprints`), paragraphs (`merge::paragraphs`),
//!   typography (`merge::texts`, `merge::short_fields`), the lines of spell lists (`merge::spell_lines`), the references of the glossary (`merge::see_also`), what typesetting left in texts
//!   (`merge::leftovers`), and the blanks that they lost (`merge::lost_blanks`).
//! - `embedding`: pending passages (`embedding::pending`), the worker (`embedding::background`), the change from one
//!   model to another (`embedding::change`), the other servers (`embedding::servers`).
//! - `jobs`: the long jobs of this process, their history and their events. `progress`: how far a job is.
//! - `background`: what the leader does beside answering. `error`: errors.

pub mod background;
pub mod book_edits;
mod book_outline;
mod book_settings;
mod bounds;
mod embedded_creatures;
pub mod embedding;
mod entity_resolution;
mod error;
pub mod import;
mod import_context;
mod import_namespace;
mod imported_books;
pub mod jobs;
mod linked_names;
mod listing;
mod materialise;
mod merge;
pub mod news;
pub mod on_demand;
pub mod progress;
mod rows;
mod staleness;
mod sync;

pub use bounds::drafts;
pub use error::{Error, Result};
pub use import::{ImportReport, import, import_described, remove};
pub use materialise::{Materialised, ROWS_VERSION};
pub use merge::Times;
pub use rows::{Rows, rows};
pub use staleness::Due;
pub use sync::{ListingReport, Options, Report, reindex, sync};

use jobs::Jobs;
use lorekeeper_embed::Models;
use lorekeeper_sources::Listing;
use lorekeeper_store::Store;
use on_demand::OnDemand;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The settings of ingest.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The upstreams to sync.
    pub upstreams: lorekeeper_sources::Settings,
    /// How long a successful fetch is fresh.
    pub cache_ttl: Duration,
    /// How long a failed fetch is not repeated.
    pub error_ttl: Duration,
    /// Pause before a failed request to a source is tried again; each further one is twice as long. No setting: tests
    /// shorten it.
    pub retry_pause: Duration,
    /// Whether the network must not be used.
    pub offline: bool,
    /// Whether to load the starter pack when the sources cannot be reached and the store is empty.
    pub starter_pack: bool,
    /// Most bytes of vectors that the process holds and searches itself; no more need no index in the store.
    pub max_vector_bytes: u64,
}

/// The state that syncs, imports and embedding share.
pub struct Ingest {
    /// The settings.
    pub settings: Settings,
    /// The store that is written to.
    pub store: Arc<Store>,
    /// The models that embed passages.
    pub models: Arc<Models>,
    /// The listings of the configured upstreams.
    pub listings: Vec<Listing>,
    /// The families that queries wait for, and the listings that are being fetched.
    pub on_demand: OnDemand,
    /// The long jobs of this process.
    pub jobs: Jobs,
    /// Set when this process releases the store: jobs are interrupted, and open connections closed.
    pub stopping: watch::Sender<bool>,
}

impl Ingest {
    /// An ingest without jobs.
    pub fn new(settings: Settings, store: Arc<Store>, models: Arc<Models>) -> Self {
        Self {
            listings: lorekeeper_sources::listings(&settings.upstreams),
            settings,
            store,
            models,
            on_demand: OnDemand::default(),
            jobs: Jobs::default(),
            stopping: watch::Sender::new(false),
        }
    }

    /// A configured listing by its source and its name.
    pub fn listing(&self, source: &str, endpoint: &str) -> Option<&Listing> {
        self.listings.iter().find(|l| l.source == source && l.endpoint.name == endpoint)
    }
}
