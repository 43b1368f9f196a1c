//! A priority queue of texts to embed: queries before passages, each in the order of arrival.

use super::EmbedError;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// A text, and where its vector is sent.
pub(super) struct Job {
    pub text: String,
    pub reply: oneshot::Sender<Result<Vec<f32>, EmbedError>>,
}

/// What a thread embeds next.
pub(super) enum Work {
    /// Queries, embedded together.
    Queries(Vec<Job>),
    /// A passage, embedded alone.
    Passage(Job),
}

/// The queue between callers and embedding threads.
#[derive(Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    queries: VecDeque<Job>,
    passages: VecDeque<Job>,
    closed: bool,
}

impl Queue {
    /// Adds a query.
    pub(super) fn push_query(&self, job: Job) {
        self.waiting().queries.push_back(job);
        self.changed.notify_one();
    }

    /// Adds a passage.
    pub(super) fn push_passage(&self, job: Job) {
        self.waiting().passages.push_back(job);
        self.changed.notify_one();
    }

    /// Waits for work: up to `max_queries` queries, or a passage when no query waits. Jobs whose caller has gone are
    /// dropped. `None`: the queue is closed.
    pub(super) fn next(&self, max_queries: usize) -> Option<Work> {
        let mut waiting = self.waiting();
        loop {
            if waiting.closed {
                return None;
            }
            let mut queries = Vec::new();
            while queries.len() < max_queries
                && let Some(job) = waiting.queries.pop_front()
            {
                if !job.reply.is_closed() {
                    queries.push(job);
                }
            }
            if !queries.is_empty() {
                return Some(Work::Queries(queries));
            }
            while let Some(job) = waiting.passages.pop_front() {
                if !job.reply.is_closed() {
                    return Some(Work::Passage(job));
                }
            }
            waiting = self
                .changed
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Drops all jobs, and ends the threads.
    pub(super) fn close(&self) {
        let mut waiting = self.waiting();
        waiting.closed = true;
        waiting.queries.clear();
        waiting.passages.clear();
        self.changed.notify_all();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
