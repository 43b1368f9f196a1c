//! The server: one flat router that reads as a table.

mod admin;
mod body;
mod client;
mod connections;
mod encoding;
mod graphql;
mod guard;
mod health;
mod hosts;
mod mcp;
mod metrics;
mod observe;
mod pace;
mod pages;
mod pieces;
mod quota;
mod rate;
mod refusal;
mod server;
mod tokens;
mod ws;

pub use crate::graphql::Admin;
pub use admin::identify;
#[cfg(test)]
pub(crate) use body::BODY;
pub(crate) use body::{largest_body, most_read, too_large};
pub use client::ClientAddress;
pub use guard::public;
pub use health::live;
pub use mcp::routes as mcp;
pub use metrics::own_metrics;
pub use observe::{pass_on, trace};
pub use refusal::{refused, unavailable};
pub use server::{Stopping, serve};
pub use tokens::{Tokens, token_wanted};
pub use ws::Origins;
pub(crate) use ws::{PATH as SOCKET, screen};

use crate::app::App;
use crate::error::{Error, Result};
use crate::graphql::Gate;
use axum::Router;
use axum::middleware;
use axum::routing::get;
use moka::future::Cache;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// What the handlers share.
#[derive(Clone)]
pub struct State {
    app: Arc<App>,
    gate: Gate,
    /// Whether the server is ready, as it was found a moment ago.
    ready: Cache<(), Arc<Result<Value>>>,
}

/// Marks a request of another part of this program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Own;

/// The routes over an app and the way to its answers. `/mcp` is not among them: it is each server's own, whoever holds the store
/// (see [`mcp`]).
pub fn router(app: &Arc<App>, gate: Gate) -> Router {
    let sockets = ws::route(app, gate.clone());
    let state = State {
        app: Arc::clone(app),
        gate,
        ready: Cache::builder().time_to_live(health::KNOWN).build(),
    };
    Router::new()
        .merge(pages::routes())
        .route("/graphql", get(graphql::get).post(graphql::post))
        .route(ws::PATH, sockets)
        .route("/schema.graphql", get(graphql::sdl))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/metrics", get(metrics::metrics))
        .layer(middleware::from_fn(body::limit))
        .layer(identify(&app.config))
        .with_state(state)
}

/// Takes the address, with a clear word when somebody else has it.
pub async fn listen(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|cause| {
        let message = match cause.kind() {
            std::io::ErrorKind::AddrInUse => format!(
                "The address {address} is taken by another program. Choose another with --bind or LOREKEEPER_BIND."
            ),
            _ => format!("The address {address} cannot be served on. Choose another with --bind or LOREKEEPER_BIND."),
        };
        Error::internal(message, cause)
    })
}
