//! Source records: what upstreams and imported files list, stored as received, so that rows can be rebuilt.

use crate::batch_size::BatchSize;
use crate::comparison::{Target, digest};
use crate::endpoints::{largest_count, note_largest};
use crate::error::Result;
use crate::statement::execute;
use crate::unfinished::{Stale, mark_pending};
use crate::{Changes, bound};
use chrono::{DateTime, Utc};
use lorekeeper_content::digest::sha256;
use lorekeeper_content::record::{Record, Skipped};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, TransactionTrait};
use serde::{Deserialize, Serialize};
use serde_json::Value;
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

/// The outcome of storing records.
#[derive(Clone, Debug, Default)]
pub struct WriteOutcome {
    /// What changed.
    pub changes: Changes,
    /// How many records the listing no longer has, but are kept because they are too many.
    pub withheld: usize,
    /// Records that the store cannot hold.
    pub skipped: Vec<Skipped>,
}

/// Stores a listing: writes records that are new or different, removes those that are gone, and leaves the rest alone.
/// The same transactions mark that rows have to be rebuilt, so that the next start makes good a crash in between.
pub async fn put_records(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &[Record],
    removals: Removals,
) -> Result<WriteOutcome> {
    let target = Target { db, import: None, source, endpoint };
    let mut compared = target.compare(records).await?;
    let known = compared.known;
    let before = largest_count(db, source, endpoint).await?;
    let largest = before.max(known).max(records.len());
    let too_many = |gone: usize, of: usize| gone > (of / MAX_REMOVED_FRACTION).max(1);
    let too_many = too_many(compared.gone.len(), known) || too_many(largest - records.len(), largest);
    let (gone, withheld) = match removals {
        Removals::None => (Vec::new(), 0),
        Removals::Guarded if too_many => (Vec::new(), compared.gone.len()),
        Removals::Guarded | Removals::All => (std::mem::take(&mut compared.gone), 0),
    };
    compared.changes.removed = gone.len();
    // Before anything is removed: what is removed now has to count the next time.
    if removals == Removals::Guarded && (largest > before || records.len() == largest) {
        note_largest(db, source, endpoint, largest).await?;
    }
    if compared.changes.any() {
        forget_hashes(db, &[source], Some(endpoint)).await?;
    }
    target.write(&mut compared).await?;
    for keys in gone.chunks(100) {
        let tx = db.begin().await?;
        mark_pending(&tx, Stale::OfSource(source)).await?;
        let statement = "DELETE FROM source_record WHERE source = $1 AND endpoint = $2 AND key = ANY($3)";
        execute(&tx, statement, [source.into(), endpoint.into(), keys.to_vec().into()]).await?;
        tx.commit().await?;
    }
    if removals == Removals::All {
        note_largest(db, source, endpoint, records.len()).await?;
    }
    Ok(WriteOutcome { changes: compared.changes, withheld, skipped: compared.skipped })
}

/// Clears the hashes of a source's listings, or of one of them, which are not those of what is stored until they are
/// noted again.
pub(super) async fn forget_hashes(
    db: &impl ConnectionTrait,
    sources: &[&str],
    endpoint: Option<&str>,
) -> Result<(), DbErr> {
    let sources: Vec<String> = sources.iter().map(|source| (*source).to_owned()).collect();
    let forget =
        "UPDATE endpoint_state SET content_hash = NULL WHERE source = ANY($1) AND ($2::text IS NULL OR endpoint = $2)";
    let values = [sources.into(), endpoint.map(str::to_owned).into()];
    execute(db, forget, values).await.map(drop)
}

/// The outcome that storing records would have.
pub async fn compare_records(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &[Record],
) -> Result<WriteOutcome> {
    let target = Target { db, import: None, source, endpoint };
    let compared = target.compare(records).await?;
    Ok(WriteOutcome { changes: compared.changes, withheld: 0, skipped: compared.skipped })
}

/// Hash of a listing as a whole, independent of its order.
pub fn content_hash(records: &[Record]) -> String {
    let mut hashes: Vec<String> = records.iter().map(|record| format!("{} {}", record.key, digest(record).0)).collect();
    hashes.sort_unstable();
    sha256(hashes.join("\n"))
}

/// A record, as it is stored.
#[derive(Clone, Debug, FromQueryResult)]
pub struct StoredRecord {
    /// The endpoint.
    pub endpoint: String,
    /// The key within the endpoint.
    pub key: String,
    /// The record's own address.
    pub url: String,
    /// The data.
    pub raw: Value,
    /// When it was fetched.
    pub fetched_at: DateTime<Utc>,
}

/// All stored records of a source, by endpoint and key.
pub async fn records_of(db: &DatabaseConnection, source: &str) -> Result<Vec<StoredRecord>> {
    let mut records: Vec<StoredRecord> = Vec::new();
    let mut size = BatchSize::new(20, 500);
    loop {
        let start = Instant::now();
        let limit = i64::try_from(size.get()).unwrap_or(i64::MAX);
        let (endpoint, key) = records.last().map_or(("", ""), |last| (&last.endpoint, &last.key));
        let statement = bound(
            "SELECT endpoint, key, url, raw, fetched_at FROM source_record \
             WHERE source = $1 AND (endpoint, key) > ($2, $3) ORDER BY endpoint, key LIMIT $4",
            [source.into(), endpoint.into(), key.into(), limit.into()],
        );
        let page = StoredRecord::find_by_statement(statement).all(db).await?;
        if page.is_empty() {
            return Ok(records);
        }
        records.extend(page);
        size.adapt(start).await;
    }
}
