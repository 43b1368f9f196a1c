//! Endpoint state: how the last fetches of each listing went, and when the next is due.

use crate::error::Result;
use crate::statement::{execute, scalar};
use crate::store::Store;
use crate::{bound, sql};
use chrono::{DateTime, Utc};
use parking_lot::Mutex;
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The state of an endpoint of a source.
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
    /// A notice about the last success: records that were left out, or kept although they are gone upstream.
    pub notice: Option<String>,
    /// How many records it listed.
    pub records: i32,
    /// How many of them could not be understood.
    pub skipped: i32,
    /// Hash of the listing as a whole.
    pub content_hash: Option<String>,
    /// When it is fetched next.
    pub next_due: Option<DateTime<Utc>>,
    /// The time of reading, by the clock of the other times.
    pub now: DateTime<Utc>,
}

/// How far a time may lie ahead of the clock. One further ahead was noted by a wrong clock, and is ignored.
const CLOCK_SKEW: chrono::Duration = chrono::Duration::minutes(1);

impl EndpointState {
    /// Whether the last fetch succeeded, not longer than `ttl` ago.
    pub fn is_fresh(&self, ttl: Duration) -> bool {
        let age = |at: DateTime<Utc>| (self.now - at).to_std().unwrap_or_default();
        let last_success = self.last_success.filter(|at| self.is_known(*at));
        self.error.is_none() && last_success.is_some_and(|at| age(at) < ttl)
    }

    /// Whether the last fetch failed, and it is too soon to try again.
    pub fn has_just_failed(&self) -> bool {
        let has_failed = self.error.is_some() && self.last_failure.is_some_and(|at| self.is_known(at));
        has_failed && self.next_due.is_some_and(|at| self.now < at)
    }

    fn is_known(&self, at: DateTime<Utc>) -> bool {
        at <= self.now + CLOCK_SKEW
    }
}

/// The state of each endpoint.
pub async fn endpoint_states(db: &impl ConnectionTrait) -> Result<Vec<EndpointState>> {
    let statement = sql(
        "SELECT source, endpoint, last_success, last_failure, error, failures, notice, records, skipped, content_hash, next_due, now() AS now \
         FROM endpoint_state ORDER BY source, endpoint",
    );
    Ok(EndpointState::find_by_statement(statement).all(db).await?)
}

/// How long a state is kept in the cache. A fetch of this process empties it at once.
const CACHED_FOR: Duration = Duration::from_secs(1);

/// Cache of endpoint states, for the answers that tell how fresh content is.
#[derive(Debug, Default)]
pub struct EndpointStateCache(Mutex<Cached>);

#[derive(Debug, Default)]
struct Cached {
    /// How often it was emptied.
    emptied: u64,
    /// When they were read, and what was.
    read: Option<(Instant, Arc<[EndpointState]>)>,
}

impl EndpointStateCache {
    /// The state of each endpoint, at most a second old.
    pub async fn get(&self, db: &impl ConnectionTrait) -> Result<Arc<[EndpointState]>> {
        let emptied = {
            let cached = self.0.lock();
            if let Some((_, states)) = cached.read.as_ref().filter(|(at, _)| at.elapsed() < CACHED_FOR) {
                return Ok(Arc::clone(states));
            }
            cached.emptied
        };
        let states: Arc<[EndpointState]> = endpoint_states(db).await?.into();
        let mut cached = self.0.lock();
        // What was noted while they were read may not be among them.
        if cached.emptied == emptied {
            cached.read = Some((Instant::now(), Arc::clone(&states)));
        }
        Ok(states)
    }

    fn empty(&self) {
        let mut cached = self.0.lock();
        *cached = Cached { emptied: cached.emptied + 1, read: None };
    }
}

/// Whether any of these listings, each a source and an endpoint, was ever fetched, or has records from elsewhere.
pub async fn has_any(db: &impl ConnectionTrait, listings: Vec<(String, String)>) -> Result<bool> {
    let (sources, endpoints): (Vec<String>, Vec<String>) = listings.into_iter().unzip();
    let statement = "SELECT EXISTS (SELECT FROM unnest($1::text[], $2::text[]) AS l(source, endpoint) \
         WHERE EXISTS (SELECT FROM endpoint_state s WHERE s.source = l.source AND s.endpoint = l.endpoint AND s.last_success IS NOT NULL) \
            OR EXISTS (SELECT FROM source_record r WHERE r.source = l.source AND r.endpoint = l.endpoint))";
    let any = scalar(db, bound(statement, [sources.into(), endpoints.into()])).await?;
    Ok(any.unwrap_or_default())
}

/// A fetch that succeeded.
#[derive(Clone, Debug, Default)]
pub struct FetchSuccess {
    /// How many records the endpoint listed.
    pub records: usize,
    /// How many of them could not be understood.
    pub skipped: usize,
    /// A notice about it, for users.
    pub notice: Option<String>,
    /// Hash of the listing as a whole.
    pub content_hash: String,
}

/// Notes that fetching an endpoint succeeded; it is due again after `fresh`.
pub async fn note_success(
    store: &Store,
    source: &str,
    endpoint: &str,
    success: &FetchSuccess,
    fresh: Duration,
) -> Result<()> {
    let statement = "INSERT INTO endpoint_state (source, endpoint, last_success, records, skipped, notice, content_hash, next_due) \
         VALUES ($1, $2, now(), $3, $4, $5, $6, now() + make_interval(secs => $7)) \
         ON CONFLICT (source, endpoint) DO UPDATE SET last_success = now(), error = NULL, failures = 0, records = EXCLUDED.records, \
            skipped = EXCLUDED.skipped, notice = EXCLUDED.notice, content_hash = EXCLUDED.content_hash, next_due = EXCLUDED.next_due";
    let values = [
        source.into(),
        endpoint.into(),
        count(success.records).into(),
        count(success.skipped).into(),
        success.notice.clone().into(),
        success.content_hash.clone().into(),
        seconds(fresh).into(),
    ];
    execute(&store.pool, statement, values).await?;
    store.endpoint_states.empty();
    Ok(())
}

/// Notes that fetching an endpoint failed; it is not tried again before `pause` has passed.
pub async fn note_failure(store: &Store, source: &str, endpoint: &str, error: &str, pause: Duration) -> Result<()> {
    let statement = "INSERT INTO endpoint_state (source, endpoint, last_failure, error, failures, next_due) VALUES ($1, $2, now(), $3, 1, now() + make_interval(secs => $4)) \
         ON CONFLICT (source, endpoint) DO UPDATE SET last_failure = now(), error = EXCLUDED.error, \
            failures = endpoint_state.failures + 1, next_due = EXCLUDED.next_due";
    let pause = seconds(pause).into();
    let values = [source.into(), endpoint.into(), error.into(), pause];
    execute(&store.pool, statement, values).await?;
    store.endpoint_states.empty();
    Ok(())
}

fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// A pause in seconds, a century at most: Postgres has no time beyond its calendar.
fn seconds(pause: Duration) -> f64 {
    const CENTURY: Duration = Duration::from_hours(24 * 36_500);
    pause.min(CENTURY).as_secs_f64()
}

/// For how long the largest count of a listing is kept.
const LARGEST_KEPT_FOR: &str = "interval '30 days'";

/// The largest count of a listing within the last month.
pub(super) async fn largest_count(db: &DatabaseConnection, source: &str, endpoint: &str) -> Result<usize> {
    let statement = format!(
        "SELECT largest FROM endpoint_state WHERE source = $1 AND endpoint = $2 \
         AND largest_at BETWEEN now() - {LARGEST_KEPT_FOR} AND now() + interval '1 minute'"
    );
    let statement = bound(&statement, [source.into(), endpoint.into()]);
    let largest: Option<Option<i32>> = scalar(db, statement).await?;
    Ok(usize::try_from(largest.flatten().unwrap_or_default()).unwrap_or_default())
}

/// Notes the largest count of a listing, as of now.
pub(super) async fn note_largest(db: &DatabaseConnection, source: &str, endpoint: &str, largest: usize) -> Result<()> {
    let statement = "INSERT INTO endpoint_state (source, endpoint, largest, largest_at) VALUES ($1, $2, $3, now()) \
         ON CONFLICT (source, endpoint) DO UPDATE SET largest = EXCLUDED.largest, largest_at = EXCLUDED.largest_at";
    execute(db, statement, [source.into(), endpoint.into(), count(largest).into()]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(last_success: i64, last_failure: Option<i64>) -> EndpointState {
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let ahead = |minutes| now + chrono::Duration::minutes(minutes);
        EndpointState {
            source: "pond".into(),
            endpoint: "newts".into(),
            last_success: Some(ahead(last_success)),
            last_failure: last_failure.map(ahead),
            error: last_failure.map(|_| "it rains".into()),
            failures: 0,
            notice: None,
            records: 1,
            skipped: 0,
            content_hash: None,
            next_due: Some(ahead(last_failure.unwrap_or(last_success) + 5)),
            now,
        }
    }

    #[test]
    fn a_time_ahead_of_the_clock_is_ignored() {
        let hour = Duration::from_hours(1);
        assert!(state(-59, None).is_fresh(hour));
        assert!(state(1, None).is_fresh(hour), "clocks differ a little");
        assert!(!state(-61, None).is_fresh(hour));
        assert!(!state(2, None).is_fresh(hour));
        assert!(state(-9, Some(-1)).has_just_failed());
        assert!(!state(-9, Some(-6)).has_just_failed());
        assert!(!state(-9, Some(40_000_000)).has_just_failed());
    }
}
