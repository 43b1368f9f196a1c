//! Ingest: due listings are fetched, records become rows, rows are written, passages get vectors.
//!
//! In reading order: [`Ingest`] holds what the work needs; `sync` fetches what is due (`staleness`, `listing`,
//! [`on_demand`]) and `import` reads files; `materialise` makes rows of all stored records (`rows`: `bounds`,
//! `import_namespace`, `entity_resolution`, `merge`); [`embedding`] gives their passages vectors; [`jobs`] and
//! [`progress`] say how far long work is; [`background`] keeps all that going.

pub mod background;
mod bounds;
pub mod embedding;
mod entity_resolution;
mod error;
pub mod import;
mod import_namespace;
pub mod jobs;
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
pub use import::{ImportReport, import, remove};
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
    #[must_use]
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
    #[must_use]
    pub fn listing(&self, source: &str, endpoint: &str) -> Option<&Listing> {
        self.listings
            .iter()
            .find(|l| l.source == source && l.endpoint.name == endpoint)
    }
}
