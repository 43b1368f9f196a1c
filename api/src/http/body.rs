//! How large a request may be.

use super::Admin;
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::Limited;

/// Largest request body, in bytes.
pub(crate) const BODY: usize = 1024 * 1024;

/// Largest body that the admin may send with files, in bytes.
const FILES: usize = 64 * 1024 * 1024;

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

/// Refuses what is too large, at once where its length is told, else where it becomes too long.
pub async fn limit(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let most = largest_body(&parts);
    let told = parts.headers.get(header::CONTENT_LENGTH);
    let told = told.and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if told.is_some_and(|length| length > most) {
        return too_large(most);
    }
    let body = Body::new(Limited::new(body, most));
    next.run(Request::from_parts(parts, body)).await
}

/// The answer to a body of more than `most` bytes.
pub fn too_large(most: usize) -> Response {
    let size = most / 1024 / 1024;
    let text = format!("The request is larger than {size} MiB, or did not arrive whole.\n");
    (StatusCode::PAYLOAD_TOO_LARGE, text).into_response()
}
