//! Startup time, and memory of a server at rest.

use crate::Result;
use crate::program::{Program, Settings};
use crate::report::{Figure, megabytes, milliseconds};
use crate::server::Server;
use std::time::Duration;

/// A server is at rest that long after its last request.
const REST: Duration = Duration::from_secs(5);

/// The figure of the startup time, by store.
pub const FIRST_ANSWER: &str = "serve to first answer, ";

/// The figure of the memory at rest, by store.
pub const MEMORY_AT_REST: &str = "memory at rest with the model, ";

/// Starts a server on a filled store several times: the median time to the first answer, and the memory of the last
/// server once it has the model and nothing to do. Each start is a new process, but the files that it reads may still be
/// in memory. The last server goes on.
pub async fn measure(
    program: &Program,
    settings: &Settings,
    (store, repeats): (&str, usize),
) -> Result<(Server, Vec<Figure>)> {
    eprintln!("starting servers, {store}");
    let mut took = Vec::new();
    for _ in 1..repeats {
        let server = Server::start(program, settings).await?;
        took.push(milliseconds(server.first_answer));
        server.stop().await?;
    }
    let server = Server::start(program, settings).await?;
    took.push(milliseconds(server.first_answer));
    took.sort_by(f64::total_cmp);
    let median = took.get(took.len() / 2).copied().unwrap_or_default();
    server.until_embedded().await?;
    tokio::time::sleep(REST).await;
    let memory = megabytes(server.process.resident());
    let figures = vec![
        Figure::new(format!("{FIRST_ANSWER}{store}"), median, "ms"),
        Figure::new(format!("{MEMORY_AT_REST}{store}"), memory, "MB"),
    ];
    Ok((server, figures))
}
