//! Rate limits of requests, and quotas of unsent answers. A client is a token of this server, else a login, else an address.

use super::chunked_body::chunked;
use super::client::{self, ClientAddress, network};
use super::oauth::Shown;
use super::quota::{Permit, Quota};
use super::refused;
use super::tokens::Tokens;
use crate::config::Config;
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, RateLimiter};
use ipnet::IpNet;
use lorekeeper_graphql::error::{Error, Result};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Number of requests after which idle clients are forgotten.
const SWEEP_INTERVAL: usize = 1024;

/// Most clients that have a limit of their own; further ones share one.
const MAX_CLIENTS: usize = 100_000;

/// Most bytes of all answers that wait for their clients to take them.
const MAX_WAITING_BYTES: usize = 512 << 20;

/// Most bytes of the answers that wait for one client.
const MAX_WAITING_BYTES_OF_CLIENT: usize = 64 << 20;

/// Answers below this many bytes are not counted: the connections that they need are.
const MIN_COUNTED_BYTES: usize = 64 << 10;

/// `Retry-After` of an answer for which there is no room.
pub const RETRY_AFTER_SECONDS: u64 = 5;

/// Most exports that are on their way to clients at once. One holds its list of ids, and nothing of the store.
const MAX_EXPORTS: usize = 256;

/// Most exports that are on their way to one client.
const MAX_EXPORTS_OF_CLIENT: usize = 4;

/// Most pages of exports that are made at once.
const MAX_EXPORT_PAGES: usize = 16;

/// Limits of this server, for requests and for operations over a WebSocket.
#[derive(Clone)]
pub struct Limiter(Arc<Inner>);

struct Inner {
    answers: Quota,
    exports: Quota,
    export_pages: Arc<Semaphore>,
    requests: Option<DefaultKeyedRateLimiter<Client>>,
    tokens: Tokens,
    trusted: Vec<IpNet>,
    checks: AtomicUsize,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    Token(usize),
    Login(u64),
    Address(IpAddr),
    /// All clients above the limit of clients.
    Other,
}

impl Limiter {
    /// The limits of the settings.
    pub fn of(config: &Config) -> Self {
        Self(Arc::new(Inner {
            answers: Quota::new(MAX_WAITING_BYTES, MAX_WAITING_BYTES_OF_CLIENT),
            exports: Quota::new(MAX_EXPORTS, MAX_EXPORTS_OF_CLIENT),
            export_pages: Arc::new(Semaphore::new(MAX_EXPORT_PAGES)),
            requests: config.protection.rate_limit.map(RateLimiter::keyed),
            tokens: Tokens::of(config),
            trusted: config.protection.trusted_proxies.clone(),
            checks: AtomicUsize::new(0),
        }))
    }

    /// The client of a request.
    pub fn client(&self, request: &Request) -> Client {
        match (self.0.tokens.token_of(request.headers()), request.extensions().get()) {
            (Some(token), _) => Client::Token(token),
            (None, Some(Shown(Ok(grant)))) => Client::Login(grant.subject),
            (None, _) => Client::Address(network(self.address(request))),
        }
    }

    /// The address of the client of a request.
    pub fn address(&self, request: &Request) -> IpAddr {
        client::address(request, &self.0.trusted)
    }

    /// Room for an answer of so many bytes, for as long as it waits for its client.
    pub fn room(&self, address: IpAddr, bytes: usize) -> Result<Option<Permit>> {
        if bytes < MIN_COUNTED_BYTES {
            return Ok(None);
        }
        let room = self.0.answers.acquire(Some(network(address)), bytes);
        room.map(Some).ok_or_else(|| {
            metrics::counter!("lorekeeper_answers_without_room_total").increment(1);
            Error::rate_limited(format!(
                "Too much is on its way to clients already. Take the answers that wait for you, and ask again in {RETRY_AFTER_SECONDS} s."
            ))
        })
    }

    /// Leave to make an export, for as long as it is on its way.
    pub fn export(&self, address: IpAddr) -> Result<Permit> {
        let permit = self.0.exports.acquire(Some(network(address)), 1);
        permit.ok_or_else(|| {
            Error::rate_limited(format!(
                "This server makes only so many exports at once. Take those that you asked for, and ask again in {RETRY_AFTER_SECONDS} s."
            ))
        })
    }

    /// The turn of an export to make a page. It ends with the page: a client that takes its time holds nothing that
    /// others wait for.
    pub async fn export_page(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.0.export_pages).acquire_owned().await.ok()
    }

    /// Counts a request, once the client is within its limit.
    pub async fn admitted(&self, client: Client) {
        while let Some(wait) = self.wait(client) {
            tokio::time::sleep(wait).await;
        }
    }

    /// Counts a request; how long the client has to wait where it is above its limit.
    pub fn wait(&self, client: Client) -> Option<Duration> {
        let limiter = self.0.requests.as_ref()?;
        if self.0.checks.fetch_add(1, Ordering::Relaxed) % SWEEP_INTERVAL == SWEEP_INTERVAL - 1 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        let client = match client {
            Client::Address(_) | Client::Login(_) if limiter.len() >= MAX_CLIENTS => Client::Other,
            client => client,
        };
        let refused = limiter.check_key(&client).err()?;
        Some(refused.wait_time_from(DefaultClock::default().now()))
    }
}

/// The error of a client above its limit, and in how many seconds it may ask again.
pub fn too_many(wait: Duration) -> (Error, u64) {
    // Whole seconds, and never too early.
    let seconds = wait.as_secs() + 1;
    metrics::counter!("lorekeeper_rate_limited_total").increment(1);
    let error =
        Error::rate_limited(format!("This server answers only so many requests a minute. Try again in {seconds} s."));
    (error, seconds)
}

/// Refuses requests above the limit, and answers for which there is no room. Health checks are not counted.
pub async fn check(State(limit): State<Limiter>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if super::health::PATHS.contains(&path.as_str()) {
        return next.run(request).await;
    }
    if let Some(wait) = limit.wait(limit.client(&request)) {
        let (error, seconds) = too_many(wait);
        return retry_later(&path, StatusCode::TOO_MANY_REQUESTS, &error, seconds);
    }
    let address = limit.address(&request);
    request.extensions_mut().insert(ClientAddress(address));
    // Operations over a WebSocket count here, too.
    request.extensions_mut().insert(limit.clone());
    let response = next.run(request).await;
    let bytes = response.body().size_hint().lower();
    match limit.room(address, usize::try_from(bytes).unwrap_or(usize::MAX)) {
        Ok(None) => response,
        Ok(Some(room)) => chunked(response, room),
        Err(error) => retry_later(&path, StatusCode::SERVICE_UNAVAILABLE, &error, RETRY_AFTER_SECONDS),
    }
}

/// A refusal that says in how many seconds to ask again.
pub fn retry_later(path: &str, status: StatusCode, error: &Error, seconds: u64) -> Response {
    let mut response = refused(path, status, error);
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Layer;
    use axum::body::Body;

    fn limit(settings: &[(&'static str, &str)]) -> Limiter {
        let own = [("data_dir", "data"), ("trusted_proxies", "0.0.0.0")].iter();
        let layer: Layer = own.chain(settings).map(|(key, value)| (*key, (*value).to_owned())).collect();
        Limiter::of(&Config::resolve(&[layer]).unwrap())
    }

    fn of(address: &str, token: Option<&str>) -> Request {
        let mut request = Request::get("/graphql").header("x-forwarded-for", address);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        request.body(Body::empty()).unwrap()
    }

    #[test]
    fn every_client_has_a_limit_of_its_own() {
        let settings = [("rate_limit", "60"), ("rate_burst", "2"), ("api_tokens", "one,two")];
        let limit = limit(&settings);
        let passes = |address: &str, token: Option<&str>| limit.wait(limit.client(&of(address, token))).is_none();
        assert!(passes("192.0.2.1", None) && passes("192.0.2.1", None));
        let wait = limit.wait(limit.client(&of("192.0.2.1", None))).unwrap();
        assert!(wait <= Duration::from_secs(1), "{wait:?}");
        assert!(passes("192.0.2.2", None));
        // A token counts for itself, wherever it comes from; what is none counts as nothing.
        assert!(passes("192.0.2.1", Some("one")) && passes("192.0.2.3", Some("one")));
        assert!(!passes("192.0.2.4", Some("one")));
        assert!(passes("192.0.2.1", Some("two")));
        assert!(!passes("192.0.2.1", Some("three")));
        // A network of IPv6 is one client.
        assert!(passes("2001:db8::1", None) && passes("2001:db8::ffff:2", None));
        assert!(!passes("2001:db8::3", None));
        assert!(passes("2001:db8:0:1::1", None));
    }

    #[test]
    fn a_client_has_few_exports_at_once() {
        let limit = limit(&[]);
        let (one, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let mut made: Vec<Permit> = (0..MAX_EXPORTS_OF_CLIENT).map(|_| limit.export(one).unwrap()).collect();
        let refused = limit.export(one).unwrap_err();
        assert!(refused.message.contains("at once"), "{refused}");
        assert!(limit.export(other).is_ok());
        made.pop();
        assert!(limit.export(one).is_ok());
    }

    #[tokio::test]
    async fn exports_that_clients_take_slowly_leave_room_for_others() {
        let limit = limit(&[]);
        let slow = |last| -> IpAddr { [192, 0, 2, last].into() };
        let mut held = Vec::new();
        for client in (1..=4).flat_map(|last| [slow(last); MAX_EXPORTS_OF_CLIENT]) {
            held.push(limit.export(client).unwrap());
            // Its page is made, and waits for the client.
            assert!(limit.export_page().await.is_some());
        }
        assert!(limit.export(slow(5)).is_ok());
        let making: Vec<_> = (0..MAX_EXPORT_PAGES).map(|_| limit.export_page()).collect();
        let making = futures::future::join_all(making).await;
        let next = tokio::time::timeout(Duration::from_millis(20), limit.export_page());
        assert!(next.await.is_err(), "pages are bounded");
        drop(making);
        assert!(limit.export_page().await.is_some());
    }

    #[tokio::test]
    async fn an_export_goes_on_as_fast_as_requests_may() {
        let limit = limit(&[("rate_limit", "1200"), ("rate_burst", "1")]);
        let client = limit.client(&of("192.0.2.1", None));
        let begin = std::time::Instant::now();
        for _ in 0..5 {
            limit.admitted(client).await;
        }
        // Twenty a second, after the first.
        assert!(begin.elapsed() >= Duration::from_millis(190));
    }

    #[test]
    fn without_a_limit_no_client_is_limited() {
        let limit = limit(&[]);
        assert!((0..1000).all(|_| limit.wait(limit.client(&of("192.0.2.1", None))).is_none()));
    }

    #[test]
    fn clients_that_are_silent_are_forgotten_and_too_many_are_one() {
        let limit = limit(&[("rate_limit", "4000000000")]);
        let limiter = limit.0.requests.as_ref().unwrap();
        for number in 0..5_000_u32 {
            let address = std::net::Ipv4Addr::from_bits(0x0a00_0000 + number);
            assert!(limit.wait(limit.client(&of(&address.to_string(), None))).is_none());
        }
        // They could ask at once again as if they never had: so they need not be known.
        assert!(limiter.len() <= SWEEP_INTERVAL, "{}", limiter.len());
        for number in 0..u32::try_from(MAX_CLIENTS).unwrap() {
            let _ = limiter.check_key(&Client::Address(std::net::Ipv4Addr::from_bits(number).into()));
        }
        limit.0.checks.store(0, Ordering::Relaxed);
        let before = limiter.len();
        for number in 0..10_u32 {
            let address = std::net::Ipv4Addr::from_bits(0xc000_0200 + number);
            limit.wait(limit.client(&of(&address.to_string(), None)));
        }
        assert!(limiter.len() <= before + 1);
    }
}
