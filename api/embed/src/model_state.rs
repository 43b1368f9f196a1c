//! Model state: how the stored vectors relate to the configured embedding model, and which texts the model fails on.
//!
//! Search and the status read it; the embedding of passages sets it.

use parking_lot::Mutex;
use std::collections::{BTreeSet, HashMap};

/// How often the model may fail on a text before the text is left without a vector.
const MAX_FAILURES: u32 = 3;

/// How the stored vectors relate to the configured model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StoredVectors {
    /// The vectors are of the configured model, or there are none.
    #[default]
    Current,
    /// The vectors of a previous model are being replaced.
    Reembedding,
    /// Another server keeps the store to another model.
    Blocked {
        /// Why the configured model is not used, for users.
        notice: String,
        /// The other model cannot be loaded here, so search goes by words only.
        words_only: bool,
    },
}

/// The state of this process's embedding models.
#[derive(Debug)]
pub struct ModelState {
    server: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    vectors: StoredVectors,
    /// A model of stored vectors that could not be loaded here.
    unavailable: Option<String>,
    /// Models; the store was found to hold vectors of no others.
    only_models: Option<BTreeSet<String>>,
    /// How often the model failed on a text, by the text's hash.
    failures: HashMap<String, u32>,
}

impl Default for ModelState {
    fn default() -> Self {
        Self { server: format!("{:016x}", fastrand::u64(..)), state: Mutex::default() }
    }
}

impl ModelState {
    /// The identity of this process among the servers on one Postgres.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// Whether the vectors of a previous model are being replaced.
    pub fn is_reembedding(&self) -> bool {
        self.state.lock().vectors == StoredVectors::Reembedding
    }

    /// Whether search goes by words because the stored vectors are of a model that cannot be loaded here.
    pub fn is_words_only(&self) -> bool {
        matches!(self.state.lock().vectors, StoredVectors::Blocked { words_only: true, .. })
    }

    /// Why the configured model is not used; `None`: it is used, or will be when its vectors are complete.
    pub fn notice(&self) -> Option<String> {
        match &self.state.lock().vectors {
            StoredVectors::Blocked { notice, .. } => Some(notice.clone()),
            StoredVectors::Current | StoredVectors::Reembedding => None,
        }
    }

    /// Sets how the stored vectors relate to the configured model, and logs a new notice.
    pub fn set_vectors(&self, vectors: StoredVectors) {
        let mut state = self.state.lock();
        if state.vectors == vectors {
            return;
        }
        if let StoredVectors::Blocked { notice, .. } = &vectors {
            tracing::warn!("{notice}");
        }
        state.vectors = vectors;
    }

    /// Whether a model of stored vectors is known to be unavailable here: files do not come by themselves.
    pub fn is_unavailable(&self, model_id: &str) -> bool {
        self.state.lock().unavailable.as_deref() == Some(model_id)
    }

    /// Notes that a model of stored vectors could not be loaded here.
    pub fn set_unavailable(&self, model_id: &str) {
        self.state.lock().unavailable = Some(model_id.to_owned());
    }

    /// Whether the store is known to hold vectors of these models only. To find out takes a scan of all vectors.
    pub fn holds_only(&self, models: &BTreeSet<String>) -> bool {
        self.state.lock().only_models.as_ref() == Some(models)
    }

    /// Sets the models that all vectors of the store are of; `None`: unknown.
    pub fn set_only_models(&self, models: Option<BTreeSet<String>>) {
        self.state.lock().only_models = models;
    }

    /// How many texts are left without a vector because the model fails on them.
    pub fn failed_passages(&self) -> usize {
        let state = self.state.lock();
        let failures = state.failures.values();
        failures.filter(|times| **times >= MAX_FAILURES).count()
    }

    /// Whether the model has failed on a text too often to be tried again.
    pub fn is_set_aside(&self, hash: &str) -> bool {
        self.state.lock().failures.get(hash).is_some_and(|times| *times >= MAX_FAILURES)
    }

    /// Notes that the model failed on a text, and logs a text that is set aside now.
    pub fn note_failure(&self, hash: &str) {
        let mut state = self.state.lock();
        let times = state.failures.entry(hash.to_owned()).or_default();
        *times += 1;
        if *times == MAX_FAILURES {
            tracing::warn!(
                hash,
                "the embedding model failed {MAX_FAILURES} times on a passage, which stays without a vector until the next start"
            );
        }
    }

    /// Forgets failures on texts that are not stored any more.
    pub fn retain_failures(&self, is_stored: impl Fn(&str) -> bool) {
        self.state.lock().failures.retain(|hash, _| is_stored(hash));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_set_aside_after_its_last_failure() {
        let state = ModelState::default();
        for _ in 1..MAX_FAILURES {
            state.note_failure("curse");
        }
        assert!(!state.is_set_aside("curse"));
        state.note_failure("curse");
        assert!(state.is_set_aside("curse") && !state.is_set_aside("owl"));
        assert_eq!(state.failed_passages(), 1);
        state.retain_failures(|hash| hash == "owl");
        assert_eq!(state.failed_passages(), 0);
    }
}
