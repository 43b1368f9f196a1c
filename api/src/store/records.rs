//! What the sources said: upstream records, as they were received.

use super::batch::Target;
use super::comparison::{Comparison, compare, digest};
use super::endpoints::{largest, note_largest};
use super::pending::mark_pending;
use super::{Pace, fitting};
use crate::db::bound;
use crate::digest::sha256;
use crate::error::Result;
use crate::source::{Record, Records, Skipped};
use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, TransactionTrait};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// Whether records that a whole listing no longer has may go.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Removals {
    /// The listing was not whole: nothing goes.
    None,
    /// They go, unless that would be more than a quarter of what is stored.
    Guarded,
    /// They go, however many.
    All,
}

/// One in so many records of a listing may go at once, and a single one always: a listing that shrinks by more
/// is more likely broken than right.
const MOST_REMOVED: usize = 4;

/// What storing a listing changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    /// Records that are new.
    pub added: usize,
    /// Records that differ from what was stored.
    pub changed: usize,
    /// Records that the listing no longer has.
    pub removed: usize,
    /// Records as they were.
    pub kept: usize,
    /// Records that the listing no longer has, but that were kept because they are too many.
    pub withheld: usize,
}

impl Changes {
    /// Whether anything was written.
    #[must_use]
    pub fn any(&self) -> bool {
        self.added + self.changed + self.removed > 0
    }
}

impl std::ops::AddAssign for Changes {
    fn add_assign(&mut self, other: Self) {
        self.added += other.added;
        self.changed += other.changed;
        self.removed += other.removed;
        self.kept += other.kept;
        self.withheld += other.withheld;
    }
}

/// What became of records.
#[derive(Clone, Debug, Default)]
pub struct Stored {
    /// What was stored.
    pub changes: Changes,
    /// Records that the store cannot hold.
    pub left_out: Vec<Skipped>,
}

/// Stores a listing: writes what is new or different, removes what is gone, and leaves the rest alone.
/// In the same transactions it notes that rows have to be drawn anew, so that a crash in between is
/// made good at the next start.
pub async fn put_records(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &[Record],
    removals: Removals,
) -> Result<Stored> {
    let Comparison {
        mut changes,
        fresh,
        gone,
        known,
        mut left_out,
    } = compare(db, source, endpoint, records, |_| None).await?;
    let before = largest(db, source, endpoint).await?;
    let most = before.max(known).max(records.len());
    let too_many = |gone: usize, of: usize| gone > (of / MOST_REMOVED).max(1);
    let too_many = too_many(gone.len(), known) || too_many(most - records.len(), most);
    let gone = match removals {
        Removals::None => Vec::new(),
        Removals::Guarded if too_many => {
            changes.withheld = gone.len();
            Vec::new()
        }
        Removals::Guarded | Removals::All => gone,
    };
    changes.removed = gone.len();
    // Before anything goes: what goes now has to count the next time.
    if removals == Removals::Guarded && (most > before || records.len() == most) {
        note_largest(db, source, endpoint, most).await?;
    }
    if changes.any() {
        forget_hash(db, source, endpoint).await?;
    }

    let target = Target {
        db,
        import: None,
        source,
        endpoint,
    };
    let mut pace = Pace::new(8, 100);
    let mut rest = fresh.as_slice();
    while !rest.is_empty() {
        let start = Instant::now();
        let (turn, after) = rest.split_at(fitting(rest.iter().map(|f| f.bytes), pace.size()));
        for (refused, reason) in target.write(turn).await? {
            refused.uncount(&mut changes);
            left_out.push(refused.left_out(endpoint, reason));
        }
        rest = after;
        pace.turn(start).await;
    }
    for keys in gone.chunks(100) {
        let tx = db.begin().await?;
        mark_pending(&tx).await?;
        let statement =
            "DELETE FROM source_record WHERE source = $1 AND endpoint = $2 AND key = ANY($3)";
        tx.execute_raw(bound(
            statement,
            [source.into(), endpoint.into(), keys.to_vec().into()],
        ))
        .await?;
        tx.commit().await?;
    }
    if removals == Removals::All {
        note_largest(db, source, endpoint, records.len()).await?;
    }
    Ok(Stored { changes, left_out })
}

/// What a listing was by its hash, it is not any more, until that is noted again.
pub(super) async fn forget_hash(
    db: &impl ConnectionTrait,
    source: &str,
    endpoint: &str,
) -> Result<(), DbErr> {
    let forget =
        "UPDATE endpoint_state SET content_hash = NULL WHERE source = $1 AND endpoint = $2";
    db.execute_raw(bound(forget, [source.into(), endpoint.into()]))
        .await
        .map(drop)
}

/// What storing records would change.
pub async fn compare_records(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &[Record],
) -> Result<Stored> {
    let compared = compare(db, source, endpoint, records, |_| None).await?;
    Ok(Stored {
        changes: compared.changes,
        left_out: compared.left_out,
    })
}

/// Whether anything is stored of any of these listings, each a source and an endpoint.
pub async fn has_records(db: &DatabaseConnection, listings: &[(String, String)]) -> Result<bool> {
    let (sources, endpoints): (Vec<String>, Vec<String>) = listings.iter().cloned().unzip();
    let statement = "SELECT EXISTS (SELECT FROM source_record r JOIN unnest($1::text[], $2::text[]) AS l(source, endpoint) \
         ON r.source = l.source AND r.endpoint = l.endpoint) AS any";
    let row = db
        .query_one_raw(bound(statement, [sources.into(), endpoints.into()]))
        .await?;
    Ok(row
        .map(|r| r.try_get("", "any"))
        .transpose()?
        .unwrap_or_default())
}

/// Hash of a listing as a whole, whatever order it came in.
#[must_use]
pub fn content_hash(records: &[Record]) -> String {
    let mut hashes: Vec<String> = records
        .iter()
        .map(|record| format!("{} {}", record.key, digest(record).0))
        .collect();
    hashes.sort_unstable();
    sha256(hashes.join("\n"))
}

#[derive(FromQueryResult)]
struct StoredRecord {
    endpoint: String,
    key: String,
    url: String,
    raw: Value,
    fetched_at: DateTime<Utc>,
}

/// When each record came, by endpoint and key.
pub type FetchTimes = HashMap<(String, String), DateTime<Utc>>;

/// Everything that is stored of a source.
pub async fn records_of(db: &DatabaseConnection, source: &str) -> Result<(Records, FetchTimes)> {
    let mut records: BTreeMap<String, Vec<Record>> = BTreeMap::new();
    let mut times = FetchTimes::new();
    let mut last = (String::new(), String::new());
    let mut tempo = Pace::new(20, 500);
    loop {
        let start = Instant::now();
        let limit = i64::try_from(tempo.size()).unwrap_or(i64::MAX);
        let statement = bound(
            "SELECT endpoint, key, url, raw, fetched_at FROM source_record \
             WHERE source = $1 AND (endpoint, key) > ($2, $3) ORDER BY endpoint, key LIMIT $4",
            [
                source.into(),
                last.0.clone().into(),
                last.1.clone().into(),
                limit.into(),
            ],
        );
        let page = StoredRecord::find_by_statement(statement).all(db).await?;
        let Some(end) = page.last() else { break };
        last = (end.endpoint.clone(), end.key.clone());
        for row in page {
            times.insert((row.endpoint.clone(), row.key.clone()), row.fetched_at);
            records.entry(row.endpoint).or_default().push(Record {
                key: row.key,
                url: row.url,
                raw: row.raw,
            });
        }
        tempo.turn(start).await;
    }
    Ok((Records(records), times))
}
