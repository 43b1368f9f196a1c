//! Origins of web pages, and which of them may ask.

use axum::http::Uri;

/// Whether an origin is one of the allowed, whose ports may be `*`.
pub(super) fn is_allowed(origin: &str, allowed: &[String]) -> bool {
    let Some((scheme, host, port)) = parts(origin) else {
        return false;
    };
    allowed.iter().any(|allowed| match allowed.strip_suffix(":*") {
        Some(any_port) => parts(any_port).is_some_and(|(s, h, _)| s == scheme && h == host),
        None => parts(allowed).is_some_and(|(s, h, p)| s == scheme && h == host && p == port),
    })
}

/// Scheme, host and port of an origin; a port that is not written is the scheme's own.
pub(super) fn parts(origin: &str) -> Option<(String, String, u16)> {
    let uri: Uri = origin.trim().parse().ok()?;
    let scheme = uri.scheme_str()?.to_lowercase();
    let host = uri.host()?.to_lowercase();
    let port = match (uri.port_u16(), scheme.as_str()) {
        (Some(port), _) => port,
        (None, "https") => 443,
        (None, _) => 80,
    };
    Some((scheme, host, port))
}

#[cfg(test)]
mod tests {
    use super::super::http::Access;
    use super::*;

    #[test]
    fn pages_on_loopback_and_those_on_the_list_may_ask() {
        let access =
            Access { hosts: Vec::new(), origins: vec!["https://table.example".into(), "http://intranet:*".into()] };
        let allowed = access.all_origins();
        let may = |origin| is_allowed(origin, &allowed);
        for origin in [
            "http://localhost:6274", "http://localhost", "https://127.0.0.1:8443", "http://[::1]:3000",
            "https://table.example", "https://TABLE.example:443", "http://intranet:8000",
        ] {
            assert!(may(origin), "{origin}");
        }
        for origin in [
            "http://table.example", "https://table.example:8443", "https://table.example.evil",
            "https://localhost.evil:1", "https://intranet", "null", "nonsense", "",
        ] {
            assert!(!may(origin), "{origin}");
        }
    }
}
