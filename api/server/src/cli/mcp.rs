//! `lorekeeper mcp`

mod clients;

use crate::config::{Config, Layer};
use crate::http;
use crate::leadership::{Mode, Session};
use clap::Args;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_mcp::Executor;
use lorekeeper_mcp::transport::stdio;
use std::sync::Arc;
use std::time::Duration;

/// How to speak MCP.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Print configurations for common assistants, ready to paste, and exit
    #[arg(long)]
    print_config: bool,
}

/// Speaks MCP over standard input and output. The store is opened, or the leader attached to, in the background: the
/// handshake does not wait for that.
pub async fn run(config: Config, flags: &Layer, arguments: Arguments) -> Result<()> {
    if arguments.print_config {
        return super::print(&clients::configurations(&config, flags)?);
    }
    let session = Session::start(config.clone(), Mode::Service);
    let server = http::mcp_server(&config, Arc::clone(&session) as Arc<dyn Executor>)?;
    let outcome = tokio::select! {
        outcome = stdio::serve(&server, tokio::io::stdin(), tokio::io::stdout()) => outcome,
        () = super::stop::signal() => Ok(()),
    };
    super::stop::within(Duration::ZERO);
    session.close().await;
    outcome.map_err(|broken| Error::internal(broken.to_string(), "see above"))
}
