//! CORS headers: which web pages may ask. A page that may not gets no such headers, so that its browser keeps the answer
//! from it.

use super::http::Access;
use super::origin::is_allowed;
use axum::http::{HeaderName, Method, header};
use std::time::Duration;
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

/// How long a browser may cache the headers.
const MAX_AGE: Duration = Duration::from_hours(1);

/// The headers that a page may read, beside those that every page may.
const EXPOSED_HEADERS: [HeaderName; 5] = [
    header::ETAG,
    header::RETRY_AFTER,
    header::WWW_AUTHENTICATE,
    HeaderName::from_static("x-request-id"),
    HeaderName::from_static("mcp-session-id"),
];

/// The layer that sets the headers.
pub fn layer(access: &Access) -> CorsLayer {
    let allowed = access.all_origins();
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(move |origin, _| {
            let origin = origin.to_str();
            origin.is_ok_and(|origin| is_allowed(origin, &allowed))
        }))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(EXPOSED_HEADERS)
        .max_age(MAX_AGE)
}
