//! Request ids: the same in the response, in the log, and between processes that share a store.

use http::{HeaderMap, HeaderName, HeaderValue};
use std::fmt;
use std::future::Future;

/// The header with the request id.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Most bytes of an id that a client sends.
const MAX_CLIENT_BYTES: usize = 128;

tokio::task_local! {
    static CURRENT: RequestId;
}

/// The id of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// The client's id, if valid, else a new one.
    pub fn of(headers: &HeaderMap) -> Self {
        let given = headers.get(HEADER).and_then(|value| value.to_str().ok());
        match given {
            Some(given) if is_valid(given) => Self(given.to_owned()),
            _ => Self(format!("{:032x}", fastrand::u128(..))),
        }
    }

    /// The id of the request that the current task works for.
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Clone::clone).ok()
    }

    /// Runs `work` as part of this request.
    pub async fn with<F: Future>(self, work: F) -> F::Output {
        CURRENT.scope(self, work).await
    }

    /// The header's value; never `None`, because only visible ASCII is accepted.
    pub fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }
}

/// Whether an id is short and visible ASCII: it goes into logs.
fn is_valid(given: &str) -> bool {
    (1..=MAX_CLIENT_BYTES).contains(&given.len()) && given.bytes().all(|byte| byte.is_ascii_graphic())
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
    fn a_valid_id_is_kept_and_any_other_replaced() {
        assert_eq!(of(b"abc-1"), "abc-1");
        assert_eq!(of(&[b'x'; MAX_CLIENT_BYTES]), "x".repeat(MAX_CLIENT_BYTES));
        for given in [b"".as_slice(), b"two words", b"tab\there", b"caf\xc3\xa9", &[b'x'; MAX_CLIENT_BYTES + 1]] {
            let made = of(given);
            assert_eq!(made.len(), 32, "{made}");
            assert!(made.bytes().all(|b| b.is_ascii_hexdigit()));
        }
        let (one, other) = (RequestId::of(&HeaderMap::new()), RequestId::of(&HeaderMap::new()));
        assert_ne!(one, other);
    }

    #[tokio::test]
    async fn a_task_knows_the_id_of_its_request() {
        assert_eq!(RequestId::current(), None);
        let id = RequestId::of(&HeaderMap::new());
        let seen = id.clone().with(async { RequestId::current() }).await;
        assert_eq!(seen, Some(id));
    }
}
