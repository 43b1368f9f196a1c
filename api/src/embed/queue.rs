//! What waits to be embedded: queries before passages, in the order in which they came.

use super::EmbedError;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// A text that somebody waits for.
pub(super) struct Job {
    pub text: String,
    pub reply: oneshot::Sender<Result<Vec<f32>, EmbedError>>,
}

/// What a thread takes to embed.
pub(super) enum Work {
    /// Queries, embedded together.
    Queries(Vec<Job>),
    /// A passage, embedded alone.
    Passage(Job),
}

/// The queue between those who wait and the threads that embed.
#[derive(Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    came: Condvar,
}

#[derive(Default)]
struct Waiting {
    queries: VecDeque<Job>,
    passages: VecDeque<Job>,
    closed: bool,
}

impl Queue {
    /// Adds a query.
    pub(super) fn query(&self, job: Job) {
        self.waiting().queries.push_back(job);
        self.came.notify_one();
    }

    /// Adds a passage.
    pub(super) fn passage(&self, job: Job) {
        self.waiting().passages.push_back(job);
        self.came.notify_one();
    }

    /// What to do next, once there is something: at most so many queries at once, or a passage when no query waits.
    /// What nobody waits for any more is left out. Nothing when all is over.
    pub(super) fn next(&self, most: usize) -> Option<Work> {
        let mut waiting = self.waiting();
        loop {
            if waiting.closed {
                return None;
            }
            let mut queries = Vec::new();
            while queries.len() < most
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
                .came
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets go of what waits, and of the threads.
    pub(super) fn close(&self) {
        let mut waiting = self.waiting();
        waiting.closed = true;
        waiting.queries.clear();
        waiting.passages.clear();
        self.came.notify_all();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
