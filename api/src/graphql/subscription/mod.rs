//! What the server tells as it happens, over a WebSocket: see [`crate::http`].

mod content;
mod progress;

use super::admin::admit;
use super::{app, texts};
use async_graphql::{Context, ID, Subscription as Subscribed};
use content::ContentChange;
use futures::stream::BoxStream;
use progress::SyncEvent;
use std::sync::Arc;

/// The subscription root.
pub struct Subscription;

/// What can be listened to, over a WebSocket at `/graphql/ws` (`graphql-transport-ws`).
#[Subscribed]
impl Subscription {
    /// What happens in syncs, imports and the making of vectors, whoever started them on this server. First comes how
    /// things stand: a `JobStarted`, and a `JobPartStarted` for each part. Steps are gathered, so that nobody is told
    /// thousands: what a client cannot keep up with is left out, and what comes next says how things stand then. For
    /// the admin: send the token with `connection_init`, as `{"Authorization": "Bearer <token>"}`, or in the header of
    /// the request that opens the socket.
    async fn sync_progress(
        &self,
        ctx: &Context<'_>,
        #[graphql(
            desc = "Only this job: then it ends with its `JobEnded`, also when that was before. Left out: all, for as long as you listen."
        )]
        job: Option<ID>,
    ) -> async_graphql::Result<BoxStream<'static, SyncEvent>> {
        admit(ctx)?;
        texts::check_names("job", job.as_deref())?;
        progress::events(app(ctx)?, job)
    }

    /// That content or vectors changed, so that what queries answer may differ. The first event is how things stand
    /// now: who comes back after a break compares its revision with the one last seen. Changes that come quickly one
    /// after another are told together.
    async fn content_changed(
        &self,
        ctx: &Context<'_>,
    ) -> async_graphql::Result<BoxStream<'static, async_graphql::Result<ContentChange>>> {
        Ok(content::changes(Arc::clone(app(ctx)?)))
    }
}
