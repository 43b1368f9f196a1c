//! How fetching went, listing by listing.

use crate::db::{bound, sql};
use crate::error::Result;
use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use std::time::Duration;

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
    /// How often it has failed since it last succeeded.
    pub failures: i32,
    /// What there is to say of the last success: records that were left out, or kept although they are gone
    /// upstream.
    pub notice: Option<String>,
    /// How many records it listed.
    pub records: i32,
    /// How many of them could not be understood.
    pub skipped: i32,
    /// Hash of all that it listed.
    pub content_hash: Option<String>,
    /// When it is fetched next.
    pub next_due: Option<DateTime<Utc>>,
}

impl EndpointState {
    /// Whether the last fetch succeeded, not longer than `ttl` ago.
    #[must_use]
    pub fn is_fresh(&self, ttl: Duration) -> bool {
        let age = |at: DateTime<Utc>| (Utc::now() - at).to_std().unwrap_or_default();
        self.error.is_none() && self.last_success.is_some_and(|at| age(at) < ttl)
    }

    /// Whether the last fetch failed, and it is too soon to try again.
    #[must_use]
    pub fn has_just_failed(&self) -> bool {
        self.error.is_some() && self.next_due.is_some_and(|at| Utc::now() < at)
    }
}

/// How fetching each endpoint went.
pub async fn endpoint_states(db: &DatabaseConnection) -> Result<Vec<EndpointState>> {
    let statement = sql(
        "SELECT source, endpoint, last_success, last_failure, error, failures, notice, records, skipped, content_hash, next_due \
         FROM endpoint_state ORDER BY source, endpoint",
    );
    Ok(EndpointState::find_by_statement(statement).all(db).await?)
}

/// A listing that came.
#[derive(Clone, Debug, Default)]
pub struct Came {
    /// How many records it has.
    pub records: usize,
    /// How many of them could not be understood.
    pub skipped: usize,
    /// What there is to say of it.
    pub notice: Option<String>,
    /// Hash of all that it lists.
    pub content_hash: String,
}

/// Notes that fetching an endpoint succeeded; it is due again after `fresh`.
pub async fn note_success(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    came: &Came,
    fresh: Duration,
) -> Result<()> {
    let statement = "INSERT INTO endpoint_state (source, endpoint, last_success, records, skipped, notice, content_hash, next_due) \
         VALUES ($1, $2, now(), $3, $4, $5, $6, $7) \
         ON CONFLICT (source, endpoint) DO UPDATE SET last_success = now(), error = NULL, failures = 0, records = EXCLUDED.records, \
            skipped = EXCLUDED.skipped, notice = EXCLUDED.notice, content_hash = EXCLUDED.content_hash, next_due = EXCLUDED.next_due";
    db.execute_raw(bound(
        statement,
        [
            source.into(),
            endpoint.into(),
            count(came.records).into(),
            count(came.skipped).into(),
            came.notice.clone().into(),
            came.content_hash.clone().into(),
            later(fresh).into(),
        ],
    ))
    .await?;
    Ok(())
}

/// Notes that fetching an endpoint failed; it is not tried again before `pause` has passed.
pub async fn note_failure(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    error: &str,
    pause: Duration,
) -> Result<()> {
    let statement = "INSERT INTO endpoint_state (source, endpoint, last_failure, error, failures, next_due) VALUES ($1, $2, now(), $3, 1, $4) \
         ON CONFLICT (source, endpoint) DO UPDATE SET last_failure = now(), error = EXCLUDED.error, \
            failures = endpoint_state.failures + 1, next_due = EXCLUDED.next_due";
    db.execute_raw(bound(
        statement,
        [
            source.into(),
            endpoint.into(),
            error.into(),
            later(pause).into(),
        ],
    ))
    .await?;
    Ok(())
}

fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// The time after a pause; a pause beyond all calendars is for ever.
fn later(pause: Duration) -> DateTime<Utc> {
    const CENTURY: chrono::Duration = chrono::Duration::days(36_500);
    let pause = chrono::Duration::from_std(pause).map_or(CENTURY, |pause| pause.min(CENTURY));
    Utc::now() + pause
}
