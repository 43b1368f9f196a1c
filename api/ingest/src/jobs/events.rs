//! Job events: the differences between the jobs now and the jobs as last reported, for GraphQL clients and for commands.
//!
//! Progress is not queued, so a slow client gets fewer events instead of a backlog.

use super::{Job, Jobs, LogEntry, Outcome, Part, Phase};
use crate::error::Error;
use futures::stream::{self, BoxStream, StreamExt};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How long changes are gathered before they are reported.
const BATCH_INTERVAL: Duration = Duration::from_millis(100);

/// An event of a job. The last one says how the job ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The job began, or runs already.
    Started,
    /// A part began.
    PartStarted(Part),
    /// A part has advanced.
    PartAdvanced(Part),
    /// A part is done.
    PartFinished(Part),
    /// The job has a new log entry.
    Logged(LogEntry),
    /// Everything is stored.
    Outcome(Outcome),
    /// How many passages got vectors meanwhile.
    Embedded(usize),
    /// The job is done.
    Done,
    /// The job has failed.
    Failed(Error),
    /// The job was interrupted, because the process released the store.
    Interrupted,
}

/// The events of all jobs, or of one.
#[derive(Debug)]
pub struct JobEvents {
    jobs: Jobs,
    changes: watch::Receiver<u64>,
    only: Option<String>,
    /// The jobs as they were last reported.
    reported: HashMap<u64, Arc<Job>>,
    events: VecDeque<(Arc<Job>, Event)>,
    ended: bool,
}

impl JobEvents {
    /// The events of all jobs: those that run, and later ones.
    pub fn of_all(jobs: &Jobs) -> Self {
        let mut events = Self::new(jobs, None);
        let ended = jobs.all().into_iter();
        let ended = ended.filter(|job| job.phase != Phase::Running);
        events.reported = ended.map(|job| (job.number, job)).collect();
        events
    }

    /// The events of one job until its end, also of a job that has ended.
    pub fn of_one(jobs: &Jobs, id: &str) -> Self {
        Self::new(jobs, Some(id.to_owned()))
    }

    fn new(jobs: &Jobs, only: Option<String>) -> Self {
        let mut changes = jobs.0.changes.subscribe();
        changes.mark_changed();
        Self { jobs: jobs.clone(), changes, only, reported: HashMap::new(), events: VecDeque::new(), ended: false }
    }

    /// The events with the job as it is when each is reported. The stream ends with the one job.
    pub fn into_stream(self) -> BoxStream<'static, (Arc<Job>, Event)> {
        let next = async |mut events: Self| Some((events.next().await?, events));
        stream::unfold(self, next).boxed()
    }

    async fn next(&mut self) -> Option<(Arc<Job>, Event)> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if self.ended {
                return None;
            }
            self.changes.changed().await.ok()?;
            tokio::time::sleep(BATCH_INTERVAL).await;
            self.changes.mark_unchanged();
            self.collect();
        }
    }

    /// Queues the events since the last call.
    fn collect(&mut self) {
        let jobs = self.jobs.all();
        let is_wanted = |job: &&Arc<Job>| self.only.as_ref().is_none_or(|id| *id == job.id);
        for job in jobs.iter().rev().filter(is_wanted) {
            let before = self.reported.get(&job.number);
            let events = differences(before.map(AsRef::as_ref), job).into_iter();
            self.events.extend(events.map(|event| (Arc::clone(job), event)));
        }
        if let Some(id) = &self.only {
            let job = jobs.iter().find(|job| job.id == *id);
            self.ended = job.is_none_or(|job| job.phase != Phase::Running);
        }
        self.reported = jobs.into_iter().map(|job| (job.number, job)).collect();
    }
}

/// The events that made a job what it is now; `before` is `None` for one that was never reported.
fn differences(before: Option<&Job>, job: &Job) -> Vec<Event> {
    let mut events = Vec::new();
    if before.is_none() {
        events.push(Event::Started);
    }
    for part in &job.parts {
        let old = before.and_then(|before| before.parts.get(part.number));
        if old == Some(part) {
            continue;
        }
        if old.is_none() {
            events.push(Event::PartStarted(part.clone()));
        }
        if part.outcome.is_some() {
            events.push(Event::PartFinished(part.clone()));
        } else if old.is_some() {
            events.push(Event::PartAdvanced(part.clone()));
        }
    }
    let logged = job.logged - before.map_or(0, |before| before.logged);
    let known = job.log.len().saturating_sub(logged);
    events.extend(job.log.iter().skip(known).cloned().map(Event::Logged));
    if let Some(outcome) = &job.outcome
        && before.is_none_or(|before| before.outcome.is_none())
    {
        events.push(Event::Outcome(Outcome::clone(outcome)));
    }
    if let Some(passages) = job.embedded
        && before.is_none_or(|before| before.embedded.is_none())
    {
        events.push(Event::Embedded(passages));
    }
    if before.is_none_or(|before| before.phase == Phase::Running) {
        events.extend(match (job.phase, &job.error) {
            (Phase::Running, _) => None,
            (_, Some(error)) => Some(Event::Failed(error.clone())),
            (Phase::Interrupted, None) => Some(Event::Interrupted),
            (Phase::Done | Phase::Failed, None) => Some(Event::Done),
        });
    }
    events
}
