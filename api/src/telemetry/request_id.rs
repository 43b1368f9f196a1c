//! What one request is called: in the answer, in the log, and between two processes.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use std::fmt;
use std::future::Future;

/// The header that carries it.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Longest name that is taken from a client, in bytes.
const LONGEST: usize = 128;

tokio::task_local! {
    static CURRENT: RequestId;
}

/// What one request is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// The name that the client gave, if it can be one, else a new one.
    pub fn of(headers: &HeaderMap) -> Self {
        let given = headers.get(HEADER).and_then(|value| value.to_str().ok());
        match given {
            Some(given) if can_be_one(given) => Self(given.to_owned()),
            _ => Self(format!("{:032x}", fastrand::u128(..))),
        }
    }

    /// The name of the request that this is part of.
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok()
    }

    /// Does `work` as part of this request.
    pub async fn with<F: Future>(self, work: F) -> F::Output {
        CURRENT.scope(self, work).await
    }

    /// As a header; there is always one, because only such names are taken.
    #[must_use]
    pub fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }
}

/// Visible ASCII, and not too much of it: it goes into logs.
fn can_be_one(given: &str) -> bool {
    (1..=LONGEST).contains(&given.len()) && given.bytes().all(|byte| byte.is_ascii_graphic())
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(given: &[u8]) -> String {
        let value = HeaderValue::from_bytes(given).unwrap();
        RequestId::of(&HeaderMap::from_iter([(HEADER, value)])).to_string()
    }

    #[test]
    fn a_sane_name_is_kept_and_any_other_replaced() {
        assert_eq!(of(b"abc-1"), "abc-1");
        assert_eq!(of(&[b'x'; LONGEST]), "x".repeat(LONGEST));
        for given in [
            b"".as_slice(),
            b"two words",
            b"tab\there",
            b"caf\xc3\xa9",
            &[b'x'; LONGEST + 1],
        ] {
            let made = of(given);
            assert_eq!(made.len(), 32, "{made}");
            assert!(made.bytes().all(|b| b.is_ascii_hexdigit()));
        }
        let (one, other) = (
            RequestId::of(&HeaderMap::new()),
            RequestId::of(&HeaderMap::new()),
        );
        assert_ne!(one, other);
    }

    #[tokio::test]
    async fn what_is_part_of_a_request_knows_it() {
        assert_eq!(RequestId::current(), None);
        let id = RequestId::of(&HeaderMap::new());
        let seen = id.clone().with(async { RequestId::current() }).await;
        assert_eq!(seen, Some(id));
    }
}
