//! Comparison of records with the stored ones: which are new or different, which are gone, and which the store cannot
//! hold.

use crate::error::Result;
use crate::{RecordChanges, bound, data_errors};
use lorekeeper_content::digest::{canonical, sha256};
use lorekeeper_content::record::{Record, Skipped};
use sea_orm::{DatabaseConnection, FromQueryResult};
use std::collections::{BTreeSet, HashMap};

/// Largest record, as JSON.
const MAX_RECORD_BYTES: usize = 4 << 20;

/// Longest key of a record: an index entry with it has to stay below 2704 bytes.
const MAX_KEY_BYTES: usize = 2000;

#[derive(FromQueryResult)]
struct Known {
    key: String,
    hash: String,
}

/// A record that is new or different.
pub(super) struct Fresh<'a> {
    pub record: &'a Record,
    pub hash: String,
    /// Whether nothing is stored under its key.
    is_new: bool,
    /// Its size in a statement.
    pub bytes: usize,
}

impl Fresh<'_> {
    /// Subtracts the record from the counts of what changed.
    pub fn uncount(&self, changes: &mut RecordChanges) {
        if self.is_new {
            changes.added -= 1;
        } else {
            changes.changed -= 1;
        }
    }

    pub fn left_out(&self, endpoint: &str, reason: String) -> Skipped {
        left_out(endpoint, self.record, reason)
    }
}

fn left_out(endpoint: &str, record: &Record, reason: String) -> Skipped {
    let mut key = record.key.clone();
    key.truncate(key.floor_char_boundary(100));
    if key.len() < record.key.len() {
        key.push('…');
    }
    Skipped {
        endpoint: endpoint.to_owned(),
        key,
        reason,
    }
}

/// The difference between records and the stored ones.
pub(super) struct Comparison<'a> {
    pub changes: RecordChanges,
    /// Records that are new or different.
    pub fresh: Vec<Fresh<'a>>,
    /// Keys of the stored records that are gone.
    pub gone: Vec<String>,
    /// How many records are stored.
    pub known: usize,
    /// Records that the store cannot hold.
    pub left_out: Vec<Skipped>,
}

/// Compares records with the stored ones. `staged` gives the hash of the record that is about to replace a stored one.
pub(super) async fn compare<'a, 's>(
    db: &DatabaseConnection,
    source: &str,
    endpoint: &str,
    records: &'a [Record],
    staged: impl Fn(&str) -> Option<&'s String>,
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
    let mut changes = RecordChanges::default();
    let mut fresh: Vec<Fresh<'_>> = Vec::new();
    let mut unfit = Vec::new();
    for (number, record) in records.iter().enumerate() {
        // Hashing a large file takes long.
        if number % 100 == 99 {
            tokio::task::yield_now().await;
        }
        let (hash, bytes) = digest(record);
        if let Some(reason) = unfitness(record, bytes) {
            unfit.push(left_out(endpoint, record, reason));
            continue;
        }
        let old = staged(&record.key).or_else(|| known.get(&record.key));
        if old == Some(&hash) {
            changes.kept += 1;
            continue;
        }
        let is_new = old.is_none();
        changes.added += usize::from(is_new);
        changes.changed += usize::from(!is_new);
        fresh.push(Fresh {
            record,
            hash,
            is_new,
            bytes,
        });
    }
    let listed: BTreeSet<&str> = records.iter().map(|r| r.key.as_str()).collect();
    let gone = known.keys().filter(|k| !listed.contains(k.as_str()));
    Ok(Comparison {
        changes,
        fresh,
        gone: gone.cloned().collect(),
        known: known.len(),
        left_out: unfit,
    })
}

/// The reason why the store cannot hold a record, if it cannot.
fn unfitness(record: &Record, bytes: usize) -> Option<String> {
    if bytes > MAX_RECORD_BYTES {
        return Some(data_errors::too_large(MAX_RECORD_BYTES));
    }
    (record.key.len() > MAX_KEY_BYTES)
        .then(|| format!("its key is longer than {MAX_KEY_BYTES} bytes"))
}

/// The hash of a record, and its size in a statement.
pub(super) fn digest(record: &Record) -> (String, usize) {
    let text = format!("{} {}", record.url, canonical(record.raw.clone()));
    (sha256(&text), text.len() + record.key.len())
}
