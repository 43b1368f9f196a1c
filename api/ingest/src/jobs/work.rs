//! Running a requested job: this process does the work to its end.

use super::{Job, Kind, Origin, Running};
use crate::Ingest;
use crate::book_edits::{self, BookEdit, Description, EditReport};
use crate::embedding::background;
use crate::error::{Error, Result};
use crate::import::Mode;
use crate::{ImportReport, Materialised, Options, Report};
use futures::FutureExt;
use lorekeeper_sources::import::Reading;
use lorekeeper_store::Rebuild;
use serde::{Deserialize, Serialize};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

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
    /// Import files, and say something about their books.
    Import(Vec<Reading>, Mode, Description),
    /// Edit imported books.
    Edit(BookEdit),
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
    /// The report of an edit of books.
    Edited(EditReport),
    /// The key and the name of the removed book, and how the rows changed.
    Removed(String, String, Materialised),
    /// How the rows changed.
    Reindexed(Materialised),
}

impl Outcome {
    /// How the rows changed.
    pub fn rows(&self) -> &Materialised {
        match self {
            Self::Synced(report) => &report.rows,
            Self::Imported(report) => &report.rows,
            Self::Edited(report) => &report.rows,
            Self::Removed(_, _, rows) | Self::Reindexed(rows) => rows,
        }
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

/// Starts a job in this process, which holds the store, and returns its id. The job runs to its end, or until the process
/// releases the store.
pub fn start(ingest: &Arc<Ingest>, request: Request, origin: Origin) -> String {
    let kind = match &request.work {
        Work::Sync(_) => Kind::Sync,
        Work::Import(..) => Kind::Import,
        Work::Edit(_) => Kind::Edit,
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
) -> Result<String, Arc<Job>> {
    let running = ingest.jobs.begin_sync(&options, origin)?;
    let work = Work::Sync(options);
    Ok(run(ingest, Request { work, vectors }, running))
}

fn run(ingest: &Arc<Ingest>, request: Request, running: Running) -> String {
    let id = running.id().to_owned();
    let ingest = Arc::clone(ingest);
    let mut stopping = ingest.stopping.subscribe();
    tokio::spawn(async move {
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => {}
            () = job(&ingest, request, running) => {}
        }
    });
    id
}

async fn job(ingest: &Ingest, request: Request, running: Running) {
    // On the heap: the future is large.
    let work = Box::pin(work(ingest, request, &running));
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    match outcome {
        Ok(Ok(())) => running.done(),
        Ok(Err(error)) => running.failed(error),
        Err(_) => {
            let fault = "The job broke off because of a fault in LoreKeeper. The log says where.";
            running.failed(Error::internal(fault, "a panic"));
        }
    }
}

async fn work(ingest: &Ingest, request: Request, running: &Running) -> Result<()> {
    let sink = running.sink();
    if ingest.store.syncing.is_locked() {
        sink.note("A sync is running; this begins when it is done.");
    }
    let embedded = ingest.models.embedded();
    running.stored(match request.work {
        Work::Sync(options) => Outcome::Synced(Box::pin(crate::sync(ingest, &options, &sink)).await?),
        Work::Import(readings, mode, said) => {
            let import = crate::import_described(ingest, readings, mode, &said, &sink);
            Outcome::Imported(Box::pin(import).await?)
        }
        Work::Edit(edit) => Outcome::Edited(book_edits::edit(ingest, edit).await?),
        Work::Reindex(rebuild) => Outcome::Reindexed(crate::reindex(ingest, rebuild).await?),
        Work::Remove(document) => {
            let (book, rows) = crate::remove(ingest, &document).await?;
            Outcome::Removed(book.key, book.name, rows)
        }
    });
    if request.vectors == Vectors::Now {
        background::catch_up(&ingest.store, &ingest.models, &sink).await?;
        running.embedded(ingest.models.embedded() - embedded);
    }
    Ok(())
}
