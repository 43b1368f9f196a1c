//! Changes of content and vectors.

use crate::app::App;
use crate::changes::Changed;
use crate::family::Family;
use crate::query::status;
use async_graphql::{Result, SimpleObject};
use chrono::{DateTime, Utc};
use futures::stream::{self, BoxStream, StreamExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How long changes are gathered before they are told.
const GATHERING: Duration = Duration::from_millis(100);

/// A change of content or vectors.
#[derive(Clone, Debug, SimpleObject)]
pub struct ContentChange {
    /// The revision of content and vectors now, as `status` has it: it grows with every change.
    pub revision: String,
    /// When this server came to know of it.
    pub at: DateTime<Utc>,
    /// The families of which something was added, changed or removed since the event before. Empty: none, only
    /// vectors or documents. Null: not known, as in the first event.
    pub families: Option<Vec<Family>>,
}

struct Listening {
    app: Arc<App>,
    count: watch::Receiver<u64>,
    number: u64,
    /// The revision that was told last.
    told: Option<i64>,
}

/// How things stand, then every change.
pub(super) fn changes(app: Arc<App>) -> BoxStream<'static, Result<ContentChange>> {
    let count = app.changes.watch();
    let number = *count.borrow();
    let listening = Listening {
        number,
        app,
        count,
        told: None,
    };
    stream::unfold(listening, |mut listening| async move {
        let change = listening.next().await?;
        Some((change, listening))
    })
    .boxed()
}

impl Listening {
    async fn next(&mut self) -> Option<Result<ContentChange>> {
        let Some(told) = self.told else {
            let now = match status::revision(&self.app.db.reading()).await {
                Ok(revision) => revision,
                Err(error) => return Some(Err(error.into())),
            };
            self.told = Some(now.parse().unwrap_or_default());
            return Some(Ok(ContentChange {
                revision: now,
                at: Utc::now(),
                families: None,
            }));
        };
        loop {
            self.count.changed().await.ok()?;
            tokio::time::sleep(GATHERING).await;
            let since = std::mem::replace(&mut self.number, *self.count.borrow_and_update());
            if let Some(changed) = self.app.changes.since(since, told) {
                self.told = Some(changed.revision);
                return Some(Ok(changed.into()));
            }
        }
    }
}

impl From<Changed> for ContentChange {
    fn from(changed: Changed) -> Self {
        Self {
            revision: changed.revision.to_string(),
            at: changed.at,
            families: changed
                .families
                .map(|families| families.into_iter().collect()),
        }
    }
}
