//! The response budget of a request: how many root fields run at once, and how many bytes its response may have.
//!
//! How much a relation leads to is known only when it has been read, so bytes are counted during execution. Execution
//! yields at intervals, so that the time limit and other requests get their turn.

use crate::batch_scheduler::yield_once;
use crate::error::Error;
use async_graphql::{Context, ContextSelectionSet, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{Notify, Semaphore, SemaphorePermit};

/// Bytes between two yields: one stat block, or a thousand small fields.
const YIELD_INTERVAL_BYTES: usize = 1 << 14;

/// Approximate bytes of a field's punctuation and a number.
const FIELD_OVERHEAD_BYTES: usize = 8;

/// The budget of one response, kept in the data of its request.
#[derive(Debug)]
pub struct Budget {
    /// Permits for root fields: a request with a hundred of them must not queue all its statements before those of
    /// other requests.
    root_fields: Semaphore,
    max_bytes: usize,
    bytes: AtomicUsize,
    exceeded: Notify,
}

impl Budget {
    /// A budget of `max_bytes`, for `root_fields` root fields at once.
    pub fn new(max_bytes: usize, root_fields: usize) -> Self {
        Self {
            root_fields: Semaphore::new(root_fields),
            max_bytes,
            bytes: AtomicUsize::new(0),
            exceeded: Notify::new(),
        }
    }

    /// Waits until the budget is exceeded, which may be never.
    pub async fn exceeded(&self) -> Error {
        self.exceeded.notified().await;
        let max = self.max_bytes >> 20;
        Error::too_complex(format!(
            "The answer has more than {max} MiB. Ask for smaller pages, fewer relations or less of their text."
        ))
    }

    /// Adds a field's bytes, and waits as they say.
    async fn count(&self, bytes: usize) {
        match self.spend(bytes) {
            Next::Continue => {}
            Next::Yield => yield_once().await,
            // `exceeded` has ended the request.
            Next::Stop => std::future::pending().await,
        }
    }

    /// Adds a field's bytes, and says how to go on.
    fn spend(&self, bytes: usize) -> Next {
        let before = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let after = before.saturating_add(bytes);
        if after > self.max_bytes {
            self.exceeded.notify_one();
            return Next::Stop;
        }
        if before / YIELD_INTERVAL_BYTES < after / YIELD_INTERVAL_BYTES { Next::Yield } else { Next::Continue }
    }
}

/// How execution goes on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Next {
    Continue,
    Yield,
    Stop,
}

/// Counts the bytes of a field's value. The field waits here for its turn, and for ever where the budget is exceeded.
pub async fn count_bytes(ctx: &Context<'_>, value: &Value) {
    if let Some(budget) = ctx.data_opt::<Arc<Budget>>() {
        let name = ctx.item.node.response_key().node.len();
        budget.count(name + size(value)).await;
    }
}

/// Counts the bytes of an object that is not resolved again.
pub async fn count_rendered(ctx: &ContextSelectionSet<'_>, bytes: usize) {
    if let Some(budget) = ctx.data_opt::<Arc<Budget>>() {
        budget.count(bytes).await;
    }
}

/// Waits for the permit of a root field.
pub async fn root_field_permit<'a>(ctx: &Context<'a>) -> Option<SemaphorePermit<'a>> {
    let budget = ctx.data_opt::<Arc<Budget>>()?;
    // The semaphore is never closed.
    budget.root_fields.acquire().await.ok()
}

/// Approximate bytes of a value, with all its parts.
pub fn size(value: &Value) -> usize {
    FIELD_OVERHEAD_BYTES
        + match value {
            Value::String(text) => text.len(),
            Value::List(values) => values.iter().map(size).sum(),
            Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + size(value)).sum(),
            _ => 0,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::value;

    #[tokio::test]
    async fn a_budget_yields_on_the_way_and_stops_at_the_limit() {
        let budget = Budget::new(1 << 20, 1);
        assert_eq!(budget.spend(YIELD_INTERVAL_BYTES - 1), Next::Continue);
        assert_eq!(budget.spend(1), Next::Yield);
        assert_eq!(budget.spend(1 << 20), Next::Stop);
        let error = budget.exceeded().await;
        assert!(error.message.contains("more than 1 MiB"), "{error}");
        assert_eq!(error.code, crate::error::Code::TooComplex);
    }

    #[test]
    fn a_value_counts_with_all_its_parts() {
        let record = value!({"name": "Ember", "tags": ["a", "b"]});
        assert_eq!(size(&record), 5 * FIELD_OVERHEAD_BYTES + 4 + 5 + 4 + 2);
    }
}
