//! Subscriptions: job progress and content changes, over a WebSocket.

mod content;
mod progress;

use super::admin::require_admin;
use super::{backend, text_limits};
use crate::error::Result;
use async_graphql::{Context, ID, Subscription as Subscribed};
use content::ContentChange;
use futures::stream::BoxStream;
use progress::SyncEvent;
use std::sync::Arc;

/// The subscription root.
pub struct Subscription;

/// The subscriptions, over a WebSocket at `/graphql/ws` (`graphql-transport-ws`).
#[Subscribed]
impl Subscription {
    /// The progress of all jobs of this server, of any origin. The first events are the present state: a `JobStarted`
    /// for each running job, and a `JobPartStarted` for each of its parts. Events are throttled: a slow client misses
    /// intermediate events, and the next event has the state of its time. For the admin: send the token with
    /// `connection_init`, as `{"Authorization": "Bearer <token>"}`, or in the header of the request that opens the socket.
    async fn sync_progress(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "Only this job: the subscription then ends with its `JobEnded`, even if the job has ended before. Left out: all jobs, without end."
        )]
        job: Option<ID>,
    ) -> Result<BoxStream<'static, SyncEvent>> {
        require_admin(ctx)?;
        text_limits::check_names("job", &job)?;
        progress::events(&backend(ctx)?.ingest.jobs, job)
    }

    /// Changes of content or vectors, after which queries may have other results. The first event is the present state: a
    /// client that reconnects compares its revision with the last one received. Changes in quick succession are one event.
    async fn content_changed(&self, ctx: &Context<'_>) -> Result<BoxStream<'static, Result<ContentChange>>> {
        Ok(content::changes(Arc::clone(&backend(ctx)?.store)))
    }
}
