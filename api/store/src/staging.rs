//! Staging area of an import: its records are written beside the stored ones, batch by batch, and take effect in one
//! transaction. So an import is stored whole or not at all, and reads get their turn between its batches.

use crate::batch::Target;
use crate::comparison::{Comparison, Fresh, compare};
use crate::error::{Error, Result};
use crate::records::forget_hash;
use crate::statement::scalar;
use crate::unfinished::mark_pending;
use crate::{LockGuard, WriteOutcome, bound, sql};
use lorekeeper_content::record::Record;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, TransactionTrait};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Most keys that are removed in one statement.
const MAX_REMOVED_KEYS: usize = 1000;

/// Endpoint and key of a record.
type Place = (String, String);

/// An import that has not taken effect yet.
pub struct Staging<'a> {
    db: &'a DatabaseConnection,
    import: String,
    /// Hashes of the staged records, by source and place.
    staged: HashMap<String, HashMap<Place, String>>,
    /// Places of the records to remove, by source.
    gone: HashMap<String, BTreeSet<Place>>,
}

impl<'a> Staging<'a> {
    /// Begins an import. Only one runs at a time: the remains of another, as after a crash, are cleared away.
    pub async fn begin(db: &'a DatabaseConnection) -> Result<Self> {
        clear_staged(db).await?;
        let id = scalar(db, sql("SELECT gen_random_uuid()::text")).await?;
        Ok(Self {
            db,
            import: id.unwrap_or_default(),
            staged: HashMap::new(),
            gone: HashMap::new(),
        })
    }

    /// Stages those of the records that are new or different.
    pub async fn put(
        &mut self,
        source: &str,
        endpoint: &str,
        records: &[Record],
    ) -> Result<WriteOutcome> {
        let staged = self.staged.entry(source.to_owned()).or_default();
        let at = |key: &str| (endpoint.to_owned(), key.to_owned());
        let Comparison {
            mut changes,
            fresh,
            mut left_out,
            ..
        } = compare(self.db, source, endpoint, records, |key| {
            staged.get(&at(key))
        })
        .await?;
        let target = Target {
            db: self.db,
            import: Some(&self.import),
            source,
            endpoint,
        };
        let refused = target.write(&fresh).await?;
        let unwritten = refused.iter().map(|(fresh, _)| std::ptr::from_ref(*fresh));
        let unwritten: HashSet<*const Fresh<'_>> = unwritten.collect();
        let is_written = |fresh: &&Fresh<'_>| !unwritten.contains(&std::ptr::from_ref(*fresh));
        let written = fresh.iter().filter(is_written);
        staged.extend(written.map(|fresh| (at(&fresh.record.key), fresh.hash.clone())));
        for (refused, reason) in refused {
            refused.uncount(&mut changes);
            left_out.push(refused.left_out(endpoint, reason));
        }
        Ok(WriteOutcome { changes, left_out })
    }

    /// Removes stored records when the import takes effect, unless they are staged.
    pub fn remove(&mut self, source: &str, gone: impl IntoIterator<Item = Place>) {
        let places = self.gone.entry(source.to_owned()).or_default();
        places.extend(gone);
    }

    /// Lets the import take effect.
    pub async fn commit(&mut self, guard: &LockGuard<'_>) -> Result<()> {
        for (source, staged) in &self.staged {
            if let Some(gone) = self.gone.get_mut(source) {
                gone.retain(|place| !staged.contains_key(place));
            }
        }
        self.staged.retain(|_, staged| !staged.is_empty());
        self.gone.retain(|_, gone| !gone.is_empty());
        if self.staged.is_empty() && self.gone.is_empty() {
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

    /// Gives up the import: nothing of it is stored.
    pub async fn discard(self) {
        // Where this fails, the remains are cleared at the next start.
        let _ = clear_staged(self.db).await;
    }

    async fn switch(&self, tx: &DatabaseTransaction, guard: &LockGuard<'_>) -> Result<()> {
        guard.check(tx).await?;
        let staged = "SELECT count(*) FROM staged_record WHERE import = $1";
        let staged = scalar(tx, bound(staged, [self.import.as_str().into()])).await?;
        let staged: i64 = staged.unwrap_or_default();
        let expected: usize = self.staged.values().map(HashMap::len).sum();
        if usize::try_from(staged) != Ok(expected) {
            return Err(Error::Failed(
                "Another import began before this one was done, so nothing was stored. Import again.".to_owned(),
            ));
        }
        mark_pending(tx).await?;
        for (source, gone) in &self.gone {
            let gone: Vec<&Place> = gone.iter().collect();
            for places in gone.chunks(MAX_REMOVED_KEYS) {
                let (endpoints, keys): (Vec<String>, Vec<String>) =
                    places.iter().map(|place| (*place).clone()).unzip();
                let statement = "DELETE FROM source_record r USING unnest($2::text[], $3::text[]) AS gone(endpoint, key) \
                     WHERE r.source = $1 AND r.endpoint = gone.endpoint AND r.key = gone.key";
                let values = [source.as_str().into(), endpoints.into(), keys.into()];
                tx.execute_raw(bound(statement, values)).await?;
            }
        }
        let statement = "INSERT INTO source_record (source, endpoint, key, url, raw, hash, fetched_at) \
             SELECT source, endpoint, key, url, raw, hash, now() FROM staged_record WHERE import = $1 \
             ON CONFLICT (source, endpoint, key) DO UPDATE \
             SET url = EXCLUDED.url, raw = EXCLUDED.raw, hash = EXCLUDED.hash, fetched_at = EXCLUDED.fetched_at";
        tx.execute_raw(bound(statement, [self.import.as_str().into()]))
            .await?;
        for (source, endpoint) in self.listings() {
            forget_hash(tx, source, endpoint).await?;
        }
        Ok(())
    }

    /// The listings that the import changes, by source and endpoint.
    fn listings(&self) -> BTreeSet<(&str, &str)> {
        let staged = self.staged.iter().flat_map(|(source, places)| {
            let endpoints = places.keys().map(|(endpoint, _)| endpoint.as_str());
            endpoints.map(move |endpoint| (source.as_str(), endpoint))
        });
        let gone = self.gone.iter().flat_map(|(source, places)| {
            let endpoints = places.iter().map(|(endpoint, _)| endpoint.as_str());
            endpoints.map(move |endpoint| (source.as_str(), endpoint))
        });
        staged.chain(gone).collect()
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
