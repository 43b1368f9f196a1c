//! Running a requested job: this process does the work to its end, and streams events of its progress.

use super::{Job, Kind, Origin, Running};
use crate::Ingest;
use crate::embedding::background;
use crate::error::{Error, Result};
use crate::import::Mode;
use crate::progress::{ProgressSink, Step};
use crate::{ImportReport, Materialised, Options, Report};
use futures::FutureExt;
use lorekeeper_sources::import::Reading;
use lorekeeper_store::Rebuild;
use serde::{Deserialize, Serialize};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A request for a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The work to do.
    pub work: Work,
    /// When the vectors are made.
    pub vectors: Vectors,
}

/// The work of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Sync with these options.
    Sync(Options),
    /// Import files.
    Import(Vec<Reading>, Mode),
    /// Remove an imported book, by key, name or alias.
    Remove(String),
    /// Rebuild derived data.
    Reindex(Rebuild),
}

/// The outcome of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The report of a sync.
    Synced(Report),
    /// The report of an import.
    Imported(ImportReport),
    /// The key and the name of the removed book, and how the rows changed.
    Removed(String, String, Materialised),
    /// How the rows changed.
    Reindexed(Materialised),
}

impl Outcome {
    /// How the rows changed.
    #[must_use]
    pub fn rows(&self) -> &Materialised {
        match self {
            Self::Synced(report) => &report.rows,
            Self::Imported(report) => &report.rows,
            Self::Removed(_, _, rows) | Self::Reindexed(rows) => rows,
        }
    }

    /// Whether any row was written.
    #[must_use]
    pub fn changed_rows(&self) -> bool {
        self.rows().any()
    }
}

/// When the vectors of stored passages are made.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Vectors {
    /// Before the job is done.
    Now,
    /// Later, by the process that serves.
    Later,
}

/// An event of a job. The last event is [`Event::Done`] or [`Event::Failed`]; a job without either was interrupted.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A step of the progress.
    Step(Step),
    /// Everything is stored.
    Outcome(Outcome),
    /// How many passages got vectors meanwhile.
    Embedded(usize),
    /// The job is done.
    Done,
    /// The job has failed.
    Failed(Error),
}

/// A job that has been started.
#[derive(Debug)]
pub struct Started {
    /// The id of the job.
    pub id: String,
    /// The events of the job.
    pub events: UnboundedReceiver<Event>,
}

/// Starts a job in this process, which holds the store. It runs to its end, also when the receiver is dropped, or until
/// the process releases the store.
#[must_use]
pub fn start(ingest: &Arc<Ingest>, request: Request, origin: Origin) -> Started {
    let kind = match &request.work {
        Work::Sync(_) => Kind::Sync,
        Work::Import(..) => Kind::Import,
        Work::Remove(_) => Kind::Removal,
        Work::Reindex(_) => Kind::Reindexing,
    };
    run(ingest, request, ingest.jobs.begin(kind, origin))
}

/// Starts a sync, unless one with the same options and origin runs: that one is the error.
pub fn start_or_join(
    ingest: &Arc<Ingest>,
    options: Options,
    vectors: Vectors,
    origin: Origin,
) -> Result<Started, Arc<Job>> {
    let running = ingest.jobs.begin_sync(&options, origin)?;
    let work = Work::Sync(options);
    Ok(run(ingest, Request { work, vectors }, running))
}

fn run(ingest: &Arc<Ingest>, request: Request, running: Running) -> Started {
    let id = running.id().to_owned();
    let (sender, events) = unbounded_channel();
    let ingest = Arc::clone(ingest);
    let mut stopping = ingest.stopping.subscribe();
    tokio::spawn(async move {
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => {}
            () = job(&ingest, request, running, &sender) => {}
        }
    });
    Started { id, events }
}

async fn job(ingest: &Ingest, request: Request, running: Running, sender: &UnboundedSender<Event>) {
    // On the heap: the future is large.
    let work = Box::pin(work(ingest, request, &running, sender));
    let work = AssertUnwindSafe(work).catch_unwind();
    let outcome = work.await.unwrap_or_else(|_| {
        let fault = "The job broke off because of a fault in LoreKeeper. The log says where.";
        Err(Error::internal(fault, "a panic"))
    });
    // The receiver may be gone; the job is done all the same.
    let _ = match outcome {
        Ok(()) => {
            running.done();
            sender.send(Event::Done)
        }
        Err(error) => {
            running.failed(error.clone());
            sender.send(Event::Failed(error))
        }
    };
}

async fn work(
    ingest: &Ingest,
    request: Request,
    running: &Running,
    sender: &UnboundedSender<Event>,
) -> Result<()> {
    let sink = {
        let sender = sender.clone();
        let events = ProgressSink::new(move |step| {
            let _ = sender.send(Event::Step(step.clone()));
        });
        events.and(running.sink())
    };
    if ingest.store.syncing.is_locked() {
        sink.note("A sync is running; this begins when it is done.");
    }
    let embedded = ingest.models.embedded();
    let outcome = match request.work {
        Work::Sync(options) => {
            Outcome::Synced(Box::pin(crate::sync(ingest, &options, &sink)).await?)
        }
        Work::Import(readings, mode) => {
            Outcome::Imported(Box::pin(crate::import(ingest, readings, mode, &sink)).await?)
        }
        Work::Reindex(rebuild) => Outcome::Reindexed(crate::reindex(ingest, rebuild).await?),
        Work::Remove(document) => {
            let (book, rows) = crate::remove(ingest, &document).await?;
            Outcome::Removed(book.key, book.name, rows)
        }
    };
    running.stored(outcome.clone());
    let _ = sender.send(Event::Outcome(outcome));
    if request.vectors == Vectors::Now {
        background::catch_up(&ingest.store, &ingest.models, &sink).await?;
        let passages = ingest.models.embedded() - embedded;
        running.embedded(passages);
        let _ = sender.send(Event::Embedded(passages));
    }
    Ok(())
}
