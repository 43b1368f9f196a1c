//! MCP endpoint (`/mcp`): the same schema for AI assistants.

use crate::config::Config;
use axum::Router;
use lorekeeper_mcp::transport::http::{self, Access};
use lorekeeper_mcp::{Executor, Server};
use std::sync::Arc;

/// The route; CORS headers are set for all routes. It is left out if an operation does not fit the schema, which a test
/// rules out.
pub fn routes(config: &Config, executor: Arc<dyn Executor>) -> Router {
    match Server::new(executor, config.mcp_tools) {
        Ok(server) => http::routes(&server, &access(config)),
        Err(cause) => {
            tracing::error!(%cause, "MCP is not served: an operation does not fit the schema.");
            Router::new()
        }
    }
}

/// Hosts and origins that may call, here and over a WebSocket.
pub(super) fn access(config: &Config) -> Access {
    Access {
        hosts: config.allowed_hosts.clone(),
        origins: config.allowed_origins.clone(),
    }
}
