//! From nothing to the first answer, and what a server takes when it is at rest.

use crate::Result;
use crate::facts;
use crate::figures::{Fact, median, megabytes, milliseconds};
use crate::program::{Program, Settings};
use crate::server::Server;
use std::time::Duration;
use tokio::time::sleep;

/// So long after the last question a server is at rest.
const REST: Duration = Duration::from_secs(5);

/// Starts a server on a loaded store several times; the times to the first answer, the middle one of them. The
/// process is a new one each time, what it reads may still be in the machine's memory.
pub async fn cold(
    program: &Program,
    settings: &Settings,
    (what, repeats): (&str, usize),
) -> Result<Fact> {
    let mut took = Vec::new();
    for _ in 0..repeats {
        let server = Server::start(program, settings).await?;
        took.push(milliseconds(server.first_answer));
        server.stop().await?;
    }
    Ok(Fact::new(what, median(took), "ms"))
}

/// Memory of a server that has everything it needs and nothing to do.
pub async fn at_rest(server: &Server, what: &str) -> Result<Fact> {
    server.until_embedded().await?;
    sleep(REST).await;
    Ok(Fact::new(what, megabytes(server.process.resident()), "MB"))
}

/// Both on Postgres; the server goes on.
pub async fn on_postgres(
    program: &Program,
    settings: &Settings,
    repeats: usize,
) -> Result<(Server, Vec<Fact>)> {
    eprintln!("starting servers");
    let cold = cold(program, settings, (facts::COLD_POSTGRES, repeats)).await?;
    let server = Server::start(program, settings).await?;
    let rest = at_rest(&server, facts::IDLE_POSTGRES).await?;
    Ok((server, vec![cold, rest]))
}
