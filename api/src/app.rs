//! Everything the program is made of, built once; the same for the server and for the tests.

use crate::assets::Assets;
use crate::config::Config;
use crate::db::{Db, Exclusive};
use crate::embed::Embedder;
use crate::error::Result;
use crate::ingest::Demand;
use crate::query::coverage::Coverage;
use crate::share::Lock;
use crate::source::{self, Listing};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::watch;

/// The program's parts.
pub struct App {
    /// The settings.
    pub config: Config,
    /// The store.
    pub db: Db,
    /// Where the model, its runtime and the starter pack come from.
    pub assets: Assets,
    /// One sync or import at a time.
    pub syncing: Exclusive,
    /// What the configured upstreams list.
    pub listings: Vec<Listing>,
    /// What queries wait for, and what is being fetched.
    pub demand: Demand,
    /// What is known about how much the books say.
    pub coverage: Coverage,
    /// The embedder; its model comes in the background.
    pub embedder: Embedder,
    /// One embeds what is pending at a time.
    pub embedding: Exclusive,
    embedded: AtomicUsize,
    content: watch::Sender<u64>,
}

impl App {
    /// Opens the store for this process alone and builds the rest. Programs that share a data directory go
    /// through [`crate::share`].
    pub async fn open(config: Config) -> Result<Arc<Self>> {
        Self::hold(config, None).await
    }

    /// Opens the store under the lock of its data directory, and builds the rest.
    pub async fn hold(config: Config, lock: Option<Lock>) -> Result<Arc<Self>> {
        let db = Db::open(&config, lock).await?;
        Ok(Arc::new(Self::with(config, db)))
    }

    fn with(config: Config, db: Db) -> Self {
        let assets = Assets::new(
            config.data_dir.clone(),
            config.model_dir.clone(),
            config.offline,
        );
        Self {
            listings: source::listings(&config),
            config,
            db,
            assets,
            syncing: Exclusive::new("sync"),
            demand: Demand::default(),
            coverage: Coverage::default(),
            embedder: Embedder::waiting(),
            embedding: Exclusive::new("embed"),
            embedded: AtomicUsize::new(0),
            content: watch::Sender::new(0),
        }
    }

    /// What is configured of a listing.
    #[must_use]
    pub fn listing(&self, source: &str, endpoint: &str) -> Option<&Listing> {
        self.listings
            .iter()
            .find(|l| l.source == source && l.endpoint.name == endpoint)
    }

    /// The identity of the embedding model, once one works.
    #[must_use]
    pub fn model_id(&self) -> Option<String> {
        self.embedder.model_id().map(str::to_owned)
    }

    /// How many passages this process has embedded.
    #[must_use]
    pub fn embedded(&self) -> usize {
        self.embedded.load(Ordering::Relaxed)
    }

    /// Counts passages that were embedded.
    pub fn count_embedded(&self, passages: usize) {
        self.embedded.fetch_add(passages, Ordering::Relaxed);
    }

    /// Tells whoever waits that content has changed.
    pub fn content_changed(&self) {
        self.content.send_modify(|n| *n += 1);
    }

    /// A way to wait for changes of content.
    #[must_use]
    pub fn watch_content(&self) -> watch::Receiver<u64> {
        self.content.subscribe()
    }
}
