//! Retrieval evaluation of a running server: nDCG, recall, MRR and success of labelled queries.
//!
//! ```sh
//! cargo run -p lorekeeper-tests --bin eval -- --url http://127.0.0.1:8080/graphql queries.jsonl
//! ```

use clap::Parser;
use lorekeeper::terminal;
use lorekeeper_mcp::HttpExecutor;
use lorekeeper_tests::eval::{self, EvalError, Mode, Ranking};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Measure how well a running server finds what it should: nDCG, recall, MRR and success of labelled queries.
#[derive(Debug, Parser)]
struct Arguments {
    /// Labelled queries: a JSON object a line with id, query, family, category, relevant, and filters if there are any
    file: PathBuf,
    /// Address of the server's GraphQL endpoint
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080/graphql")]
    url: String,
    /// Bearer token for the endpoint
    #[arg(long, env = "LOREKEEPER_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// How to rank
    #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
    mode: Mode,
    /// Do not raise what fits the values that a query names
    #[arg(long)]
    words_only: bool,
    /// Documents to look in; may be repeated
    #[arg(long = "document", value_name = "DOCUMENT", default_values = ["srd-2014", "srd-2024", "core"])]
    documents: Vec<String>,
    /// Show why this query finds what it finds; may be repeated
    #[arg(long, value_name = "ID")]
    explain: Vec<String>,
    /// Show the queries that lose most
    #[arg(long)]
    misses: bool,
    /// Write what was found: a JSON object a line with id and results, best first
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(text) => {
            // A reader that has gone is no error.
            let _ = terminal::print(&text);
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = terminal::print_error(&format!("eval: {error}\n"));
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<String, EvalError> {
    let queries = eval::read(&arguments.file)?;
    let known = |id: &&String| queries.iter().any(|query| query.id == **id);
    if let Some(id) = arguments.explain.iter().find(|id| !known(id)) {
        return Err(EvalError::Unknown(id.clone()));
    }
    let server = HttpExecutor::new(&arguments.url, arguments.token.as_deref())?;
    let ranking = Ranking { mode: arguments.mode, understand: !arguments.words_only };
    let runs = eval::evaluate(&server, queries, &arguments.documents, ranking).await?;
    if let Some(path) = arguments.out {
        let lines = runs.iter().map(|run| {
            let line = json!({"id": run.labelled.id, "results": run.results});
            format!("{line}\n")
        });
        let written = std::fs::write(&path, lines.collect::<String>());
        written.map_err(|cause| EvalError::File { path, what: "written", cause })?;
    }
    let explained = runs.iter().filter(|run| arguments.explain.contains(&run.labelled.id)).map(eval::explanation);
    Ok(explained.collect::<String>() + &eval::summary(&runs, arguments.misses))
}
