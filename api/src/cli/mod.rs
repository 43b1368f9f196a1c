//! The commands, one file each.

mod assets;
mod documents;
mod eval;
mod import;
mod job;
mod mcp;
mod schema;
mod search;
mod serve;
mod settings;
mod status;
mod stop;
mod sync;

use crate::config::Config;
use crate::embed;
use crate::error::{Code, Error, Result};
use crate::ingest::Drawn;
use crate::share::{Access, Seat};
use crate::telemetry::{self, Voice};
use crate::terminal;
use clap::{CommandFactory, Parser, Subcommand};
use serde_json::Value;
use settings::Settings;
use std::process::ExitCode;
use std::time::Duration;

/// The gateway to the open content of Dungeons & Dragons 5e.
///
/// `lorekeeper serve` is all that is needed: it creates its store, starts to answer GraphQL queries, and
/// fetches and embeds content in the background.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Settings come from flags, then from LOREKEEPER_* variables, then from lorekeeper.toml in your configuration folder (~/.config/lorekeeper on Linux) or the file that --config names.\n\nExamples:\n  lorekeeper serve\n  lorekeeper sync --source open5e_v2\n  lorekeeper import \"My Homebrew.orcbrew\"\n  lorekeeper search \"protect me from fire\" --family spell"
)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve GraphQL, and keep the content current in the background.
    Serve,
    /// Speak MCP over standard input and output: tools for AI assistants.
    Mcp(mcp::Arguments),
    /// Fetch from the sources, and store what is new or different.
    Sync(sync::Arguments),
    /// Store what OrcBrew files and packs hold.
    Import(import::Arguments),
    /// Fetch the embedding model, its runtime and the starter pack ahead of time.
    Assets(assets::Arguments),
    /// Search from the terminal.
    Search(search::Arguments),
    /// Measure how well search finds what it should: nDCG, recall, MRR and success of labelled queries.
    Eval(eval::Arguments),
    /// List the documents that are stored, or take an imported one out.
    Documents(documents::Arguments),
    /// Show what is stored, how fresh it is, and which model and store are in use.
    Status,
    /// Print the GraphQL schema.
    Schema,
    /// Print a completion script for a shell.
    ///
    /// For example: lorekeeper completions bash > ~/.local/share/bash-completion/completions/lorekeeper
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Stack of a thread, in bytes: a filter nested as deep as it may be takes a few of the usual two megabytes.
const STACK: usize = 16 << 20;

/// Longest time to wait for threads when everything else is done.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Runs the command line; errors are one sentence, and exit code 1.
///
/// Not async: the compiler makes the code of a future where it is polled first, and would make all of it once more
/// for whoever calls an async function of another crate.
#[must_use]
pub fn run() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .build();
    match runtime {
        // On a thread of the runtime, which has that stack, rather than on the main one.
        Ok(runtime) => {
            let done = runtime.block_on(runtime.spawn(parsed()));
            // A thread that hangs, as in a driver, does not keep the process.
            runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
            done.unwrap_or(ExitCode::FAILURE)
        }
        Err(_) => ExitCode::FAILURE,
    }
}

async fn parsed() -> ExitCode {
    let cli = Cli::parse();
    match dispatch(cli).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do when standard error is closed.
            let _ = terminal::print_error(&format!("lorekeeper: {error}\n"));
            ExitCode::FAILURE
        }
    }
}

async fn dispatch(cli: Cli) -> Result<()> {
    match cli.command {
        Command::Schema => return schema::run(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "lorekeeper", &mut script);
            return say(&String::from_utf8_lossy(&script));
        }
        _ => {}
    }
    let voice = match cli.command {
        Command::Serve
        | Command::Mcp(_)
        | Command::Sync(_)
        | Command::Import(_)
        | Command::Assets(_) => Voice::Telling,
        _ => Voice::Quiet,
    };
    let flags = cli.settings.layer;
    let config = Config::load(flags.clone())?;
    let telemetry = telemetry::start(&config, voice)?;
    let done = match cli.command {
        Command::Serve => serve::run(config).await,
        Command::Mcp(arguments) => mcp::run(config, &flags, arguments).await,
        Command::Sync(arguments) => sync::run(config, arguments).await,
        Command::Import(arguments) => import::run(config, arguments).await,
        Command::Assets(arguments) => assets::run(config, arguments).await,
        Command::Search(arguments) => search::run(config, arguments).await,
        Command::Eval(arguments) => eval::run(config, arguments).await,
        Command::Documents(arguments) => documents::run(config, arguments).await,
        Command::Status => status::run(config).await,
        Command::Schema | Command::Completions { .. } => Ok(()),
    };
    telemetry.stop().await;
    done
}

/// Loads the model where the store is held here. One that was never fetched is not worth the wait: answers say
/// what was left out.
async fn load_model(access: &Access) -> Result<()> {
    if let Seat::Holder(holder) = &*access.seat().await? {
        let app = &holder.app;
        let stored = app.assets.stored(app.assets.choice.clone());
        let loaded = embed::change::load(app, &stored).await;
        tracing::debug!(?loaded, "embedding model");
        let loaded = app.reranker.load(&stored).await;
        tracing::debug!(?loaded, "reranker");
    }
    Ok(())
}

/// The data of the answer to a GraphQL operation, whoever holds the store.
async fn ask(access: &Access, query: &str, variables: Value) -> Result<Value> {
    let mut answer = access.query(query, variables).await?;
    if let Some(error) = list(&answer, "/errors").first() {
        return Err(Error {
            code: Code::BadUserInput,
            message: text(error, "/message"),
        });
    }
    Ok(answer.get_mut("data").map(Value::take).unwrap_or_default())
}

/// The list at a path of an answer; empty where there is none.
fn list<'a>(answer: &'a Value, path: &str) -> &'a [Value] {
    answer
        .pointer(path)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// The text at a path of an answer; empty where there is none.
fn text(answer: &Value, path: &str) -> String {
    answer
        .pointer(path)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

/// The whole number at a path of an answer; 0 where there is none.
fn number(answer: &Value, path: &str) -> i64 {
    answer
        .pointer(path)
        .and_then(Value::as_i64)
        .unwrap_or_default()
}

/// Writes to standard output, without control characters; a reader that has gone is no error.
fn say(text: &str) -> Result<()> {
    match terminal::print(text) {
        Err(cause) if cause.kind() != std::io::ErrorKind::BrokenPipe => Err(
            crate::error::Error::internal("Standard output cannot be written to.", cause),
        ),
        _ => Ok(()),
    }
}

/// What became of the rows, as a table; nothing when none were drawn.
fn written(drawn: &Drawn) -> String {
    if drawn.tables.is_empty() {
        return String::new();
    }
    let mut rows = table(["content", "added", "changed", "removed", "kept"]);
    for (name, w) in &drawn.tables {
        rows.add_row([
            name.clone(),
            w.added.to_string(),
            w.changed.to_string(),
            w.removed.to_string(),
            w.kept.to_string(),
        ]);
    }
    format!("{rows}\n")
}

/// A table with a head.
fn table<const N: usize>(head: [&str; N]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table
        .load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY)
        .set_header(head);
    table
}
