//! HTTP server: one flat router that reads as a table.

mod admin;
mod body;
mod chunked_body;
mod client;
mod connections;
mod encoding;
mod entity_pages;
mod export;
mod graphql;
mod guard;
mod health;
mod hosts;
mod mcp;
mod metrics;
mod oauth;
mod observe;
mod pages;
mod quota;
mod rate;
mod read_rate;
mod refusal;
mod server;
mod sitemap;
mod texts;
mod tokens;
mod too_long;
mod ws;

pub use admin::{caller, identify};
#[cfg(test)]
pub(crate) use body::MAX_BODY_BYTES;
pub(crate) use body::{max_body_bytes, max_read_bytes, too_large};
pub use client::ClientAddress;
pub use guard::public;
pub use health::live;
pub use mcp::{routes as mcp, server as mcp_server};
pub use metrics::own_metrics;
pub use oauth::Shown;
pub use observe::{propagate_trace, trace};
pub use refusal::{refused, unavailable};
pub use server::{Closing, Stopping, serve};
pub use tokens::Tokens;
pub(crate) use ws::PATH as SOCKET;

use crate::services::Services;
use axum::Router;
use axum::middleware;
use axum::routing::get;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_graphql::{Backend, RequestPipeline};
use moka::future::Cache;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// State of the handlers.
#[derive(Clone)]
pub struct State {
    backend: Arc<Backend>,
    pipeline: RequestPipeline,
    /// The last readiness check.
    ready: Cache<(), Arc<Result<Value>>>,
    /// For requests that a follower has forwarded: they have passed no limit of this process.
    limit: rate::Limiter,
    /// Streams and sockets that are open.
    streams: quota::Quota,
    /// Address of this server on the web, where the settings have one.
    public_url: Option<Arc<str>>,
}

/// The routes over a store. `/mcp` is not among them: each process serves its own, as leader or follower (see
/// [`mcp`]).
pub fn router(services: &Services, pipeline: RequestPipeline) -> Router {
    let streams = ws::quota();
    let sockets = ws::route(&services.config, &services.ingest, pipeline.clone(), streams.clone());
    let state = State {
        backend: services.backend(),
        pipeline,
        ready: Cache::builder().time_to_live(health::CACHE_TTL).build(),
        limit: rate::Limiter::of(&services.config),
        streams,
        public_url: services.config.public_url.as_deref().map(Arc::from),
    };
    Router::new()
        .merge(pages::routes())
        .merge(entity_pages::routes())
        .merge(sitemap::routes())
        .route("/graphql", get(graphql::get).post(graphql::post))
        .route(ws::PATH, sockets)
        .route("/schema.graphql", get(graphql::sdl))
        .route("/export/{file}", get(export::list))
        .route("/entity/{file}", get(export::entity))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/metrics", get(metrics::metrics))
        .fallback(entity_pages::not_found)
        .layer(middleware::from_fn(body::limit))
        .layer(identify(&services.config))
        .with_state(state)
}

/// How long the program at a taken address may take to say what it is.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// Binds the address.
pub async fn listen(address: SocketAddr) -> Result<TcpListener> {
    let cause = match TcpListener::bind(address).await {
        Ok(listener) => return Ok(listener),
        Err(cause) => cause,
    };
    let is_taken = cause.kind() == std::io::ErrorKind::AddrInUse;
    if is_taken && is_lorekeeper(address).await {
        let next = SocketAddr::new(address.ip(), address.port().checked_add(1).unwrap_or(8080));
        return Err(Error::input(format!(
            "LoreKeeper runs there already: open http://{address}, or choose another port with --bind {next}."
        )));
    }
    let problem =
        if is_taken { "is taken by another program".to_owned() } else { format!("cannot be served on ({cause})") };
    Err(Error::input(format!("The address {address} {problem}. Choose another with --bind or LOREKEEPER_BIND.")))
}

/// Whether a LoreKeeper answers at an address.
async fn is_lorekeeper(address: SocketAddr) -> bool {
    let ask = async {
        let client = reqwest::Client::builder().no_proxy().timeout(PROBE_TIMEOUT).build()?;
        let address = format!("http://{address}/health/ready");
        let answer = client.get(address).send().await?;
        answer.json::<serde_json::Value>().await
    };
    ask.await.is_ok_and(|found| found.get("embedded").is_some() && found.get("passages").is_some())
}
