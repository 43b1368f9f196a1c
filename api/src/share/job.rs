//! Long jobs (a sync, an import) for any process: the holder does the work and tells how far it is, event by
//! event; the one who asked shows them. In the holder itself the events go through a channel, to a guest as lines of
//! JSON.

use crate::app::App;
use crate::embed::background;
use crate::error::{Code, Error, Result};
use crate::ingest::import::Mode;
use crate::ingest::{self, Drawn, ImportReport, Options, Report};
use crate::progress::{Bars, Step};
use crate::source::import::Reading;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;

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
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// What a sync did.
    Synced(Report),
    /// What an import did.
    Imported(ImportReport),
    /// Key and name of the book that is gone, and what that did to the rows.
    Removed(String, String, Drawn),
}

/// What becomes of the vectors of what was stored.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Vectors {
    /// They are made before the job is done.
    Now,
    /// They are left to whoever serves.
    Later,
}

/// What the holder tells about a job. The last event is [`Event::Done`] or [`Event::Failed`]; a job without
/// either was cut off.
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

impl Event {
    /// The event as a line of JSON.
    pub(super) fn line(&self) -> String {
        // What cannot be written down is a fault of ours; the other side must be told something.
        let text = serde_json::to_string(self).unwrap_or_else(|cause| {
            let failed = Error::internal("The report could not be written.", cause);
            serde_json::to_string(&Self::Failed(failed)).unwrap_or_default()
        });
        text + "\n"
    }
}

/// Starts the job in this process, which holds the store. It runs to its end whoever listens, or until
/// `stop` says that the store is closed.
pub(super) fn start(
    app: &Arc<App>,
    request: Request,
    stop: watch::Receiver<bool>,
) -> UnboundedReceiver<Event> {
    let (tell, events) = unbounded_channel();
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let mut stop = stop;
        tokio::select! {
            _ = stop.wait_for(|stopped| *stopped) => {}
            done = AssertUnwindSafe(job(&app, &request, &tell)).catch_unwind() => {
                if done.is_err() {
                    let fault = "The job broke off because of a fault in LoreKeeper. The log says where.";
                    let _ = tell.send(Event::Failed(Error::internal(fault, "a panic")));
                }
            }
        }
    });
    events
}

async fn job(app: &App, request: &Request, tell: &UnboundedSender<Event>) {
    // Whoever asked may have gone; the job is worth doing all the same.
    let say = |event| {
        let _ = tell.send(event);
    };
    match work(app, request, tell).await {
        Ok(()) => say(Event::Done),
        Err(error) => say(Event::Failed(error)),
    }
}

async fn work(app: &App, request: &Request, tell: &UnboundedSender<Event>) -> Result<()> {
    let bars = {
        let tell = tell.clone();
        Bars::told(move |step| {
            let _ = tell.send(Event::Step(step));
        })
    };
    if app.syncing.is_taken() {
        bars.note("A sync is running; this begins when it is done.");
    }
    let embedded = app.embedded();
    let outcome = match &request.work {
        Work::Sync(options) => Outcome::Synced(ingest::sync(app, options, &bars).await?),
        Work::Import(readings, mode) => {
            Outcome::Imported(ingest::import(app, readings, *mode, &bars).await?)
        }
        Work::Remove(document) => {
            let (book, drawn) = ingest::remove(app, document).await?;
            Outcome::Removed(book.key, book.name, drawn)
        }
    };
    let _ = tell.send(Event::Outcome(outcome));
    if request.vectors == Vectors::Now {
        background::catch_up(app, &bars).await?;
        let _ = tell.send(Event::Embedded(app.embedded() - embedded));
    }
    Ok(())
}

/// Events out of a body of lines that comes in pieces.
#[derive(Debug, Default)]
pub(super) struct Lines(Vec<u8>);

impl Lines {
    /// The events that are complete with this piece.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<Vec<Event>> {
        self.0.extend_from_slice(piece);
        let mut events = Vec::new();
        while let Some(end) = self.0.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.0.drain(..=end).collect();
            events.push(serde_json::from_slice(&line).map_err(not_understood)?);
        }
        Ok(events)
    }
}

fn not_understood(cause: serde_json::Error) -> Error {
    let code = Code::Internal;
    tracing::error!(%cause, "an event of a job cannot be read");
    let message = "The process that holds the store answers in an unknown way. Stop it, and try again with the same version of LoreKeeper.".to_owned();
    Error { code, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_survive_the_wire_in_any_pieces() {
        let events = [
            Event::Step(Step::Note {
                text: "two\nlines, ünd mehr".into(),
            }),
            Event::Outcome(Outcome::Synced(Report::default())),
            Event::Embedded(3),
            Event::Failed(Error::input("No.")),
            Event::Done,
        ];
        let text: String = events.iter().map(Event::line).collect();
        for size in [1, 2, 7, 1000] {
            let mut lines = Lines::default();
            let mut read = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                read.extend(lines.push(piece).unwrap());
            }
            assert_eq!(read.iter().map(Event::line).collect::<String>(), text);
        }
        assert!(Lines::default().push(b"nonsense\n").is_err());
    }
}
