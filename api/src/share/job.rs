//! Long jobs for other processes: what the holder tells about them, event by event, as lines of JSON.

use crate::error::{Code, Error, Result};
use crate::jobs::Event;

/// The event as a line.
pub(super) fn line(event: &Event) -> String {
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
        let text: String = events.iter().map(line).collect();
        for size in [1, 2, 7, 1000] {
            let mut lines = Lines::default();
            let mut read = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                read.extend(lines.push(piece).unwrap());
            }
            assert_eq!(read.iter().map(line).collect::<String>(), text);
        }
        assert!(Lines::default().push(b"nonsense\n").is_err());
    }
}
