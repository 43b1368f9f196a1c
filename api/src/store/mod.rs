//! The only writer.
//!
//! Writes are cut into transactions of a few milliseconds: the embedded store has one connection,
//! and readers queue for it fairly, so a reader never waits for more than one short write.

mod batch;
mod comparison;
mod documents;
mod endpoints;
mod imported;
mod nearest;
mod pending;
mod records;
mod refusal;
mod revision;
mod rows;
mod search_text;
mod staging;
mod vectors;

pub use documents::put_documents;
pub use endpoints::{Came, EndpointState, endpoint_states, note_failure, note_success};
pub use imported::{Said, gone, remove_book};
pub use nearest::{INDEXED_FROM, index_name, keep_nearest};
pub use pending::{
    PENDING, Unannounced, clear_pending, clear_unannounced, is_unannounced, mark_unannounced,
    pending_mark,
};
pub use records::{
    Changes, FetchTimes, Removals, Stored, compare_records, content_hash, has_records, put_records,
    records_of,
};
pub use revision::{CHANGES, Change, REVISION, bump_revision};
pub use rows::{Written, add_rows, put_rows};
pub use staging::{Staging, clear_staged};
pub use vectors::{
    PendingPassage, analyze_vectors, drop_vectors_of_other_models, has_vectors, models_of_vectors,
    pending_passages, put_vectors, texts_of, vector_text,
};

use crate::db::{bound, sql};
use crate::error::Result;
use crate::family::document;
use sea_orm::{ConnectionTrait, DatabaseConnection, EntityTrait, QueryOrder};
use std::time::{Duration, Instant};

/// What one short write may take.
const TURN: Duration = Duration::from_millis(6);

/// Finds how many things fit into one turn.
#[derive(Debug)]
pub struct Pace {
    size: usize,
    most: usize,
}

impl Pace {
    /// Starts with `size` things a turn, and never takes more than `most`.
    #[must_use]
    pub fn new(size: usize, most: usize) -> Self {
        Self { size, most }
    }

    /// How many to take now.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Learns from a turn that began at `start`, and lets others go first.
    pub async fn turn(&mut self, start: Instant) {
        let took = start.elapsed();
        if took > TURN {
            self.size = (self.size / 2).max(1);
        } else if took < TURN / 2 {
            self.size = (self.size * 3 / 2 + 1).min(self.most);
        }
        tokio::task::yield_now().await;
    }
}

/// Most bytes of things that are written in one statement. The embedded store ends with a message of 128 MiB.
const MAX_BATCH_BYTES: usize = 8 << 20;

/// Largest row, as JSON.
const MAX_ROW_BYTES: usize = MAX_BATCH_BYTES;

/// How many of the first things, of these sizes, one statement may write: at most `most`, and at least one.
fn fitting(sizes: impl Iterator<Item = usize>, most: usize) -> usize {
    let mut bytes: usize = 0;
    let fitting = sizes.take(most).take_while(|size| {
        bytes = bytes.saturating_add(*size);
        bytes <= MAX_BATCH_BYTES
    });
    fitting.count().max(1)
}

/// A fact about the store itself.
pub async fn fact(db: &DatabaseConnection, key: &str) -> Result<Option<String>> {
    let row = db
        .query_one_raw(bound(
            "SELECT value FROM store_fact WHERE key = $1",
            [key.into()],
        ))
        .await?;
    Ok(row.map(|r| r.try_get("", "value")).transpose()?)
}

/// Notes a fact about the store itself.
pub async fn set_fact(db: &impl ConnectionTrait, key: &str, value: &str) -> Result<()> {
    let statement = "INSERT INTO store_fact (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    db.execute_raw(bound(statement, [key.into(), value.into()]))
        .await?;
    Ok(())
}

/// The stored documents, by key.
pub async fn documents(db: &DatabaseConnection) -> Result<Vec<document::Model>> {
    let all = document::Entity::find().order_by_asc(document::Column::Key);
    Ok(all.all(db).await?)
}

/// Whether no source has said anything yet.
pub async fn is_empty(db: &DatabaseConnection) -> Result<bool> {
    let row = db
        .query_one_raw(sql("SELECT EXISTS (SELECT FROM source_record) AS any"))
        .await?;
    Ok(!row
        .map(|r| r.try_get("", "any"))
        .transpose()?
        .unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_bounded_by_number_and_size() {
        let batch = |sizes: &[usize], most| fitting(sizes.iter().copied(), most);
        assert_eq!(batch(&[1; 9], 4), 4);
        assert_eq!(batch(&[1; 3], 4), 3);
        assert_eq!(batch(&[MAX_BATCH_BYTES / 2; 9], 4), 2);
        assert_eq!(batch(&[MAX_BATCH_BYTES + 1; 9], 4), 1);
    }
}
