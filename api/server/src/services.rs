//! Composition root: opens the store and builds the parts of the program around it, for the server and for tests.

use crate::config::Config;
use lorekeeper_embed::Models;
use lorekeeper_embed::assets::Assets;
use lorekeeper_graphql::Backend;
use lorekeeper_graphql::error::Result;
use lorekeeper_ingest::Ingest;
use lorekeeper_search::Search;
use lorekeeper_store::DataDirLock;
use lorekeeper_store::Store;
use std::sync::Arc;

/// The parts of the program.
pub struct Services {
    /// The settings.
    pub config: Config,
    /// The store.
    pub store: Arc<Store>,
    /// The embedding models.
    pub models: Arc<Models>,
    /// Syncs, imports and jobs.
    pub ingest: Arc<Ingest>,
    /// Queries.
    pub search: Arc<Search>,
}

impl Services {
    /// Opens the store for this process alone. Programs that share a data directory go through
    /// [`crate::leadership`].
    pub async fn open(config: Config) -> Result<Arc<Self>> {
        Self::open_locked(config, None).await.map(Arc::new)
    }

    /// Opens the store under the lock of its data directory.
    pub async fn open_locked(config: Config, lock: Option<DataDirLock>) -> Result<Self> {
        let store = Arc::new(Store::open(&config.store, lock).await?);
        let models = Arc::new(Models::new(Assets::new(
            config.store.data_dir.clone(),
            config.model.clone(),
            config.ingest.offline,
        )));
        Ok(Self {
            ingest: Arc::new(Ingest::new(config.ingest.clone(), Arc::clone(&store), Arc::clone(&models))),
            search: Arc::new(Search::new(Arc::clone(&store), Arc::clone(&models), &config.search)),
            config,
            store,
            models,
        })
    }

    /// The parts that resolvers read from and start work on.
    pub fn backend(&self) -> Arc<Backend> {
        Arc::new(Backend {
            store: Arc::clone(&self.store),
            models: Arc::clone(&self.models),
            ingest: Arc::clone(&self.ingest),
            search: Arc::clone(&self.search),
            limits: self.config.limits.clone(),
            has_admin_token: self.config.admin_token.is_some() || self.config.oauth.is_some(),
        })
    }
}
