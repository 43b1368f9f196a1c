//! Origin check of WebSocket handshakes: browsers let every page open a WebSocket, and say which page it is.

use crate::config::Config;
use crate::http::mcp;
use axum::http::{HeaderMap, header};
use lorekeeper_mcp::transport::http::Access;

/// Allowed origins: those that may call `/mcp`, and the server's own under its allowed hosts.
#[derive(Clone, Debug)]
pub struct Origins(pub Access);

impl Origins {
    /// The origins of the settings.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        Self(mcp::access(config))
    }

    /// Whether a request is from an allowed origin, or from no page at all.
    #[must_use]
    pub fn allow(&self, headers: &HeaderMap) -> bool {
        let mut given = headers.get_all(header::ORIGIN).iter();
        match (given.next(), given.next()) {
            (None, _) => true,
            (Some(origin), None) => origin.to_str().is_ok_and(|origin| self.0.allows(origin)),
            (Some(_), Some(_)) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn pages_that_may_open_a_socket_and_pages_that_may_not() {
        let origins = Origins(Access {
            origins: vec![
                "https://app.example.com".to_owned(),
                "http://dev.example.com:*".to_owned(),
            ],
            hosts: vec!["lore.example".to_owned()],
        });
        for (origin, allowed) in [
            ("http://localhost:3000", true),
            ("https://127.0.0.1", true),
            ("http://[::1]:8080", true),
            ("https://app.example.com", true),
            ("https://APP.example.com:443", true),
            ("http://app.example.com", false),
            ("https://app.example.com:8443", false),
            ("https://app.example.com.evil.example", false),
            ("http://dev.example.com:5173", true),
            ("https://lore.example", true),
            ("https://evil.example", false),
            ("http://localhost.evil.example", false),
            ("null", false),
            ("file://", false),
            ("chrome-extension://localhost", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            assert_eq!(origins.allow(&headers), allowed, "{origin}");
        }
        let mut headers = HeaderMap::new();
        assert!(origins.allow(&headers), "not a browser");
        headers.append(header::ORIGIN, HeaderValue::from_static("http://localhost"));
        headers.append(header::ORIGIN, HeaderValue::from_static("http://localhost"));
        assert!(!origins.allow(&headers), "two origins are none");
    }
}
