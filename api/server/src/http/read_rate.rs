//! Slow-read protection: a connection whose client does not read what it asked for is closed.
//!
//! Unread answers stay in memory. A timeout of each write is not enough: a client that reads a few bytes now and then
//! would keep an answer for days.

use super::quota::Permit;
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// Least bytes a second that a client reads of an answer.
pub const MIN_BYTES_PER_SECOND: u64 = 64 * 1024;

/// Measuring begins anew after this long without unread bytes.
const IDLE_RESET: Duration = Duration::from_secs(1);

/// A connection that is closed when its client reads too slowly.
#[derive(Debug)]
pub struct MinReadRate<S = TcpStream> {
    stream: S,
    /// The connection's share of the connection limits.
    _permit: Permit,
    window: Duration,
    /// End of the current window, while something is unread.
    end: Option<Pin<Box<Sleep>>>,
    /// Bytes that the client has read in the window.
    taken: u64,
    /// Since when nothing is unread.
    idle_since: Option<Instant>,
}

impl<S> MinReadRate<S> {
    /// A connection whose read rate is checked after each `window`.
    pub fn new(stream: S, permit: Permit, window: Duration) -> Self {
        Self { stream, _permit: permit, window, end: None, taken: 0, idle_since: None }
    }

    /// Counts the outcome of a write: an error where the client has read too little.
    fn judge(&mut self, context: &mut Context<'_>, wrote: Poll<Result<usize>>) -> Poll<Result<usize>> {
        match wrote {
            Poll::Ready(Ok(bytes)) => {
                self.taken = self.taken.saturating_add(bytes as u64);
                self.idle_since.get_or_insert_with(Instant::now);
                Poll::Ready(Ok(bytes))
            }
            Poll::Pending => {
                ready!(self.poll_too_slow(context));
                Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client takes its answer too slowly")))
            }
            failed @ Poll::Ready(Err(_)) => failed,
        }
    }

    /// Ready at the end of a window in which the client has read too little.
    fn poll_too_slow(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.idle_since.take().is_some_and(|since| since.elapsed() > IDLE_RESET) {
            self.end = None;
        }
        loop {
            let Some(end) = &mut self.end else {
                self.taken = 0;
                self.end = Some(Box::pin(sleep(self.window)));
                continue;
            };
            ready!(end.as_mut().poll(context));
            if self.taken < MIN_BYTES_PER_SECOND.saturating_mul(self.window.as_secs()) {
                return Poll::Ready(());
            }
            self.end = None;
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for MinReadRate<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let this = self.get_mut();
        let wrote = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.judge(context, wrote)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let this = self.get_mut();
        let wrote = Pin::new(&mut this.stream).poll_write_vectored(context, slices);
        this.judge(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for MinReadRate<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

/// That a slow client is disconnected, and a fast one is not, an end-to-end test shows.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::quota::Quota;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const BUFFER: usize = 16 * 1024;

    /// Long enough for a busy machine not to be taken for a slow client.
    const WINDOW: Duration = Duration::from_secs(5);

    #[tokio::test]
    async fn an_idle_connection_is_not_a_slow_one() {
        let (ours, mut theirs) = tokio::io::duplex(BUFFER);
        let permit = Quota::new(1, 1).acquire(None, 1).unwrap();
        let mut ours = MinReadRate::new(ours, permit, WINDOW);
        let (bytes, mut buffer) = (vec![0; 2 * BUFFER], vec![0; 2 * BUFFER]);
        for _ in 0..3 {
            let reading = async {
                tokio::time::sleep(Duration::from_secs(2)).await;
                theirs.read_exact(&mut buffer).await
            };
            let (wrote, read) = tokio::join!(ours.write_all(&bytes), reading);
            wrote.unwrap();
            read.unwrap();
            tokio::time::sleep(2 * IDLE_RESET).await;
        }
    }
}
