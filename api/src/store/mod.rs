//! The only writer.
//!
//! Writes are cut into transactions of a few milliseconds: the embedded store has one connection,
//! and readers queue for it fairly, so a reader never waits for more than one short write.

mod records;
mod rows;
mod vectors;

pub use records::{Changes, FetchTimes, PENDING, Removals, put_records, records_of};
pub use rows::{Written, put_documents, put_rows};
pub use vectors::{
    PendingPassage, analyze_vectors, drop_vectors_of_other_models, pending_passages, put_vectors,
    texts_of, vector_text,
};

use crate::db::{bound, sql};
use crate::error::Result;
use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
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

/// The fact that counts the changes of content and vectors.
pub const REVISION: &str = "revision";

/// Counts one more change of content or vectors.
pub async fn bump_revision(db: &DatabaseConnection) -> Result<()> {
    db.execute_raw(sql(
        "INSERT INTO store_fact (key, value) VALUES ('revision', '1') ON CONFLICT (key) DO UPDATE SET value = (store_fact.value::bigint + 1)::text",
    ))
    .await?;
    Ok(())
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

/// How fetching an endpoint went.
#[derive(Clone, Debug, FromQueryResult)]
pub struct EndpointState {
    /// The source.
    pub source: String,
    /// The endpoint.
    pub endpoint: String,
    /// When it last succeeded.
    pub last_success: Option<DateTime<Utc>>,
    /// When it last failed.
    pub last_failure: Option<DateTime<Utc>>,
    /// Why it last failed, if it has not succeeded since.
    pub error: Option<String>,
    /// How many records are stored.
    pub records: i32,
}

/// How fetching each endpoint went.
pub async fn endpoint_states(db: &DatabaseConnection) -> Result<Vec<EndpointState>> {
    let statement = sql(
        "SELECT source, endpoint, last_success, last_failure, error, records FROM endpoint_state ORDER BY source, endpoint",
    );
    Ok(EndpointState::find_by_statement(statement).all(db).await?)
}

/// Notes that fetching an endpoint succeeded.
pub async fn note_success(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: usize,
) -> Result<()> {
    let statement = "INSERT INTO endpoint_state (source, endpoint, last_success, error, records) VALUES ($1, $2, now(), NULL, $3) \
         ON CONFLICT (source, endpoint) DO UPDATE SET last_success = now(), error = NULL, records = EXCLUDED.records";
    let records = i32::try_from(records).unwrap_or(i32::MAX);
    db.execute_raw(bound(
        statement,
        [source.into(), endpoint.into(), records.into()],
    ))
    .await?;
    Ok(())
}

/// Notes that fetching an endpoint failed.
pub async fn note_failure(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    error: &str,
) -> Result<()> {
    let statement = "INSERT INTO endpoint_state (source, endpoint, last_failure, error) VALUES ($1, $2, now(), $3) \
         ON CONFLICT (source, endpoint) DO UPDATE SET last_failure = now(), error = EXCLUDED.error";
    db.execute_raw(bound(
        statement,
        [source.into(), endpoint.into(), error.into()],
    ))
    .await?;
    Ok(())
}
