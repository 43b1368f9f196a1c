//! The long jobs of this process: what runs and how far it is, and what the last ones did.
//!
//! Whoever does a long work begins a [`Job`] here and tells its steps through the [`Bars`] of its [`Running`];
//! [`Follower`] tells them to whoever listens. Jobs of other processes are not among them.

mod follow;
mod job;
#[cfg(test)]
mod tests;
mod work;

pub use follow::{Event as JobEvent, Follower};
pub use job::{Job, Kind, Origin, Part, Phase, Remark, Severity};
pub use work::{Event, Outcome, Request, Started, Vectors, Work, start, start_or_join};

use crate::error::Error;
use crate::ingest::Options;
use crate::progress::Bars;
use chrono::Utc;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How many jobs that have ended are remembered.
const REMEMBERED: usize = 20;

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

    /// Whether a job of that id would be one of this process.
    #[must_use]
    pub fn is_here(&self, id: &str) -> bool {
        id.split_once('-')
            .is_some_and(|(process, _)| process == self.0.process)
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
