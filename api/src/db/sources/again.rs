//! Reading again, from another source, what broke off.

use super::choice::choose;
use super::{Reader, Sources};
use crate::error::{Code, Result};
use std::sync::Arc;

impl Sources {
    /// Reads something, as often as its source breaks off while there is another one; `broke` says that it did.
    pub async fn read<T, F: Future<Output = T>>(
        &self,
        mut attempt: impl FnMut(Arc<Reader>) -> F,
        broke: impl Fn(&T) -> bool,
    ) -> T {
        let mut reader = self.reader();
        let mut left = self.all.len();
        loop {
            let attempt = attempt(Arc::clone(&reader));
            let mut attempt = Box::pin(Arc::clone(&reader).scope(attempt));
            let outcome = tokio::select! {
                outcome = &mut attempt => Some(outcome),
                () = reader.failed() => None,
            };
            left = left.saturating_sub(1);
            let other = match &outcome {
                Some(outcome) if left == 0 || !broke(outcome) => None,
                _ => self.other_than(&reader),
            };
            match (other, outcome) {
                (Some(other), _) => {
                    metrics::counter!("lorekeeper_source_retries_total").increment(1);
                    reader = other;
                }
                (None, Some(outcome)) => return outcome,
                (None, None) => return attempt.await,
            }
        }
    }

    /// What a source says, from another one where the first breaks off.
    pub async fn ask<T, F: Future<Output = Result<T>>>(&self, ask: impl Fn() -> F) -> Result<T> {
        let broke = |said: &Result<T>| {
            said.as_ref()
                .is_err_and(|error| error.code == Code::Disconnected)
        };
        self.read(|_| ask(), broke).await
    }

    /// Another source than that of a reader which broke off, if any can be read from.
    fn other_than(&self, reader: &Reader) -> Option<Arc<Reader>> {
        if !self.are_several() {
            return None;
        }
        self.look.notify_waiters();
        let current = Arc::clone(&self.current.borrow().reader);
        if current.source != reader.source {
            return Some(current);
        }
        let mut state = self.state();
        let mut seen = state.seen.clone();
        if let Some(broken) = seen.get_mut(reader.source) {
            broken.up = false;
        }
        let source = choose(&seen, &self.order, reader.source, self.limit)?;
        Some(self.new_reader(&mut state, source))
    }
}
