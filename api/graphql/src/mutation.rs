//! Mutations of the admin: sync, import, edits of books, removal. Each starts a job of [`lorekeeper_ingest::jobs`].

mod books;
mod import;
mod sync;

use crate::admin::require_writer;
use crate::error::{Error, Result};
use crate::jobs::TableReport;
use crate::{Backend, backend, text_limits};
use async_graphql::{Context, MergedObject, Object, SimpleObject};
use lorekeeper_ingest::jobs::{self, Origin, Outcome, Request, Vectors, Work};

pub use import::{ImportedContent, ImportedFile};

/// The mutations, for the admin. They need a POST with the header `Authorization: Bearer <token>`.
#[derive(Default, MergedObject)]
pub struct Mutation(sync::SyncMutation, import::ImportMutation, books::BookMutation, RemoveMutation);

#[derive(Default)]
struct RemoveMutation;

#[Object]
impl RemoveMutation {
    /// Removes a document that was imported from a file of homebrew, with all its entities. If the connection breaks before
    /// the response, send the mutation again: `NOT_FOUND` then means that the document is removed.
    async fn remove_document(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "The document's key, name or alias.")] document: String,
    ) -> Result<Removal> {
        require_writer(ctx).await?;
        text_limits::check_names("document", &document)?;
        let Outcome::Removed(key, name, changes) = run_job(backend(ctx)?, Work::Remove(document)).await? else {
            return Err(unexpected_outcome());
        };
        let entities = changes.tables.iter().filter(|(table, _)| table != "document");
        Ok(Removal {
            key,
            name,
            removed: entities.map(|(_, rows)| rows.removed).sum(),
            tables: TableReport::all(&changes),
        })
    }
}

/// A removed document.
#[derive(Debug, SimpleObject)]
pub struct Removal {
    /// Key of the document.
    pub key: String,
    /// Name of the document.
    pub name: String,
    /// Number of entities removed with the document.
    pub removed: usize,
    /// The changes of stored rows, by table.
    pub tables: Vec<TableReport>,
}

/// Runs a job to its end, even if the client disconnects; vectors are made in the background.
async fn run_job(backend: &Backend, work: Work) -> Result<Outcome> {
    let vectors = Vectors::Later;
    let id = jobs::start(&backend.ingest, Request { work, vectors }, Origin::Admin);
    let job = backend.ingest.jobs.ended(&id).await;
    if let Some(error) = job.as_ref().and_then(|job| job.error.clone()) {
        return Err(error.into());
    }
    job.and_then(|job| job.outcome.as_deref().cloned())
        .ok_or_else(|| Error::internal("The server stops. Send it again.", "cut off"))
}

/// The error for an outcome that belongs to another kind of job.
fn unexpected_outcome() -> Error {
    Error::internal(
        "The work was done, but what it did cannot be told. The log says why.",
        "an outcome of another work",
    )
}
