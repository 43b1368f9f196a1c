//! Benchmark of the whole program over HTTP and MCP: latency, throughput, sync, startup and memory, each figure beside
//! its baseline (bare SQL, the bare model) in the same run.
//!
//! ```sh
//! cargo bench -p lorekeeper-tests
//! cargo bench -p lorekeeper-tests -- --help
//! ```
//!
//! `docs/performance/README.md` says what is measured how, and has the figures.

mod baseline;
mod bench;
mod client;
mod embedded;
mod load;
mod options;
mod postgres;
mod process;
mod program;
mod report;
mod samples;
mod scale;
mod scenarios;
mod server;
mod startup;
mod statements;
mod sync;
mod targets;

use baseline::{Model, Sql};
use bench::Bench;
use clap::Parser;
use options::Options;
use program::{Program, Settings};
use report::Report;
use samples::Samples;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use tempfile::TempDir;

/// The result of a measurement; an error is a sentence, and ends the run.
pub type Result<T> = std::result::Result<T, BoxedError>;

/// Any error.
pub type BoxedError = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> ExitCode {
    match run(&Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("performance: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: &Options) -> Result<()> {
    let program = Program::find(options.program.as_deref()).await?;
    let postgres = postgres::Postgres::start(options.database.as_deref()).await?;
    let measured = if options.scale.is_empty() {
        measure(options, &program, &postgres.url).await
    } else {
        scale::scale(options, &program, &postgres.url).await
    };
    postgres.stop().await?;
    let (section, text) = measured?;
    writeln!(std::io::stdout(), "{text}")?;
    if let Some(page) = options.page() {
        report::replace_section(&page, section, &text)?;
        eprintln!("written to {}", page.display());
    }
    Ok(())
}

/// Measures everything that is wanted on the Postgres at `url`: content comes in, servers start, requests are sent,
/// then the embedded store. Returns the section of the page and its Markdown.
async fn measure(options: &Options, program: &Program, url: &str) -> Result<(&'static str, String)> {
    let effort = options.effort();
    let content = sync::Content::new(options).await;
    let data = data_directory(&options.assets())?;
    let common = settings(data.path());
    program.run(&["assets"], &common).await?;
    let model = Model::load(data.path()).await?;
    let sql = Sql::open(url).await?;
    let mut report = Report::new(program, &sql).await?;

    let mut on_postgres = common.clone();
    on_postgres.insert("DATABASE_URL", url.to_owned());
    on_postgres.extend(content.all.clone());
    let empty = sql.is_empty().await?;
    if empty {
        report.figures.extend(sync::fill(program, &on_postgres, &sql, &model).await?);
    }
    if options.wants("sync") {
        if !empty {
            // An earlier run may have synced from another upstream.
            program.run(&["sync", "--force"], &on_postgres).await?;
        }
        report.figures.extend(sync::unchanged(program, &on_postgres, &sql).await?);
        report.figures.extend(sync::import(program, &on_postgres, effort.imported).await?);
    }
    report.stored = sql.stored().await?;
    if options.wants("model") {
        report.figures.push(model.query_time(effort.least).await?);
    }
    let samples = Samples::of(&sql).await?;
    let startup = startup::measure(program, &on_postgres, ("Postgres", effort.repeats));
    let (server, figures) = startup.await?;
    report.figures.extend(figures);
    let postgres = sql.server_process().await?;
    let mut bench = Bench::new(server, sql, model, postgres, samples, effort);
    for scenario in scenarios::ALL.iter().filter(|scenario| options.wants(scenario.name)) {
        report.rows.extend(bench.measure(scenario, &options.clients).await?);
    }
    if options.wants(load::BESIDE_SLOW) {
        report.rows.push(load::beside_slow(&mut bench).await?);
    }
    report.figures.extend(bench.server.poll_durations().await?);
    if options.wants("statements") {
        report.figures.extend(statements::measure(&mut bench).await?);
    }
    let samples = bench.samples.clone();
    bench.server.stop().await?;
    if options.wants("embedded") {
        let (figures, rows) =
            embedded::measure(program, (&common, &content), options.embedded.as_deref(), &samples, effort).await?;
        report.figures.extend(figures);
        report.rows.extend(rows);
    }
    Ok(("figures", report.markdown()))
}

/// A new data directory, with the assets of another one.
fn data_directory(assets: &Path) -> Result<TempDir> {
    let data = tempfile::Builder::new().prefix("lorekeeper-performance-").tempdir()?;
    let kept = assets.join("assets");
    std::fs::create_dir_all(&kept)?;
    std::os::unix::fs::symlink(kept, data.path().join("assets"))?;
    Ok(data)
}

/// Settings of every process. Everything else is the default: no rate limit, and answers are cached.
fn settings(data: &Path) -> Settings {
    Settings::from([
        ("LOREKEEPER_DATA_DIR", data.display().to_string()),
        ("LOREKEEPER_STARTER_PACK", "false".to_owned()),
        ("LOREKEEPER_LOG", "warn".to_owned()),
    ])
}
