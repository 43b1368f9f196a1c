//! Jobs: syncs, imports, removals and embedding runs of this server, with progress and reports, for the admin.

use super::admin::require_admin;
use super::backend;
use super::mutation::{ImportedContent, ImportedFile};
use crate::error::{Error, Result};
use async_graphql::{Context, Enum, ID, Object, SimpleObject};
use chrono::{DateTime, Utc};
use lorekeeper_content::record::Skipped;
use lorekeeper_ingest::import::ImportReport;
use lorekeeper_ingest::jobs::{self, Outcome};
use lorekeeper_ingest::{ListingReport, Materialised};
use lorekeeper_search::no_results::quote_excerpt;
use lorekeeper_store::Changes;
use std::sync::Arc;

#[derive(Default)]
pub struct JobQuery;

#[Object]
impl JobQuery {
    /// A job of this server by its id; null where the id is unknown or forgotten. An id of another server, or of one
    /// that has ended since, is an error. For the admin.
    async fn job(&self, ctx: &Context<'_>, #[graphql(desc = "The job's id.")] id: ID) -> Result<Option<Job>> {
        require_admin(ctx)?;
        let jobs = &backend(ctx)?.ingest.jobs;
        if !jobs.is_here(&id) {
            return Err(job_elsewhere(&id));
        }
        Ok(jobs.get(&id).map(Job))
    }

    /// The running jobs of this server and the last 20 that ended, the newest first. Jobs of other processes on the same
    /// Postgres are not listed. For the admin.
    async fn jobs(&self, ctx: &Context<'_>) -> Result<Vec<Job>> {
        require_admin(ctx)?;
        let jobs = backend(ctx)?.ingest.jobs.all();
        Ok(jobs.into_iter().map(Job).collect())
    }
}

/// The error for a job that another process began.
pub(super) fn job_elsewhere(id: &str) -> Error {
    let shown = quote_excerpt(id);
    Error::not_found(format!(
        "There is no job {shown} on this server: another one that shares its Postgres has it, or it ended with the server. Ask the server that began it; status shows what is stored, from any server."
    ))
}

/// The kind of a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(remote = "jobs::Kind")]
pub enum JobKind {
    /// Fetches from the sources.
    Sync,
    /// Stores the content of files.
    Import,
    /// Edits documents.
    Edit,
    /// Removes a document.
    Removal,
    /// Rebuilds rows and search text from the stored records.
    Reindexing,
    /// Makes the vectors for search by meaning.
    Embedding,
}

/// The origin of a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(remote = "jobs::Origin")]
pub enum JobOrigin {
    /// The admin, with a mutation.
    Admin,
    /// A command, such as `lorekeeper sync`.
    Command,
    /// The server itself, to keep content and vectors current.
    Background,
    /// A query for content that was never fetched.
    Query,
}

/// The state of a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(remote = "jobs::Phase")]
pub enum JobState {
    /// Waiting for its turn, or running.
    Running,
    /// Done; `report` has the result.
    Done,
    /// Failed; `error` has the reason.
    Failed,
    /// Interrupted, because the server stopped.
    Interrupted,
}

/// The severity of a message.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(remote = "jobs::Severity")]
pub enum Severity {
    /// Information.
    Note,
    /// A problem that did not stop the job.
    Warning,
}

/// A job as a GraphQL object.
pub struct Job(pub Arc<jobs::Job>);

/// A job of the server: a sync, an import, a removal or an embedding run.
#[Object]
impl Job {
    /// Id of the job, valid until the server stops.
    async fn id(&self) -> ID {
        ID(self.0.id.clone())
    }

    /// The kind.
    async fn kind(&self) -> JobKind {
        self.0.kind.into()
    }

    /// The origin.
    async fn origin(&self) -> JobOrigin {
        self.0.origin.into()
    }

    /// The state.
    async fn state(&self) -> JobState {
        self.0.phase.into()
    }

    /// Time of the start.
    async fn started_at(&self) -> DateTime<Utc> {
        self.0.started_at
    }

    /// Time of the end; null while running.
    async fn ended_at(&self) -> Option<DateTime<Utc>> {
        self.0.ended_at
    }

    /// The parts, in the order in which they began: a listing to fetch, a file to read, the vectors.
    async fn parts(&self) -> Vec<JobPart> {
        self.0.parts.iter().map(Into::into).collect()
    }

    /// The last 200 messages, in order.
    async fn messages(&self) -> Vec<JobMessage> {
        self.0.log.iter().map(Into::into).collect()
    }

    /// The result; null until everything is stored. Vectors are made after that.
    async fn report(&self) -> Option<JobReport> {
        self.0.outcome.as_deref().map(JobReport::of)
    }

    /// Number of passages that got vectors; null until then, and where the vectors are made in the background.
    async fn embedded(&self) -> Option<usize> {
        self.0.embedded
    }

    /// The reason of the failure; null unless the state is FAILED.
    async fn error(&self) -> Option<JobError> {
        let error = Error::from(self.0.error.clone()?);
        Some(JobError { code: error.code.as_str().to_owned(), message: error.message })
    }
}

/// A part of a job.
#[derive(Clone, Debug, SimpleObject)]
pub struct JobPart {
    /// Name of the part: `open5e_v2 spells`, a file's name, `embedding`.
    pub name: String,
    /// Number of records or passages that are done.
    pub done: usize,
    /// Number of records or passages in all; null until known.
    pub total: Option<usize>,
    /// The outcome in words; null while under way.
    pub outcome: Option<String>,
}

/// A message of a job.
#[derive(Clone, Debug, SimpleObject)]
pub struct JobMessage {
    /// The severity.
    pub severity: Severity,
    /// The message, a sentence.
    pub text: String,
}

/// The reason why a job failed.
#[derive(Clone, Debug, SimpleObject)]
pub struct JobError {
    /// The code, as in `extensions.code` of a GraphQL error.
    pub code: String,
    /// The reason, a sentence.
    pub message: String,
}

/// The result of a job.
#[derive(Clone, Debug, Default, SimpleObject)]
pub struct JobReport {
    /// The listings that a sync fetched; those still fresh are not among them.
    pub listings: Vec<SyncedListing>,
    /// The files of an import.
    pub files: Vec<ImportedFile>,
    /// The contents of an import's files, by document, family and kind.
    pub contents: Vec<ImportedContent>,
    /// The changes of stored rows, by table; empty where nothing changed.
    pub tables: Vec<TableReport>,
    /// Key of the document that a removal removed.
    pub removed_document: Option<String>,
    /// Whether the starter pack was loaded, because no source was reachable and nothing was stored.
    pub starter_pack: bool,
}

/// The result of one listing in a sync.
#[derive(Clone, Debug, SimpleObject)]
pub struct SyncedListing {
    /// Name of the source: `open5e_v2`.
    pub source: String,
    /// Name of the endpoint: `spells`.
    pub endpoint: String,
    /// Number of new records.
    pub added: usize,
    /// Number of changed records.
    pub changed: usize,
    /// Number of records removed, because they are gone upstream.
    pub removed: usize,
    /// Number of unchanged records.
    pub kept: usize,
    /// Records that were skipped because they are invalid.
    pub skipped: Vec<Skipped>,
    /// The reason why records are missing; null where the listing is complete.
    pub problem: Option<String>,
    /// A notice about the records: some were skipped, fields of some did not fit, or some are kept although they are gone
    /// upstream.
    pub notice: Option<String>,
}

/// The changes of one table's rows.
#[derive(Clone, Debug, SimpleObject)]
pub struct TableReport {
    /// Name of the table: `document`, or a family such as `spell`.
    pub table: String,
    /// Number of new rows.
    pub added: usize,
    /// Number of changed rows.
    pub changed: usize,
    /// Number of removed rows.
    pub removed: usize,
    /// Number of unchanged rows.
    pub kept: usize,
}

impl TableReport {
    /// The changes by table.
    pub fn all(changes: &Materialised) -> Vec<Self> {
        let report = |(table, rows): &(String, Changes)| Self {
            table: table.clone(),
            added: rows.added,
            changed: rows.changed,
            removed: rows.removed,
            kept: rows.kept,
        };
        changes.tables.iter().map(report).collect()
    }
}

impl JobReport {
    fn of(outcome: &Outcome) -> Self {
        let mut report = Self { tables: TableReport::all(outcome.rows()), ..Self::default() };
        match outcome {
            Outcome::Reindexed(_) | Outcome::Edited(_) => {}
            Outcome::Synced(synced) => {
                report.listings = synced.listings.iter().map(Into::into).collect();
                report.starter_pack = synced.starter_pack;
            }
            Outcome::Imported(ImportReport { files, contents, .. }) => {
                report.files = files.iter().cloned().map(Into::into).collect();
                report.contents = contents.iter().cloned().map(Into::into).collect();
            }
            Outcome::Removed(key, ..) => report.removed_document = Some(key.clone()),
        }
        report
    }
}

impl From<&ListingReport> for SyncedListing {
    fn from(listing: &ListingReport) -> Self {
        Self {
            source: listing.source.clone(),
            endpoint: listing.endpoint.clone(),
            added: listing.changes.added,
            changed: listing.changes.changed,
            removed: listing.changes.removed,
            kept: listing.changes.kept,
            skipped: listing.skipped.clone(),
            problem: listing.problem.clone(),
            notice: listing.notice.clone(),
        }
    }
}

impl From<&jobs::Part> for JobPart {
    fn from(part: &jobs::Part) -> Self {
        Self { name: part.name.clone(), done: part.done, total: part.total, outcome: part.outcome.clone() }
    }
}

impl From<&jobs::LogEntry> for JobMessage {
    fn from(entry: &jobs::LogEntry) -> Self {
        Self { severity: entry.severity.into(), text: entry.text.clone() }
    }
}
