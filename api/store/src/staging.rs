//! Staging area of an import: its records are written beside the stored ones, batch by batch, and take effect in one
//! transaction. So an import is stored whole or not at all, and reads get their turn between its batches.

use crate::comparison::Target;
use crate::error::Result;
use crate::records::forget_hashes;
use crate::statement::{execute, scalar};
use crate::unfinished::{Stale, mark_pending};
use crate::{LockGuard, WriteOutcome, sql};
use lorekeeper_content::record::Record;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, TransactionTrait};
use std::collections::BTreeMap;

/// Most keys that are removed in one statement.
const MAX_REMOVED_KEYS: usize = 1000;

/// An import that has not taken effect yet.
pub struct Staging<'a> {
    db: &'a DatabaseConnection,
    import: String,
    /// Endpoints and keys of the records to remove, by source. A source is here as soon as anything of it changes.
    gone: BTreeMap<String, Vec<(String, String)>>,
}

impl<'a> Staging<'a> {
    /// Begins an import. Only one runs at a time: the remains of another, as after a crash, are cleared away.
    pub async fn begin(db: &'a DatabaseConnection) -> Result<Self> {
        clear_staged(db).await?;
        let id = scalar(db, sql("SELECT gen_random_uuid()::text")).await?;
        Ok(Self { db, import: id.unwrap_or_default(), gone: BTreeMap::new() })
    }

    /// Stages those of the records that are new or different.
    pub async fn put(&mut self, source: &str, endpoint: &str, records: &[Record]) -> Result<WriteOutcome> {
        let target = Target { db: self.db, import: Some(&self.import), source, endpoint };
        let mut compared = target.compare(records).await?;
        target.write(&mut compared).await?;
        if compared.changes.any() {
            self.gone.entry(source.to_owned()).or_default();
        }
        Ok(WriteOutcome { changes: compared.changes, withheld: 0, skipped: compared.skipped })
    }

    /// Removes stored records, by endpoint and key, when the import takes effect, unless they are staged.
    pub fn remove(&mut self, source: &str, gone: Vec<(String, String)>) {
        if !gone.is_empty() {
            self.gone.entry(source.to_owned()).or_default().extend(gone);
        }
    }

    /// Lets the import take effect. Without that, nothing of it is stored, and the next one clears its remains away.
    pub async fn commit(self, guard: &LockGuard<'_>) -> Result<()> {
        if self.gone.is_empty() {
            return Ok(());
        }
        let tx = self.db.begin().await?;
        match self.switch(&tx, guard).await {
            Ok(()) => tx.commit().await?,
            Err(error) => {
                // The first error is the one that counts.
                let _ = tx.rollback().await;
                return Err(error);
            }
        }
        // The import has taken effect; remains are cleared away by the next one.
        let _ = clear_staged(self.db).await;
        Ok(())
    }

    async fn switch(&self, tx: &DatabaseTransaction, guard: &LockGuard<'_>) -> Result<()> {
        // Whoever clears the staged records away has taken the lock before.
        guard.check(tx).await?;
        for (source, gone) in &self.gone {
            mark_pending(tx, Stale::OfSource(source)).await?;
            for places in gone.chunks(MAX_REMOVED_KEYS) {
                let (endpoints, keys): (Vec<String>, Vec<String>) = places.iter().cloned().unzip();
                let statement = "DELETE FROM source_record r USING unnest($2::text[], $3::text[]) AS gone(endpoint, key) \
                     WHERE r.source = $1 AND r.endpoint = gone.endpoint AND r.key = gone.key";
                let values = [source.as_str().into(), endpoints.into(), keys.into()];
                execute(tx, statement, values).await?;
            }
        }
        let statement = "INSERT INTO source_record (source, endpoint, key, url, raw, hash, fetched_at) \
             SELECT source, endpoint, key, url, raw, hash, now() FROM staged_record WHERE import = $1 \
             ON CONFLICT (source, endpoint, key) DO UPDATE \
             SET url = EXCLUDED.url, raw = EXCLUDED.raw, hash = EXCLUDED.hash, fetched_at = EXCLUDED.fetched_at";
        execute(tx, statement, [self.import.as_str().into()]).await?;
        let sources: Vec<&str> = self.gone.keys().map(String::as_str).collect();
        forget_hashes(tx, &sources, None).await?;
        Ok(())
    }
}

/// Clears away staged records, if there are any.
pub async fn clear_staged(db: &DatabaseConnection) -> Result<()> {
    let any = sql("SELECT EXISTS (SELECT FROM staged_record)");
    if scalar(db, any).await? == Some(true) {
        db.execute_raw(sql("TRUNCATE staged_record")).await?;
    }
    Ok(())
}
