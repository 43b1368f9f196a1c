//! Which web pages may ask, and what their browsers are told. A page that may not gets no such headers, so that its
//! browser keeps the answer from it.

use super::http::Access;
use super::origin::is_allowed;
use axum::http::{HeaderName, Method, header};
use std::time::Duration;
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

/// How long a browser may keep what it was told.
const KEPT: Duration = Duration::from_hours(1);

/// What a page may see of an answer, beside what every page may.
const SHOWN: [HeaderName; 5] = [
    header::ETAG,
    header::RETRY_AFTER,
    header::WWW_AUTHENTICATE,
    HeaderName::from_static("x-request-id"),
    HeaderName::from_static("mcp-session-id"),
];

/// The layer that tells browsers.
pub fn layer(access: &Access) -> CorsLayer {
    let allowed = access.all_origins();
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(move |origin, _| {
            origin
                .to_str()
                .is_ok_and(|origin| is_allowed(origin, &allowed))
        }))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(SHOWN)
        .max_age(KEPT)
}
