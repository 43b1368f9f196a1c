//! The embedder: text in, vectors out, queries before passages.
//!
//! A model is a few threads' own (`worker`), which take from one queue (`queue`); an [`Embedder`] is a
//! handle to them that can be cloned and awaited. It exists before its model does: until [`Embedder::load`] has succeeded, it
//! answers [`EmbedError::NotReady`], or why the model could not be had, and search does without.

pub mod background;
pub mod change;
mod hash;
mod model;
mod model_state;
mod pending;
mod profile;
mod queue;
pub mod servers;
mod stored;
mod worker;

pub use hash::{HashEmbedder, Hashed};
use model::sessions;
pub use model::{MOST_DIMENSIONS, OnnxModel};
pub(crate) use model::{environment, threads, tokenizer_files};
pub use model_state::{MAX_FAILURES, ModelState};

use crate::assets::{AssetError, Assets, ModelFiles, Variant};

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use worker::Workers;

/// A model that embeds: the border to the world outside.
pub trait Embed: Send + 'static {
    /// The model's identity, stored with its vectors; vectors of different identities are never
    /// compared.
    fn model_id(&self) -> &str;

    /// How many numbers its vectors have.
    fn dimension(&self) -> usize;

    /// A vector of length 1 for each text that is searched.
    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;

    /// A vector of length 1 for each query, which some models want to be told apart.
    fn embed_queries(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.embed(texts)
    }

    /// Whether texts that are embedded together have the vectors that they have alone.
    fn batches(&self) -> bool {
        false
    }
}

/// Why there is no vector.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EmbedError {
    /// The model is still on its way.
    #[error("the embedding model is still being prepared; semantic search will work in a moment")]
    NotReady,
    /// The model's files are not to be had.
    #[error(transparent)]
    Assets(#[from] Arc<AssetError>),
    /// The library cannot be loaded.
    #[error(
        "ONNX Runtime could not be loaded from {0}; LoreKeeper needs version 1.24 or newer for this platform (ORT_DYLIB_PATH names another)"
    )]
    Runtime(String),
    /// The model cannot be loaded.
    #[error(
        "the embedding model {0} could not be loaded; remove it to have it fetched again, or choose another with LOREKEEPER_MODEL_DIR"
    )]
    Model(String),
    /// Its vectors cannot be stored.
    #[error(
        "the embedding model makes vectors of {0} dimensions, and the store takes at most {MOST_DIMENSIONS}; choose another with LOREKEEPER_MODEL"
    )]
    TooManyDimensions(usize),
    /// The model failed on a text.
    #[error("the embedding model failed on this text")]
    Inference,
    /// The embedding thread is gone.
    #[error("the embedder has stopped; restart LoreKeeper")]
    Stopped,
}

/// How far the embedder is.
#[derive(Clone, Debug)]
pub enum State {
    /// No model was loaded yet.
    Waiting,
    /// A model works.
    Ready {
        /// Its identity.
        model_id: String,
    },
    /// The last attempt to load one failed.
    Failed(EmbedError),
}

/// A handle to the embedding threads.
#[derive(Clone)]
pub struct Embedder(Arc<Shared>);

struct Shared {
    workers: RwLock<Option<Arc<Workers>>>,
    failure: Mutex<Option<EmbedError>>,
    queries: moka::future::Cache<String, Arc<Vec<f32>>>,
}

impl Default for Embedder {
    fn default() -> Self {
        Self::waiting()
    }
}

impl Embedder {
    /// An embedder without a model as yet.
    #[must_use]
    pub fn waiting() -> Self {
        Self(Arc::new(Shared {
            workers: RwLock::new(None),
            failure: Mutex::new(None),
            queries: moka::future::Cache::new(REMEMBERED_QUERIES),
        }))
    }

    /// An embedder with a model.
    pub fn new(model: impl Embed) -> Result<Self, EmbedError> {
        let embedder = Self::waiting();
        embedder.install(model)?;
        Ok(embedder)
    }

    /// Fetches the model where it must be, loads it and puts it to work. After a failure it can be
    /// called again.
    pub async fn load(&self, assets: &Assets) -> Result<(), EmbedError> {
        self.load_from(assets.model()).await
    }

    /// The same for one graph of the default model.
    pub async fn load_variant(&self, assets: &Assets, variant: Variant) -> Result<(), EmbedError> {
        self.load_from(assets.variant(variant)).await
    }

    async fn load_from(
        &self,
        files: impl Future<Output = Result<ModelFiles, AssetError>>,
    ) -> Result<(), EmbedError> {
        if self.workers().is_some() {
            return Ok(());
        }
        let outcome = match files.await {
            Ok(files) => {
                let files = Arc::new(files);
                let outcome = load(&files).await.and_then(|model| self.install(model));
                if outcome.is_ok() {
                    self.widen(files);
                }
                outcome
            }
            Err(error) => Err(Arc::new(error).into()),
        };
        *self.failure() = outcome.clone().err();
        outcome
    }

    /// Loads the other sessions of the model that was loaded from these files; the first one is at work meanwhile.
    fn widen(&self, files: Arc<ModelFiles>) {
        let Some(workers) = self.workers() else {
            return;
        };
        tokio::spawn(async move {
            for _ in 1..sessions(&files).count {
                let added = load(&files).await;
                if let Err(error) = added.and_then(|model| workers.add(Box::new(model))) {
                    tracing::warn!("Fewer queries are embedded at once than could be: {error}.");
                    return;
                }
            }
        });
    }

    /// Puts a model to work; a second one is ignored.
    pub fn install(&self, model: impl Embed) -> Result<(), EmbedError> {
        if model.dimension() > MOST_DIMENSIONS {
            return Err(EmbedError::TooManyDimensions(model.dimension()));
        }
        let mut workers = self
            .0
            .workers
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if workers.is_none() {
            let started = Workers::start(Box::new(model))?;
            tracing::info!(model = started.model_id(), "an embedding model is loaded");
            *workers = Some(Arc::new(started));
        }
        Ok(())
    }

    /// Lets go of the model.
    pub fn release(&self) {
        let mut workers = self
            .0
            .workers
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *workers = None;
        self.0.queries.invalidate_all();
    }

    /// How far it is.
    #[must_use]
    pub fn state(&self) -> State {
        match (self.model_id(), self.failure().clone()) {
            (Some(model_id), _) => State::Ready { model_id },
            (None, Some(error)) => State::Failed(error),
            (None, None) => State::Waiting,
        }
    }

    /// The identity of the model, once there is one.
    #[must_use]
    pub fn model_id(&self) -> Option<String> {
        self.workers().map(|workers| workers.model_id().to_owned())
    }

    /// How many numbers its vectors have, once there is a model.
    #[must_use]
    pub fn dimension(&self) -> Option<usize> {
        self.workers().map(|workers| workers.dimension())
    }

    /// The vector of a query, before all passages that wait. Drop the future to give up.
    pub async fn query(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let workers = self.ready()?;
        let text = text.trim();
        // Vectors of one model mean nothing to another.
        let key = format!("{} {text}", workers.model_id());
        let made = async { workers.query(text).await.map(Arc::new) };
        let entry = self
            .0
            .queries
            .entry(key)
            .or_try_insert_with(made)
            .await
            .map_err(|error: Arc<EmbedError>| EmbedError::clone(&error))?;
        let result = if entry.is_fresh() { "miss" } else { "hit" };
        metrics::counter!("lorekeeper_cache_requests_total", "cache" => "embedding", "result" => result)
            .increment(1);
        Ok(Vec::clone(entry.value()))
    }

    /// For each passage, in their order, its vector or why it has none. They are embedded when no query waits.
    pub async fn passages(&self, texts: Vec<String>) -> Vec<Result<Vec<f32>, EmbedError>> {
        match self.ready() {
            Ok(workers) => workers.passages(texts).await,
            Err(error) => texts.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    fn workers(&self) -> Option<Arc<Workers>> {
        let workers = self.0.workers.read();
        workers.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn ready(&self) -> Result<Arc<Workers>, EmbedError> {
        let why = || self.failure().clone().unwrap_or(EmbedError::NotReady);
        self.workers().ok_or_else(why)
    }

    fn failure(&self) -> std::sync::MutexGuard<'_, Option<EmbedError>> {
        self.0
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Loads one session of a model, aside: it takes about half a second.
async fn load(files: &Arc<ModelFiles>) -> Result<OnnxModel, EmbedError> {
    let files = Arc::clone(files);
    tokio::task::spawn_blocking(move || OnnxModel::load(&files))
        .await
        .unwrap_or_else(|_| Err(EmbedError::Model("of this machine".to_owned())))
}

/// 3 MB of vectors.
const REMEMBERED_QUERIES: u64 = 2048;

#[cfg(test)]
mod tests;
