//! Retry of reads on another server, when the connection to the first one breaks.

use super::choice::choose;
use super::{ReadSession, ReplicaRouter};
use crate::error::{Error, Result};
use std::sync::Arc;

impl ReplicaRouter {
    /// Reads from the current server, and again from another one for as long as `is_broken` says of the outcome that
    /// the server broke off and there is another one.
    pub async fn retry<T, F: Future<Output = T>>(
        &self,
        mut attempt: impl FnMut(Arc<ReadSession>) -> F,
        is_broken: impl Fn(&T) -> bool,
    ) -> T {
        let mut session = self.session();
        let mut left = self.servers.len();
        loop {
            let attempt = attempt(Arc::clone(&session));
            let mut attempt = Box::pin(Arc::clone(&session).scope(attempt));
            let outcome = tokio::select! {
                outcome = &mut attempt => Some(outcome),
                () = session.failed() => None,
            };
            left = left.saturating_sub(1);
            let other = match &outcome {
                Some(outcome) if left == 0 || !is_broken(outcome) => None,
                _ => self.other_than(&session),
            };
            match (other, outcome) {
                (Some(other), _) => {
                    metrics::counter!("lorekeeper_replica_retries_total").increment(1);
                    session = other;
                }
                (None, Some(outcome)) => return outcome,
                (None, None) => return attempt.await,
            }
        }
    }

    /// Reads from the current server, and again from another one when it disconnects.
    pub async fn read<T, F: Future<Output = Result<T>>>(&self, read: impl Fn() -> F) -> Result<T> {
        self.retry(
            |_| read(),
            |outcome| matches!(outcome, Err(Error::Disconnected(_))),
        )
        .await
    }

    /// A session on another server than the one that broke off, if any can be read from.
    fn other_than(&self, broken: &ReadSession) -> Option<Arc<ReadSession>> {
        if !self.has_standbys() {
            return None;
        }
        self.probe_now.notify_waiters();
        let active = Arc::clone(&self.active.borrow().session);
        if active.server != broken.server {
            return Some(active);
        }
        let mut state = self.state.lock();
        let mut health = state.health.clone();
        if let Some(health) = health.get_mut(broken.server) {
            health.up = false;
        }
        let server = choose(&health, &self.order, broken.server, self.max_lag)?;
        Some(self.new_session(&mut state, server))
    }
}
