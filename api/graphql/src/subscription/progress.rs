//! The subscription `syncProgress`.

use crate::error::{Error, Result};
use crate::jobs::{Job, JobMessage, JobPart, job_elsewhere};
use async_graphql::{ID, Interface, SimpleObject};
use futures::stream::{BoxStream, StreamExt};
use lorekeeper_ingest::jobs::{Event, JobEvents, Jobs};

/// An event of a job.
#[derive(Interface)]
#[graphql(field(name = "job", ty = "&Job", desc = "The job at the time of the event."))]
pub enum SyncEvent {
    Started(JobStarted),
    PartStarted(JobPartStarted),
    PartAdvanced(JobPartAdvanced),
    PartFinished(JobPartFinished),
    MessageAdded(JobMessageAdded),
    Ended(JobEnded),
}

/// A job began, or was running at the start of the subscription.
#[derive(SimpleObject)]
pub struct JobStarted {
    /// The job at the time of the event.
    pub job: Job,
}

/// A part of a job began, or was under way at the start of the subscription.
#[derive(SimpleObject)]
pub struct JobPartStarted {
    /// The job at the time of the event.
    pub job: Job,
    /// The part.
    pub part: JobPart,
}

/// A part of a job made progress.
#[derive(SimpleObject)]
pub struct JobPartAdvanced {
    /// The job at the time of the event.
    pub job: Job,
    /// The part.
    pub part: JobPart,
}

/// A part of a job is done; its `outcome` has the result.
#[derive(SimpleObject)]
pub struct JobPartFinished {
    /// The job at the time of the event.
    pub job: Job,
    /// The part.
    pub part: JobPart,
}

/// A job has a new message.
#[derive(SimpleObject)]
pub struct JobMessageAdded {
    /// The job at the time of the event.
    pub job: Job,
    /// The message.
    pub message: JobMessage,
}

/// A job ended; its `state` and `report` have the result.
#[derive(SimpleObject)]
pub struct JobEnded {
    /// The job.
    pub job: Job,
}

/// The events of all jobs, or of one.
pub(super) fn events(jobs: &Jobs, job: Option<ID>) -> Result<BoxStream<'static, SyncEvent>> {
    let events = match job {
        None => JobEvents::of_all(jobs),
        Some(id) if jobs.get(&id).is_some() => JobEvents::of_one(jobs, &id),
        Some(id) if !jobs.is_here(&id) => return Err(job_elsewhere(&id)),
        Some(id) => {
            return Err(Error::not_found(format!(
                "There is no job \"{}\", or no more. The query jobs lists those that run and the last that ended.",
                id.as_str()
            )));
        }
    };
    let events = events.into_stream().filter_map(async |(job, event)| sync_event(Job(job), &event));
    Ok(events.boxed())
}

/// An event for clients; the outcome, and how many passages got vectors, are fields of the job.
fn sync_event(job: Job, event: &Event) -> Option<SyncEvent> {
    Some(match event {
        Event::Started => JobStarted { job }.into(),
        Event::PartStarted(part) => {
            let part = JobPart::from(part);
            JobPartStarted { job, part }.into()
        }
        Event::PartAdvanced(part) => {
            let part = JobPart::from(part);
            JobPartAdvanced { job, part }.into()
        }
        Event::PartFinished(part) => {
            let part = JobPart::from(part);
            JobPartFinished { job, part }.into()
        }
        Event::Logged(entry) => {
            let message = JobMessage::from(entry);
            JobMessageAdded { job, message }.into()
        }
        Event::Done | Event::Failed(_) | Event::Interrupted => JobEnded { job }.into(),
        Event::Outcome(_) | Event::Embedded(_) => return None,
    })
}
