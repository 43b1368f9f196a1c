//! Replies of the mock upstreams.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

/// Stands for the fake's own address in records and replies.
pub const BASE: &str = "{{base}}";

/// An answer, before the fake's address is filled in.
pub struct Reply {
    status: StatusCode,
    content_type: &'static str,
    body: Vec<u8>,
    location: Option<String>,
    breaks_off: bool,
}

impl Reply {
    /// A JSON document.
    pub fn json(value: &Value) -> Self {
        Self {
            status: StatusCode::OK,
            content_type: "application/json",
            body: value.to_string().into_bytes(),
            location: None,
            breaks_off: false,
        }
    }

    /// An archive.
    pub fn archive(body: Vec<u8>) -> Self {
        Self { status: StatusCode::OK, content_type: "application/x-gzip", body, location: None, breaks_off: false }
    }

    /// A JSON document that says what is wrong.
    pub fn refusal(detail: &str) -> Self {
        Self { status: StatusCode::NOT_FOUND, ..Self::json(&json!({"detail": detail})) }
    }

    /// A page that says that there is nothing here.
    pub fn not_found() -> Self {
        Self::failure(404)
    }

    /// An HTML page with a status, as a proxy before the service would send it.
    pub fn failure(status: u16) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self {
            status,
            content_type: "text/html; charset=utf-8",
            body: format!("<html><body><h1>{status}</h1></body></html>\n").into_bytes(),
            location: None,
            breaks_off: false,
        }
    }

    /// A permanent redirection.
    pub fn moved(location: String) -> Self {
        Self { location: Some(location), ..Self::failure(301) }
    }

    /// Itself without the second half of its body.
    pub fn truncated(mut self) -> Self {
        let half = String::from_utf8(self.body.clone())
            .map_or(self.body.len() / 2, |text| text.floor_char_boundary(text.len() / 2));
        self.body.truncate(half);
        self
    }

    /// Itself without the second half of its body, and with a connection that ends there.
    pub fn reset(self) -> Self {
        Self { breaks_off: true, ..self.truncated() }
    }

    /// The response, `base` being the fake's address.
    pub fn into_response(self, base: &str) -> Response {
        // Only texts have the address in them.
        let text = match String::from_utf8(self.body) {
            Ok(text) => text.replace(BASE, base).into_bytes(),
            Err(archive) => archive.into_bytes(),
        };
        let body = if self.breaks_off {
            // What cannot be sent to its end ends the connection.
            let parts = [Ok(text), Err(std::io::Error::other("reset"))];
            Body::from_stream(futures::stream::iter(parts))
        } else {
            Body::from(text)
        };
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if let Some(location) = self.location.and_then(|l| HeaderValue::from_str(&l).ok()) {
            headers.insert(header::LOCATION, location);
        }
        response.into_response()
    }
}
