//! Long jobs for other processes: what the holder tells about them, event by event, as lines of JSON. Where there is
//! nothing to tell for a while an empty line says that the holder still works on it.

use crate::error::{Code, Error, Result};
use crate::jobs::Event;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// How often the holder says that it still works on a job.
pub(super) const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// After this time without a line the holder hangs.
pub(super) const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(30);

/// The line that says that the holder still works on a job.
pub(super) const HEARTBEAT: &str = "\n";

/// The next event as a line, or a heartbeat; nothing where there are no more events.
pub(super) async fn next_line(events: &mut UnboundedReceiver<Event>) -> Option<String> {
    match tokio::time::timeout(HEARTBEAT_INTERVAL, events.recv()).await {
        Ok(event) => event.map(|event| line(&event)),
        Err(_) => Some(HEARTBEAT.to_owned()),
    }
}

/// The event as a line.
fn line(event: &Event) -> String {
    // What cannot be written down is a fault of ours; the other side must be told something.
    let text = serde_json::to_string(event).unwrap_or_else(|cause| {
        let failed = Error::internal("The report could not be written.", cause);
        serde_json::to_string(&Event::Failed(failed)).unwrap_or_default()
    });
    text + "\n"
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
            if line == HEARTBEAT.as_bytes() {
                continue;
            }
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
    use crate::ingest::Report;
    use crate::jobs::Outcome;
    use crate::progress::Step;

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
        let told: String = events.iter().map(line).collect();
        let text = told.replace('\n', "\n\n");
        for size in [1, 2, 7, 1000] {
            let mut lines = Lines::default();
            let mut read = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                read.extend(lines.push(piece).unwrap());
            }
            assert_eq!(read.iter().map(line).collect::<String>(), told);
        }
        assert!(Lines::default().push(b"nonsense\n").is_err());
    }
}
