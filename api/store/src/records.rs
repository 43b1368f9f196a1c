//! Source records: what upstreams and imported files list, stored as received, so that rows can be drawn again.

use crate::batch::Target;
use crate::batch_size::BatchSize;
use crate::bound;
use crate::comparison::{Comparison, compare, digest};
use crate::endpoints::{largest_count, note_largest};
use crate::error::Result;
use crate::statement::scalar;
use crate::unfinished::mark_pending;
use chrono::{DateTime, Utc};
use lorekeeper_content::digest::sha256;
use lorekeeper_content::record::{Record, Records, Skipped};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, TransactionTrait};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// Whether records that a listing no longer has are removed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Removals {
    /// None is removed, as of a listing that is not whole.
    None,
    /// All are removed, unless that would be more than a quarter of what is stored.
    Guarded,
    /// All are removed, however many.
    All,
}

/// One in so many records of a listing may be removed at once, and a single one always: a listing that shrinks by more
/// is more likely broken than right.
const MAX_REMOVED_FRACTION: usize = 4;

/// How storing records changed what was stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordChanges {
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

impl RecordChanges {
    /// Whether anything was written.
    #[must_use]
    pub fn any(&self) -> bool {
        self.added + self.changed + self.removed > 0
    }
}

impl std::ops::AddAssign for RecordChanges {
    fn add_assign(&mut self, other: Self) {
        self.added += other.added;
        self.changed += other.changed;
        self.removed += other.removed;
        self.kept += other.kept;
        self.withheld += other.withheld;
    }
}

/// The outcome of storing records.
#[derive(Clone, Debug, Default)]
pub struct WriteOutcome {
    /// What changed.
    pub changes: RecordChanges,
    /// Records that the store cannot hold.
    pub left_out: Vec<Skipped>,
}

/// Stores a listing: writes records that are new or different, removes those that are gone, and leaves the rest alone.
/// The same transactions mark that rows have to be drawn anew, so that the next start makes good a crash in between.
pub async fn put_records(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &[Record],
    removals: Removals,
) -> Result<WriteOutcome> {
    let Comparison {
        mut changes,
        fresh,
        gone,
        known,
        mut left_out,
    } = compare(db, source, endpoint, records, |_| None).await?;
    let before = largest_count(db, source, endpoint).await?;
    let largest = before.max(known).max(records.len());
    let too_many = |gone: usize, of: usize| gone > (of / MAX_REMOVED_FRACTION).max(1);
    let too_many = too_many(gone.len(), known) || too_many(largest - records.len(), largest);
    let gone = match removals {
        Removals::None => Vec::new(),
        Removals::Guarded if too_many => {
            changes.withheld = gone.len();
            Vec::new()
        }
        Removals::Guarded | Removals::All => gone,
    };
    changes.removed = gone.len();
    // Before anything is removed: what is removed now has to count the next time.
    if removals == Removals::Guarded && (largest > before || records.len() == largest) {
        note_largest(db, source, endpoint, largest).await?;
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
    for (refused, reason) in target.write(&fresh).await? {
        refused.uncount(&mut changes);
        left_out.push(refused.left_out(endpoint, reason));
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
    Ok(WriteOutcome { changes, left_out })
}

/// Clears the hash of a listing, which is not what is stored until it is noted again.
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

/// The outcome that storing records would have.
pub async fn compare_records(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &[Record],
) -> Result<WriteOutcome> {
    let compared = compare(db, source, endpoint, records, |_| None).await?;
    Ok(WriteOutcome {
        changes: compared.changes,
        left_out: compared.left_out,
    })
}

/// Whether any record is stored of these listings, each a source and an endpoint.
pub async fn has_records(db: &DatabaseConnection, listings: &[(String, String)]) -> Result<bool> {
    let (sources, endpoints): (Vec<String>, Vec<String>) = listings.iter().cloned().unzip();
    let statement = "SELECT EXISTS (SELECT FROM source_record r JOIN unnest($1::text[], $2::text[]) AS l(source, endpoint) \
         ON r.source = l.source AND r.endpoint = l.endpoint)";
    let any = scalar(db, bound(statement, [sources.into(), endpoints.into()])).await?;
    Ok(any.unwrap_or_default())
}

/// Hash of a listing as a whole, independent of its order.
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

/// When each record was fetched, by endpoint and key.
pub type FetchTimes = HashMap<(String, String), DateTime<Utc>>;

/// All stored records of a source, and when each was fetched.
pub async fn records_of(db: &DatabaseConnection, source: &str) -> Result<(Records, FetchTimes)> {
    let mut records: BTreeMap<String, Vec<Record>> = BTreeMap::new();
    let mut times = FetchTimes::new();
    let mut last = (String::new(), String::new());
    let mut size = BatchSize::new(20, 500);
    loop {
        let start = Instant::now();
        let limit = i64::try_from(size.get()).unwrap_or(i64::MAX);
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
        size.adapt(start).await;
    }
    Ok((Records(records), times))
}
