//! Everything the program is made of, built once; the same for the server and for the tests.

use crate::assets::Assets;
use crate::changes::Changes;
use crate::config::Config;
use crate::db::{Db, Exclusive};
use crate::embed::{Embedder, ModelState};
use crate::error::Result;
use crate::ingest::Demand;
use crate::jobs::Jobs;
use crate::query::coverage::Coverage;
use crate::query::readings::Readings;
use crate::query::semantic::Indexes;
use crate::rerank::Reranker;
use crate::share::Lock;
use crate::source::{self, Listing};
use crate::store::Change;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::watch;
use tokio::task::JoinSet;

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
    /// Queries as they were read.
    pub readings: Readings,
    /// What is known about the indexes of vectors.
    pub indexes: Indexes,
    /// The embedder of the model that the settings name, which comes in the background.
    pub embedder: Embedder,
    /// The model of the stored vectors where that is another one: it embeds queries until the configured one's
    /// vectors are complete, or for as long as other servers keep the store to it.
    pub former: Embedder,
    /// Never has a model: it stands for both where neither can embed queries.
    no_model: Embedder,
    /// What is known of these models and the stored vectors.
    pub model_state: ModelState,
    /// What looks at the best hits of a search again; without a model unless the settings name one.
    pub reranker: Reranker,
    /// One embeds what is pending at a time.
    pub embedding: Exclusive,
    embedded: AtomicUsize,
    /// What has changed of what is stored.
    pub changes: Arc<Changes>,
    /// Goes by what requests are read from.
    _following: JoinSet<()>,
    /// The long jobs of this process.
    pub jobs: Jobs,
    /// Says that this process lets go of the store: jobs are cut off, and open connections closed.
    pub stopping: watch::Sender<bool>,
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
        let mut assets = Assets::new(
            config.data_dir.clone(),
            config.model.clone(),
            config.offline,
        );
        assets.reranker.clone_from(&config.reranker);
        let changes = Arc::<Changes>::default();
        let mut following = JoinSet::new();
        if db.sources.are_several() {
            following.spawn(Arc::clone(&changes).follow(db.sources.current()));
        }
        Self {
            listings: source::listings(&config),
            config,
            db,
            assets,
            syncing: Exclusive::new("sync"),
            demand: Demand::default(),
            coverage: Coverage::default(),
            readings: Readings::default(),
            indexes: Indexes::default(),
            embedder: Embedder::waiting(),
            former: Embedder::waiting(),
            no_model: Embedder::waiting(),
            model_state: ModelState::default(),
            reranker: Reranker::default(),
            embedding: Exclusive::new("embed"),
            embedded: AtomicUsize::new(0),
            changes,
            _following: following,
            jobs: Jobs::default(),
            stopping: watch::Sender::new(false),
        }
    }

    /// What is configured of a listing.
    #[must_use]
    pub fn listing(&self, source: &str, endpoint: &str) -> Option<&Listing> {
        self.listings
            .iter()
            .find(|l| l.source == source && l.endpoint.name == endpoint)
    }

    /// The embedder of queries: of the model that the stored vectors are of.
    #[must_use]
    pub fn serving(&self) -> &Embedder {
        if self.former.model_id().is_some() {
            &self.former
        } else if self.model_state.is_words_only() {
            &self.no_model
        } else {
            &self.embedder
        }
    }

    /// The identity of the model that embeds queries, once one works.
    #[must_use]
    pub fn model_id(&self) -> Option<String> {
        self.serving().model_id()
    }

    /// The identity of the model that takes over when its vectors are complete, while a former one answers.
    #[must_use]
    pub fn next_model_id(&self) -> Option<String> {
        self.former.model_id()?;
        let kept = self.model_state.notice().is_some();
        self.embedder.model_id().filter(|_| !kept)
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

    /// Tells whoever waits that content has changed, as soon as requests can read it.
    pub fn content_changed(&self, change: &Change) {
        self.db.sources.written(change.revision);
        self.changes.note(change);
    }

    /// Waits until requests can read all that has changed; where a standby lags for long, no longer than it may.
    pub async fn caught_up(&self) {
        let most = self.config.replicas.max_lag;
        let _ = tokio::time::timeout(most, self.changes.caught_up()).await;
    }

    /// What answers depend on beside the request, as far as this process knows: it changes with content, vectors
    /// and models, and with what the request is read from.
    #[must_use]
    pub fn generation(&self) -> String {
        let model = self.model_id().unwrap_or_default();
        let reranked = self.reranker.is_ready();
        let content = self.content();
        format!("{content}|{}|{model}|{reranked}", self.embedded())
    }

    /// Tells contents apart: those that are read now from those before, and from those of another Postgres.
    #[must_use]
    pub fn content(&self) -> String {
        let reader = self.db.sources.reader().number;
        let content = *self.changes.watch().borrow();
        format!("{reader}|{content}")
    }

    /// A way to wait for changes of content.
    #[must_use]
    pub fn watch_content(&self) -> watch::Receiver<u64> {
        self.changes.watch()
    }
}
