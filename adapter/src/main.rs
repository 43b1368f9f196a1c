//! `lorekeeper-mcp`: LoreKeeper's tools for AI assistants, in front of any LoreKeeper GraphQL endpoint.

use clap::Parser;
use lorekeeper_mcp::transport::{http, stdio};
use lorekeeper_mcp::{HttpExecutor, Server, ToolSet};
use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use tracing_subscriber::EnvFilter;

/// LoreKeeper's tools for AI assistants, in front of any LoreKeeper GraphQL endpoint.
///
/// Speaks MCP over standard input and output, or over streamable HTTP with --http.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Address of the endpoint, such as `http://127.0.0.1:8080/graphql`
    #[arg(long, env = "LOREKEEPER_ENDPOINT", value_name = "URL")]
    endpoint: String,
    /// Bearer token for the endpoint
    #[arg(long, env = "LOREKEEPER_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Serve streamable HTTP on this address instead, at /mcp
    #[arg(long, value_name = "ADDRESS")]
    http: Option<SocketAddr>,
    /// Name of a host under which the server is known, beside the loopback ones; may be repeated
    #[arg(long, value_name = "HOST")]
    allowed_host: Vec<String>,
    /// Web page that may ask, such as `https://example.com`; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    allowed_origin: Vec<String>,
    /// Which tools: search, lookup (the older vocabulary), graphql (search, and two for GraphQL queries), table (search, and
    /// four for dice, chances and comparisons) or all
    #[arg(long, env = "LOREKEEPER_MCP_TOOLS", value_name = "SET", default_value = "search")]
    tools: ToolSet,
    /// Log filter, such as info or `lorekeeper_mcp=debug`
    #[arg(long, env = "LOREKEEPER_LOG", value_name = "FILTER", default_value = "warn")]
    log: String,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            // Nothing is left to do when standard error is closed.
            let _ = writeln!(std::io::stderr(), "lorekeeper-mcp: {problem}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), String> {
    let filter = EnvFilter::try_new(&arguments.log).map_err(|_| {
        format!("\"{}\" is not a log filter. Filters look like: info, lorekeeper_mcp=debug.", arguments.log)
    })?;
    // Standard output is the protocol's.
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    let executor = HttpExecutor::new(&arguments.endpoint, arguments.token.as_deref()).map_err(|e| e.to_string())?;
    let server = Server::new(Arc::new(executor), arguments.tools).map_err(|e| e.to_string())?;
    let Some(address) = arguments.http else {
        return stdio::serve(&server, tokio::io::stdin(), tokio::io::stdout()).await.map_err(|e| e.to_string());
    };
    let access = http::Access { hosts: arguments.allowed_host, origins: arguments.allowed_origin };
    let listener = tokio::net::TcpListener::bind(address).await.map_err(|cause| {
        tracing::error!(%cause, "no listener");
        format!("The address {address} cannot be served on. Choose another with --http.")
    })?;
    tracing::warn!("Serving MCP on http://{address}/mcp");
    axum::serve(listener, http::router(&server, &access))
        .with_graceful_shutdown(async {
            // Without a handler the default action still stops the process.
            let _ = tokio::signal::ctrl_c().await;
        })
        .await
        .map_err(|cause| {
            tracing::error!(%cause, "the server stopped");
            "The server stopped. The log says why.".to_owned()
        })
}
