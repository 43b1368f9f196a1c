//! The whole program, measured over HTTP and MCP, each figure beside its limit in the same run.
//!
//! ```sh
//! cargo bench -p lorekeeper-tests                # all of it
//! cargo bench -p lorekeeper-tests -- --help
//! ```
//!
//! `docs/performance/README.md` says what is measured how, and has the figures.

mod asking;
mod beside;
mod connection;
mod content;
mod embedded;
mod facts;
mod feeding;
mod figures;
mod holding;
mod inner;
mod last_page;
mod limits;
mod load;
mod machine;
mod measuring;
mod options;
mod orcbrew;
mod postgres;
mod process;
mod profile;
mod program;
mod report;
mod scale;
mod scenarios;
mod server;
mod startup;
mod statements;
mod targets;
mod turns;

use clap::Parser;
use options::Options;
use std::io::Write;
use std::process::ExitCode;

/// What goes wrong is told in a sentence, and ends the run.
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
    let program = program::Program::find(options.program.as_deref()).await?;
    let postgres = postgres::Postgres::start(options.database.as_deref()).await?;
    let measured = measured(options, &program, &postgres.url).await;
    postgres.stop().await?;
    measured
}

/// Measures, shows and writes what is wanted: the table, or curves.
async fn measured(options: &Options, program: &program::Program, url: &str) -> Result<()> {
    if !options.profile.is_empty() {
        return profile::profile(options, program, url, &options.profiles()).await;
    }
    let folder = options.out();
    let text = if options.scale.is_empty() {
        let report = measuring::measure(options, program, url).await?;
        if let Some(folder) = &folder {
            report.write(folder)?;
        }
        report::table(&report)
    } else {
        let write = |growth: &_| match &folder {
            Some(folder) => report::growth::write(growth, folder),
            None => Ok(()),
        };
        let growth = scale::scale(options, program, url, write).await?;
        report::growth::table(&growth)
    };
    writeln!(std::io::stdout(), "{text}")?;
    if let Some(folder) = &folder {
        eprintln!("written to {}", folder.display());
    }
    Ok(())
}
