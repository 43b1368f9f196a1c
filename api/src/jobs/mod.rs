//! The long jobs of this process: what runs and how far it is, and what the last ones did.
//!
//! Whoever does a long work begins a [`Job`] here and tells its steps through the [`Bars`] of its [`Running`];
//! [`Follower`] tells them to whoever listens. Jobs of other processes are not among them.

mod follow;
#[cfg(test)]
mod tests;
mod work;

pub use follow::{Event as JobEvent, Follower};
pub use work::{Event, Outcome, Request, Started, Vectors, Work, start, start_or_join};

use crate::error::Error;
use crate::ingest::Options;
use crate::progress::{Bars, Step};
use chrono::{DateTime, Utc};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How many jobs that have ended are remembered.
const REMEMBERED: usize = 20;

/// How many remarks of a job are remembered.
const REMARKS: usize = 200;

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
    wanted: Option<Options>,
    number: u64,
    shown: bool,
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

/// The jobs of this process.
#[derive(Clone, Debug, Default)]
pub struct Jobs(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Tells jobs of one process from those of the next.
    process: String,
    state: Mutex<State>,
    steps: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    begun: u64,
    /// The oldest first.
    jobs: VecDeque<Arc<Job>>,
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            process: format!("{:x}", Utc::now().timestamp_micros()),
            state: Mutex::default(),
            steps: watch::Sender::new(0),
        }
    }
}

impl Jobs {
    /// Begins a job. One that nobody asked for is not seen before it has something to tell.
    #[must_use]
    pub fn begin(&self, kind: Kind, origin: Origin) -> Running {
        self.begin_in(&mut self.state(), kind, origin, None)
    }

    /// Begins a sync, unless one with the same wishes of the same origin runs: then that one.
    pub fn begin_sync(&self, options: &Options, origin: Origin) -> Result<Running, Arc<Job>> {
        let mut state = self.state();
        let same = |job: &&Arc<Job>| {
            job.phase == Phase::Running
                && job.origin == origin
                && job.wanted.as_ref() == Some(options)
        };
        match state.jobs.iter().find(same) {
            Some(job) => Err(Arc::clone(job)),
            None => Ok(self.begin_in(&mut state, Kind::Sync, origin, Some(options.clone()))),
        }
    }

    /// The jobs that run and the last that ended, the newest first.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Job>> {
        let state = self.state();
        let shown = state.jobs.iter().rev().filter(|job| job.shown);
        shown.cloned().collect()
    }

    /// A job, if it runs or is remembered.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<Arc<Job>> {
        self.all().into_iter().find(|job| job.id == id)
    }

    /// How many jobs of an origin run or wait for their turn.
    #[must_use]
    pub fn running(&self, origin: Origin) -> usize {
        let jobs = self.all().into_iter();
        jobs.filter(|job| job.phase == Phase::Running && job.origin == origin)
            .count()
    }

    fn begin_in(
        &self,
        state: &mut State,
        kind: Kind,
        origin: Origin,
        wanted: Option<Options>,
    ) -> Running {
        state.begun += 1;
        let number = state.begun;
        let id = format!("{}-{number}", self.0.process);
        state.jobs.push_back(Arc::new(Job {
            id: id.clone(),
            kind,
            origin,
            phase: Phase::Running,
            started_at: Utc::now(),
            ended_at: None,
            parts: Vec::new(),
            remarks: VecDeque::new(),
            remarked: 0,
            outcome: None,
            embedded: None,
            error: None,
            wanted,
            number,
            shown: matches!(origin, Origin::Admin | Origin::Command),
        }));
        self.tell();
        Running {
            jobs: self.clone(),
            id,
            number,
        }
    }

    fn change(&self, number: u64, change: impl FnOnce(&mut Job)) {
        let mut state = self.state();
        if let Some(job) = state.jobs.iter_mut().find(|job| job.number == number) {
            change(Arc::make_mut(job));
        }
        self.tell();
    }

    fn end(&self, number: u64, phase: Phase, error: Option<Error>) {
        let mut state = self.state();
        if let Some(job) = state.jobs.iter_mut().find(|job| job.number == number) {
            let job = Arc::make_mut(job);
            job.phase = phase;
            job.shown |= error.is_some();
            job.error = error;
            job.ended_at = Some(Utc::now());
        }
        state
            .jobs
            .retain(|job| job.phase == Phase::Running || job.shown);
        let ended = state
            .jobs
            .iter()
            .filter(|job| job.phase != Phase::Running)
            .count();
        if ended > REMEMBERED
            && let Some(oldest) = state
                .jobs
                .iter()
                .position(|job| job.phase != Phase::Running)
        {
            state.jobs.remove(oldest);
        }
        self.tell();
    }

    fn tell(&self) {
        self.0.steps.send_modify(|steps| *steps += 1);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job that runs. Dropped before its end is told, it counts as cut off.
#[derive(Debug)]
pub struct Running {
    jobs: Jobs,
    id: String,
    number: u64,
}

impl Running {
    /// What the job is known by.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Bars that show the job here.
    #[must_use]
    pub fn bars(&self) -> Bars {
        let (jobs, number) = (self.jobs.clone(), self.number);
        Bars::told(move |step| jobs.change(number, |job| job.take(step)))
    }

    /// Everything is stored.
    pub fn stored(&self, outcome: Outcome) {
        self.jobs.change(self.number, |job| {
            job.shown |= outcome.changed_rows();
            job.outcome = Some(Arc::new(outcome));
        });
    }

    /// That many passages got vectors.
    pub fn embedded(&self, passages: usize) {
        self.jobs
            .change(self.number, |job| job.embedded = Some(passages));
    }

    /// That is all.
    pub fn done(self) {
        self.jobs.end(self.number, Phase::Done, None);
    }

    /// It did not work out.
    pub fn failed(self, error: Error) {
        self.jobs.end(self.number, Phase::Failed, Some(error));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let jobs = self.jobs.state().jobs.clone();
        let runs = |job: &Arc<Job>| job.number == self.number && job.phase == Phase::Running;
        if jobs.iter().any(runs) {
            self.jobs.end(self.number, Phase::CutOff, None);
        }
    }
}

impl Job {
    fn take(&mut self, step: Step) {
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
