//! HTTP client with retries, timeouts, a concurrency limit and a size limit, shared by all sources.
//!
//! Temporary failures (timeouts, resets, 429, 5xx, a body that is cut off) are retried with exponential, jittered
//! backoff, or after the time in `Retry-After`. Redirects are followed on the same host only.

mod stream;

use super::import::MAX_VALUES;
use super::values;
use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use reqwest::header::{LOCATION, RETRY_AFTER};
use reqwest::redirect::{Action, Attempt, Policy};
use reqwest::{RequestBuilder, Response, StatusCode};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use stream::Body;
use tokio::sync::Semaphore;

/// How many requests to one source may be under way at once.
pub const IN_FLIGHT: usize = 6;

/// Longest `Retry-After` that is waited for; after a longer one the listing is left for later.
const MAX_RETRY_AFTER: Duration = Duration::from_mins(1);

/// Largest body of an answer, unpacked.
const MAX_BODY_BYTES: usize = 64 << 20;

/// Longest time that a stream takes.
const MAX_STREAM_TIME: Duration = Duration::from_mins(15);

/// Hosts that lead to another one of theirs for downloads.
const DOWNLOADS: [(&str, &str); 1] = [("github.com", "codeload.github.com")];

/// How many redirections of one request are followed.
const MAX_REDIRECTS: usize = 5;

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
    Status { url: String, status: u16, retry_after: Option<Duration> },
    /// An answer that leads elsewhere.
    #[error(
        "{url} leads to another host, {location}, which is not followed; if it has moved, set the source's address"
    )]
    Moved { url: String, location: String },
    /// A success that is larger than any listing.
    #[error("{url} answered with more than is read at once ({limit})")]
    TooLarge { url: String, limit: String },
    /// A success with other content than the one that is known.
    #[error("{url} has other content than the release that is known, and is not read (its SHA-256 is {found})")]
    Unverified { url: String, found: String },
    /// A success that is not what was asked for.
    #[error("{url} answered with something else than expected: {cause}")]
    Unexpected { url: String, cause: String },
}

impl FetchError {
    /// How long the other side asks to be left alone.
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
            Self::Moved { .. } | Self::TooLarge { .. } | Self::Unverified { .. } => false,
        }
    }
}

impl Client {
    /// A client with four retries. Their pauses grow to most of a minute if the first is half a second.
    pub fn with_retries(first_pause: Duration) -> Result<Self, reqwest::Error> {
        Self::with(4, first_pause)
    }

    /// A client with one retry, for requests that somebody waits for.
    pub fn fail_fast() -> Result<Self, reqwest::Error> {
        Self::with(1, Duration::from_millis(300))
    }

    fn with(retries: usize, first_pause: Duration) -> Result<Self, reqwest::Error> {
        // It stays as it is where the process has one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .user_agent(concat!("LoreKeeper/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(Duration::from_secs(5))
            .read_timeout(Duration::from_secs(15))
            .timeout(Duration::from_mins(1))
            .redirect(Policy::custom(within_host))
            .build()?;
        Ok(Self { http, in_flight: Arc::new(Semaphore::new(IN_FLIGHT)), retries, first_pause })
    }

    /// The JSON at an address.
    pub async fn json(&self, url: &str) -> Result<Value, FetchError> {
        let mut pauses = self.pauses();
        loop {
            match self.attempt(url).await {
                Ok(value) => return Ok(value),
                Err(error) => pause_after(error, &mut pauses).await?,
            }
        }
    }

    /// What `read` makes of the body at an address, while it arrives: it may leave the rest. `advance` is called for
    /// each part that has arrived.
    pub async fn stream<T: Send + 'static>(
        &self,
        url: &str,
        read: impl Fn(Body) -> Result<T, FetchError> + Clone + Send + 'static,
        advance: impl Fn() + Sync,
    ) -> Result<T, FetchError> {
        let mut pauses = self.pauses();
        loop {
            match self.attempt_stream(url, read.clone(), &advance).await {
                Ok(read) => return Ok(read),
                Err(error) => pause_after(error, &mut pauses).await?,
            }
        }
    }

    fn pauses(&self) -> ExponentialBackoff {
        ExponentialBuilder::default()
            .with_min_delay(self.first_pause)
            .with_factor(2.0)
            .with_max_times(self.retries)
            .with_jitter()
            .build()
    }

    async fn attempt_stream<T: Send + 'static>(
        &self,
        url: &str,
        read: impl Fn(Body) -> Result<T, FetchError> + Send + 'static,
        advance: &(impl Fn() + Sync),
    ) -> Result<T, FetchError> {
        let _permit = self.in_flight.acquire().await;
        let request = self.http.get(url).timeout(MAX_STREAM_TIME);
        let mut response = self.send(url, request).await?;
        let (sender, body) = Body::channel();
        let reading = tokio::task::spawn_blocking(move || read(body));
        let mut broken = None;
        loop {
            let chunk = match response.chunk().await {
                Ok(Some(chunk)) => Ok(chunk.to_vec()),
                Ok(None) => break,
                Err(cause) => {
                    broken = Some(unreachable(url, &cause));
                    Err(())
                }
            };
            // Whoever reads has enough where nothing can be sent.
            let is_over = chunk.is_err() || sender.send(chunk).await.is_err();
            advance();
            if is_over {
                break;
            }
        }
        drop(sender);
        let read = reading.await;
        advance();
        match (read, broken) {
            (Ok(Ok(read)), _) => Ok(read),
            (_, Some(broken)) => Err(broken),
            (Ok(Err(error)), None) => Err(error),
            (Err(cause), None) => Err(FetchError::Unexpected { url: url.to_owned(), cause: cause.to_string() }),
        }
    }

    async fn attempt(&self, url: &str) -> Result<Value, FetchError> {
        // Held for one attempt, not over the pauses. The semaphore is never closed.
        let _permit = self.in_flight.acquire().await;
        let response = self.send(url, self.http.get(url)).await?;
        let body = body(response).await.map_err(|cause| unreachable(url, &cause))?;
        let too_large = |limit: String| FetchError::TooLarge { url: url.to_owned(), limit };
        let body = body.ok_or_else(|| too_large(format!("{} MiB", MAX_BODY_BYTES >> 20)))?;
        if values::count(&body) > MAX_VALUES {
            return Err(too_large(format!("{MAX_VALUES} values")));
        }
        serde_json::from_slice(&body).map_err(|cause| {
            let cause = if body.first() == Some(&b'<') { "HTML instead of JSON".to_owned() } else { cause.to_string() };
            FetchError::Unexpected { url: url.to_owned(), cause }
        })
    }

    /// The successful answer to a request.
    async fn send(&self, url: &str, request: RequestBuilder) -> Result<Response, FetchError> {
        let sent = request.send().await;
        let response = sent.map_err(|cause| unreachable(url, &cause))?;
        let status = response.status();
        if status.is_redirection() {
            let location = response.headers().get(LOCATION);
            let location = location.and_then(|l| l.to_str().ok()).unwrap_or_default();
            return Err(FetchError::Moved {
                url: url.to_owned(),
                location: location.chars().take(MAX_SHOWN_CHARS).collect(),
            });
        }
        if !status.is_success() {
            let retry_after = response
                .headers()
                .get(RETRY_AFTER)
                .filter(|_| status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error())
                .and_then(|v| v.to_str().ok()?.trim().parse().ok())
                .map(Duration::from_secs);
            return Err(FetchError::Status { url: url.to_owned(), status: status.as_u16(), retry_after });
        }
        Ok(response)
    }
}

/// Waits before another attempt; gives the error back where there is none.
async fn pause_after(error: FetchError, pauses: &mut ExponentialBackoff) -> Result<(), FetchError> {
    let can_wait = error.retry_after().is_none_or(|wait| wait <= MAX_RETRY_AFTER);
    let pause = pauses.next().filter(|_| error.is_temporary() && can_wait);
    let Some(pause) = pause else {
        return Err(error);
    };
    let pause = error.retry_after().map_or(pause, |wait| wait.max(pause));
    tracing::debug!(%error, ?pause, "trying again");
    tokio::time::sleep(pause).await;
    Ok(())
}

fn unreachable(url: &str, cause: &reqwest::Error) -> FetchError {
    let cause = if cause.is_timeout() { "no answer in time".to_owned() } else { root_cause(cause) };
    FetchError::Unreachable { url: url.to_owned(), cause }
}

/// How much of a foreign address an error shows.
const MAX_SHOWN_CHARS: usize = 200;

/// Follows redirections on the host that was asked, from HTTP to HTTPS, and to a known host of downloads.
fn within_host(attempt: Attempt<'_>) -> Action {
    if attempt.previous().len() > MAX_REDIRECTS {
        return attempt.error("too many redirections");
    }
    let to = attempt.url();
    let stays = attempt.previous().last().is_some_and(|from| {
        let has_same_origin = from.origin() == to.origin();
        let becomes_safe = from.scheme() == "http" && to.scheme() == "https";
        let is_download = to.scheme() == "https"
            && DOWNLOADS
                .iter()
                .any(|(host, downloads)| from.host_str() == Some(host) && to.host_str() == Some(downloads));
        has_same_origin || is_download || (becomes_safe && from.host() == to.host())
    });
    if stays { attempt.follow() } else { attempt.stop() }
}

/// The body of an answer; nothing where it is too large.
async fn body(mut response: Response) -> Result<Option<Vec<u8>>, reqwest::Error> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_BODY_BYTES {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body))
}

fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests;
