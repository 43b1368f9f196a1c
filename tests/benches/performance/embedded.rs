//! The embedded store: how soon it answers, what it takes at rest, and how reads fare while a sync writes.

use crate::Result;
use crate::content::{Content, Samples};
use crate::facts;
use crate::figures::{Fact, Row};
use crate::load::{Load, load};
use crate::options::Effort;
use crate::program::{Program, Settings};
use crate::scenarios;
use crate::server::Server;
use crate::startup;
use std::sync::Arc;
use std::time::Duration;

/// How many read while a sync writes.
const READERS: [usize; 2] = [1, 8];

/// Fills an embedded store, starts servers on it, and has it read while more comes in.
pub async fn embedded(
    program: &Program,
    (common, content): (&Settings, &Content),
    samples: &Samples,
    effort: Effort,
) -> Result<(Vec<Fact>, Vec<Row>)> {
    eprintln!("filling an embedded store");
    let mut part = common.clone();
    part.extend(content.embedded.clone());
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

/// Reads while much that is new comes in. Each number of readers sees the same, on a copy of the store.
async fn while_writing(
    program: &Program,
    (common, content): (&Settings, &Content),
    samples: &Samples,
) -> Result<Vec<Row>> {
    let mut settings = common.clone();
    settings.extend(content.more.clone());
    let mut rows = Vec::new();
    for clients in READERS {
        let copy = tempfile::tempdir()?;
        copy_store(common, copy.path()).await?;
        settings.insert("LOREKEEPER_DATA_DIR", copy.path().display().to_string());
        let server = Server::start(program, &settings).await?;
        eprintln!("reading while a sync writes, {clients} clients");
        let samples = samples.clone();
        let asked = Load {
            server: &server,
            postgres: None,
            scenario: "structured-while-writing",
            requests: Arc::new(move |number| scenarios::STRUCTURED.request(&samples, number)),
            clients,
            warm_up: Duration::from_secs(1),
            from: 0,
        };
        // The process that holds the store does it.
        let sync = async {
            program
                .run(&["sync", "--force", "--no-embed"], &settings)
                .await
                .map(drop)
        };
        rows.push(load(asked, sync).await?.0);
        server.stop().await?;
    }
    Ok(rows)
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
