//! The embedding threads: each has its own session of the model, and all take from one priority queue.
//!
//! Passages are embedded one by one. So a query waits for one passage at most; a text's vector never
//! depends on its batch mates, which dynamic quantisation would otherwise allow; and it is faster,
//! because a batch is padded to its longest text (on one core 21 texts a second, 13 in batches of 8).
//! Queries that wait together are embedded together where the model gives the same vectors either way.

use super::queue::{Job, Queue, Work};
use super::{Embed, EmbedError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::sync::oneshot;

/// Most queries that are embedded together.
const MAX_QUERY_BATCH: usize = 16;

/// The handle to the threads; they end when it is dropped.
pub(super) struct Workers {
    queue: Arc<Queue>,
    model_id: String,
    dimension: usize,
}

impl Workers {
    /// Starts a thread for a session of a model.
    pub(super) fn start(model: Box<dyn Embed>) -> Result<Self, EmbedError> {
        let workers = Self {
            queue: Arc::default(),
            model_id: model.model_id().to_owned(),
            dimension: model.dimension(),
        };
        workers.add_session(model)?;
        Ok(workers)
    }

    /// Starts one more thread, for another session of the same model.
    pub(super) fn add_session(&self, model: Box<dyn Embed>) -> Result<(), EmbedError> {
        let queue = Arc::clone(&self.queue);
        std::thread::Builder::new()
            .name("embedder".to_owned())
            .spawn(move || run(model, &queue))
            .map(drop)
            .map_err(|cause| {
                tracing::warn!(%cause, "an embedding thread could not be started");
                EmbedError::Stopped
            })
    }

    pub(super) fn model_id(&self) -> &str {
        &self.model_id
    }

    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    pub(super) async fn query(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let text = text.to_owned();
        let (reply, answer) = oneshot::channel();
        self.queue.push_query(Job { text, reply });
        // A queue that is closed has dropped the sender.
        answer.await.map_err(|_| EmbedError::Stopped)?
    }

    pub(super) async fn passages(&self, texts: Vec<String>) -> Vec<Result<Vec<f32>, EmbedError>> {
        let answers: Vec<_> = texts
            .into_iter()
            .map(|text| {
                let (reply, answer) = oneshot::channel();
                self.queue.push_passage(Job { text, reply });
                answer
            })
            .collect();
        let mut vectors = Vec::with_capacity(answers.len());
        for answer in answers {
            vectors.push(answer.await.unwrap_or(Err(EmbedError::Stopped)));
        }
        vectors
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// Embeds until the queue is closed.
fn run(mut model: Box<dyn Embed>, queue: &Queue) {
    let model = model.as_mut();
    let max_queries = if model.batches() { MAX_QUERY_BATCH } else { 1 };
    while let Some(work) = queue.next(max_queries) {
        match work {
            Work::Queries(jobs) => answer(model, jobs, Embed::embed_queries),
            Work::Passage(job) => answer(model, vec![job], Embed::embed),
        }
    }
}

/// Embeds texts together, and sends the vectors to the callers. A model that panics costs these texts, not the thread.
fn answer(
    model: &mut dyn Embed,
    jobs: Vec<Job>,
    embed: impl FnOnce(&mut dyn Embed, &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>,
) {
    let dimension = model.dimension();
    let texts: Vec<&str> = jobs.iter().map(|job| job.text.as_str()).collect();
    let vectors = catch_unwind(AssertUnwindSafe(|| embed(model, &texts)))
        .unwrap_or(Err(EmbedError::Inference))
        .and_then(|vectors| {
            let is_valid =
                vectors.len() == jobs.len() && vectors.iter().all(|v| v.len() == dimension);
            is_valid.then_some(vectors).ok_or(EmbedError::Inference)
        });
    match vectors {
        Ok(vectors) => {
            for (job, vector) in jobs.into_iter().zip(vectors) {
                let _ = job.reply.send(Ok(vector));
            }
        }
        Err(error) => {
            for job in jobs {
                let _ = job.reply.send(Err(error.clone()));
            }
        }
    }
}
