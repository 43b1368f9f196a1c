//! `lorekeeper documents`

use super::job::{self, Detail};
use crate::config::Config;
use crate::leadership::Session;
use clap::{Args, Subcommand, ValueEnum};
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_ingest::book_edits::{BookEdit, Description, EditReport};
use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::jobs::{Vectors, Work};
use serde_json::{Value, json};
use std::sync::Arc;

const QUERY: &str = "query($after: String) {
  documents(first: 100, after: $after) {
    nodes { key name gameSystem source license owner visibility counts { count } }
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
    /// Say something about an imported document; it stays when the file is imported again. An empty text takes back what was
    /// said
    Set {
        /// The document's key, name or alias
        key: String,
        #[command(flatten)]
        said: Said,
    },
    /// Give an imported document another name, and the key that goes with it. The ids of its entities change
    Rename {
        /// The document's key, name or alias
        key: String,
        /// The new name
        name: String,
    },
    /// Merge an imported document into another one: of what both have, that of the other one stays
    Merge {
        /// The key, name or alias of the document that is part of the other one then
        from: String,
        /// The key, name or alias of the document that stays
        into: String,
        /// Show what would be moved, and write nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Take a document that was imported from a file out of the store, with all that came with it
    Remove {
        /// The document's key, name or alias
        key: String,
    },
}

/// What is said about documents.
#[derive(Debug, Args)]
pub struct Said {
    /// Who brought it, in any words
    #[arg(long)]
    owner: Option<String>,
    /// Its licence: the key or the name of one that is known, or the name of another
    #[arg(long)]
    licence: Option<String>,
    /// Its game system: 5e-2014, 5e-2024, a5e, ...
    #[arg(long)]
    edition: Option<String>,
    /// Who reads it: everyone, or only requests with the admin token
    #[arg(long)]
    visibility: Option<Visibility>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Visibility {
    Public,
    Private,
}

impl From<Said> for Description {
    fn from(said: Said) -> Self {
        let is_private = said.visibility.map(|visibility| visibility == Visibility::Private);
        Self { owner: said.owner, licence: said.licence, edition: said.edition, is_private }
    }
}

/// Lists the documents with their counts, or changes one.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    let work = match arguments.action {
        None => return list(config).await,
        Some(Action::Remove { key }) => Work::Remove(key),
        Some(Action::Set { key, said }) => {
            let description = Description::from(said);
            if description.is_empty() {
                return Err(Error::input("Say what to set: --owner, --licence, --edition or --visibility."));
            }
            Work::Edit(BookEdit::Describe(key, description))
        }
        Some(Action::Rename { key, name }) => Work::Edit(BookEdit::Rename(key, name)),
        Some(Action::Merge { from, into, dry_run }) => {
            Work::Edit(BookEdit::Merge(from, into, Mode::of_dry_run(dry_run)))
        }
    };
    job::run(config, work, Vectors::Later, Detail::Listings).await
}

/// Report of an edit.
pub fn summary(report: &EditReport) -> String {
    let mut text = String::new();
    if report.mode == Mode::DryRun {
        text.push_str("A dry run: nothing was written. This is what would be moved.\n");
    }
    if !report.moved.is_empty() {
        let mut moved = super::table(["family", "moved", "left out"]);
        for family in &report.moved {
            let (own, shared) = (&family.own, &family.shared);
            super::add_row(&mut moved, &[&family.family, own, shared]);
        }
        text = format!("{text}{moved}\n");
    }
    let (name, key) = (&report.name, &report.key);
    format!("{text}{name} ({key}) is kept.\n{}", super::row_changes(&report.rows))
}

async fn list(config: Config) -> Result<()> {
    let documents = super::with_session(config, documents).await?;
    if documents.is_empty() {
        return super::print("Nothing is stored yet. Run \"lorekeeper sync\" or \"lorekeeper serve\".\n");
    }
    let families = ["spells", "creatures", "equipment", "options", "rules"];
    let mut table =
        super::table(["key", "name", "system", "source", "licence", "owner", "read by"].into_iter().chain(families));
    for document in documents {
        let mut row: Vec<String> = ["/key", "/name", "/gameSystem", "/source", "/license", "/owner"]
            .map(|path| super::text(&document, path))
            .into();
        let is_private = super::text(&document, "/visibility") == "PRIVATE";
        row.push(if is_private { "admin" } else { "all" }.to_owned());
        // Family by family, in their order.
        row.extend(super::list(&document, "/counts").iter().map(|count| super::number(count, "/count").to_string()));
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
