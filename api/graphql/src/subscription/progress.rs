//! The subscription `syncProgress`.

use crate::Backend;
use crate::error::Error;
use crate::jobs::{Job, JobMessage, JobPart, job_elsewhere};
use async_graphql::{ID, Interface, SimpleObject};
use futures::stream::{self, BoxStream, StreamExt};
use lorekeeper_ingest::jobs::{JobEvent, JobEvents};
use std::sync::Arc;

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
pub(super) fn events(
    backend: &Backend,
    job: Option<ID>,
) -> async_graphql::Result<BoxStream<'static, SyncEvent>> {
    let follower = match job {
        None => JobEvents::of_all(&backend.ingest.jobs),
        Some(id) if backend.ingest.jobs.get(&id).is_some() => {
            JobEvents::of_one(&backend.ingest.jobs, &id)
        }
        Some(id) if !backend.ingest.jobs.is_here(&id) => return Err(job_elsewhere(&id).into()),
        Some(id) => {
            let message = format!(
                "There is no job \"{}\", or no more. The query jobs lists those that run and the last that ended.",
                id.as_str()
            );
            return Err(Error::not_found(message).into());
        }
    };
    let events = stream::unfold(follower, |mut follower| async move {
        let event = follower.next().await?;
        Some((event.into(), follower))
    });
    Ok(events.boxed())
}

impl From<JobEvent> for SyncEvent {
    fn from(event: JobEvent) -> Self {
        let job = |job: Arc<lorekeeper_ingest::jobs::Job>| Job(job);
        match event {
            JobEvent::Started(of) => JobStarted { job: job(of) }.into(),
            JobEvent::PartStarted(of, part) => {
                let part = JobPart::from(&part);
                JobPartStarted { job: job(of), part }.into()
            }
            JobEvent::PartAdvanced(of, part) => {
                let part = JobPart::from(&part);
                JobPartAdvanced { job: job(of), part }.into()
            }
            JobEvent::PartFinished(of, part) => {
                let part = JobPart::from(&part);
                JobPartFinished { job: job(of), part }.into()
            }
            JobEvent::Logged(of, remark) => {
                let message = JobMessage::from(&remark);
                let job = job(of);
                JobMessageAdded { job, message }.into()
            }
            JobEvent::Ended(of) => JobEnded { job: job(of) }.into(),
        }
    }
}
