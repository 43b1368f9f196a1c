//! How large a request may be.

use super::Admin;
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Limited};
use std::time::Duration;

/// Largest request body, in bytes.
pub(crate) const BODY: usize = 1024 * 1024;

/// Largest body that the admin may send with files, in bytes.
const FILES: usize = 64 * 1024 * 1024;

/// Largest body, in bytes, that is read only to be thrown away.
const DRAINED: usize = 16 * 1024 * 1024;

/// Longest time that this takes.
const DRAINING: Duration = Duration::from_secs(5);

/// How large the body of this request may be.
pub fn largest_body(parts: &Parts) -> usize {
    if has_files(&parts.headers) && parts.extensions.get::<Admin>().is_some() {
        FILES
    } else {
        BODY
    }
}

/// Whether a request says that it comes with files.
pub fn has_files(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.trim_start().to_lowercase().starts_with("multipart/"))
}

/// Whether a request says that it comes with files, and its sender may not send any.
fn has_strange_files(parts: &Parts) -> bool {
    has_files(&parts.headers) && parts.extensions.get::<Admin>().is_none()
}

/// How much of this request's body is read at most: a stranger's files only to be thrown away.
pub fn most_read(parts: &Parts) -> usize {
    if has_strange_files(parts) {
        DRAINED
    } else {
        largest_body(parts)
    }
}

/// Refuses what is too large, at once where its length is told, else where it becomes too long. A stranger's files
/// are refused for another reason.
pub async fn limit(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let most = largest_body(&parts);
    let told = parts.headers.get(header::CONTENT_LENGTH);
    let told = told.and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if let Some(length) = told.filter(|length| *length > most && !has_strange_files(&parts)) {
        if length <= DRAINED {
            drain(body).await;
        }
        return too_large(most);
    }
    let body = Body::new(Limited::new(body, most_read(&parts)));
    next.run(Request::from_parts(parts, body)).await
}

/// Reads a body to its end, and forgets it: a client that is still sending would not hear the answer.
pub async fn drain(body: Body) {
    let mut body = Limited::new(body, DRAINED);
    let read = async { while let Some(Ok(_)) = body.frame().await {} };
    // Whoever is slower does not hear it.
    let _ = tokio::time::timeout(DRAINING, read).await;
}

/// The answer to a body of more than `most` bytes.
pub fn too_large(most: usize) -> Response {
    let size = most / 1024 / 1024;
    let text = format!("The request is larger than {size} MiB, or did not arrive whole.\n");
    (StatusCode::PAYLOAD_TOO_LARGE, text).into_response()
}
