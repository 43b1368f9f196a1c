//! A job that somebody asks for: this process does the work to its end, whoever listens, and tells how far it is,
//! event by event.

use super::{Job, Kind, Origin, Running};
use crate::app::App;
use crate::embed::background;
use crate::error::{Error, Result};
use crate::ingest::import::Mode;
use crate::ingest::{self, Drawn, ImportReport, Options, Report};
use crate::progress::{Bars, Step};
use crate::source::import::Reading;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The work.
    pub work: Work,
    /// What becomes of the vectors.
    pub vectors: Vectors,
}

/// The work.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Fetch these listings.
    Sync(Options),
    /// Store what files say.
    Import(Vec<Reading>, Mode),
    /// Take an imported book out, by key, name or alias.
    Remove(String),
}

/// What the work did.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// What a sync did.
    Synced(Report),
    /// What an import did.
    Imported(ImportReport),
    /// Key and name of the book that is gone, and what that did to the rows.
    Removed(String, String, Drawn),
}

impl Outcome {
    /// What the rows became.
    #[must_use]
    pub fn drawn(&self) -> &Drawn {
        match self {
            Self::Synced(report) => &report.drawn,
            Self::Imported(report) => &report.drawn,
            Self::Removed(_, _, drawn) => drawn,
        }
    }

    /// Whether any row was written.
    #[must_use]
    pub fn changed_rows(&self) -> bool {
        self.drawn().any()
    }
}

/// What becomes of the vectors of what was stored.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Vectors {
    /// They are made before the job is done.
    Now,
    /// They are left to whoever serves.
    Later,
}

/// What is told about a job. The last event is [`Event::Done`] or [`Event::Failed`]; a job without either was cut
/// off.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// How far it is.
    Step(Step),
    /// Everything is stored.
    Outcome(Outcome),
    /// That many passages got vectors meanwhile.
    Embedded(usize),
    /// That is all.
    Done,
    /// It did not work out.
    Failed(Error),
}

/// A job that has been started.
#[derive(Debug)]
pub struct Started {
    /// What it is known by.
    pub id: String,
    /// What it tells.
    pub events: UnboundedReceiver<Event>,
}

/// Starts a job in this process, which holds the store. It runs to its end whoever listens, or until the app says
/// that it lets go of the store.
#[must_use]
pub fn start(app: &Arc<App>, request: Request, origin: Origin) -> Started {
    let kind = match &request.work {
        Work::Sync(_) => Kind::Sync,
        Work::Import(..) => Kind::Import,
        Work::Remove(_) => Kind::Removal,
    };
    run(app, request, app.jobs.begin(kind, origin))
}

/// Starts a sync, unless one runs that was asked for in the same words: then that one is the answer.
pub fn start_or_join(
    app: &Arc<App>,
    options: Options,
    vectors: Vectors,
    origin: Origin,
) -> Result<Started, Arc<Job>> {
    let running = app.jobs.begin_sync(&options, origin)?;
    let work = Work::Sync(options);
    Ok(run(app, Request { work, vectors }, running))
}

fn run(app: &Arc<App>, request: Request, running: Running) -> Started {
    let id = running.id().to_owned();
    let (tell, events) = unbounded_channel();
    let app = Arc::clone(app);
    let mut stopping = app.stopping.subscribe();
    tokio::spawn(async move {
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => {}
            () = job(&app, request, running, &tell) => {}
        }
    });
    Started { id, events }
}

async fn job(app: &App, request: Request, running: Running, tell: &UnboundedSender<Event>) {
    // On the heap: it is large, and whoever starts it has only so much stack.
    let work = Box::pin(work(app, request, &running, tell));
    let work = AssertUnwindSafe(work).catch_unwind();
    let outcome = work.await.unwrap_or_else(|_| {
        let fault = "The job broke off because of a fault in LoreKeeper. The log says where.";
        Err(Error::internal(fault, "a panic"))
    });
    // Whoever asked may have gone; the job was worth doing all the same.
    let _ = match outcome {
        Ok(()) => {
            running.done();
            tell.send(Event::Done)
        }
        Err(error) => {
            running.failed(error.clone());
            tell.send(Event::Failed(error))
        }
    };
}

async fn work(
    app: &App,
    request: Request,
    running: &Running,
    tell: &UnboundedSender<Event>,
) -> Result<()> {
    let bars = {
        let tell = tell.clone();
        let told = Bars::told(move |step| {
            let _ = tell.send(Event::Step(step));
        });
        told.and(running.bars())
    };
    if app.syncing.is_taken() {
        bars.note("A sync is running; this begins when it is done.");
    }
    let embedded = app.embedded();
    let outcome = match request.work {
        Work::Sync(options) => Outcome::Synced(Box::pin(ingest::sync(app, &options, &bars)).await?),
        Work::Import(readings, mode) => {
            Outcome::Imported(Box::pin(ingest::import(app, readings, mode, &bars)).await?)
        }
        Work::Remove(document) => {
            let (book, drawn) = ingest::remove(app, &document).await?;
            Outcome::Removed(book.key, book.name, drawn)
        }
    };
    running.stored(outcome.clone());
    let _ = tell.send(Event::Outcome(outcome));
    if request.vectors == Vectors::Now {
        background::catch_up(app, &bars).await?;
        let passages = app.embedded() - embedded;
        running.embedded(passages);
        let _ = tell.send(Event::Embedded(passages));
    }
    Ok(())
}
