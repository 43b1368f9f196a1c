//! Everything the program is made of, built once; the same for the server and for the tests.

use crate::assets::Assets;
use crate::config::Config;
use crate::db::Db;
use crate::embed::Embedder;
use crate::error::Result;
use std::sync::Arc;
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
    /// The embedder; its model comes in the background.
    pub embedder: Embedder,
    content: watch::Sender<u64>,
}

impl App {
    /// Opens the store and builds the rest.
    pub async fn open(config: Config) -> Result<Arc<Self>> {
        let db = Db::open(&config).await?;
        Ok(Arc::new(Self::with(config, db)))
    }

    fn with(config: Config, db: Db) -> Self {
        let assets = Assets::new(
            config.data_dir.clone(),
            config.model_dir.clone(),
            config.offline,
        );
        Self {
            config,
            db,
            assets,
            sync_lock: Mutex::new(()),
            embedder: Embedder::waiting(),
            content: watch::Sender::new(0),
        }
    }

    /// The identity of the embedding model, once one works.
    #[must_use]
    pub fn model_id(&self) -> Option<String> {
        self.embedder.model_id().map(str::to_owned)
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
