//! One polite client for all sources: identified, patient, never in a hurry.
//!
//! Every request has a timeout; what may pass (timeouts, resets, 429, 5xx, a body that is cut off)
//! is tried again with growing, jittered pauses, or after the time that `Retry-After` names.

use backon::{BackoffBuilder, ExponentialBuilder};
use reqwest::StatusCode;
use reqwest::header::RETRY_AFTER;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many requests to one source may be under way at once.
pub const IN_FLIGHT: usize = 6;

/// Longest `Retry-After` that is waited for; after a longer one the listing is left for later.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// The client.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    in_flight: Arc<Semaphore>,
    retries: usize,
    first_pause: Duration,
}

/// Why a request failed for good.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FetchError {
    /// No connection, or no answer in time.
    #[error("{url} cannot be reached ({cause})")]
    Unreachable { url: String, cause: String },
    /// An answer that is no success.
    #[error("{url} answered {status}")]
    Status {
        url: String,
        status: u16,
        retry_after: Option<Duration>,
    },
    /// A success that is not what was asked for.
    #[error("{url} answered with something else than expected: {cause}")]
    Unexpected { url: String, cause: String },
}

impl FetchError {
    /// How long the other side asks to be left alone.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    fn is_temporary(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Unexpected { .. } => true,
            Self::Status { status, .. } => *status == 429 || *status >= 500,
        }
    }
}

impl Client {
    /// A client that rides out a bad minute.
    pub fn patient() -> Result<Self, reqwest::Error> {
        Self::with(4, Duration::from_millis(500))
    }

    /// A client that soon gives up.
    pub fn brisk() -> Result<Self, reqwest::Error> {
        Self::with(1, Duration::from_millis(300))
    }

    fn with(retries: usize, first_pause: Duration) -> Result<Self, reqwest::Error> {
        let http = reqwest::Client::builder()
            .user_agent(concat!("LoreKeeper/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(Duration::from_secs(5))
            .read_timeout(Duration::from_secs(15))
            .timeout(Duration::from_mins(1))
            .build()?;
        Ok(Self {
            http,
            in_flight: Arc::new(Semaphore::new(IN_FLIGHT)),
            retries,
            first_pause,
        })
    }

    /// The JSON at an address.
    pub async fn json(&self, url: &str) -> Result<Value, FetchError> {
        let mut pauses = ExponentialBuilder::default()
            .with_min_delay(self.first_pause)
            .with_factor(2.0)
            .with_max_times(self.retries)
            .with_jitter()
            .build();
        loop {
            let error = match self.attempt(url).await {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            let can_wait = error.retry_after().is_none_or(|wait| wait <= LONGEST_WAIT);
            let pause = pauses.next().filter(|_| error.is_temporary() && can_wait);
            let Some(pause) = pause else {
                return Err(error);
            };
            let pause = error.retry_after().map_or(pause, |wait| wait.max(pause));
            tracing::debug!(%error, ?pause, "trying again");
            tokio::time::sleep(pause).await;
        }
    }

    async fn attempt(&self, url: &str) -> Result<Value, FetchError> {
        let unreachable = |cause: reqwest::Error| {
            let cause = if cause.is_timeout() {
                "no answer in time".to_owned()
            } else {
                root_cause(&cause)
            };
            FetchError::Unreachable {
                url: url.to_owned(),
                cause,
            }
        };
        // Held for one attempt, not over the pauses. The semaphore is never closed.
        let _permit = self.in_flight.acquire().await;
        let response = self.http.get(url).send().await.map_err(unreachable)?;
        let status = response.status();
        if !status.is_success() {
            let retry_after = response
                .headers()
                .get(RETRY_AFTER)
                .filter(|_| status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error())
                .and_then(|v| v.to_str().ok()?.trim().parse().ok())
                .map(Duration::from_secs);
            return Err(FetchError::Status {
                url: url.to_owned(),
                status: status.as_u16(),
                retry_after,
            });
        }
        let body = response.bytes().await.map_err(unreachable)?;
        serde_json::from_slice(&body).map_err(|cause| {
            let cause = if body.first() == Some(&b'<') {
                "HTML instead of JSON".to_owned()
            } else {
                cause.to_string()
            };
            FetchError::Unexpected {
                url: url.to_owned(),
                cause,
            }
        })
    }
}

fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}
