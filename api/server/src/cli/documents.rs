//! `lorekeeper documents`

use super::job::{self, Detail};
use crate::config::Config;
use crate::leadership::Session;
use clap::{Args, Subcommand};
use lorekeeper_graphql::error::Result;
use lorekeeper_ingest::jobs::{Vectors, Work};
use serde_json::{Value, json};
use std::sync::Arc;

const QUERY: &str = "query($after: String) {
  documents(first: 100, after: $after) {
    nodes { key name gameSystem source counts { count } }
    pageInfo { hasNextPage endCursor }
  }
}";

/// What to do with documents.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Take a document that was imported from a file out of the store, with all that came with it
    Remove {
        /// The document's key, name or alias
        key: String,
    },
}

/// Lists the documents with their counts, or takes one out.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    match arguments.action {
        Some(Action::Remove { key }) => {
            job::run(config, Work::Remove(key), Vectors::Later, Detail::Listings).await
        }
        None => list(config).await,
    }
}

async fn list(config: Config) -> Result<()> {
    let documents = super::with_session(config, documents).await?;
    if documents.is_empty() {
        return super::print(
            "Nothing is stored yet. Run \"lorekeeper sync\" or \"lorekeeper serve\".\n",
        );
    }
    let families = ["spells", "creatures", "equipment", "options", "rules"];
    let mut table = super::table(
        ["key", "name", "system", "source"]
            .into_iter()
            .chain(families),
    );
    for document in documents {
        let mut row: Vec<String> = ["/key", "/name", "/gameSystem", "/source"]
            .map(|path| super::text(&document, path))
            .into();
        // Family by family, in their order.
        row.extend(
            super::list(&document, "/counts")
                .iter()
                .map(|count| super::number(count, "/count").to_string()),
        );
        table.add_row(row);
    }
    super::print(&format!("{table}\n"))
}

/// All pages.
async fn documents(session: Arc<Session>) -> Result<Vec<Value>> {
    let (mut documents, mut after) = (Vec::new(), Value::Null);
    loop {
        let data = super::ask(&session, QUERY, json!({"after": after})).await?;
        documents.extend_from_slice(super::list(&data, "/documents/nodes"));
        let info = |field: &str| data.pointer(&format!("/documents/pageInfo/{field}"));
        match (info("hasNextPage"), info("endCursor")) {
            (Some(Value::Bool(true)), Some(end)) => after = end.clone(),
            _ => return Ok(documents),
        }
    }
}
