//! Job registry: the long jobs of this process that run, and the last that ended.
//!
//! Long work begins a [`Job`] here and reports its progress through the sink of its [`Running`] handle; [`JobEvents`] is
//! a stream of what changes, for clients and commands. Jobs of other processes are not listed.

mod events;
mod job;
#[cfg(test)]
mod tests;
mod work;

pub use events::{Event, JobEvents};
pub use job::{Job, Kind, LogEntry, Origin, Part, Phase, Severity};
pub use work::{Outcome, Request, Vectors, Work, start, start_or_join};

use crate::Options;
use crate::error::Error;
use crate::progress::ProgressSink;
use chrono::Utc;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::sync::watch;

/// How many jobs that have ended are kept.
const MAX_ENDED_JOBS: usize = 20;

/// The jobs of this process.
#[derive(Clone, Debug, Default)]
pub struct Jobs(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The prefix of this process's job ids.
    process: String,
    state: Mutex<State>,
    /// Counts changes of any job.
    changes: watch::Sender<u64>,
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
            changes: watch::Sender::new(0),
        }
    }
}

impl Jobs {
    /// Begins a job. A job of this process's own is hidden until it has progress or an error.
    pub fn begin(&self, kind: Kind, origin: Origin) -> Running {
        self.begin_in(&mut self.0.state.lock(), kind, origin, None)
    }

    /// Begins a sync, unless one with the same options and origin runs: that one is the error.
    pub fn begin_sync(&self, options: &Options, origin: Origin) -> Result<Running, Arc<Job>> {
        let mut state = self.0.state.lock();
        let same = |job: &&Arc<Job>| {
            job.phase == Phase::Running && job.origin == origin && job.options.as_ref() == Some(options)
        };
        match state.jobs.iter().find(same) {
            Some(job) => Err(Arc::clone(job)),
            None => Ok(self.begin_in(&mut state, Kind::Sync, origin, Some(options.clone()))),
        }
    }

    /// The jobs that run and the last that ended, newest first.
    pub fn all(&self) -> Vec<Arc<Job>> {
        let state = self.0.state.lock();
        let visible = state.jobs.iter().rev().filter(|job| job.visible);
        visible.cloned().collect()
    }

    /// A job that runs or is kept.
    pub fn get(&self, id: &str) -> Option<Arc<Job>> {
        self.all().into_iter().find(|job| job.id == id)
    }

    /// Waits for the end of a job; `None` where there is no such job.
    pub async fn ended(&self, id: &str) -> Option<Arc<Job>> {
        let mut changes = self.0.changes.subscribe();
        loop {
            let job = self.get(id)?;
            if job.phase != Phase::Running {
                return Some(job);
            }
            changes.changed().await.ok()?;
        }
    }

    /// Whether an id is of this process.
    pub fn is_here(&self, id: &str) -> bool {
        id.split_once('-').is_some_and(|(process, _)| process == self.0.process)
    }

    /// How many jobs of an origin run or wait.
    pub fn running(&self, origin: Origin) -> usize {
        let jobs = self.all().into_iter();
        jobs.filter(|job| job.phase == Phase::Running && job.origin == origin).count()
    }

    fn begin_in(&self, state: &mut State, kind: Kind, origin: Origin, options: Option<Options>) -> Running {
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
            log: VecDeque::new(),
            logged: 0,
            outcome: None,
            embedded: None,
            error: None,
            options,
            number,
            visible: matches!(origin, Origin::Admin | Origin::Command),
        }));
        self.notify();
        Running { jobs: self.clone(), id, number, origin }
    }

    /// Changes a job, unless it is forgotten.
    pub(crate) fn change<T>(&self, number: u64, change: impl FnOnce(&mut Job) -> T) -> Option<T> {
        let mut state = self.0.state.lock();
        let job = state.jobs.iter_mut().find(|job| job.number == number)?;
        let changed = change(Arc::make_mut(job));
        self.notify();
        Some(changed)
    }

    fn end(&self, number: u64, phase: Phase, error: Option<Error>) {
        self.change(number, |job| {
            job.phase = phase;
            job.visible |= error.is_some();
            job.error = error;
            job.ended_at = Some(Utc::now());
        });
        let mut state = self.0.state.lock();
        state.jobs.retain(|job| job.phase == Phase::Running || job.visible);
        let ended = state.jobs.iter().filter(|job| job.phase != Phase::Running).count();
        if ended > MAX_ENDED_JOBS
            && let Some(oldest) = state.jobs.iter().position(|job| job.phase != Phase::Running)
        {
            state.jobs.remove(oldest);
        }
    }

    fn notify(&self) {
        self.0.changes.send_modify(|changes| *changes += 1);
    }
}

/// A handle to a job that runs. When it is dropped before the job has ended, the job is interrupted.
#[derive(Debug)]
pub struct Running {
    jobs: Jobs,
    id: String,
    number: u64,
    origin: Origin,
}

impl Running {
    /// The id of the job.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// A sink that records the progress of the job.
    pub fn sink(&self) -> ProgressSink {
        ProgressSink::of_job(self.jobs.clone(), self.number, self.origin)
    }

    /// Records the outcome, as soon as everything is stored.
    pub fn stored(&self, outcome: Outcome) {
        self.jobs.change(self.number, |job| {
            job.visible |= outcome.rows().any();
            job.outcome = Some(Arc::new(outcome));
        });
    }

    /// Records how many passages got vectors.
    pub fn embedded(&self, passages: usize) {
        self.jobs.change(self.number, |job| job.embedded = Some(passages));
    }

    /// Ends the job.
    pub fn done(self) {
        self.jobs.end(self.number, Phase::Done, None);
    }

    /// Ends the job with an error.
    pub fn failed(self, error: Error) {
        self.jobs.end(self.number, Phase::Failed, Some(error));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let jobs = self.jobs.0.state.lock().jobs.clone();
        let runs = |job: &Arc<Job>| job.number == self.number && job.phase == Phase::Running;
        if jobs.iter().any(runs) {
            self.jobs.end(self.number, Phase::Interrupted, None);
        }
    }
}
