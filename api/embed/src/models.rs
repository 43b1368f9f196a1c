//! The embedding models of a process: the configured one, and a previous one while its stored vectors still answer.

use crate::assets::Assets;
use crate::{Embedder, ModelState, Requests, Writers};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The embedding models of a process.
pub struct Models {
    /// Where models, ONNX Runtime and the starter pack come from.
    pub assets: Assets,
    /// The model that the settings name. It is loaded in the background.
    pub configured: Embedder,
    /// The model of the stored vectors where that is another one: it embeds queries until the configured one's
    /// vectors are complete, or for as long as other servers keep the store to it.
    pub previous: Embedder,
    /// How the stored vectors relate to the configured model.
    pub state: ModelState,
    /// When this process was last asked for content: embedding gives way to requests.
    pub requests: Arc<Requests>,
    /// The tasks of this process that write content: idle-time embedding gives way to them.
    pub writers: Arc<Writers>,
    embedded: AtomicUsize,
}

impl Models {
    /// Models of which none is loaded yet.
    pub fn new(assets: Assets) -> Self {
        Self {
            assets,
            configured: Embedder::default(),
            previous: Embedder::default(),
            state: ModelState::default(),
            requests: Arc::default(),
            writers: Arc::default(),
            embedded: AtomicUsize::new(0),
        }
    }

    /// The embedder of queries: of the model that the stored vectors are of. It has no model where that one cannot be
    /// loaded here.
    pub fn serving(&self) -> &Embedder {
        if self.previous.model_id().is_some() || self.state.is_words_only() { &self.previous } else { &self.configured }
    }

    /// The identity of the model that embeds queries, once it is loaded.
    pub fn model_id(&self) -> Option<String> {
        self.serving().model_id()
    }

    /// The identity of the model that takes over when its vectors are complete, while a previous one answers.
    pub fn pending_model_id(&self) -> Option<String> {
        self.previous.model_id()?;
        let blocked = self.state.notice().is_some();
        self.configured.model_id().filter(|_| !blocked)
    }

    /// How many passages this process has embedded.
    pub fn embedded(&self) -> usize {
        self.embedded.load(Ordering::Relaxed)
    }

    /// Counts passages that were embedded.
    pub fn count_embedded(&self, passages: usize) {
        self.embedded.fetch_add(passages, Ordering::Relaxed);
    }
}
