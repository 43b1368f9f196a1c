//! Settings of rate limits, proxies, API tokens and shutdown.

use super::given::Given;
use crate::secret::Secret;
use governor::Quota;
use ipnet::IpNet;
use lorekeeper_graphql::error::{Error, Result};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// Rate limits, trusted proxies, API tokens and times of the server.
#[derive(Clone, Debug)]
pub struct Protection {
    /// Rate limit of a client.
    pub rate_limit: Option<Quota>,
    /// Proxies whose `X-Forwarded-For` and `Forwarded` headers are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Tokens for reading; none needed if empty.
    pub api_tokens: Vec<Secret>,
    /// How long requests that run may take to finish when the server stops.
    pub shutdown_timeout: Duration,
    /// Window over which the read rate of a client is measured. No setting: tests shorten it.
    pub reading_window: Duration,
}

impl Protection {
    pub(super) fn read(given: Given) -> Result<Self> {
        Ok(Self {
            rate_limit: rate_limit(given)?,
            trusted_proxies: given.items(
                "trusted_proxies",
                "addresses or networks such as 10.0.0.1 or 10.0.0.0/8",
                |item| {
                    let address = item.parse::<IpAddr>().map(IpNet::from);
                    address.ok().or_else(|| item.parse().ok())
                },
            )?,
            api_tokens: tokens(given)?,
            shutdown_timeout: given.duration("shutdown_timeout")?,
            reading_window: Duration::from_secs(30),
        })
    }
}

fn tokens(given: Given) -> Result<Vec<Secret>> {
    let tokens = given.texts("api_tokens");
    if tokens.is_empty() && given.text("api_tokens").is_some() {
        return Err(Error::input(
            "The setting api_tokens is set, but has no token in it. Name one or more, with commas between them, or leave it away.",
        ));
    }
    Ok(tokens.into_iter().map(Secret::of).collect())
}

fn rate_limit(given: Given) -> Result<Option<Quota>> {
    let per_minute = given.read("rate_limit", "a number of requests a minute, or none", |value| match value {
        "none" => Some(None),
        number => number.parse::<NonZeroU32>().ok().map(Some),
    })?;
    let burst = given.optional("rate_burst", "a number of requests", |v| v.parse().ok())?;
    Ok(per_minute.map(|per_minute| {
        // What is allowed in ten seconds, but a page with a few pictures in any case.
        let burst = burst.unwrap_or_else(|| per_minute.div_ceil(BURSTS_PER_MINUTE).max(MIN_BURST));
        Quota::per_minute(per_minute).allow_burst(burst)
    }))
}

const BURSTS_PER_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(5);

const MIN_BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);
