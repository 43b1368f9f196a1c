//! What browsers must be told before they let a web page ask. Whether a page may ask is decided by the service
//! below, which answers 403 where it may not; here is only said what it decided.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

/// How long a browser may keep the answer, in seconds.
const KEPT: HeaderValue = HeaderValue::from_static("3600");

const METHODS: HeaderValue = HeaderValue::from_static("POST");

/// Adds the headers of CORS to what a page may ask, and answers the question that browsers ask first.
pub async fn answer(request: Request, next: Next) -> Response {
    let Some(origin) = request.headers().get(header::ORIGIN).cloned() else {
        return next.run(request).await;
    };
    let wanted = wanted(&request);
    let mut response = next.run(request).await;
    if response.status() == StatusCode::FORBIDDEN {
        return response;
    }
    let headers = response.headers_mut();
    say(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    say(headers, header::VARY, HeaderValue::from_static("Origin"));
    let Some(wanted) = wanted else {
        return response;
    };
    say(headers, header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    say(headers, header::ACCESS_CONTROL_ALLOW_HEADERS, wanted);
    say(headers, header::ACCESS_CONTROL_MAX_AGE, KEPT);
    let (mut parts, _) = response.into_parts();
    parts.status = StatusCode::NO_CONTENT;
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, axum::body::Body::empty())
}

/// The headers that a page wants to send, where a browser asks beforehand.
fn wanted(request: &Request) -> Option<HeaderValue> {
    let headers = request.headers();
    let asks = request.method() == Method::OPTIONS
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    asks.then(|| {
        headers
            .get(header::ACCESS_CONTROL_REQUEST_HEADERS)
            .cloned()
            .unwrap_or(HeaderValue::from_static("content-type"))
    })
}

fn say(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.insert(name, value);
}
