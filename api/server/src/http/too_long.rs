//! Refusal of requests whose head is too long: hyper answers them before any route, with an empty response. Here it gets a
//! page, whose script opens what the address names.

use super::pages;
use std::io::{ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// How the responses begin that get the page: to a target and to headers that are too long.
const REFUSALS: [&[u8]; 2] = [b"HTTP/1.1 414 URI Too Long\r\n", b"HTTP/1.1 431 Request Header Fields Too Large\r\n"];

/// How the head of a response ends.
const HEAD_END: &[u8] = b"\r\n\r\n";

/// A connection on which refusals of what is too long have a page.
#[derive(Debug)]
pub struct PageForTooLong<S> {
    stream: S,
    /// What is still to be sent in the place of an empty response.
    unsent: Vec<u8>,
}

impl<S> PageForTooLong<S> {
    /// A connection over a stream.
    pub fn new(stream: S) -> Self {
        Self { stream, unsent: Vec::new() }
    }
}

/// The status line of a refusal; none where bytes are something else.
fn status_line(bytes: &[u8]) -> Option<&'static [u8]> {
    let is_whole = bytes.ends_with(HEAD_END);
    REFUSALS.into_iter().find(|line| is_whole && bytes.starts_with(line))
}

/// A refusal with the page.
fn refusal(status_line: &[u8]) -> Vec<u8> {
    let page = pages::TOO_LONG.as_bytes();
    let head = format!(
        "content-type: text/html; charset=utf-8\r\ncontent-security-policy: {}\r\nx-content-type-options: nosniff\r\n\
         referrer-policy: no-referrer\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        pages::POLICY,
        page.len()
    );
    [status_line, head.as_bytes(), page].concat()
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PageForTooLong<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let this = self.get_mut();
        let Some(status_line) = status_line(bytes) else {
            return Pin::new(&mut this.stream).poll_write(context, bytes);
        };
        if this.unsent.is_empty() {
            this.unsent = refusal(status_line);
        }
        while !this.unsent.is_empty() {
            let sent = ready!(Pin::new(&mut this.stream).poll_write(context, &this.unsent))?;
            if sent == 0 {
                return Poll::Ready(Err(ErrorKind::WriteZero.into()));
            }
            this.unsent.drain(..sent);
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        match slices {
            // The head of a response without a body.
            [only] => self.poll_write(context, only),
            _ => Pin::new(&mut self.get_mut().stream).poll_write_vectored(context, slices),
        }
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

impl<S: AsyncRead + Unpin> AsyncRead for PageForTooLong<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

/// What a browser makes of it, the tests of the pages show.
#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// What is sent where the server writes something, through a pipe that takes a few bytes at once.
    async fn sent(written: &[u8]) -> String {
        let (ours, mut theirs) = tokio::io::duplex(64);
        let mut ours = PageForTooLong::new(ours);
        let writing = async move { ours.write_all(written).await };
        let mut read = String::new();
        let (wrote, read_all) = tokio::join!(writing, theirs.read_to_string(&mut read));
        wrote.unwrap();
        read_all.unwrap();
        read
    }

    #[tokio::test]
    async fn a_refusal_has_a_page() {
        let empty = b"HTTP/1.1 414 URI Too Long\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        let sent = sent(empty).await;
        let (head, body) = sent.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 414 URI Too Long\r\n"), "{head}");
        assert!(head.ends_with(&format!("content-length: {}", body.len())), "{head}");
        assert!(body.contains("src=\"/assets/long.js\""), "{body}");
    }

    #[tokio::test]
    async fn other_responses_stay() {
        let others =
            ["HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", "a text with HTTP/1.1 414 URI Too Long\r\n in it\r\n\r\n"];
        for other in others {
            assert_eq!(sent(other.as_bytes()).await, other);
        }
    }
}
