//! `lorekeeper export`

use crate::config::Config;
use crate::export::{Export, Pages};
use crate::leadership::Session;
use crate::terminal;
use clap::Args;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_mcp::Executor;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to write, and where to.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Family and form: spells.ndjson, creatures.csv, rules.md, creatures.improved-initiative.json,
    /// creatures.fantasy-statblocks.md, creatures.homebrewery.md
    name: String,
    /// The file to write; without it, standard output
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// Only these documents: their keys, names or aliases
    #[arg(long)]
    document: Vec<String>,
    /// Only this edition: 5e-2014, 5e-2024, ...
    #[arg(long)]
    game_system: Option<String>,
    /// Only of this type: weapon, feat, condition, ...
    #[arg(long = "type")]
    group: Option<String>,
    /// Only what has this name; * stands for anything
    #[arg(long)]
    named: Option<String>,
    /// Only what is found by this search, best first
    #[arg(long)]
    search: Option<String>,
    /// Only what meets these conditions: a filter of the schema, as JSON
    #[arg(long)]
    filter: Option<String>,
    /// Only what was added or changed at this time or later (2026-01-31T00:00:00Z)
    #[arg(long)]
    changed_since: Option<String>,
    /// How it is sorted: a list of the schema's orders, as JSON
    #[arg(long)]
    order_by: Option<String>,
}

/// Writes all pages of an export.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    let documents = arguments.document.into_iter().map(Some);
    let documents = documents.map(|key| ("documents", key));
    let given = [
        ("gameSystem", arguments.game_system),
        ("type", arguments.group),
        ("name", arguments.named),
        ("search", arguments.search),
        ("filter", arguments.filter),
        ("changedSince", arguments.changed_since),
        ("orderBy", arguments.order_by),
    ];
    let given = documents.chain(given);
    let given = given.filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let given: Vec<(String, String)> = given.collect();
    let export = Export::named(&arguments.name, &given)?;
    let searched = given.iter().any(|(name, _)| name == "search");
    let output = arguments.output;
    super::with_session(config, |session| async move {
        if searched {
            super::load_model(&session).await?;
        }
        write(&export, session, output.as_deref()).await
    })
    .await
}

async fn write(export: &Export, session: Arc<Session>, output: Option<&Path>) -> Result<()> {
    let mut pages = Pages::new(export, session as Arc<dyn Executor>);
    // The file is made when there is something to write.
    let mut file = None;
    while let Some(part) = pages.next().await? {
        let Some(path) = output else {
            if let Err(cause) = terminal::print(&part) {
                if cause.kind() == std::io::ErrorKind::BrokenPipe {
                    return Ok(());
                }
                return Err(Error::internal(
                    "Standard output cannot be written to.",
                    cause,
                ));
            }
            continue;
        };
        let unwritable =
            |cause| Error::input(format!("{} cannot be written: {cause}.", path.display()));
        if file.is_none() {
            file = Some(File::create(path).map_err(unwritable)?);
        }
        if let Some(file) = &mut file {
            file.write_all(part.as_bytes()).map_err(unwritable)?;
        }
    }
    Ok(())
}
