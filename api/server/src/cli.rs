//! The commands, one file each.

#![expect(clippy::doc_markdown, reason = "comments of arguments are help for a terminal, not Markdown")]

mod assets;
mod backup;
mod disagreements;
mod documents;
mod export;
mod health;
mod import;
mod job;
mod mcp;
mod reindex;
mod search;
mod serve;
mod settings;
mod status;
mod stop;
mod sync;

use crate::config::{Config, Layer};
use crate::leadership::{Mode, Role, Session};
use crate::services::Services;
use crate::telemetry::{self, Verbosity};
use crate::terminal;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_ingest::Materialised;
use lorekeeper_ingest::embedding;
use serde_json::Value;
use std::fmt::Display;
use std::sync::Arc;
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
    /// Store what files hold: homebrew of OrcBrew, 5etools, Foundry, Fight Club, stat blocks, and packs.
    Import(import::Arguments),
    /// Fetch the embedding model, its runtime and the starter pack ahead of time.
    Assets(assets::Arguments),
    /// Search from the terminal.
    Search(search::Arguments),
    /// List the documents that are stored, or take an imported one out.
    Documents(documents::Arguments),
    /// List the fields that sources state differently, and how each was settled.
    Disagreements(disagreements::Arguments),
    /// Write content to a file: as JSON, as a table, or for another program.
    Export(Box<export::Arguments>),
    /// Rebuild rows and search text from the stored records.
    Reindex(reindex::Arguments),
    /// Write the embedded store to an archive, also while a server uses it.
    Backup(backup::Arguments),
    /// Restore an archive of the embedded store into an empty data directory.
    Restore(backup::Arguments),
    /// Show what is stored, how fresh it is, and which model and store are in use.
    Status,
    /// Ask the server at this address (--bind) whether it is ready; exit code 1 when it is not.
    Health,
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
const THREAD_STACK_BYTES: usize = 16 << 20;

/// Longest time to wait for threads when everything else is done.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Runs the command line, and ends the process; errors are one sentence, and exit code 1.
///
/// Not async: the compiler makes the code of a future where it is polled first, and would make all of it once more
/// in every crate that calls an async function of this one.
pub fn run() -> ! {
    // The first of the process stays.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let matches = command().get_matches();
    let command = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).command;
    let flags = settings::given(&matches);
    keep_caches_in_data_dir(&flags);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(THREAD_STACK_BYTES).build();
    let code = runtime.map_or(EXIT_FAILURE, |runtime| {
        // On a thread of the runtime, which has that stack, rather than on the main one.
        let done = runtime.block_on(runtime.spawn(run_command(command, flags)));
        // A thread that hangs, as in a driver, does not keep the process.
        runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
        done.unwrap_or(EXIT_FAILURE)
    });
    lorekeeper_store::exit::now(code)
}

/// Exit code of a command that failed.
const EXIT_FAILURE: u8 = 1;

/// Has libraries keep their caches in the data directory: the embedded Postgres unpacks its machine code there. A cache that the
/// environment names stays.
#[expect(unsafe_code, reason = "the environment can be changed in no other way")]
fn keep_caches_in_data_dir(flags: &Layer) {
    let is_named = std::env::var_os(CACHE_HOME).is_some_and(|folder| !folder.is_empty());
    // What is wrong with the settings is told when they are used.
    if let Ok(config) = Config::load(flags.clone())
        && let Ok(folder) = std::path::absolute(config.store.data_dir.join("cache"))
        && !is_named
    {
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var(CACHE_HOME, folder) };
    }
}

/// The variable that names the folder for caches.
const CACHE_HOME: &str = "XDG_CACHE_HOME";

async fn run_command(command: Command, flags: Layer) -> u8 {
    match dispatch(command, flags).await {
        Ok(()) => 0,
        Err(error) => {
            // Nothing is left to do when standard error is closed.
            let _ = terminal::print_error(&format!("lorekeeper: {error}\n"));
            EXIT_FAILURE
        }
    }
}

/// The command line, with a flag for each setting.
fn command() -> clap::Command {
    Cli::command().args(settings::flags())
}

async fn dispatch(command: Command, flags: Layer) -> Result<()> {
    match command {
        // Needs no store.
        Command::Schema => return print(&lorekeeper_graphql::sdl(false)),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut self::command(), "lorekeeper", &mut script);
            return print(&String::from_utf8_lossy(&script));
        }
        _ => {}
    }
    let verbosity = match command {
        Command::Search(_)
        | Command::Documents(_)
        | Command::Export(_)
        | Command::Backup(_)
        | Command::Restore(_)
        | Command::Status
        | Command::Health => Verbosity::Quiet,
        _ => Verbosity::Normal,
    };
    let config = Config::load(flags.clone())?;
    let telemetry = telemetry::start(&config, verbosity)?;
    let done = match command {
        Command::Serve => serve::run(config).await,
        Command::Mcp(arguments) => mcp::run(config, &flags, arguments).await,
        Command::Sync(arguments) => sync::run(config, arguments).await,
        Command::Import(arguments) => import::run(config, arguments).await,
        Command::Assets(arguments) => assets::run(config, arguments).await,
        Command::Search(arguments) => search::run(config, arguments).await,
        Command::Documents(arguments) => documents::run(config, arguments).await,
        Command::Disagreements(arguments) => disagreements::run(config, arguments).await,
        Command::Export(arguments) => export::run(config, *arguments).await,
        Command::Reindex(arguments) => reindex::run(config, arguments).await,
        Command::Backup(arguments) => backup::back_up(config, arguments).await,
        Command::Restore(arguments) => backup::restore(config, arguments).await,
        Command::Status => status::run(config).await,
        Command::Health => health::run(config).await,
        Command::Schema | Command::Completions { .. } => Ok(()),
    };
    telemetry.stop().await;
    done
}

/// What one command does with the store.
async fn with_session<T, F: Future<Output = Result<T>>>(
    config: Config,
    work: impl FnOnce(Arc<Session>) -> F,
) -> Result<T> {
    let session = Session::start(config, Mode::Command);
    let done = work(Arc::clone(&session)).await;
    session.close().await;
    done
}

/// Loads the model in a leader. A model that was never fetched is not waited for: answers then say that they were
/// ranked without it.
async fn load_model(session: &Session) -> Result<()> {
    if let Role::Leader(leader) = &*session.role().await? {
        let Services { store, models, .. } = &leader.services;
        let stored = models.assets.without_network();
        let loaded = embedding::change::load(store, models, &stored).await;
        tracing::debug!(?loaded, "embedding model");
    }
    Ok(())
}

/// The data of the answer to a GraphQL operation.
async fn ask(session: &Session, query: &str, variables: Value) -> Result<Value> {
    let mut answer = session.query(query, variables).await?;
    if let Some(error) = list(&answer, "/errors").first() {
        return Err(Error { code: Code::BadUserInput, message: text(error, "/message") });
    }
    Ok(answer.get_mut("data").map(Value::take).unwrap_or_default())
}

/// The list at a path of an answer; empty where there is none.
fn list<'a>(answer: &'a Value, path: &str) -> &'a [Value] {
    answer.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The text at a path of an answer; empty where there is none.
fn text(answer: &Value, path: &str) -> String {
    answer.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The whole number at a path of an answer; 0 where there is none.
fn number(answer: &Value, path: &str) -> i64 {
    answer.pointer(path).and_then(Value::as_i64).unwrap_or_default()
}

/// Writes to standard output, without control characters; a reader that has gone is no error.
fn print(text: &str) -> Result<()> {
    match terminal::print(text) {
        Err(cause) if cause.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::internal("Standard output cannot be written to.", cause))
        }
        _ => Ok(()),
    }
}

/// Changes of rows, as a table of what has changed; empty where nothing has.
fn row_changes(changes: &Materialised) -> String {
    if !changes.any() {
        return String::new();
    }
    let mut rows = table(["content", "added", "changed", "removed", "kept"]);
    for (name, w) in changes.tables.iter().filter(|(_, w)| w.any()) {
        add_row(&mut rows, &[name, &w.added, &w.changed, &w.removed, &w.kept]);
    }
    format!("{rows}\n")
}

/// Adds a row of anything that can be shown.
fn add_row(table: &mut comfy_table::Table, cells: &[&dyn Display]) {
    table.add_row(cells);
}

/// The table, its long texts wrapped to the width of a terminal, with a line between rows.
fn narrow(mut table: comfy_table::Table) -> comfy_table::Table {
    table.style_mut().row_separator = comfy_table::LineStyle::none().fill('─').junction('─');
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic).set_width(100);
    table
}

/// A table with a header.
fn table<'a>(head: impl IntoIterator<Item = &'a str>) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY).set_header(head);
    table.style_mut().row_separator = comfy_table::LineStyle::none();
    table
}
