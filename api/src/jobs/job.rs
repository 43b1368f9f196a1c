//! A job: how far it is, and what came of it.

use super::Outcome;
use crate::error::Error;
use crate::ingest::Options;
use crate::progress::Step;
use chrono::{DateTime, Utc};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many remarks of a job are remembered.
pub(super) const REMARKS: usize = 200;

/// What a job does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It fetches from the sources.
    Sync,
    /// It stores what files say.
    Import,
    /// It takes a book out.
    Removal,
    /// It makes vectors.
    Embedding,
}

/// Who wanted a job.
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

/// How a job stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It waits for its turn, or runs.
    Running,
    /// It is done.
    Done,
    /// It did not work out.
    Failed,
    /// It ended before it was done, because the process let go of the store.
    CutOff,
}

/// A job, as it is or was.
#[derive(Clone, Debug)]
pub struct Job {
    /// What it is known by.
    pub id: String,
    /// What it does.
    pub kind: Kind,
    /// Who wanted it.
    pub origin: Origin,
    /// How it stands.
    pub phase: Phase,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// Its parts, in the order in which they began.
    pub parts: Vec<Part>,
    /// What it remarked, in order; the oldest go first when there are many.
    pub remarks: VecDeque<Remark>,
    /// How many remarks it made in all.
    pub remarked: usize,
    /// What it did, as soon as everything is stored.
    pub outcome: Option<Arc<Outcome>>,
    /// How many passages got vectors.
    pub embedded: Option<usize>,
    /// Why it did not work out.
    pub error: Option<Error>,
    /// What the admin asked for, so that the same is not done twice.
    pub(super) wanted: Option<Options>,
    pub(super) number: u64,
    /// Whether anybody is to see it.
    pub(super) shown: bool,
}

/// A part of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is called.
    pub name: String,
    /// How much of it is done.
    pub done: usize,
    /// How much there is to do, once that is known.
    pub total: Option<usize>,
    /// What became of it, once it is done.
    pub outcome: Option<String>,
    number: u64,
}

/// What a job has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Whether something is not as it should be.
    pub severity: Severity,
    /// In a sentence.
    pub text: String,
}

/// How grave a remark is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something worth knowing.
    Note,
    /// Something that is not as it should be.
    Warning,
}

impl Job {
    /// Takes note of a step.
    pub(super) fn take(&mut self, step: Step) {
        self.shown = true;
        match step {
            Step::Begin { part, name } => self.parts.push(Part {
                name,
                done: 0,
                total: None,
                outcome: None,
                number: part,
            }),
            Step::Total { part, count } => {
                if let Some(part) = self.part(part) {
                    part.total = Some(count);
                }
            }
            Step::Advance { part, count } => {
                if let Some(part) = self.part(part) {
                    part.done += count;
                }
            }
            Step::Finish {
                part,
                name,
                outcome,
            } => {
                if let Some(part) = self.part(part) {
                    part.name = name;
                    part.outcome = Some(outcome);
                }
            }
            Step::Note { text } => self.remark(Severity::Note, text),
            Step::Warning { text } => self.remark(Severity::Warning, text),
        }
    }

    fn part(&mut self, number: u64) -> Option<&mut Part> {
        self.parts
            .iter_mut()
            .rev()
            .find(|part| part.number == number)
    }

    fn remark(&mut self, severity: Severity, text: String) {
        self.remarked += 1;
        self.remarks.push_back(Remark { severity, text });
        if self.remarks.len() > REMARKS {
            self.remarks.pop_front();
        }
    }
}
