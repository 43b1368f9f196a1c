//! The embedded store: startup, memory, and reads while a sync writes.

use crate::Result;
use crate::load::{self, Load};
use crate::options::Effort;
use crate::program::{Program, Settings};
use crate::report::{Figure, Row};
use crate::samples::Samples;
use crate::scenarios::STRUCTURED;
use crate::server::Server;
use crate::startup;
use crate::sync::Content;
use std::time::Duration;

/// The figure of the slowest reads while a sync writes, by the number of clients.
pub const P99_WHILE_WRITING: &str = "embedded, while a sync writes: p99, ";

/// Fills an embedded store, starts servers on it, and reads it while more comes in.
pub async fn measure(
    program: &Program,
    (common, content): (&Settings, &Content),
    samples: &Samples,
    effort: Effort,
) -> Result<(Vec<Figure>, Vec<Row>)> {
    eprintln!("filling an embedded store");
    let mut settings = common.clone();
    settings.extend(content.part.clone());
    program.run(&["sync"], &settings).await?;
    let (server, mut figures) =
        startup::measure(program, &settings, ("embedded store", effort.repeats)).await?;
    server.stop().await?;
    settings.extend(content.more.clone());
    let folder = common
        .get("LOREKEEPER_DATA_DIR")
        .ok_or("there is no data directory")?;
    let mut rows = Vec::new();
    for clients in [1, 8] {
        // Each number of clients sees the same sync, on a copy of the store.
        let copy = tempfile::tempdir()?;
        let mut cp = tokio::process::Command::new("cp");
        if !cp
            .args(["-a", &format!("{folder}/.")])
            .arg(copy.path())
            .status()
            .await?
            .success()
        {
            return Err("the embedded store could not be copied".into());
        }
        settings.insert("LOREKEEPER_DATA_DIR", copy.path().display().to_string());
        let server = Server::start(program, &settings).await?;
        eprintln!("reading while a sync writes, {clients} clients");
        let samples = samples.clone();
        let load = Load {
            server: &server,
            postgres: None,
            scenario: "structured-while-writing",
            requests: Box::new(move |number| STRUCTURED.request(&samples, number)),
            clients,
            warm_up: Duration::from_secs(1),
            from: 0,
        };
        // The server holds the store, so it does the sync.
        let sync = async {
            program
                .run(&["sync", "--force", "--no-embed"], &settings)
                .await
                .map(drop)
        };
        let (row, _) = load::run(load, sync).await?;
        figures.push(Figure::new(
            format!("embedded, while a sync writes: p50, {clients} clients"),
            row.p50_ms,
            "ms",
        ));
        figures.push(Figure::new(
            format!("{P99_WHILE_WRITING}{clients} clients"),
            row.p99_ms,
            "ms",
        ));
        rows.push(row);
        server.stop().await?;
    }
    Ok((figures, rows))
}
