//! Job events for clients: a stream of the differences between the jobs now and the jobs as last reported.
//!
//! Steps are not queued, so a slow client gets fewer events instead of a backlog.

use super::{Job, Jobs, LogEntry, Part, Phase};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How long changes are gathered before they are reported.
const BATCH_INTERVAL: Duration = Duration::from_millis(100);

/// An event of a job, with the job as it is when the event is reported.
#[derive(Clone, Debug)]
pub enum JobEvent {
    /// The job began, or runs already.
    Started(Arc<Job>),
    /// A part began.
    PartStarted(Arc<Job>, Part),
    /// A part has advanced.
    PartAdvanced(Arc<Job>, Part),
    /// A part is done.
    PartFinished(Arc<Job>, Part),
    /// The job has a new log entry.
    Logged(Arc<Job>, LogEntry),
    /// The job ended.
    Ended(Arc<Job>),
}

/// A stream of the events of all jobs, or of one.
#[derive(Debug)]
pub struct JobEvents {
    jobs: Jobs,
    changes: watch::Receiver<u64>,
    only: Option<String>,
    reported: HashMap<u64, Reported>,
    events: VecDeque<JobEvent>,
    ended: bool,
}

/// The state of a job that was last reported.
#[derive(Debug, Default)]
struct Reported {
    parts: Vec<Part>,
    logged: usize,
    ended: bool,
}

impl JobEvents {
    /// The events of all jobs: those that run, and later ones.
    #[must_use]
    pub fn of_all(jobs: &Jobs) -> Self {
        let mut events = Self::new(jobs, None);
        for job in jobs.all().iter().filter(|job| job.phase != Phase::Running) {
            let ended = Reported {
                ended: true,
                ..Reported::default()
            };
            events.reported.insert(job.number, ended);
        }
        events
    }

    /// The events of one job until its end, also of a job that has ended.
    #[must_use]
    pub fn of_one(jobs: &Jobs, id: &str) -> Self {
        Self::new(jobs, Some(id.to_owned()))
    }

    fn new(jobs: &Jobs, only: Option<String>) -> Self {
        let mut changes = jobs.0.changes.subscribe();
        changes.mark_changed();
        Self {
            jobs: jobs.clone(),
            changes,
            only,
            reported: HashMap::new(),
            events: VecDeque::new(),
            ended: false,
        }
    }

    /// The next event; `None`: the one job has ended.
    pub async fn next(&mut self) -> Option<JobEvent> {
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
        self.reported
            .retain(|number, _| jobs.iter().any(|job| job.number == *number));
        let is_wanted = |job: &&Arc<Job>| self.only.as_ref().is_none_or(|id| *id == job.id);
        for job in jobs.iter().rev().filter(is_wanted) {
            let reported = self.reported.entry(job.number).or_insert_with(|| {
                self.events.push_back(JobEvent::Started(Arc::clone(job)));
                Reported::default()
            });
            reported.update(job, &mut self.events);
        }
        if let Some(id) = &self.only {
            let job = jobs.iter().find(|job| job.id == *id);
            self.ended = job.is_none_or(|job| job.phase != Phase::Running);
        }
    }
}

impl Reported {
    /// Queues the events of a job since the last report.
    fn update(&mut self, job: &Arc<Job>, events: &mut VecDeque<JobEvent>) {
        if self.ended {
            return;
        }
        for (place, part) in job.parts.iter().enumerate() {
            let before = self.parts.get(place);
            let (job, now) = (Arc::clone(job), part.clone());
            if before == Some(part) {
                continue;
            }
            if before.is_none() {
                events.push_back(JobEvent::PartStarted(Arc::clone(&job), now.clone()));
            }
            if part.outcome.is_some() {
                events.push_back(JobEvent::PartFinished(job, now));
            } else if before.is_some() {
                events.push_back(JobEvent::PartAdvanced(job, now));
            }
        }
        self.parts.clone_from(&job.parts);
        let new_entries = job.logged.saturating_sub(self.logged).min(job.log.len());
        for entry in job.log.iter().skip(job.log.len() - new_entries) {
            events.push_back(JobEvent::Logged(Arc::clone(job), entry.clone()));
        }
        self.logged = job.logged;
        if job.phase != Phase::Running {
            self.ended = true;
            events.push_back(JobEvent::Ended(Arc::clone(job)));
        }
    }
}
