//! The embedded store: how soon it answers, what it takes at rest, and how reads fare while a sync writes.

use crate::Result;
use crate::connection::Request;
use crate::content::{Content, Samples};
use crate::facts;
use crate::figures::{Fact, Row};
use crate::load::{Load, load};
use crate::options::Effort;
use crate::program::{Program, Settings};
use crate::scenarios;
use crate::server::Server;
use crate::startup;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// How many read while a sync writes.
const READERS: [usize; 2] = [1, 8];

/// How often a server is asked whether it still syncs.
const PAUSE: Duration = Duration::from_millis(100);

/// A sync that has not begun by then does not begin any more.
const PATIENCE: Duration = Duration::from_secs(30);

/// Fills an embedded store with a part of the content, starts servers on it, and has it read while the rest comes in.
/// `rest` says whether the server's memory at rest is wanted, for which all its passages must be embedded first.
pub async fn embedded(
    program: &Program,
    (common, content): (&Settings, &Content),
    samples: &Samples,
    effort: Effort,
) -> Result<(Vec<Fact>, Vec<Row>)> {
    eprintln!("filling an embedded store");
    let mut part = common.clone();
    part.extend(content.part.clone());
    program.run(&["sync"], &part).await?;
    let repeats = (facts::COLD_EMBEDDED, effort.repeats);
    let mut found = vec![startup::cold(program, &part, repeats).await?];
    let server = Server::start(program, &part).await?;
    found.push(startup::at_rest(&server, facts::IDLE_EMBEDDED).await?);
    server.stop().await?;
    let rows = while_writing(program, (common, content), samples).await?;
    for row in &rows {
        for (what, value) in [("p50", row.p50_ms), ("p99", row.p99_ms)] {
            let (name, clients) = (facts::READS_WHILE_WRITING, row.clients);
            found.push(Fact::new(
                format!("{name}{what}, {clients} clients"),
                value,
                "ms",
            ));
        }
    }
    Ok((found, rows))
}

/// Reads while the rest of the content comes in, of which an equal part falls to each number of readers.
async fn while_writing(
    program: &Program,
    (common, content): (&Settings, &Content),
    samples: &Samples,
) -> Result<Vec<Row>> {
    let mut all = common.clone();
    all.extend(content.settings.clone());
    let mut rows = Vec::new();
    for clients in READERS {
        // Each number of readers sees the same sync, on a copy of the same store.
        let copy = tempfile::tempdir()?;
        copy_store(common, copy.path()).await?;
        all.insert("LOREKEEPER_DATA_DIR", copy.path().display().to_string());
        let server = Server::start(program, &all).await?;
        until_syncing(&server, true).await?;
        eprintln!("reading while a sync writes, {clients} clients");
        let (structured, samples) = (scenarios::STRUCTURED, samples.clone());
        let load = load(
            Load {
                server: &server,
                postgres: None,
                scenario: "structured-while-writing",
                requests: Arc::new(move |number| structured.request(&samples, number)),
                clients,
                warm_up: Duration::ZERO,
                from: 0,
            },
            until_syncing(&server, false),
        );
        rows.push(load.await?.0);
        server.stop().await?;
    }
    Ok(rows)
}

/// Waits until a server syncs, or does not any more.
async fn until_syncing(server: &Server, wanted: bool) -> Result<()> {
    let question = Request::graphql("{ status { syncing } }", Value::Null);
    let began = std::time::Instant::now();
    loop {
        let answer = server.ask(&question).await?;
        let syncing = answer
            .pointer("/data/status/syncing")
            .and_then(Value::as_bool);
        if syncing == Some(wanted) {
            return Ok(());
        }
        if wanted && began.elapsed() > PATIENCE {
            return Err("the server does not sync".into());
        }
        sleep(PAUSE).await;
    }
}

async fn copy_store(from: &Settings, to: &std::path::Path) -> Result<()> {
    let from = from
        .get("LOREKEEPER_DATA_DIR")
        .ok_or("there is no data directory")?;
    let source = format!("{from}/.");
    let copied = tokio::process::Command::new("cp")
        .args(["-a", &source])
        .arg(to)
        .status()
        .await?;
    if copied.success() {
        Ok(())
    } else {
        Err("the embedded store could not be copied".into())
    }
}
