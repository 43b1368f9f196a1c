//! Everything the program is made of, built once; the same for the server and for the tests.

use crate::assets::Assets;
use crate::config::Config;
use crate::db::Db;
use crate::embed::Embedder;
use crate::error::Result;
use std::sync::{Arc, OnceLock};
use tokio::sync::{Mutex, watch};

/// The program's parts.
pub struct App {
    /// The settings.
    pub config: Config,
    /// The store.
    pub db: Db,
    /// Where the model, its runtime and the starter pack come from.
    pub assets: Assets,
    /// One sync at a time.
    pub sync_lock: Mutex<()>,
    embedder: OnceLock<Arc<Embedder>>,
    content: watch::Sender<u64>,
}

impl App {
    /// Opens the store and builds the rest.
    pub async fn open(config: Config) -> Result<Arc<Self>> {
        let db = Db::open(&config).await?;
        Ok(Arc::new(Self::with(config, db)))
    }

    fn with(config: Config, db: Db) -> Self {
        let assets = Assets {
            data_dir: config.data_dir.clone(),
            model_dir: config.model_dir.clone(),
            offline: config.offline,
        };
        Self {
            config,
            db,
            assets,
            sync_lock: Mutex::new(()),
            embedder: OnceLock::new(),
            content: watch::Sender::new(0),
        }
    }

    /// The embedder, once it is loaded.
    #[must_use]
    pub fn embedder(&self) -> Option<Arc<Embedder>> {
        self.embedder.get().cloned()
    }

    /// Gives the app its embedder; the first one stays.
    pub fn set_embedder(&self, embedder: Embedder) -> Arc<Embedder> {
        self.embedder.get_or_init(|| Arc::new(embedder)).clone()
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
