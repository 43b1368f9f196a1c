//! What happens in jobs, told to somebody who may be slow: what is told follows from what was told before and how
//! things stand now, so nothing piles up for whoever does not come for it.

use super::{Job, Jobs, Part, Phase, Remark};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How long steps are gathered before they are told.
const GATHERING: Duration = Duration::from_millis(100);

/// Something that happened in a job, with the job as it stood when that was told.
#[derive(Clone, Debug)]
pub enum Event {
    /// It began, or it runs already.
    Started(Arc<Job>),
    /// One of its parts began.
    PartStarted(Arc<Job>, Part),
    /// One of its parts is further than before.
    PartAdvanced(Arc<Job>, Part),
    /// One of its parts is done.
    PartFinished(Arc<Job>, Part),
    /// It has something to say.
    Remarked(Arc<Job>, Remark),
    /// It ended.
    Ended(Arc<Job>),
}

/// Follows what happens in all jobs, or in one.
#[derive(Debug)]
pub struct Follower {
    jobs: Jobs,
    steps: watch::Receiver<u64>,
    only: Option<String>,
    told: HashMap<u64, Told>,
    events: VecDeque<Event>,
    over: bool,
}

/// What was told of a job.
#[derive(Debug, Default)]
struct Told {
    parts: Vec<Part>,
    remarked: usize,
    ended: bool,
}

impl Follower {
    /// Follows all jobs: those that run, and those that come.
    #[must_use]
    pub fn of_all(jobs: &Jobs) -> Self {
        let mut follower = Self::new(jobs, None);
        for job in jobs.all().iter().filter(|job| job.phase != Phase::Running) {
            let ended = Told {
                ended: true,
                ..Told::default()
            };
            follower.told.insert(job.number, ended);
        }
        follower
    }

    /// Follows one job to its end, also when that was before.
    #[must_use]
    pub fn of_one(jobs: &Jobs, id: &str) -> Self {
        Self::new(jobs, Some(id.to_owned()))
    }

    fn new(jobs: &Jobs, only: Option<String>) -> Self {
        let mut steps = jobs.0.steps.subscribe();
        steps.mark_changed();
        Self {
            jobs: jobs.clone(),
            steps,
            only,
            told: HashMap::new(),
            events: VecDeque::new(),
            over: false,
        }
    }

    /// The next event; `None` after the end of the one job that is followed.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if self.over {
                return None;
            }
            self.steps.changed().await.ok()?;
            tokio::time::sleep(GATHERING).await;
            self.steps.mark_unchanged();
            self.look();
        }
    }

    fn look(&mut self) {
        let jobs = self.jobs.all();
        self.told
            .retain(|number, _| jobs.iter().any(|job| job.number == *number));
        let mine = |job: &&Arc<Job>| self.only.as_ref().is_none_or(|id| *id == job.id);
        for job in jobs.iter().rev().filter(mine) {
            let told = self.told.entry(job.number).or_insert_with(|| {
                self.events.push_back(Event::Started(Arc::clone(job)));
                Told::default()
            });
            told.tell(job, &mut self.events);
        }
        if let Some(id) = &self.only {
            let job = jobs.iter().find(|job| job.id == *id);
            self.over = job.is_none_or(|job| job.phase != Phase::Running);
        }
    }
}

impl Told {
    /// What is new of a job since this was told.
    fn tell(&mut self, job: &Arc<Job>, events: &mut VecDeque<Event>) {
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
                events.push_back(Event::PartStarted(Arc::clone(&job), now.clone()));
            }
            if part.outcome.is_some() {
                events.push_back(Event::PartFinished(job, now));
            } else if before.is_some() {
                events.push_back(Event::PartAdvanced(job, now));
            }
        }
        self.parts.clone_from(&job.parts);
        let fresh = job
            .remarked
            .saturating_sub(self.remarked)
            .min(job.remarks.len());
        for remark in job.remarks.iter().skip(job.remarks.len() - fresh) {
            events.push_back(Event::Remarked(Arc::clone(job), remark.clone()));
        }
        self.remarked = job.remarked;
        if job.phase != Phase::Running {
            self.ended = true;
            events.push_back(Event::Ended(Arc::clone(job)));
        }
    }
}
