//! The long jobs of the server, for the admin: what runs, how far it is, and what the last ones did.

use super::admin::admit;
use super::app;
use super::mutation::{ImportedContent, ImportedFile};
use super::nothing::shown;
use crate::error::Error;
use crate::ingest::import::ImportReport;
use crate::ingest::{Drawn, ListingReport};
use crate::jobs::{self, Outcome};
use crate::source::Skipped;
use async_graphql::{Context, Enum, ID, Object, SimpleObject};
use chrono::{DateTime, Utc};
use std::sync::Arc;

#[derive(Default)]
pub struct Jobs;

#[Object]
impl Jobs {
    /// A sync, import or other long job of this server, by its id; null when there is none, or no more. An id of
    /// another server, or of one that has ended since, is an error. For the admin.
    async fn job(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The job's id.")] id: ID,
    ) -> async_graphql::Result<Option<Job>> {
        admit(ctx)?;
        let jobs = &app(ctx)?.jobs;
        if !jobs.is_here(&id) {
            return Err(elsewhere(&id).into());
        }
        Ok(jobs.get(&id).map(Job))
    }

    /// The long jobs of this server that run, and the last 20 that ended; the newest first. What other processes on
    /// the same Postgres do is not among them. For the admin.
    async fn jobs(&self, ctx: &Context<'_>) -> async_graphql::Result<Vec<Job>> {
        admit(ctx)?;
        Ok(app(ctx)?.jobs.all().into_iter().map(Job).collect())
    }
}

/// Why nothing is known of a job that this process did not begin.
pub(super) fn elsewhere(id: &str) -> Error {
    let shown = shown(id);
    Error::not_found(format!(
        "There is no job {shown} on this server: another one that shares its Postgres has it, or it ended with the server. Ask the server that began it; status shows what is stored, whoever stored it."
    ))
}

/// What a job does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(remote = "jobs::Kind")]
pub enum JobKind {
    /// It fetches from the sources.
    Sync,
    /// It stores what files say.
    Import,
    /// It takes a document out.
    Removal,
    /// It makes the vectors that search by meaning needs.
    Embedding,
}

/// Who wanted a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(remote = "jobs::Origin")]
pub enum JobOrigin {
    /// The admin, with a mutation.
    Admin,
    /// A command, such as `lorekeeper sync`.
    Command,
    /// The server itself, which keeps content and vectors current.
    Background,
    /// A query on what was never fetched.
    Query,
}

/// How a job stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(remote = "jobs::Phase")]
pub enum JobState {
    /// It waits for its turn, or runs.
    Running,
    /// It is done; its report says what it did.
    Done,
    /// It did not work out; its error says why.
    Failed,
    /// It ended before it was done, because the server stopped.
    CutOff,
}

/// How grave a remark is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
#[graphql(remote = "jobs::Severity")]
pub enum Severity {
    /// Something worth knowing.
    Note,
    /// Something that is not as it should be.
    Warning,
}

/// A job, as clients see it.
pub struct Job(pub Arc<jobs::Job>);

/// A long job of the server: a sync, an import, a removal, or the making of vectors.
#[Object]
impl Job {
    /// What it is known by, until the server stops.
    async fn id(&self) -> ID {
        ID(self.0.id.clone())
    }

    /// What it does.
    async fn kind(&self) -> JobKind {
        self.0.kind.into()
    }

    /// Who wanted it.
    async fn origin(&self) -> JobOrigin {
        self.0.origin.into()
    }

    /// How it stands.
    async fn state(&self) -> JobState {
        self.0.phase.into()
    }

    /// When it was started.
    async fn started_at(&self) -> DateTime<Utc> {
        self.0.started_at
    }

    /// When it ended; null while it runs.
    async fn ended_at(&self) -> Option<DateTime<Utc>> {
        self.0.ended_at
    }

    /// Its parts, in the order in which they began: a listing that is fetched, a file that is read, the vectors.
    async fn parts(&self) -> Vec<JobPart> {
        self.0.parts.iter().map(Into::into).collect()
    }

    /// What it has to say, in order: the last 200 remarks.
    async fn remarks(&self) -> Vec<JobRemark> {
        self.0.remarks.iter().map(Into::into).collect()
    }

    /// What it did; null until everything is stored. Vectors are made after that.
    async fn report(&self) -> Option<JobReport> {
        self.0.outcome.as_deref().map(JobReport::of)
    }

    /// How many passages got vectors; null until that is done, or where it is left to the background.
    async fn embedded(&self) -> Option<usize> {
        self.0.embedded
    }

    /// Why it did not work out; null unless its state is FAILED.
    async fn error(&self) -> Option<JobError> {
        self.0.error.as_ref().map(|error| JobError {
            code: error.code.as_str().to_owned(),
            message: error.message.clone(),
        })
    }
}

/// A part of a job.
#[derive(Clone, Debug, SimpleObject)]
pub struct JobPart {
    /// What it is called: `open5e_v2 spells`, a file's name, `embedding`.
    pub name: String,
    /// How much of it is done: records, or passages.
    pub done: usize,
    /// How much there is to do; null until that is known.
    pub total: Option<usize>,
    /// What became of it, in words; null while it is under way.
    pub outcome: Option<String>,
}

/// Something that a job has to say.
#[derive(Clone, Debug, SimpleObject)]
pub struct JobRemark {
    /// How grave it is.
    pub severity: Severity,
    /// In a sentence.
    pub text: String,
}

/// Why a job did not work out.
#[derive(Clone, Debug, SimpleObject)]
pub struct JobError {
    /// The code, as `extensions.code` of an error has it.
    pub code: String,
    /// In a sentence.
    pub message: String,
}

/// What a job did.
#[derive(Clone, Debug, Default, SimpleObject)]
pub struct JobReport {
    /// What became of the listings that a sync fetched; one that was still fresh is not among them.
    pub listings: Vec<SyncedListing>,
    /// What became of the files of an import.
    pub files: Vec<ImportedFile>,
    /// What the files of an import hold, by document and sort.
    pub contents: Vec<ImportedContent>,
    /// What became of all that is stored, table by table; nothing where everything was as before.
    pub tables: Vec<TableReport>,
    /// The document that a removal took out, by key.
    pub removed_document: Option<String>,
    /// Whether the starter pack was loaded, because no source could be reached and nothing was stored.
    pub starter_pack: bool,
}

/// What became of one listing in a sync.
#[derive(Clone, Debug, SimpleObject)]
pub struct SyncedListing {
    /// The source: `open5e_v2`.
    pub source: String,
    /// The endpoint: `spells`.
    pub endpoint: String,
    /// How many records are new.
    pub added: usize,
    /// How many differ from what was stored.
    pub changed: usize,
    /// How many are gone upstream, and here.
    pub removed: usize,
    /// How many are as they were.
    pub kept: usize,
    /// Records that could not be understood.
    pub left_out: Vec<LeftOut>,
    /// Why nothing, or not everything, came; null where all did.
    pub problem: Option<String>,
    /// What there is to say of what came: records that were left out, or kept although they are gone upstream.
    pub notice: Option<String>,
}

/// An item that could not be understood.
#[derive(Clone, Debug, SimpleObject)]
pub struct LeftOut {
    /// Where it is: its path in a file, or its key in a listing.
    pub path: String,
    /// What is wrong with it.
    pub reason: String,
}

/// What became of what one table stores.
#[derive(Clone, Debug, SimpleObject)]
pub struct TableReport {
    /// What it stores: `document`, or a family such as `spell`.
    pub table: String,
    /// How many are new.
    pub added: usize,
    /// How many differ from before.
    pub changed: usize,
    /// How many are gone.
    pub removed: usize,
    /// How many are as they were.
    pub kept: usize,
}

impl TableReport {
    /// Table by table.
    pub fn all(drawn: &Drawn) -> Vec<Self> {
        let tables = drawn.tables.iter();
        tables
            .map(|(table, written)| Self {
                table: table.clone(),
                added: written.added,
                changed: written.changed,
                removed: written.removed,
                kept: written.kept,
            })
            .collect()
    }
}

impl JobReport {
    fn of(outcome: &Outcome) -> Self {
        let mut report = Self {
            tables: TableReport::all(outcome.drawn()),
            ..Self::default()
        };
        match outcome {
            Outcome::Synced(synced) => {
                report.listings = synced.listings.iter().map(Into::into).collect();
                report.starter_pack = synced.starter_pack;
            }
            Outcome::Imported(ImportReport {
                files, contents, ..
            }) => {
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
            left_out: listing.skipped.iter().cloned().map(Into::into).collect(),
            problem: listing.problem.clone(),
            notice: listing.notice.clone(),
        }
    }
}

impl From<Skipped> for LeftOut {
    fn from(skipped: Skipped) -> Self {
        Self {
            path: skipped.key,
            reason: skipped.reason,
        }
    }
}

impl From<&jobs::Part> for JobPart {
    fn from(part: &jobs::Part) -> Self {
        Self {
            name: part.name.clone(),
            done: part.done,
            total: part.total,
            outcome: part.outcome.clone(),
        }
    }
}

impl From<&jobs::Remark> for JobRemark {
    fn from(remark: &jobs::Remark) -> Self {
        Self {
            severity: remark.severity.into(),
            text: remark.text.clone(),
        }
    }
}
