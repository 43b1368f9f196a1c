//! What a request is read from, throughout.

use sea_orm::DatabaseConnection;
use std::sync::Arc;
use tokio::sync::watch;

tokio::task_local! {
    static HERE: Arc<Reader>;
}

/// A time for which one source is read from.
pub struct Reader {
    /// Tells it from all others of this process.
    pub number: u64,
    /// The connections.
    pub connection: DatabaseConnection,
    /// The place of its source.
    pub(super) source: usize,
    failed: watch::Sender<bool>,
}

impl Reader {
    pub(super) fn new(number: u64, source: usize, connection: DatabaseConnection) -> Self {
        Self {
            number,
            connection,
            source,
            failed: watch::Sender::new(false),
        }
    }

    /// What the request at hand is read from, inside of [`Reader::scope`].
    pub fn here() -> Option<Arc<Self>> {
        HERE.try_with(Arc::clone).ok()
    }

    /// Reads all of something from this.
    pub async fn scope<F: Future>(self: Arc<Self>, reading: F) -> F::Output {
        HERE.scope(self, reading).await
    }

    /// Waits until its source does not answer any more and another one does, which may be never.
    pub(super) async fn failed(&self) {
        let mut failed = self.failed.subscribe();
        // The sender lives as long as this.
        let _ = failed.wait_for(|failed| *failed).await;
    }

    pub(super) fn fail(&self) {
        self.failed.send_replace(true);
    }
}
