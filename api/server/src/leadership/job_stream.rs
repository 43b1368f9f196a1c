//! Newline-delimited JSON of a job's events, from the leader to a follower. Empty lines are heartbeats.

use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_ingest::jobs::Event;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// How often the leader sends a heartbeat.
pub(super) const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// Without a line for this long, the leader hangs.
pub(super) const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(30);

/// The line of a heartbeat.
pub(super) const HEARTBEAT: &str = "\n";

/// The next event as a line, or a heartbeat; `None` after the last event.
pub(super) async fn next_line(events: &mut UnboundedReceiver<Event>) -> Option<String> {
    match tokio::time::timeout(HEARTBEAT_INTERVAL, events.recv()).await {
        Ok(event) => event.map(|event| line(&event)),
        Err(_) => Some(HEARTBEAT.to_owned()),
    }
}

/// The event as a line.
fn line(event: &Event) -> String {
    let text = serde_json::to_string(event).unwrap_or_else(|cause| {
        let failed = failure(Error::internal("The report could not be written.", cause));
        serde_json::to_string(&Event::Failed(failed)).unwrap_or_default()
    });
    text + "\n"
}

/// Decoder of a body of lines that comes in chunks.
#[derive(Debug, Default)]
pub(super) struct Lines(Vec<u8>);

impl Lines {
    /// The events that this chunk completes.
    pub(super) fn push(&mut self, chunk: &[u8]) -> Result<Vec<Event>> {
        self.0.extend_from_slice(chunk);
        let mut events = Vec::new();
        while let Some(end) = self.0.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.0.drain(..=end).collect();
            if line == HEARTBEAT.as_bytes() {
                continue;
            }
            events.push(serde_json::from_slice(&line).map_err(unreadable)?);
        }
        Ok(events)
    }
}

/// An error of ours as the failure of a job.
pub(super) fn failure(error: Error) -> lorekeeper_ingest::Error {
    lorekeeper_ingest::Error::Failed(error.message)
}

fn unreadable(cause: serde_json::Error) -> Error {
    let code = Code::Internal;
    tracing::error!(%cause, "an event of a job cannot be read");
    let message = "The process that holds the store answers in an unknown way. Stop it, and try again with the same version of LoreKeeper.".to_owned();
    Error { code, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_ingest::Report;
    use lorekeeper_ingest::jobs::Outcome;
    use lorekeeper_ingest::progress::Step;

    #[test]
    fn events_survive_any_chunks() {
        let events = [
            Event::Step(Step::Note {
                text: "two\nlines, ünd mehr".into(),
            }),
            Event::Outcome(Outcome::Synced(Report::default())),
            Event::Embedded(3),
            Event::Failed(failure(Error::input("No."))),
            Event::Done,
        ];
        let told: String = events.iter().map(line).collect();
        let text = told.replace('\n', "\n\n");
        for size in [1, 2, 7, 1000] {
            let mut lines = Lines::default();
            let mut read = Vec::new();
            for chunk in text.as_bytes().chunks(size) {
                read.extend(lines.push(chunk).unwrap());
            }
            assert_eq!(read.iter().map(line).collect::<String>(), told);
        }
        assert!(Lines::default().push(b"nonsense\n").is_err());
    }
}
