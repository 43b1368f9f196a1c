//! Mutations of the admin: sync, import, removal. Each starts a job of [`lorekeeper_ingest::jobs`].

mod import;
mod remove;
mod sync;

use crate::Backend;
use crate::error::{Error, Result};
use async_graphql::MergedObject;
use lorekeeper_ingest::jobs::{self, Event, Origin, Outcome, Request, Vectors, Work};
use std::sync::Arc;

pub use import::{ImportedContent, ImportedFile};

/// The mutations, for the admin. They need a POST with the header `Authorization: Bearer <token>`.
#[derive(Default, MergedObject)]
pub struct Mutation(
    sync::SyncMutation,
    import::ImportMutation,
    remove::RemoveMutation,
);

/// Runs a job to its end, even if the client disconnects; vectors are made in the background.
async fn run_job(backend: &Arc<Backend>, work: Work) -> Result<Outcome> {
    let vectors = Vectors::Later;
    let mut job = jobs::start(&backend.ingest, Request { work, vectors }, Origin::Admin);
    let mut outcome = None;
    while let Some(event) = job.events.recv().await {
        match event {
            Event::Outcome(done) => outcome = Some(done),
            Event::Failed(error) => return Err(error.into()),
            Event::Step(_) | Event::Embedded(_) | Event::Done => {}
        }
    }
    // The next query sees the change.
    backend.store.caught_up().await;
    outcome.ok_or_else(|| Error::internal("The server stops. Send it again.", "cut off"))
}

/// The error for an outcome that belongs to another kind of job.
fn unexpected_outcome() -> Error {
    Error::internal(
        "The work was done, but what it did cannot be told. The log says why.",
        "an outcome of another work",
    )
}
