//! MCP endpoint (`/mcp`): the same schema for AI assistants.

use super::pages;
use crate::config::Config;
use axum::Router;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_mcp::transport::http::{self, Access};
use lorekeeper_mcp::{Executor, Server};
use std::sync::Arc;

/// The route; CORS headers are set for all routes.
///
/// # Errors
/// If an operation does not fit the schema.
pub fn routes(config: &Config, executor: Arc<dyn Executor>) -> Result<Router> {
    let server = server(config, executor)?;
    Ok(http::routes(&server, &access(config)))
}

/// The MCP server with the tools that the settings choose.
///
/// # Errors
/// If an operation does not fit the schema.
pub fn server(config: &Config, executor: Arc<dyn Executor>) -> Result<Server> {
    let server = Server::new(executor, config.mcp_tools).map_err(|cause| {
        Error::internal(
            "The MCP tools do not fit the schema. The log says why.",
            cause,
        )
    })?;
    Ok(server.with_views(pages::views()))
}

/// Hosts and origins that may call, here and over a WebSocket.
pub(super) fn access(config: &Config) -> Access {
    Access {
        hosts: config.allowed_hosts.clone(),
        origins: config.allowed_origins.clone(),
    }
}
