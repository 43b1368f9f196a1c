//! The embedding thread: one model, two queues, queries first.
//!
//! Passages are embedded one by one. So a query waits for one passage at most; a text's vector never
//! depends on its batch mates, which dynamic quantisation would otherwise allow; and it is faster,
//! because a batch is padded to its longest text (on one core 21 texts a second, 13 in batches of 8).

use super::{Embed, EmbedError};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

/// The handle to the thread; the thread ends when it is dropped.
pub(super) struct Worker {
    jobs: Sender<Job>,
    model_id: String,
    dimension: usize,
}

enum Job {
    Query(Query),
    Passages(Passages),
}

struct Query {
    text: String,
    reply: oneshot::Sender<Result<Vec<f32>, EmbedError>>,
}

struct Passages {
    waiting: VecDeque<String>,
    done: Vec<Vec<f32>>,
    reply: oneshot::Sender<Result<Vec<Vec<f32>>, EmbedError>>,
}

impl Worker {
    /// Gives the model its thread.
    pub(super) fn start(model: Box<dyn Embed>) -> Result<Self, EmbedError> {
        let (jobs, inbox) = channel();
        let model_id = model.model_id().to_owned();
        let dimension = model.dimension();
        std::thread::Builder::new()
            .name("embedder".to_owned())
            .spawn(move || run(model, &inbox))
            .map_err(|cause| {
                tracing::warn!(%cause, "the embedding thread could not be started");
                EmbedError::Stopped
            })?;
        Ok(Self {
            jobs,
            model_id,
            dimension,
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
        self.ask(|reply| Job::Query(Query { text, reply })).await
    }

    pub(super) async fn passages(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.ask(|reply| {
            Job::Passages(Passages {
                done: Vec::with_capacity(texts.len()),
                waiting: texts.into(),
                reply,
            })
        })
        .await
    }

    /// A thread that is gone has dropped its end, and with it every job.
    async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, EmbedError>>) -> Job,
    ) -> Result<T, EmbedError> {
        let (reply, answer) = oneshot::channel();
        self.jobs
            .send(job(reply))
            .map_err(|_| EmbedError::Stopped)?;
        answer.await.map_err(|_| EmbedError::Stopped)?
    }
}

/// Works until every handle is gone.
fn run(mut model: Box<dyn Embed>, inbox: &Receiver<Job>) {
    let mut queries = VecDeque::new();
    let mut passages = VecDeque::new();
    loop {
        if queries.is_empty() && passages.is_empty() {
            let Ok(job) = inbox.recv() else { return };
            sort(job, &mut queries, &mut passages);
        }
        while let Ok(job) = inbox.try_recv() {
            sort(job, &mut queries, &mut passages);
        }
        if let Some(query) = queries.pop_front() {
            answer(model.as_mut(), query);
        } else if let Some(job) = passages.pop_front()
            && let Some(rest) = advance(model.as_mut(), job)
        {
            passages.push_front(rest);
        }
    }
}

fn sort(job: Job, queries: &mut VecDeque<Query>, passages: &mut VecDeque<Passages>) {
    match job {
        Job::Query(query) => queries.push_back(query),
        Job::Passages(job) => passages.push_back(job),
    }
}

/// Embeds a query, unless nobody waits for it any more.
fn answer(model: &mut dyn Embed, query: Query) {
    if !query.reply.is_closed() {
        let vector = one(model, |model| model.embed_query(&query.text));
        let _ = query.reply.send(vector);
    }
}

/// Embeds one passage of a job; what is left of the job, if anything.
fn advance(model: &mut dyn Embed, mut job: Passages) -> Option<Passages> {
    if job.reply.is_closed() {
        return None;
    }
    if let Some(text) = job.waiting.pop_front() {
        match one(model, |model| model.embed(&[&text])) {
            Ok(vector) => job.done.push(vector),
            Err(error) => {
                let _ = job.reply.send(Err(error));
                return None;
            }
        }
    }
    if job.waiting.is_empty() {
        let _ = job.reply.send(Ok(job.done));
        return None;
    }
    Some(job)
}

/// The vector of one text. A model that panics costs this text, not the thread.
fn one(
    model: &mut dyn Embed,
    embed: impl FnOnce(&mut dyn Embed) -> Result<Vec<Vec<f32>>, EmbedError>,
) -> Result<Vec<f32>, EmbedError> {
    let dimension = model.dimension();
    let vectors =
        catch_unwind(AssertUnwindSafe(|| embed(model))).unwrap_or(Err(EmbedError::Inference))?;
    vectors
        .into_iter()
        .next()
        .filter(|vector| vector.len() == dimension)
        .ok_or(EmbedError::Inference)
}
