//! Body of an answer as a blocking reader, for decoders that read while the body arrives.

use std::io::{Error, ErrorKind, Read, Result};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many parts wait to be read.
const WAITING: usize = 8;

/// A part of a body, or the news that the rest will not come.
type Part = std::result::Result<Vec<u8>, ()>;

/// The body. Dropping it ends the download.
pub struct Body {
    parts: Receiver<Part>,
    part: Vec<u8>,
    read: usize,
}

impl Body {
    /// A body, and where its parts go.
    pub(super) fn channel() -> (Sender<Part>, Self) {
        let (sender, parts) = channel(WAITING);
        let body = Self { parts, part: Vec::new(), read: 0 };
        (sender, body)
    }
}

impl Read for Body {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        while self.read == self.part.len() {
            match self.parts.blocking_recv() {
                Some(Ok(part)) => {
                    self.part = part;
                    self.read = 0;
                }
                Some(Err(())) => return Err(Error::from(ErrorKind::UnexpectedEof)),
                None => return Ok(0),
            }
        }
        let rest = self.part.get(self.read..).unwrap_or_default();
        let read = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..read), rest.get(..read)) {
            to.copy_from_slice(from);
        }
        self.read += read;
        Ok(read)
    }
}
