//! Read session: the server that a request is read from, throughout.

use sea_orm::DatabaseConnection;
use std::sync::Arc;
use tokio::sync::watch;

tokio::task_local! {
    static CURRENT: Arc<ReadSession>;
}

/// A period for which one server is read from.
pub struct ReadSession {
    /// Tells the session from all others of this process.
    pub id: u64,
    /// The connections to the server.
    pub connection: DatabaseConnection,
    /// The index of the server.
    pub(super) server: usize,
    failed: watch::Sender<bool>,
}

impl ReadSession {
    pub(super) fn new(id: u64, server: usize, connection: DatabaseConnection) -> Self {
        Self {
            id,
            connection,
            server,
            failed: watch::Sender::new(false),
        }
    }

    /// The session of the current task, inside of [`ReadSession::scope`].
    pub(super) fn current() -> Option<Arc<Self>> {
        CURRENT.try_with(Arc::clone).ok()
    }

    /// Makes this the session of all that `work` reads.
    pub async fn scope<F: Future>(self: Arc<Self>, work: F) -> F::Output {
        CURRENT.scope(self, work).await
    }

    /// Waits until the server does not answer any more and another one does, which may be never.
    pub(super) async fn failed(&self) {
        let mut failed = self.failed.subscribe();
        // The sender lives as long as the session.
        let _ = failed.wait_for(|failed| *failed).await;
    }

    pub(super) fn fail(&self) {
        self.failed.send_replace(true);
    }
}
