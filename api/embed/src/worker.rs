//! The embedding threads: each has its own session of the model, and all take from one priority queue, queries before
//! passages.
//!
//! Passages are embedded one by one. So a query waits for one passage at most; a text's vector never
//! depends on its batch mates, which dynamic quantisation would otherwise allow; and it is faster,
//! because a batch is padded to its longest text (on one core 21 texts a second, 13 in batches of 8).
//! Queries that wait together are embedded together where the model gives the same vectors either way.

use super::{Embed, EmbedError};
use crossbeam_channel::{Receiver, RecvTimeoutError, Select, Sender, TryRecvError, unbounded};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tokio::sync::oneshot;

/// Most queries that are embedded together.
const MAX_QUERY_BATCH: usize = 16;

/// How often a session that has nothing to do looks whether it may work, or is ended.
const IDLE_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A text, and where its vector is sent.
struct Job {
    text: String,
    reply: oneshot::Sender<Result<Vec<f32>, EmbedError>>,
}

/// The handle to the threads; they end when it is dropped.
pub(super) struct Workers {
    queries: Sender<Job>,
    passages: Sender<Job>,
    queue: Queue,
    model_id: String,
    dimension: usize,
}

/// The end of the queue that the threads take from.
#[derive(Clone)]
struct Queue {
    queries: Receiver<Job>,
    passages: Receiver<Job>,
}

/// Embeds texts together.
type EmbedTexts = fn(&mut dyn Embed, &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;

impl Queue {
    /// Waits for work: up to `max_queries` queries together, or a passage alone when no query waits. Texts whose caller
    /// has gone are dropped. `None`: the handle is dropped.
    fn next(&self, max_queries: usize) -> Option<(Vec<Job>, EmbedTexts)> {
        let is_awaited = |job: &Job| !job.reply.is_closed();
        loop {
            let mut waiting = Select::new();
            waiting.recv(&self.queries);
            waiting.recv(&self.passages);
            waiting.ready();
            let queries = self.queries.try_iter().filter(is_awaited);
            let queries: Vec<Job> = queries.take(max_queries).collect();
            if !queries.is_empty() {
                return Some((queries, |model, texts| model.embed_queries(texts)));
            }
            match self.passages.try_recv() {
                Ok(job) if is_awaited(&job) => {
                    return Some((vec![job], |model, texts| model.embed(texts)));
                }
                Ok(_) | Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return None,
            }
        }
    }
}

impl Workers {
    /// Starts a thread for a session of a model.
    pub(super) fn start(model: Box<dyn Embed>) -> Result<Self, EmbedError> {
        let (queries, waiting_queries) = unbounded();
        let (passages, waiting_passages) = unbounded();
        let workers = Self {
            queries,
            passages,
            queue: Queue { queries: waiting_queries, passages: waiting_passages },
            model_id: model.model_id().to_owned(),
            dimension: model.dimension(),
        };
        workers.add_session(model)?;
        Ok(workers)
    }

    /// Starts one more thread, for another session of the same model.
    pub(super) fn add_session(&self, model: Box<dyn Embed>) -> Result<(), EmbedError> {
        let queue = self.queue.clone();
        spawn("embedder", move || run(model, &queue))
    }

    /// Starts a thread for a session that embeds passages alone, while it may work, until it is ended or the handle is
    /// dropped.
    pub(super) fn add_idle_session(
        &self,
        mut model: Box<dyn Embed>,
        is_ended: impl Fn() -> bool + Send + 'static,
        may_work: impl Fn() -> bool + Send + 'static,
    ) -> Result<(), EmbedError> {
        let passages = self.queue.passages.clone();
        let work = move || {
            while !is_ended() {
                if !may_work() {
                    std::thread::sleep(IDLE_POLL_INTERVAL);
                    continue;
                }
                match passages.recv_timeout(IDLE_POLL_INTERVAL) {
                    Ok(job) if !job.reply.is_closed() => {
                        answer(model.as_mut(), vec![job], Embed::embed);
                    }
                    Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        };
        spawn("idle-embedder", work)
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
        // A job that is not taken drops the sender of its reply.
        let _ = self.queries.send(Job { text, reply });
        answer.await.map_err(|_| EmbedError::Stopped)?
    }

    pub(super) async fn passages(&self, texts: Vec<String>) -> Vec<Result<Vec<f32>, EmbedError>> {
        let answers: Vec<_> = texts
            .into_iter()
            .map(|text| {
                let (reply, answer) = oneshot::channel();
                let _ = self.passages.send(Job { text, reply });
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

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), EmbedError> {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).map(drop).map_err(|cause| {
        tracing::warn!(%cause, "an embedding thread could not be started");
        EmbedError::Stopped
    })
}

/// Embeds until the handle is dropped.
fn run(mut model: Box<dyn Embed>, queue: &Queue) {
    let model = model.as_mut();
    let max_queries = if model.batches() { MAX_QUERY_BATCH } else { 1 };
    while let Some((jobs, embed)) = queue.next(max_queries) {
        answer(model, jobs, embed);
    }
}

/// Embeds texts together, and sends the vectors to the callers. A model that panics costs these texts, not the thread.
fn answer(model: &mut dyn Embed, jobs: Vec<Job>, embed: EmbedTexts) {
    let dimension = model.dimension();
    let texts: Vec<&str> = jobs.iter().map(|job| job.text.as_str()).collect();
    let vectors = catch_unwind(AssertUnwindSafe(|| embed(model, &texts)))
        .unwrap_or(Err(EmbedError::Inference))
        .and_then(|vectors| {
            let is_valid = vectors.len() == jobs.len() && vectors.iter().all(|v| v.len() == dimension);
            is_valid.then_some(vectors).ok_or(EmbedError::Inference)
        });
    let replies: Vec<_> = match vectors {
        Ok(vectors) => vectors.into_iter().map(Ok).collect(),
        Err(error) => jobs.iter().map(|_| Err(error.clone())).collect(),
    };
    for (job, reply) in jobs.into_iter().zip(replies) {
        // The caller may have gone.
        let _ = job.reply.send(reply);
    }
}
