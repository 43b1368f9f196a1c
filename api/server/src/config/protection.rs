//! Settings of rate limits, proxies, API tokens and shutdown.

use super::{duration, list, parse};
use crate::secret::Secret;
use ipnet::IpNet;
use lorekeeper_graphql::error::{Error, Result};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// Rate limits, trusted proxies, API tokens and times of the server.
#[derive(Clone, Debug)]
pub struct Protection {
    /// Rate limit of a client.
    pub rate_limit: Option<RateLimit>,
    /// Proxies whose `X-Forwarded-For` and `Forwarded` headers are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Tokens for reading; none needed if empty.
    pub api_tokens: Vec<Secret>,
    /// How long requests that run may take to finish when the server stops.
    pub shutdown_timeout: Duration,
    /// Window over which the read rate of a client is measured. No setting: tests shorten it.
    pub reading_window: Duration,
}

/// Rate limit of a client.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests a minute, in the long run.
    pub per_minute: NonZeroU32,
    /// Requests at once.
    pub burst: NonZeroU32,
}

impl Protection {
    pub(super) fn read(get: &impl Fn(&str) -> Option<String>) -> Result<Self> {
        let timeout = get("shutdown_timeout");
        Ok(Self {
            rate_limit: rate_limit(get("rate_limit"), get("rate_burst"))?,
            trusted_proxies: list(get("trusted_proxies"))
                .iter()
                .map(|item| network(item))
                .collect::<Result<_>>()?,
            api_tokens: tokens(get("api_tokens"))?,
            shutdown_timeout: duration("shutdown_timeout", timeout.as_deref().unwrap_or("30s"))?,
            reading_window: Duration::from_secs(30),
        })
    }
}

fn tokens(given: Option<String>) -> Result<Vec<Secret>> {
    let named = given.is_some();
    let tokens: Vec<Secret> = list(given).into_iter().map(Secret::of).collect();
    if named && tokens.is_empty() {
        return Err(Error::input(
            "The setting api_tokens is set, but has no token in it. Name one or more, with commas between them, or leave it away.",
        ));
    }
    Ok(tokens)
}

fn rate_limit(limit: Option<String>, burst: Option<String>) -> Result<Option<RateLimit>> {
    let per_minute = match limit.as_deref() {
        None | Some("none") => None,
        Some(given) => Some(parse(
            "rate_limit",
            given,
            "a number of requests a minute, or none",
        )?),
    };
    let burst = match burst {
        None => None,
        Some(given) => Some(parse("rate_burst", &given, "a number of requests")?),
    };
    Ok(per_minute.map(|per_minute| RateLimit {
        per_minute,
        // What is allowed in ten seconds, but a page with a few pictures in any case.
        burst: burst.unwrap_or_else(|| per_minute.div_ceil(BURSTS_PER_MINUTE).max(MIN_BURST)),
    }))
}

const BURSTS_PER_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(5);

const MIN_BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);

fn network(item: &str) -> Result<IpNet> {
    let address = item.parse::<IpAddr>().map(IpNet::from);
    address.or_else(|_| item.parse::<IpNet>()).map_err(|_| {
        Error::input(format!(
            "The setting trusted_proxies has \"{item}\", but must have addresses or networks such as 10.0.0.1 or 10.0.0.0/8."
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::config::tests::layer;

    #[test]
    fn protection_has_defaults_and_says_what_it_expects() {
        let read = |pairs: &[(&'static str, &str)]| {
            Config::resolve(&[layer(pairs)]).map(|config| config.protection)
        };
        let default = read(&[]).unwrap();
        assert_eq!(default.rate_limit, None);
        assert!(default.trusted_proxies.is_empty() && default.api_tokens.is_empty());
        assert_eq!(default.shutdown_timeout, Duration::from_secs(30));
        let limit = |pairs: &[(&'static str, &str)]| {
            let limit = read(pairs).unwrap().rate_limit.unwrap();
            (limit.per_minute.get(), limit.burst.get())
        };
        assert_eq!(limit(&[("rate_limit", "600")]), (600, 100));
        assert_eq!(limit(&[("rate_limit", "6")]), (6, 10));
        assert_eq!(limit(&[("rate_limit", "60"), ("rate_burst", "5")]), (60, 5));
        assert_eq!(read(&[("rate_limit", "none")]).unwrap().rate_limit, None);
        let given = [
            ("trusted_proxies", "10.0.0.1, fd00::/8"),
            ("api_tokens", "one, two"),
        ];
        let given = read(&given).unwrap();
        assert_eq!(given.trusted_proxies.len(), 2);
        assert!(given.api_tokens.iter().any(|token| token.is("two")));
        for (key, value, word) in [
            ("rate_limit", "0", "or none"),
            ("rate_limit", "often", "requests a minute"),
            ("rate_burst", "-1", "number of requests"),
            ("trusted_proxies", "proxy.example", "10.0.0.0/8"),
            ("trusted_proxies", "10.0.0.0/33", "10.0.0.0/8"),
            ("shutdown_timeout", "soon", "30s"),
        ] {
            let error = read(&[(key, value)]).unwrap_err();
            assert!(error.message.contains(word), "{error}");
        }
    }
}
