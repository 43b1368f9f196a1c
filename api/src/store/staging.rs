//! Staging of an import: its records are written beside the stored ones, batch by batch, and take effect in one
//! transaction. So an import is stored whole or not at all, and reads get their turn between its batches.

use super::batch::Target;
use super::comparison::{Comparison, compare};
use super::pending::mark_pending;
use super::records::forget_hash;
use super::{Pace, Stored, fitting};
use crate::db::{Turn, bound, sql};
use crate::error::{Error, Result};
use crate::source::Record;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, TransactionTrait};
use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

/// Keys that are removed in one statement.
const REMOVED_AT_ONCE: usize = 1000;

/// Endpoint and key of a record.
type Place = (String, String);

/// An import that has not taken effect yet.
pub struct Staging<'a> {
    db: &'a DatabaseConnection,
    import: String,
    /// Hashes of what is staged, by source and place.
    staged: HashMap<String, HashMap<Place, String>>,
    /// What goes, by source.
    gone: HashMap<String, BTreeSet<Place>>,
}

impl<'a> Staging<'a> {
    /// Begins an import. Only one is made at a time: what another left, as in a crash, is cleared away.
    pub async fn begin(db: &'a DatabaseConnection) -> Result<Self> {
        clear_staged(db).await?;
        let id = db
            .query_one_raw(sql("SELECT gen_random_uuid()::text AS id"))
            .await?;
        Ok(Self {
            db,
            import: id
                .map(|r| r.try_get("", "id"))
                .transpose()?
                .unwrap_or_default(),
            staged: HashMap::new(),
            gone: HashMap::new(),
        })
    }

    /// Stages what is new or different of these records.
    pub async fn put(
        &mut self,
        source: &str,
        endpoint: &str,
        records: &[Record],
    ) -> Result<Stored> {
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
        let mut pace = Pace::new(8, 100);
        let mut rest = fresh.as_slice();
        while !rest.is_empty() {
            let start = Instant::now();
            let (turn, after) = rest.split_at(fitting(rest.iter().map(|f| f.bytes), pace.size()));
            let refused = target.write(turn).await?;
            for fresh in turn {
                match refused
                    .iter()
                    .find(|(refused, _)| std::ptr::eq(*refused, fresh))
                {
                    Some((_, reason)) => {
                        fresh.uncount(&mut changes);
                        left_out.push(fresh.left_out(endpoint, reason.clone()));
                    }
                    None => {
                        staged.insert(at(&fresh.record.key), fresh.hash.clone());
                    }
                }
            }
            rest = after;
            pace.turn(start).await;
        }
        Ok(Stored { changes, left_out })
    }

    /// Has stored records go when the import takes effect, unless it brings them itself.
    pub fn remove(&mut self, source: &str, gone: impl IntoIterator<Item = Place>) {
        let places = self.gone.entry(source.to_owned()).or_default();
        places.extend(gone);
    }

    /// Lets the import take effect.
    pub async fn commit(&mut self, turn: &Turn<'_>) -> Result<()> {
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
        match self.switch(&tx, turn).await {
            Ok(()) => tx.commit().await?,
            Err(error) => {
                // The error that counts is the one before.
                let _ = tx.rollback().await;
                return Err(error);
            }
        }
        // It has taken effect; what this leaves, the next one clears away.
        let _ = clear_staged(self.db).await;
        Ok(())
    }

    /// Gives the import up: nothing of it is stored.
    pub async fn discard(self) {
        // A store that fails now is cleared at the next start.
        let _ = clear_staged(self.db).await;
    }

    async fn switch(&self, tx: &DatabaseTransaction, turn: &Turn<'_>) -> Result<()> {
        turn.check(tx).await?;
        let staged = "SELECT count(*) AS count FROM staged_record WHERE import = $1";
        let staged = tx
            .query_one_raw(bound(staged, [self.import.as_str().into()]))
            .await?;
        let staged: i64 = staged
            .map(|r| r.try_get("", "count"))
            .transpose()?
            .unwrap_or_default();
        let expected: usize = self.staged.values().map(HashMap::len).sum();
        if usize::try_from(staged) != Ok(expected) {
            return Err(Error::unavailable(
                "Another import began before this one was done, so nothing was stored. Import again.",
            ));
        }
        mark_pending(tx).await?;
        for (source, gone) in &self.gone {
            let gone: Vec<&Place> = gone.iter().collect();
            for places in gone.chunks(REMOVED_AT_ONCE) {
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

    /// The listings of which something changes.
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

/// Clears away what is staged, where there is something.
pub async fn clear_staged(db: &DatabaseConnection) -> Result<()> {
    let row = db
        .query_one_raw(sql("SELECT EXISTS (SELECT FROM staged_record) AS any"))
        .await?;
    if row.map(|r| r.try_get("", "any")).transpose()? == Some(true) {
        db.execute_raw(sql("TRUNCATE staged_record")).await?;
    }
    Ok(())
}
