//! Chunked bodies: an answer's share of a quota is released when its last chunk is sent.
//!
//! A body in one chunk would be handed to the connection at once, which buffers it uncounted until the client has read
//! it.

use super::quota::Permit;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures::{StreamExt, TryStreamExt, stream};

/// Most bytes of a chunk.
const MAX_CHUNK_BYTES: usize = 64 * 1024;

/// The same response with its body in chunks; it holds the permit to its end.
pub fn chunked(mut response: Response, permit: Permit) -> Response {
    // A stream does not know its length.
    if let Some(length) = response.body().size_hint().exact() {
        let headers = response.headers_mut().entry(header::CONTENT_LENGTH);
        headers.or_insert(HeaderValue::from(length));
    }
    response.map(|body| {
        let chunks = body.into_data_stream().map_ok(move |data| {
            let _held = &permit;
            stream::iter(split(data)).map(Ok::<_, axum::Error>)
        });
        Body::from_stream(chunks.try_flatten())
    })
}

/// The chunks of some bytes.
pub fn split(mut rest: Bytes) -> impl Iterator<Item = Bytes> {
    std::iter::from_fn(move || {
        let chunk = rest.split_to(MAX_CHUNK_BYTES.min(rest.len()));
        (!chunk.is_empty()).then_some(chunk)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::quota::Quota;
    use http_body_util::BodyExt;

    #[tokio::test]
    async fn a_chunked_body_is_the_same_and_releases_its_permit() {
        let quota = Quota::new(1, 1);
        let text: Vec<u8> = (0..200_000).map(|n| u8::try_from(n % 251).unwrap()).collect();
        let whole = Response::new(Body::from(text.clone()));
        let response = chunked(whole, quota.acquire(None, 1).unwrap());
        assert_eq!(response.headers()[header::CONTENT_LENGTH], "200000");
        let mut body = response.into_body();
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first.len(), MAX_CHUNK_BYTES);
        assert!(quota.acquire(None, 1).is_none(), "it is held");
        let rest = body.collect().await.unwrap().to_bytes();
        assert_eq!([first, rest].concat(), text);
        assert!(quota.acquire(None, 1).is_some(), "it is released");
    }
}
