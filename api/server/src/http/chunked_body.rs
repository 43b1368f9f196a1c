//! Chunked bodies: an answer's share of a quota is released when its last chunk is sent.
//!
//! A body in one chunk would be handed to the connection at once, which buffers it uncounted until the client has read
//! it.

use super::quota::Permit;
use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// Most bytes of a chunk.
const MAX_CHUNK_BYTES: usize = 64 * 1024;

/// A body in chunks, which holds a part of a quota.
struct ChunkedBody {
    body: Body,
    rest: Bytes,
    _permit: Permit,
}

/// The same body in chunks; it holds the permit to its end.
pub fn chunked(body: Body, permit: Permit) -> Body {
    Body::new(ChunkedBody {
        body,
        rest: Bytes::new(),
        _permit: permit,
    })
}

impl HttpBody for ChunkedBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let this = self.get_mut();
        while this.rest.is_empty() {
            match ready!(Pin::new(&mut this.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => this.rest = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                end => return Poll::Ready(end),
            }
        }
        let chunk = this.rest.split_to(MAX_CHUNK_BYTES.min(this.rest.len()));
        Poll::Ready(Some(Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (mut hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        // Never below the lower bound, so in this order.
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper.saturating_add(rest));
        }
        hint.set_lower(hint.lower().saturating_add(rest));
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::quota::Quota;
    use http_body_util::BodyExt;

    #[tokio::test]
    async fn a_chunked_body_is_the_same_and_releases_its_permit() {
        let quota = Quota::new(1, 1);
        let text: Vec<u8> = (0..200_000)
            .map(|n| u8::try_from(n % 251).unwrap())
            .collect();
        let mut body = chunked(Body::from(text.clone()), quota.acquire(None, 1).unwrap());
        assert_eq!(body.size_hint().exact(), Some(200_000));
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first.len(), MAX_CHUNK_BYTES);
        assert_eq!(
            body.size_hint().exact(),
            Some(200_000 - MAX_CHUNK_BYTES as u64)
        );
        assert!(quota.acquire(None, 1).is_none());
        let rest = body.collect().await.unwrap().to_bytes();
        assert_eq!([first, rest].concat(), text);
        assert!(quota.acquire(None, 1).is_some());
    }
}
