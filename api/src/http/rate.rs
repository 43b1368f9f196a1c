//! How often a client may ask. A client is whoever brings a token of this server, else an address.

use super::tokens::Tokens;
use super::{client, refused};
use crate::config::Config;
use crate::error::Error;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// After how many requests clients that have long been silent are forgotten.
const SWEEP: usize = 1024;

/// Most clients that are told apart; those beyond are one.
const MOST: usize = 100_000;

/// The limit of this server.
#[derive(Clone)]
pub struct Limit(Arc<Inner>);

struct Inner {
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
            limiter: limit.map(|limit| {
                RateLimiter::keyed(Quota::per_minute(limit.per_minute).allow_burst(limit.burst))
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
            None => Client::Address(network(client::address(request, &self.0.trusted))),
        }
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

/// Whoever has one address of IPv6 has all that begin with the same 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
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

/// Refuses whoever asks too often. Those who look whether the server is well are no clients.
pub async fn check(State(limit): State<Limit>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if super::health::PATHS.contains(&path) {
        return next.run(request).await;
    }
    let Some(wait) = limit.wait(limit.client(&request)) else {
        return next.run(request).await;
    };
    let (error, seconds) = too_many(wait);
    let mut response = refused(path, StatusCode::TOO_MANY_REQUESTS, &error);
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
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
