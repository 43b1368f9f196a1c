//! The state of this process's embedding models: how they stand to the stored vectors, and which texts they fail on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How often the model may fail on a text before the text is left without a vector.
pub const MAX_FAILURES: u32 = 3;

/// The state of this process's embedding models.
#[derive(Debug)]
pub struct ModelState {
    /// What this process is called among the servers on one Postgres.
    server: String,
    /// Whether the vectors of a former model are being replaced.
    replacing: AtomicBool,
    /// Whether search goes by words because the stored vectors are of a model that cannot be loaded here.
    words_only: AtomicBool,
    /// Whether other servers still answer with vectors that are to be dropped.
    outdated: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Why the configured model is not used.
    notice: Option<String>,
    /// A model of stored vectors that could not be loaded here.
    unavailable: Option<String>,
    /// How often the model failed on a text, by the text's hash.
    failures: HashMap<String, u32>,
}

impl Default for ModelState {
    fn default() -> Self {
        Self {
            server: format!("{:016x}", fastrand::u64(..)),
            replacing: AtomicBool::new(false),
            words_only: AtomicBool::new(false),
            outdated: AtomicBool::new(false),
            state: Mutex::default(),
        }
    }
}

impl ModelState {
    /// What this process is called among the servers on one Postgres.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }

    /// Whether the vectors of a former model are being replaced.
    #[must_use]
    pub fn is_replacing(&self) -> bool {
        self.replacing.load(Ordering::Relaxed)
    }

    pub(super) fn set_replacing(&self, replacing: bool) {
        self.replacing.store(replacing, Ordering::Relaxed);
    }

    /// Whether search goes by words because the stored vectors are of a model that cannot be loaded here.
    #[must_use]
    pub fn is_words_only(&self) -> bool {
        self.words_only.load(Ordering::Relaxed)
    }

    pub(super) fn set_words_only(&self, words_only: bool) {
        self.words_only.store(words_only, Ordering::Relaxed);
    }

    /// Whether other servers still answer with vectors that are to be dropped.
    pub(super) fn is_outdated(&self) -> bool {
        self.outdated.load(Ordering::Relaxed)
    }

    pub(super) fn set_outdated(&self, outdated: bool) {
        self.outdated.store(outdated, Ordering::Relaxed);
    }

    /// Why the configured model is not used; `None`: it is, or will be when its vectors are complete.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        self.state().notice.clone()
    }

    /// Sets the notice, and logs one that is new.
    pub(super) fn set_notice(&self, notice: Option<String>) {
        let mut state = self.state();
        if state.notice == notice {
            return;
        }
        if let Some(notice) = &notice {
            tracing::warn!("{notice}");
        }
        state.notice = notice;
    }

    /// Whether a model of stored vectors is known to be unavailable here: files do not come by themselves.
    pub(super) fn is_unavailable(&self, model_id: &str) -> bool {
        self.state().unavailable.as_deref() == Some(model_id)
    }

    pub(super) fn set_unavailable(&self, model_id: &str) {
        self.state().unavailable = Some(model_id.to_owned());
    }

    /// How many texts are left without a vector because the model fails on them.
    #[must_use]
    pub fn failed_passages(&self) -> usize {
        let state = self.state();
        let failures = state.failures.values();
        failures.filter(|times| **times >= MAX_FAILURES).count()
    }

    /// Whether the model has failed on a text too often to be tried again.
    pub(super) fn is_set_aside(&self, hash: &str) -> bool {
        self.state()
            .failures
            .get(hash)
            .is_some_and(|times| *times >= MAX_FAILURES)
    }

    /// Notes that the model failed on a text, and logs a text that is set aside now.
    pub(super) fn note_failure(&self, hash: &str) {
        let mut state = self.state();
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
    pub(super) fn retain_failures(&self, is_stored: impl Fn(&str) -> bool) {
        self.state().failures.retain(|hash, _| is_stored(hash));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
