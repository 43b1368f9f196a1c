//! Idle-time embedding: further sessions of the model, which embed passages on the cores that neither requests nor writers need.

use super::{Embedder, load, worker::Workers};
use crate::assets::ModelFiles;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// How long after a request the cores stay with those who ask.
const QUIET: Duration = Duration::from_secs(2);

/// When a process was last asked for content.
#[derive(Debug, Default)]
pub struct Requests(Mutex<Option<Instant>>);

impl Requests {
    /// Notes a request.
    pub fn note(&self) {
        *self.0.lock() = Some(Instant::now());
    }

    /// Whether nobody has asked for a while.
    pub fn are_quiet(&self) -> bool {
        self.0.lock().is_none_or(|last| last.elapsed() > QUIET)
    }
}

/// How many tasks of a process write content now. Cores go to them before they go to embedding.
#[derive(Debug, Default)]
pub struct Writers(AtomicUsize);

/// A task that writes content, until this is dropped.
pub struct Writing<'a>(&'a Writers);

impl Writers {
    /// Counts a task.
    pub fn begin(&self) -> Writing<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Writing(self)
    }

    pub(super) fn are_none(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sessions that embed while nobody asks. They end, and give their memory back, when this is dropped.
pub struct IdleSessions(Arc<AtomicBool>);

impl Drop for IdleSessions {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Embedder {
    /// Adds sessions of the model for the cores that its own leave free. They take passages alone, and only while
    /// nobody asks or writes content: a request waits for the text at hand at most.
    pub fn add_idle_sessions(&self, requests: &Arc<Requests>, writers: &Arc<Writers>) -> IdleSessions {
        let ended = Arc::new(AtomicBool::new(false));
        let idle = IdleSessions(Arc::clone(&ended));
        let Some((workers, files)) = self.workers().ok().zip(self.files()) else {
            return idle;
        };
        let (requests, writers) = (Arc::clone(requests), Arc::clone(writers));
        tokio::spawn(async move {
            for _ in 0..spare_sessions(&files) {
                let is_ended = {
                    let ended = Arc::clone(&ended);
                    move || ended.load(Ordering::Relaxed)
                };
                if is_ended() {
                    return;
                }
                let (requests, writers) = (Arc::clone(&requests), Arc::clone(&writers));
                let may_work = move || requests.are_quiet() && writers.are_none();
                if let Err(error) = add(&workers, &files, is_ended, may_work).await {
                    tracing::warn!("Passages are embedded by fewer sessions than could be: {error}.");
                    return;
                }
            }
        });
        idle
    }
}

async fn add(
    workers: &Workers,
    files: &Arc<ModelFiles>,
    is_ended: impl Fn() -> bool + Send + 'static,
    may_work: impl Fn() -> bool + Send + 'static,
) -> Result<(), super::EmbedError> {
    let model = load(files).await?;
    workers.add_idle_session(Box::new(model), is_ended, may_work)
}

/// How many sessions the cores have room for beside the model's own, which take half of them.
fn spare_sessions(files: &ModelFiles) -> usize {
    let own = super::model::sessions(files);
    let cores = available_parallelism().map_or(1, std::num::NonZero::get);
    cores.saturating_sub(own.count * own.threads) / own.threads.max(1)
}
