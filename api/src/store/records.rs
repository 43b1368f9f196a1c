//! What the sources said: upstream records, as they were received.

use super::{Pace, set_fact};
use crate::db::bound;
use crate::digest::{canonical, sha256};
use crate::error::Result;
use crate::source::{Record, Records};
use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult, TransactionTrait};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

/// The fact that says whether rows have to be drawn anew from the records.
pub const PENDING: &str = "rows_pending";

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

#[derive(FromQueryResult)]
struct Known {
    key: String,
    hash: String,
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
) -> Result<Changes> {
    let Comparison {
        mut changes,
        fresh,
        gone,
        known,
    } = compare(db, source, endpoint, records).await?;
    let too_many = gone.len() > (known / MOST_REMOVED).max(1);
    let gone = match removals {
        Removals::None => Vec::new(),
        Removals::Guarded if too_many => {
            changes.withheld = gone.len();
            Vec::new()
        }
        Removals::Guarded | Removals::All => gone,
    };
    changes.removed = gone.len();
    if changes.any() {
        // What a listing was by its hash, is not so any more, until it is noted again.
        let forget =
            "UPDATE endpoint_state SET content_hash = NULL WHERE source = $1 AND endpoint = $2";
        db.execute_raw(bound(forget, [source.into(), endpoint.into()]))
            .await?;
    }

    let mut pace = Pace::new(8, 100);
    let mut rest = fresh.as_slice();
    while !rest.is_empty() {
        let start = Instant::now();
        let (turn, after) = rest.split_at(pace.size().min(rest.len()));
        write(db, source, endpoint, turn).await?;
        rest = after;
        pace.turn(start).await;
    }
    for keys in gone.chunks(100) {
        let tx = db.begin().await?;
        set_fact(&tx, PENDING, "true").await?;
        let statement =
            "DELETE FROM source_record WHERE source = $1 AND endpoint = $2 AND key = ANY($3)";
        tx.execute_raw(bound(
            statement,
            [source.into(), endpoint.into(), keys.to_vec().into()],
        ))
        .await?;
        tx.commit().await?;
    }
    Ok(changes)
}

/// What storing records would change.
pub async fn compare_records(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &[Record],
) -> Result<Changes> {
    Ok(compare(db, source, endpoint, records).await?.changes)
}

/// Records beside what is stored.
struct Comparison<'a> {
    changes: Changes,
    /// What is new or different, with its hash.
    fresh: Vec<(&'a Record, String)>,
    /// Keys of what is stored and not among the records.
    gone: Vec<String>,
    /// How many records are stored.
    known: usize,
}

async fn compare<'a>(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &'a [Record],
) -> Result<Comparison<'a>> {
    let statement = bound(
        "SELECT key, hash FROM source_record WHERE source = $1 AND endpoint = $2",
        [source.into(), endpoint.into()],
    );
    let known: HashMap<String, String> = Known::find_by_statement(statement)
        .all(db)
        .await?
        .into_iter()
        .map(|k| (k.key, k.hash))
        .collect();
    let mut changes = Changes::default();
    let mut fresh: Vec<(&Record, String)> = Vec::new();
    for record in records {
        let hash = hash(record);
        match known.get(&record.key) {
            Some(old) if *old == hash => changes.kept += 1,
            Some(_) => {
                changes.changed += 1;
                fresh.push((record, hash));
            }
            None => {
                changes.added += 1;
                fresh.push((record, hash));
            }
        }
    }
    let listed: BTreeSet<&str> = records.iter().map(|r| r.key.as_str()).collect();
    let gone = known.keys().filter(|k| !listed.contains(k.as_str()));
    Ok(Comparison {
        changes,
        fresh,
        gone: gone.cloned().collect(),
        known: known.len(),
    })
}

async fn write(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &[(&Record, String)],
) -> Result<()> {
    let keys: Vec<String> = records.iter().map(|(r, _)| r.key.clone()).collect();
    let urls: Vec<String> = records.iter().map(|(r, _)| r.url.clone()).collect();
    let raws: Vec<String> = records.iter().map(|(r, _)| storable(&r.raw)).collect();
    let hashes: Vec<String> = records.iter().map(|(_, h)| h.clone()).collect();
    let statement = "INSERT INTO source_record (source, endpoint, key, url, raw, hash, fetched_at) \
         SELECT $1, $2, r.key, r.url, r.raw::jsonb, r.hash, now() \
         FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS r(key, url, raw, hash) \
         ON CONFLICT (source, endpoint, key) DO UPDATE \
         SET url = EXCLUDED.url, raw = EXCLUDED.raw, hash = EXCLUDED.hash, fetched_at = EXCLUDED.fetched_at";
    let tx = db.begin().await?;
    set_fact(&tx, PENDING, "true").await?;
    tx.execute_raw(bound(
        statement,
        [
            source.into(),
            endpoint.into(),
            keys.into(),
            urls.into(),
            raws.into(),
            hashes.into(),
        ],
    ))
    .await?;
    tx.commit().await?;
    Ok(())
}

/// The JSON of a record without U+0000, which Postgres cannot store.
fn storable(raw: &Value) -> String {
    let text = raw.to_string();
    if text.contains("\\u0000") {
        without_nul(raw).to_string()
    } else {
        text
    }
}

fn without_nul(value: &Value) -> Value {
    match value {
        Value::String(text) => text.replace('\0', "").into(),
        Value::Array(items) => items.iter().map(without_nul).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.replace('\0', ""), without_nul(value)))
            .collect(),
        other => other.clone(),
    }
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
        .map(|record| format!("{} {}", record.key, hash(record)))
        .collect();
    hashes.sort_unstable();
    sha256(hashes.join("\n"))
}

fn hash(record: &Record) -> String {
    sha256(format!("{} {}", record.url, canonical(record.raw.clone())))
}

#[derive(FromQueryResult)]
struct Stored {
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
        let page = Stored::find_by_statement(statement).all(db).await?;
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
