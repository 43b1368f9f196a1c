//! What the admin can do to what is stored. All of it is work for [`crate::jobs`].

mod import;
mod remove;
mod sync;

use crate::app::App;
use crate::error::{Error, Result};
use crate::jobs::{self, Event, Origin, Outcome, Request, Vectors, Work};
use async_graphql::MergedObject;
use std::sync::Arc;

pub use import::{ImportedContent, ImportedFile};

/// What the holder of the admin token can do. Needs a POST with the header `Authorization: Bearer <token>`.
#[derive(Default, MergedObject)]
pub struct Mutation(sync::Sync, import::Importing, remove::Removing);

/// Does a work to its end, also where the client hangs up; its vectors are made in the background.
async fn done(app: &Arc<App>, work: Work) -> Result<Outcome> {
    let vectors = Vectors::Later;
    let mut job = jobs::start(app, Request { work, vectors }, Origin::Admin);
    let mut outcome = None;
    while let Some(event) = job.events.recv().await {
        match event {
            Event::Outcome(done) => outcome = Some(done),
            Event::Failed(error) => return Err(error),
            Event::Step(_) | Event::Embedded(_) | Event::Done => {}
        }
    }
    // So that whoever asks next sees it.
    app.caught_up().await;
    outcome.ok_or_else(|| Error::internal("The server stops. Send it again.", "cut off"))
}

/// What cannot be: a work's outcome is its own.
fn mixed_up() -> Error {
    Error::internal(
        "The work was done, but what it did cannot be told. The log says why.",
        "an outcome of another work",
    )
}
