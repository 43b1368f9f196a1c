//! Limits of request bodies.

use super::admin::caller;
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Limited};
use lorekeeper_graphql::Caller;
use std::time::Duration;

/// Largest request body, in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 1024 * 1024;

/// Largest body that the admin may send with files, in bytes.
const MAX_UPLOAD_BYTES: usize = 64 * 1024 * 1024;

/// Largest body, in bytes, that is read only to be thrown away.
const MAX_DRAINED_BYTES: usize = 16 * 1024 * 1024;

/// Longest time to read a body only to be thrown away.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Largest body of this request, in bytes.
pub fn max_body_bytes(parts: &Parts) -> usize {
    if has_files(&parts.headers) && caller(&parts.extensions) == Caller::Admin {
        MAX_UPLOAD_BYTES
    } else {
        MAX_BODY_BYTES
    }
}

/// Whether a request says that it comes with files.
pub fn has_files(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.trim_start().to_lowercase().starts_with("multipart/"))
}

/// Whether a request says that it comes with files, and its sender may not send any.
fn has_unauthenticated_files(parts: &Parts) -> bool {
    has_files(&parts.headers) && caller(&parts.extensions) != Caller::Admin
}

/// How much of this request's body is read at most: files without the admin token only to be thrown away.
pub fn max_read_bytes(parts: &Parts) -> usize {
    if has_unauthenticated_files(parts) { MAX_DRAINED_BYTES } else { max_body_bytes(parts) }
}

/// Refuses bodies that are too large: at once by `Content-Length`, else when the limit is reached. Files without the
/// admin token are refused for another reason.
pub async fn limit(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let max = max_body_bytes(&parts);
    let length = parts.headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if let Some(length) = length.filter(|length| *length > max && !has_unauthenticated_files(&parts)) {
        if length <= MAX_DRAINED_BYTES {
            drain(body).await;
        }
        return too_large(max);
    }
    let body = Body::new(Limited::new(body, max_read_bytes(&parts)));
    next.run(Request::from_parts(parts, body)).await
}

/// Reads a body to its end, and forgets it: a client that is still sending would not hear the answer.
pub async fn drain(body: Body) {
    let mut body = Limited::new(body, MAX_DRAINED_BYTES);
    let read = async { while let Some(Ok(_)) = body.frame().await {} };
    // A slower client does not get the answer.
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, read).await;
}

/// The answer to a body of more than `max` bytes.
pub fn too_large(max: usize) -> Response {
    let size = max / 1024 / 1024;
    let text = format!("The request is larger than {size} MiB, or did not arrive whole.\n");
    (StatusCode::PAYLOAD_TOO_LARGE, text).into_response()
}
