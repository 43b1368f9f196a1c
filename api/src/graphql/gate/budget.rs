//! What a request may take while it is answered: so many fields of its root at once, and so many bytes. What a
//! relation leads to is known only when it is there, so it is counted while the answer is made; and the making pauses
//! now and then, so that the time limit and other requests get their turn.

use crate::error::Error;
use crate::graphql::lull::pause;
use async_graphql::extensions::{ExtensionContext, NextResolve, ResolveInfo};
use async_graphql::{ServerResult, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{Notify, Semaphore};

/// After how many bytes the making pauses: a card, or a thousand small fields.
const STRETCH: usize = 1 << 14;

/// What punctuation and a number take, about.
const LITTLE: usize = 8;

/// What an answer may have, among the data of its request.
#[derive(Debug)]
pub struct Budget {
    /// How many fields of the root may be at it at once: a request with a hundred of them must not put all their
    /// statements before those of others.
    lanes: Semaphore,
    most: usize,
    bytes: AtomicUsize,
    spent: Notify,
}

impl Budget {
    /// A budget of so many bytes, for so many fields of the root at once.
    pub fn new(most: usize, lanes: usize) -> Self {
        Self {
            lanes: Semaphore::new(lanes),
            most,
            bytes: AtomicUsize::new(0),
            spent: Notify::new(),
        }
    }

    /// Begins again: what was made is thrown away.
    pub fn renew(&self) {
        self.bytes.store(0, Ordering::Relaxed);
    }

    /// Waits until it is overdrawn, which may be never.
    pub async fn spent(&self) -> Error {
        self.spent.notified().await;
        let most = self.most >> 20;
        Error::too_complex(format!(
            "The answer has more than {most} MiB. Ask for smaller pages, fewer relations or less of their text."
        ))
    }

    /// Takes a field's part, and says how to go on.
    fn take(&self, bytes: usize) -> Then {
        let before = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let after = before.saturating_add(bytes);
        if after > self.most {
            self.spent.notify_one();
            return Then::Stop;
        }
        if before / STRETCH < after / STRETCH {
            Then::Pause
        } else {
            Then::GoOn
        }
    }
}

/// How the making goes on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Then {
    GoOn,
    Pause,
    Stop,
}

/// Counts a field while it is made.
pub async fn counted(
    ctx: &ExtensionContext<'_>,
    info: ResolveInfo<'_>,
    next: NextResolve<'_>,
) -> ServerResult<Option<Value>> {
    let name = info.alias.unwrap_or(info.name).len();
    let whole = info.return_type.starts_with("JSON");
    let Some(budget) = ctx.data_opt::<Arc<Budget>>() else {
        return next.run(ctx, info).await;
    };
    let value = if info.path_node.parent.is_none() {
        // It is never closed.
        let _lane = budget.lanes.acquire().await.ok();
        next.run(ctx, info).await?
    } else {
        next.run(ctx, info).await?
    };
    let own = match &value {
        Some(value) if whole => size(value),
        Some(Value::String(text)) => text.len(),
        // What is in it was counted by itself.
        _ => 0,
    };
    match budget.take(name + own + LITTLE) {
        Then::GoOn => {}
        Then::Pause => pause().await,
        // Whoever waits for the answer stops waiting.
        Then::Stop => std::future::pending().await,
    }
    Ok(value)
}

/// What a value that is given as a whole takes.
fn size(value: &Value) -> usize {
    LITTLE
        + match value {
            Value::String(text) => text.len(),
            Value::List(values) => values.iter().map(size).sum(),
            Value::Object(fields) => fields
                .iter()
                .map(|(name, value)| name.len() + size(value))
                .sum(),
            _ => 0,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::value;

    #[tokio::test]
    async fn a_budget_is_spent_once_and_pauses_on_the_way() {
        let budget = Budget::new(1 << 20, 1);
        assert_eq!(budget.take(STRETCH - 1), Then::GoOn);
        assert_eq!(budget.take(1), Then::Pause);
        budget.renew();
        assert_eq!(budget.take(STRETCH - 1), Then::GoOn);
        assert_eq!(budget.take(1 << 20), Then::Stop);
        let error = budget.spent().await;
        assert!(error.message.contains("more than 1 MiB"), "{error}");
        assert_eq!(error.code, crate::error::Code::TooComplex);
    }

    #[test]
    fn a_record_counts_as_a_whole() {
        let record = value!({"name": "Ember", "tags": ["a", "b"]});
        assert_eq!(size(&record), 5 * LITTLE + 4 + 5 + 4 + 2);
    }
}
