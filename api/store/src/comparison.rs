//! Comparison of records with the stored ones: which are new or different, which are gone, and which the store cannot
//! hold.

use crate::batch::{Item, too_large, write_in_batches};
use crate::batch_size::BatchSize;
use crate::error::Result;
use crate::statement::execute;
use crate::unfinished::{Stale, mark_pending};
use crate::{Changes, bound};
use lorekeeper_content::digest::{canonical, sha256};
use lorekeeper_content::record::{Record, Skipped};
use sea_orm::{DatabaseConnection, DbErr, FromQueryResult, TransactionTrait};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// Largest record, as JSON.
const MAX_RECORD_BYTES: usize = 4 << 20;

/// Longest key of a record: an index entry with it has to stay below 2704 bytes.
const MAX_KEY_BYTES: usize = 2000;

/// The destination of records: their listing in the store, or in an import that is under way.
pub(super) struct Target<'a> {
    pub db: &'a DatabaseConnection,
    /// The import; `None` for the store itself.
    pub import: Option<&'a str>,
    pub source: &'a str,
    pub endpoint: &'a str,
}

/// The difference between records and the stored ones.
pub(super) struct Comparison<'a> {
    pub changes: Changes,
    /// Records that are new or different.
    pub fresh: Vec<Item<&'a Record>>,
    /// Keys of the stored records that are gone.
    pub gone: Vec<String>,
    /// How many records are stored.
    pub known: usize,
    /// Records that the store cannot hold.
    pub skipped: Vec<Skipped>,
}

#[derive(FromQueryResult)]
struct Known {
    key: String,
    hash: String,
}

impl Target<'_> {
    /// Compares records with the stored ones; those that the import has staged come before those.
    pub async fn compare<'r>(&self, records: &'r [Record]) -> Result<Comparison<'r>> {
        let statement = bound(
            "SELECT key, coalesce(staged.hash, stored.hash) AS hash \
             FROM (SELECT key, hash FROM source_record WHERE source = $1 AND endpoint = $2) AS stored FULL JOIN \
                (SELECT key, hash FROM staged_record WHERE import = $3 AND source = $1 AND endpoint = $2) AS staged USING (key)",
            [self.source.into(), self.endpoint.into(), self.import.map(str::to_owned).into()],
        );
        let known: HashMap<String, String> =
            Known::find_by_statement(statement).all(self.db).await?.into_iter().map(|k| (k.key, k.hash)).collect();
        let mut changes = Changes::default();
        let mut fresh = Vec::new();
        let mut skipped = Vec::new();
        for (number, record) in records.iter().enumerate() {
            // Hashing a large file takes long.
            if number % 100 == 99 {
                tokio::task::yield_now().await;
            }
            let (hash, bytes) = digest(record);
            if let Some(reason) = unfitness(record, bytes) {
                skipped.push(self.skipped(record, reason));
                continue;
            }
            let old = known.get(&record.key);
            if old == Some(&hash) {
                changes.kept += 1;
                continue;
            }
            let is_new = old.is_none();
            changes.added += usize::from(is_new);
            changes.changed += usize::from(!is_new);
            fresh.push(Item { value: record, hash, bytes, is_new });
        }
        let listed: BTreeSet<&str> = records.iter().map(|r| r.key.as_str()).collect();
        let gone = known.keys().filter(|k| !listed.contains(k.as_str()));
        Ok(Comparison { changes, fresh, gone: gone.cloned().collect(), known: known.len(), skipped })
    }

    /// Writes the records that are new or different; those that the store refuses are skipped.
    pub async fn write(&self, compared: &mut Comparison<'_>) -> Result<()> {
        let size = BatchSize::new(8, 100);
        let size = if compared.known == 0 { size.of_first() } else { size };
        let skip = |record: &&Record, reason| self.skipped(record, reason);
        let write = |batch| self.write_batch(batch);
        let refused = write_in_batches(&compared.fresh, size, &mut compared.changes, skip, write);
        compared.skipped.extend(refused.await?);
        Ok(())
    }

    async fn write_batch(&self, records: &[Item<&Record>]) -> Result<(), DbErr> {
        let texts = |of: fn(&Item<&Record>) -> String| -> sea_orm::Value {
            records.iter().map(of).collect::<Vec<String>>().into()
        };
        let values = [
            self.source.into(),
            self.endpoint.into(),
            texts(|item| item.value.key.clone()),
            texts(|item| item.value.url.clone()),
            texts(|item| storable(&item.value.raw)),
            texts(|item| item.hash.clone()),
        ];
        let rows = "FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS r(key, url, raw, hash)";
        let Some(import) = self.import else {
            let statement = format!(
                "INSERT INTO source_record (source, endpoint, key, url, raw, hash, fetched_at) \
                 SELECT $1, $2, r.key, r.url, r.raw::jsonb, r.hash, now() {rows} \
                 ON CONFLICT (source, endpoint, key) DO UPDATE \
                 SET url = EXCLUDED.url, raw = EXCLUDED.raw, hash = EXCLUDED.hash, fetched_at = EXCLUDED.fetched_at"
            );
            let tx = self.db.begin().await?;
            mark_pending(&tx, Stale::OfSource(self.source)).await?;
            execute(&tx, &statement, values).await?;
            return tx.commit().await;
        };
        let statement = format!(
            "INSERT INTO staged_record (source, endpoint, key, url, raw, hash, import) \
             SELECT $1, $2, r.key, r.url, r.raw::jsonb, r.hash, $7 {rows} \
             ON CONFLICT (import, source, endpoint, key) DO UPDATE \
             SET url = EXCLUDED.url, raw = EXCLUDED.raw, hash = EXCLUDED.hash"
        );
        let values = values.into_iter().chain([import.into()]);
        execute(self.db, &statement, values).await.map(drop)
    }

    fn skipped(&self, record: &Record, reason: String) -> Skipped {
        let mut key = record.key.clone();
        key.truncate(key.floor_char_boundary(100));
        if key.len() < record.key.len() {
            key.push('…');
        }
        Skipped { endpoint: self.endpoint.to_owned(), key, reason }
    }
}

/// The reason why the store cannot hold a record, if it cannot.
fn unfitness(record: &Record, bytes: usize) -> Option<String> {
    if bytes > MAX_RECORD_BYTES {
        return Some(too_large(MAX_RECORD_BYTES));
    }
    (record.key.len() > MAX_KEY_BYTES).then(|| format!("its key is longer than {MAX_KEY_BYTES} bytes"))
}

/// The hash of a record, and its size in a statement.
pub(super) fn digest(record: &Record) -> (String, usize) {
    let text = format!("{} {}", record.url, canonical(&record.raw));
    (sha256(&text), text.len() + record.key.len())
}

/// The JSON of a record without U+0000, which Postgres cannot store.
fn storable(raw: &Value) -> String {
    let text = raw.to_string();
    if text.contains("\\u0000") { without_nul(raw).to_string() } else { text }
}

fn without_nul(value: &Value) -> Value {
    match value {
        Value::String(text) => text.replace('\0', "").into(),
        Value::Array(items) => items.iter().map(without_nul).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.replace('\0', ""), without_nul(value))).collect()
        }
        other => other.clone(),
    }
}
