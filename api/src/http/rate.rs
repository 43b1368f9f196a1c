//! Rate limits and quotas of clients: how often one may ask, and how much may be on its way to it. A client is
//! a token of this server, else an address.

use super::client::{self, ClientAddress, network};
use super::pieces::in_pieces;
use super::quota::{Quota, Taken};
use super::refused;
use super::tokens::Tokens;
use crate::config::Config;
use crate::error::{Error, Result};
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, RateLimiter};
use ipnet::IpNet;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// After how many requests clients that have long been silent are forgotten.
const SWEEP: usize = 1024;

/// Most clients that are told apart; those beyond are one.
const MOST: usize = 100_000;

/// Most bytes of all answers that wait for their clients to take them.
const MAX_WAITING_BYTES: usize = 512 << 20;

/// Most bytes of the answers that wait for one client.
const MAX_WAITING_BYTES_OF_CLIENT: usize = 64 << 20;

/// Answers below this many bytes are not counted: the connections that they need are.
const SMALL: usize = 64 << 10;

/// In how many seconds a client may ask again for an answer that found no room.
const ROOM_AGAIN: u64 = 5;

/// The limit of this server, for requests and for what is asked over sockets.
#[derive(Clone)]
pub struct Limit(Arc<Inner>);

struct Inner {
    answers: Quota,
    limiter: Option<DefaultKeyedRateLimiter<Client>>,
    tokens: Tokens,
    trusted: Vec<IpNet>,
    asked: AtomicUsize,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    Token(usize),
    Address(IpAddr),
    /// All that there are too many of.
    Crowd,
}

impl Limit {
    /// That of the settings.
    pub fn of(config: &Config) -> Self {
        let limit = config.protection.rate_limit;
        Self(Arc::new(Inner {
            answers: Quota::new(MAX_WAITING_BYTES, MAX_WAITING_BYTES_OF_CLIENT),
            limiter: limit.map(|limit| {
                RateLimiter::keyed(
                    governor::Quota::per_minute(limit.per_minute).allow_burst(limit.burst),
                )
            }),
            tokens: Tokens::of(config),
            trusted: config.protection.trusted_proxies.clone(),
            asked: AtomicUsize::new(0),
        }))
    }

    /// Who sends a request.
    pub fn client(&self, request: &Request) -> Client {
        match self.0.tokens.brought(request.headers()) {
            Some(token) => Client::Token(token),
            None => Client::Address(network(self.address(request))),
        }
    }

    /// The address that a request is from.
    pub fn address(&self, request: &Request) -> IpAddr {
        client::address(request, &self.0.trusted)
    }

    /// Room for an answer of so many bytes, for as long as it waits for its client.
    pub fn room(&self, address: IpAddr, bytes: usize) -> Result<Option<Taken>> {
        if bytes < SMALL {
            return Ok(None);
        }
        let room = self.0.answers.take(Some(network(address)), bytes);
        room.map(Some).ok_or_else(|| {
            metrics::counter!("lorekeeper_answers_without_room_total").increment(1);
            Error::rate_limited(format!(
                "Too much is on its way to clients already. Take the answers that wait for you, and ask again in {ROOM_AGAIN} s."
            ))
        })
    }

    /// How long a client has to wait, if it has.
    pub fn wait(&self, client: Client) -> Option<Duration> {
        let limiter = self.0.limiter.as_ref()?;
        if self.0.asked.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        let client = match client {
            Client::Address(_) if limiter.len() >= MOST => Client::Crowd,
            client => client,
        };
        let refused = limiter.check_key(&client).err()?;
        Some(refused.wait_time_from(DefaultClock::default().now()))
    }
}

/// What a client is told that asks too often, and in how many seconds it may ask again.
pub fn too_many(wait: Duration) -> (Error, u64) {
    // Whole seconds, and never too early.
    let seconds = wait.as_secs() + 1;
    metrics::counter!("lorekeeper_rate_limited_total").increment(1);
    let error = Error::rate_limited(format!(
        "This server answers only so many requests a minute. Try again in {seconds} s."
    ));
    (error, seconds)
}

/// Refuses whoever asks too often, and answers for which there is no room. Those who look whether the server is well are no
/// clients.
pub async fn check(State(limit): State<Limit>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if super::health::PATHS.contains(&path.as_str()) {
        return next.run(request).await;
    }
    if let Some(wait) = limit.wait(limit.client(&request)) {
        let (error, seconds) = too_many(wait);
        return later(&path, StatusCode::TOO_MANY_REQUESTS, &error, seconds);
    }
    let address = limit.address(&request);
    request.extensions_mut().insert(ClientAddress(address));
    // What is asked over a socket counts here, too.
    request.extensions_mut().insert(limit.clone());
    let response = next.run(request).await;
    let bytes = response.body().size_hint().lower();
    match limit.room(address, usize::try_from(bytes).unwrap_or(usize::MAX)) {
        Ok(None) => response,
        Ok(Some(room)) => response.map(|body| in_pieces(body, room)),
        Err(error) => later(&path, StatusCode::SERVICE_UNAVAILABLE, &error, ROOM_AGAIN),
    }
}

/// A refusal that says in how many seconds to ask again.
fn later(path: &str, status: StatusCode, error: &Error, seconds: u64) -> Response {
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

    fn limit(settings: &[(&'static str, &str)]) -> Limit {
        let mut layer = Layer::from([("data_dir", "data".to_owned())]);
        layer.extend(
            settings
                .iter()
                .map(|(key, value)| (*key, (*value).to_owned())),
        );
        Limit::of(&Config::resolve(&[layer]).unwrap())
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
        let settings = [
            ("rate_limit", "60"),
            ("rate_burst", "2"),
            ("trusted_proxies", "0.0.0.0"),
            ("api_tokens", "one,two"),
        ];
        let limit = limit(&settings);
        let passes = |address: &str, token: Option<&str>| {
            limit.wait(limit.client(&of(address, token))).is_none()
        };
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
    fn nobody_is_limited_without_a_limit() {
        let limit = limit(&[]);
        assert!((0..1000).all(|_| limit.wait(limit.client(&of("192.0.2.1", None))).is_none()));
    }

    #[test]
    fn clients_that_are_silent_are_forgotten_and_too_many_are_one() {
        let limit = limit(&[("rate_limit", "4000000000"), ("trusted_proxies", "0.0.0.0")]);
        let limiter = limit.0.limiter.as_ref().unwrap();
        for number in 0..5_000_u32 {
            let address = std::net::Ipv4Addr::from_bits(0x0a00_0000 + number);
            assert!(
                limit
                    .wait(limit.client(&of(&address.to_string(), None)))
                    .is_none()
            );
        }
        // They could ask at once again as if they never had: so they need not be known.
        assert!(limiter.len() <= SWEEP, "{}", limiter.len());
        for number in 0..u32::try_from(MOST).unwrap() {
            let _ = limiter.check_key(&Client::Address(
                std::net::Ipv4Addr::from_bits(number).into(),
            ));
        }
        limit.0.asked.store(0, Ordering::Relaxed);
        let before = limiter.len();
        for number in 0..10_u32 {
            let address = std::net::Ipv4Addr::from_bits(0xc000_0200 + number);
            limit.wait(limit.client(&of(&address.to_string(), None)));
        }
        assert!(limiter.len() <= before + 1);
    }
}
