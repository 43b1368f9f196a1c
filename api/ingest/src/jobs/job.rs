//! A job: its progress, its log and its outcome.

use super::Outcome;
use crate::Options;
use crate::error::Error;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many log entries of a job are kept.
pub(super) const MAX_LOG_ENTRIES: usize = 200;

/// The kind of a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Fetching from the sources.
    Sync,
    /// Storing the records of files.
    Import,
    /// Editing imported books.
    Edit,
    /// Removing an imported book.
    Removal,
    /// Rebuilding derived data.
    Reindexing,
    /// Embedding passages.
    Embedding,
}

/// Who started a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The admin, over GraphQL.
    Admin,
    /// A command, such as `lorekeeper sync`.
    Command,
    /// This process, which keeps content and vectors current.
    Background,
    /// A query on what was never fetched.
    Query,
}

/// The phase of a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The job runs, or waits for a lock.
    Running,
    /// The job is done.
    Done,
    /// The job has failed.
    Failed,
    /// The job was interrupted, because the process released the store.
    Interrupted,
}

/// A job that runs or has ended.
#[derive(Clone, Debug)]
pub struct Job {
    /// The id.
    pub id: String,
    /// The kind.
    pub kind: Kind,
    /// Who started the job.
    pub origin: Origin,
    /// The phase.
    pub phase: Phase,
    /// When the job began.
    pub started_at: DateTime<Utc>,
    /// When the job ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// The parts, in the order in which they began.
    pub parts: Vec<Part>,
    /// The newest log entries, in order.
    pub log: VecDeque<LogEntry>,
    /// How many log entries the job has made in all.
    pub logged: usize,
    /// The outcome, as soon as everything is stored.
    pub outcome: Option<Arc<Outcome>>,
    /// How many passages got vectors.
    pub embedded: Option<usize>,
    /// Why the job has failed.
    pub error: Option<Error>,
    /// The options of a sync by the admin, so that the same sync is not run twice.
    pub(super) options: Option<Options>,
    pub(super) number: u64,
    /// Whether clients see the job.
    pub(super) visible: bool,
}

/// A part of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The number, which tells the part from the others of the job.
    pub number: usize,
    /// The name.
    pub name: String,
    /// How many items are done.
    pub done: usize,
    /// How many items there are; `None`: not known yet.
    pub total: Option<usize>,
    /// The result, once the part is done.
    pub outcome: Option<String>,
}

/// A log entry of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// How grave the message is.
    pub severity: Severity,
    /// The message, a sentence.
    pub text: String,
}

/// How grave a log entry is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// A fault, or a thing that users should see to.
    Warning,
}

impl Job {
    /// Begins a part, and returns its number.
    pub(crate) fn begin_part(&mut self, name: &str) -> usize {
        self.visible = true;
        let number = self.parts.len();
        self.parts.push(Part { number, name: name.to_owned(), done: 0, total: None, outcome: None });
        number
    }

    /// Adds a log entry.
    pub(crate) fn add_entry(&mut self, severity: Severity, text: &str) {
        self.visible = true;
        self.logged += 1;
        let text = text.to_owned();
        self.log.push_back(LogEntry { severity, text });
        if self.log.len() > MAX_LOG_ENTRIES {
            self.log.pop_front();
        }
    }
}
