//! MCP endpoint (`/mcp`): the same schema for AI assistants.

use super::admin::{For, identify};
use super::pages;
use crate::config::Config;
use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_mcp::transport::http::{self, Access};
use lorekeeper_mcp::{Executor, Server};
use lorekeeper_store::Reader;
use std::sync::Arc;
use tower::ServiceExt;

/// The route, over the executors for everyone and for the owner; CORS headers are set for all routes.
///
/// # Errors
/// If an operation does not fit the schema.
pub fn routes(config: &Config, everyones: Arc<dyn Executor>, owners: Arc<dyn Executor>) -> Result<Router> {
    let routes = |server: &Server| http::routes(server, &access(config));
    let server = server(config, everyones)?;
    let readers = (routes(&server), routes(&server.over(owners)));
    // Some clients end every address with a slash.
    Ok(Router::new().route("/mcp", any(answer)).route("/mcp/", any(answer)).with_state(readers).layer(identify(config)))
}

async fn answer(State((everyones, owners)): State<(Router, Router)>, For(reader): For, request: Request) -> Response {
    let server = match reader {
        Reader::Everyone => everyones,
        Reader::Owner => owners,
    };
    let Ok(response) = server.oneshot(request).await;
    response
}

/// The MCP server with the tools that the settings choose.
///
/// # Errors
/// If an operation does not fit the schema.
pub fn server(config: &Config, executor: Arc<dyn Executor>) -> Result<Server> {
    let server = Server::new(executor, config.mcp_tools)
        .map_err(|cause| Error::internal("The MCP tools do not fit the schema. The log says why.", cause))?;
    Ok(server.with_views(pages::views()))
}

/// Hosts and origins that may call, here and over a WebSocket.
pub(super) fn access(config: &Config) -> Access {
    Access { hosts: config.allowed_hosts.clone(), origins: config.allowed_origins.clone() }
}
