//! How far jobs are.

use crate::app::App;
use crate::error::Error;
use crate::graphql::jobs::{Job, JobPart, JobRemark, elsewhere};
use crate::jobs::{Follower, JobEvent};
use async_graphql::{ID, Interface, SimpleObject};
use futures::stream::{self, BoxStream, StreamExt};
use std::sync::Arc;

/// Something that happened in a job.
#[derive(Interface)]
#[graphql(field(
    name = "job",
    ty = "&Job",
    desc = "The job, as it stood when this was told."
))]
pub enum SyncEvent {
    Started(JobStarted),
    PartStarted(JobPartStarted),
    PartAdvanced(JobPartAdvanced),
    PartFinished(JobPartFinished),
    Remarked(JobRemarked),
    Ended(JobEnded),
}

/// A job began, or runs already.
#[derive(SimpleObject)]
pub struct JobStarted {
    /// The job, as it stood when this was told.
    pub job: Job,
}

/// A part of a job began, or is under way already.
#[derive(SimpleObject)]
pub struct JobPartStarted {
    /// The job, as it stood when this was told.
    pub job: Job,
    /// The part.
    pub part: JobPart,
}

/// A part of a job is further than before.
#[derive(SimpleObject)]
pub struct JobPartAdvanced {
    /// The job, as it stood when this was told.
    pub job: Job,
    /// The part.
    pub part: JobPart,
}

/// A part of a job is done; its outcome says what became of it.
#[derive(SimpleObject)]
pub struct JobPartFinished {
    /// The job, as it stood when this was told.
    pub job: Job,
    /// The part.
    pub part: JobPart,
}

/// A job has something to say.
#[derive(SimpleObject)]
pub struct JobRemarked {
    /// The job, as it stood when this was told.
    pub job: Job,
    /// What it says.
    pub remark: JobRemark,
}

/// A job ended: its state says how, its report what it did.
#[derive(SimpleObject)]
pub struct JobEnded {
    /// The job.
    pub job: Job,
}

/// What happens in all jobs, or in one.
pub(super) fn events(
    app: &App,
    job: Option<ID>,
) -> async_graphql::Result<BoxStream<'static, SyncEvent>> {
    let follower = match job {
        None => Follower::of_all(&app.jobs),
        Some(id) if app.jobs.get(&id).is_some() => Follower::of_one(&app.jobs, &id),
        Some(id) if !app.jobs.is_here(&id) => return Err(elsewhere(&id).into()),
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
        let job = |job: Arc<crate::jobs::Job>| Job(job);
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
            JobEvent::Remarked(of, remark) => {
                let remark = JobRemark::from(&remark);
                JobRemarked {
                    job: job(of),
                    remark,
                }
                .into()
            }
            JobEvent::Ended(of) => JobEnded { job: job(of) }.into(),
        }
    }
}
