//! Bodies that are handed over in pieces: what an answer takes of a quota is given back when its last piece has gone.
//!
//! A whole body would be handed to the connection at once, which then keeps it, unseen, until the client has taken it.

use super::quota::Taken;
use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// Most bytes of a piece.
const PIECE: usize = 64 * 1024;

/// A body in pieces, which holds a part of a quota.
struct Pieces {
    body: Body,
    rest: Bytes,
    _taken: Taken,
}

/// The same body in pieces, which holds what it takes of a quota to its end.
pub fn in_pieces(body: Body, taken: Taken) -> Body {
    Body::new(Pieces {
        body,
        rest: Bytes::new(),
        _taken: taken,
    })
}

impl HttpBody for Pieces {
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
        let piece = this.rest.split_to(PIECE.min(this.rest.len()));
        Poll::Ready(Some(Ok(Frame::data(piece))))
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
    async fn a_body_is_the_same_in_pieces_and_gives_back_what_it_took() {
        let quota = Quota::new(1, 1);
        let text: Vec<u8> = (0..200_000)
            .map(|n| u8::try_from(n % 251).unwrap())
            .collect();
        let mut body = in_pieces(Body::from(text.clone()), quota.take(None, 1).unwrap());
        assert_eq!(body.size_hint().exact(), Some(200_000));
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first.len(), PIECE);
        assert_eq!(body.size_hint().exact(), Some(200_000 - PIECE as u64));
        assert!(quota.take(None, 1).is_none());
        let rest = body.collect().await.unwrap().to_bytes();
        assert_eq!([first, rest].concat(), text);
        assert!(quota.take(None, 1).is_some());
    }
}
