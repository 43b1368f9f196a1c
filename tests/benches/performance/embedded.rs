//! The embedded store: startup, memory, the main scenarios, and reads while a sync writes.

use crate::Result;
use crate::load::{self, Load};
use crate::options::Effort;
use crate::program::{Program, Settings};
use crate::report::{Figure, Row};
use crate::samples::Samples;
use crate::scenarios::{self, STRUCTURED};
use crate::server::Server;
use crate::startup;
use crate::sync::Content;
use std::path::Path;

/// The figure of the slowest reads while a sync writes, by the number of clients.
pub const P99_WHILE_WRITING: &str = "embedded, while a sync writes: p99, ";

/// The scenarios that are measured on the embedded store as well.
const SCENARIOS: [&str; 12] = [
    "structured", "named", "faceted", "nested", "hybrid", "mcp-one", "mcp", "mcp-summary", "mcp-full", "mcp-text",
    "mcp-session", "page",
];

/// The name of a scenario's rows on the embedded store.
pub fn row_name(scenario: &str) -> String {
    format!("{scenario}, embedded")
}

/// Fills an embedded store, or takes the one of a data directory; starts servers on it, and reads it while more comes in.
pub async fn measure(
    program: &Program,
    (common, content): (&Settings, &Content),
    filled: Option<&Path>,
    samples: &Samples,
    effort: Effort,
) -> Result<(Vec<Figure>, Vec<Row>)> {
    let mut settings = common.clone();
    settings.extend(content.part.clone());
    let folder = tempfile::tempdir()?;
    if let Some(filled) = filled {
        copy(filled, folder.path()).await?;
    } else {
        let assets = common.get("LOREKEEPER_DATA_DIR").map(Path::new);
        copy(assets.ok_or("there is no data directory")?, folder.path()).await?;
    }
    settings.insert("LOREKEEPER_DATA_DIR", folder.path().display().to_string());
    if filled.is_none() {
        eprintln!("filling an embedded store");
        program.run(&["sync"], &settings).await?;
    }
    let (server, mut figures) = startup::measure(program, &settings, ("embedded store", effort.repeats)).await?;
    let mut rows = Vec::new();
    let mut from = 0;
    for scenario in &scenarios::ALL {
        if !SCENARIOS.contains(&scenario.name) {
            continue;
        }
        eprintln!("{} on the embedded store", scenario.name);
        for clients in [1, 8] {
            let load = Load { from, ..Load::of(&server, scenario, samples, clients) };
            let end = async {
                tokio::time::sleep(effort.length).await;
                Ok(())
            };
            let (mut row, next) = load::run(load, end).await?;
            from = next;
            row.scenario = row_name(scenario.name);
            rows.push(row);
        }
    }
    server.stop().await?;
    settings.extend(content.more.clone());
    for clients in [1, 8] {
        // Each number of clients sees the same sync, on a copy of the store.
        let data = tempfile::tempdir()?;
        copy(folder.path(), data.path()).await?;
        settings.insert("LOREKEEPER_DATA_DIR", data.path().display().to_string());
        let server = Server::start(program, &settings).await?;
        eprintln!("reading while a sync writes, {clients} clients");
        let load = Load { scenario: "structured-while-writing", ..Load::of(&server, &STRUCTURED, samples, clients) };
        // The server holds the store, so it does the sync.
        let sync = async { program.run(&["sync", "--force", "--no-embed"], &settings).await.map(drop) };
        let (row, _) = load::run(load, sync).await?;
        figures.push(Figure::new(format!("embedded, while a sync writes: p50, {clients} clients"), row.p50_ms, "ms"));
        figures.push(Figure::new(format!("{P99_WHILE_WRITING}{clients} clients"), row.p99_ms, "ms"));
        rows.push(row);
        server.stop().await?;
    }
    Ok((figures, rows))
}

/// Copies what is in a folder.
async fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut cp = tokio::process::Command::new("cp");
    let copied = cp.arg("-a").arg(from.join(".")).arg(to).status().await?;
    if !copied.success() {
        return Err("the embedded store could not be copied".into());
    }
    Ok(())
}
