//! The subscription `contentChanged`.

use crate::error::Result;
use async_graphql::SimpleObject;
use chrono::{DateTime, Utc};
use futures::stream::{self, BoxStream, StreamExt};
use lorekeeper_content::Family;
use lorekeeper_store::{Reader, Store};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Changes within this time are one event.
const DEBOUNCE_TIME: Duration = Duration::from_millis(100);

/// A change of content or vectors.
#[derive(Clone, Debug, SimpleObject)]
pub struct ContentChange {
    /// The revision of content and vectors, as in `status`; it grows with every change.
    pub revision: String,
    /// Time at which this server noticed the change.
    pub at: DateTime<Utc>,
    /// The families with added, changed or removed entities since the event before. Empty: none, only vectors or documents
    /// changed. Null: unknown, as in the first event.
    pub families: Option<Vec<Family>>,
}

struct ContentWatch {
    store: Arc<Store>,
    count: watch::Receiver<u64>,
    number: u64,
    /// The revision of the last event.
    last: Option<i64>,
}

/// The present state, then every change.
pub(super) fn changes(store: Arc<Store>) -> BoxStream<'static, Result<ContentChange>> {
    let count = store.changes.watch();
    let number = *count.borrow();
    let watch = ContentWatch { number, store, count, last: None };
    stream::unfold(watch, |mut watch| async move {
        let change = watch.next().await?;
        Some((change, watch))
    })
    .boxed()
}

impl ContentWatch {
    async fn next(&mut self) -> Option<Result<ContentChange>> {
        let Some(last) = self.last else {
            let now = match lorekeeper_store::revision(&self.store.read_as(Reader::Everyone)).await {
                Ok(revision) => revision,
                Err(error) => return Some(Err(error.into())),
            };
            self.last = Some(now.parse().unwrap_or_default());
            return Some(Ok(ContentChange { revision: now, at: Utc::now(), families: None }));
        };
        loop {
            self.count.changed().await.ok()?;
            tokio::time::sleep(DEBOUNCE_TIME).await;
            let since = std::mem::replace(&mut self.number, *self.count.borrow_and_update());
            if let Some(changed) = self.store.changes.since(since, last) {
                self.last = Some(changed.revision);
                let families = changed.families;
                return Some(Ok(ContentChange {
                    revision: changed.revision.to_string(),
                    at: changed.at,
                    families: families.map(|families| families.into_iter().collect()),
                }));
            }
        }
    }
}
