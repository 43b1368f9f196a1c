//! `/mcp`: the same schema for AI assistants.

use crate::app::App;
use crate::graphql::{Local, Schema};
use axum::Router;
use lorekeeper_mcp::Server;
use lorekeeper_mcp::transport::http::{Access, router};
use std::sync::Arc;

/// The route. Operations that do not fit the schema, which a test rules out, leave it away.
pub fn routes(app: &App, schema: &Schema) -> Router {
    let access = Access {
        hosts: app.config.allowed_hosts.clone(),
        origins: app.config.allowed_origins.clone(),
    };
    match Server::new(Arc::new(Local::new(schema.clone())), app.config.mcp_tools) {
        Ok(server) => router(&server, &access),
        Err(cause) => {
            tracing::error!(%cause, "MCP is not served: an operation does not fit the schema.");
            Router::new()
        }
    }
}
