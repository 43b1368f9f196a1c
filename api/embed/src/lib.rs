//! Embedding models: fetching, verifying and running them.
//!
//! In reading order:
//!
//! - `model`: a sentence transformer on ONNX Runtime. `profile`: how a model wants to be used. `optimized`: its graph
//!   as ONNX Runtime simplifies it, with weights that are mapped into memory.
//!   `quantized`: its products of stored bytes, computed in bytes.
//! - `worker`: the embedding threads and their queue, queries before passages. `idle`: further sessions, which embed
//!   while nobody asks.
//! - `models`, `model_state`: the models of a process while one replaces another, and what they fail on.
//! - `assets`: models, runtime and starter pack: looked for, fetched, verified by SHA-256; `assets::pinned` has the
//!   hashes, `assets::packages` what a package manager installed beside the program.
//! - `hash`: an embedder without a model, for tests.

pub mod assets;
mod hash;
mod idle;
mod model;
mod model_state;
mod models;
mod optimized;
mod profile;
mod quantized;
mod worker;

pub use hash::HashEmbedder;
pub use idle::{IdleSessions, Requests, Writers, Writing};
pub use model::OnnxModel;
pub use model_state::{ModelState, StoredVectors};
pub use models::Models;

use crate::assets::{AssetError, Assets, ModelFiles, Variant};
use model::{MAX_DIMENSIONS, sessions};
use parking_lot::RwLock;
use std::sync::Arc;
use tokio::sync::watch;
use worker::Workers;

/// How many vectors of queries are kept: 3 MB of them.
const QUERY_CACHE_CAPACITY: u64 = 2048;

/// An embedding model.
pub trait Embed: Send + 'static {
    /// The model's identity, stored with its vectors; vectors of different identities are never
    /// compared.
    fn model_id(&self) -> &str;

    /// The length of the vectors.
    fn dimension(&self) -> usize;

    /// A unit vector for each passage.
    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;

    /// A unit vector for each query; some models embed queries in another way than passages.
    fn embed_queries(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.embed(texts)
    }

    /// Whether the vector of a text does not depend on the texts that are embedded with it.
    fn batches(&self) -> bool {
        false
    }
}

/// Why there is no vector.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EmbedError {
    /// The model is not loaded yet.
    #[error("the embedding model is still being prepared; semantic search will work in a moment")]
    NotReady,
    /// The model's files are missing and could not be fetched.
    #[error(transparent)]
    Assets(#[from] Arc<AssetError>),
    /// ONNX Runtime cannot be loaded.
    #[error(
        "ONNX Runtime could not be loaded from {0}; LoreKeeper needs version 1.24 or newer for this platform (ORT_DYLIB_PATH names another)"
    )]
    Runtime(String),
    /// The model cannot be loaded.
    #[error(
        "the embedding model {0} could not be loaded; remove it to have it fetched again, or choose another with LOREKEEPER_MODEL_DIR"
    )]
    Model(String),
    /// The model's vectors are too long for the store.
    #[error(
        "the embedding model makes vectors of {0} dimensions, and the store takes at most {MAX_DIMENSIONS}; choose another with LOREKEEPER_MODEL"
    )]
    TooManyDimensions(usize),
    /// The model failed on a text.
    #[error("the embedding model failed on this text")]
    Inference,
    /// The embedding threads have ended.
    #[error("the embedder has stopped; restart LoreKeeper")]
    Stopped,
}

/// A handle to the threads of one embedding model, which can be cloned.
///
/// The handle exists before the model does: until [`Embedder::load`] has succeeded, embedding fails with
/// [`EmbedError::NotReady`], or with the error of the last attempt to load, and search does without vectors.
#[derive(Clone)]
pub struct Embedder(Arc<Shared>);

struct Shared {
    /// The threads, or why there are none.
    workers: watch::Sender<Result<Arc<Workers>, EmbedError>>,
    /// The files that further sessions are loaded from.
    files: RwLock<Option<Arc<ModelFiles>>>,
    queries: moka::future::Cache<String, Arc<Vec<f32>>>,
}

impl Default for Embedder {
    /// An embedder without a model.
    fn default() -> Self {
        Self(Arc::new(Shared {
            workers: watch::Sender::new(Err(EmbedError::NotReady)),
            files: RwLock::default(),
            queries: moka::future::Cache::new(QUERY_CACHE_CAPACITY),
        }))
    }
}

impl Embedder {
    /// An embedder with a model.
    pub fn new(model: impl Embed) -> Result<Self, EmbedError> {
        let embedder = Self::default();
        embedder.install(model)?;
        Ok(embedder)
    }

    /// Loads the model that the assets name, fetched if it is missing. After a failure it can be called again.
    pub async fn load(&self, assets: &Assets) -> Result<(), EmbedError> {
        self.load_from(assets.model()).await
    }

    /// Loads one graph of the default model, fetched if it is missing.
    pub async fn load_variant(&self, assets: &Assets, variant: Variant) -> Result<(), EmbedError> {
        self.load_from(assets.variant(variant)).await
    }

    async fn load_from(&self, files: impl Future<Output = Result<ModelFiles, AssetError>>) -> Result<(), EmbedError> {
        if self.workers().is_ok() {
            return Ok(());
        }
        let loaded = async {
            let files = Arc::new(files.await.map_err(Arc::new)?);
            self.install(load(&files).await?)?;
            Ok(files)
        };
        match loaded.await {
            Ok(files) => {
                *self.0.files.write() = Some(Arc::clone(&files));
                self.add_sessions(files);
                Ok(())
            }
            Err(error) => {
                self.0.workers.send_if_modified(|workers| {
                    if let Err(reason) = workers {
                        reason.clone_from(&error);
                    }
                    false
                });
                Err(error)
            }
        }
    }

    /// Loads further sessions of the model in the background; the first one embeds meanwhile.
    fn add_sessions(&self, files: Arc<ModelFiles>) {
        let Ok(workers) = self.workers() else {
            return;
        };
        tokio::spawn(async move {
            for _ in 1..sessions(&files).count {
                let added = load(&files).await;
                if let Err(error) = added.and_then(|model| workers.add_session(Box::new(model))) {
                    tracing::warn!("Fewer queries are embedded at once than could be: {error}.");
                    return;
                }
            }
        });
    }

    /// Starts the threads of a model; a second model is ignored.
    pub fn install(&self, model: impl Embed) -> Result<(), EmbedError> {
        if model.dimension() > MAX_DIMENSIONS {
            return Err(EmbedError::TooManyDimensions(model.dimension()));
        }
        let mut installed = Ok(());
        self.0.workers.send_if_modified(|workers| {
            if workers.is_ok() {
                return false;
            }
            match Workers::start(Box::new(model)) {
                Ok(started) => {
                    tracing::info!("The embedding model {} is loaded.", started.model_id());
                    *workers = Ok(Arc::new(started));
                    true
                }
                Err(error) => {
                    installed = Err(error);
                    false
                }
            }
        });
        installed
    }

    /// Waits until a model is loaded.
    pub async fn loaded(&self) {
        // The sender is there for as long as this is.
        let _ = self.0.workers.subscribe().wait_for(Result::is_ok).await;
    }

    /// Releases the model, and ends the threads.
    pub fn release(&self) {
        let _ended = self.0.workers.send_replace(Err(EmbedError::NotReady));
        self.0.queries.invalidate_all();
    }

    /// The identity of the model; `None`: it is not loaded.
    pub fn model_id(&self) -> Option<String> {
        let workers = self.workers().ok()?;
        Some(workers.model_id().to_owned())
    }

    /// The length of the vectors; `None`: the model is not loaded.
    pub fn dimension(&self) -> Option<usize> {
        self.workers().ok().map(|workers| workers.dimension())
    }

    /// The vector of a query, which is embedded before all waiting passages. Dropping the future cancels it.
    pub async fn query(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let workers = self.workers()?;
        let text = text.trim();
        // Vectors of different models are not comparable.
        let key = format!("{} {text}", workers.model_id());
        let embed = async { workers.query(text).await.map(Arc::new) };
        let entry = self
            .0
            .queries
            .entry(key)
            .or_try_insert_with(embed)
            .await
            .map_err(|error: Arc<EmbedError>| EmbedError::clone(&error))?;
        let result = if entry.is_fresh() { "miss" } else { "hit" };
        metrics::counter!("lorekeeper_cache_requests_total", "cache" => "embedding", "result" => result).increment(1);
        Ok(Vec::clone(entry.value()))
    }

    /// The vectors of passages, in their order, each with its own error. Passages are embedded when no query waits.
    pub async fn passages(&self, texts: Vec<String>) -> Vec<Result<Vec<f32>, EmbedError>> {
        match self.workers() {
            Ok(workers) => workers.passages(texts).await,
            Err(error) => texts.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    fn files(&self) -> Option<Arc<ModelFiles>> {
        self.0.files.read().clone()
    }

    fn workers(&self) -> Result<Arc<Workers>, EmbedError> {
        self.0.workers.borrow().clone()
    }
}

/// Loads one session of a model on a blocking thread: it takes about half a second.
async fn load(files: &Arc<ModelFiles>) -> Result<OnnxModel, EmbedError> {
    let files = Arc::clone(files);
    tokio::task::spawn_blocking(move || OnnxModel::load(&files))
        .await
        .unwrap_or_else(|_| Err(EmbedError::Model("of this machine".to_owned())))
}

#[cfg(test)]
mod tests;
