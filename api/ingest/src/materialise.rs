//! Materialisation: the rows of the store are rebuilt from all stored records, and what differs is written.
//!
//! Rows carry a version of the code that made them, so that a new version rebuilds them.

use super::merge::Times;
use super::rows::{Rows, rows};
use crate::error::{Error, Result};
use lorekeeper_content::record::{Records, Skipped};
use lorekeeper_content::{Family, Origin, families};
use lorekeeper_sources::SOURCES;
use lorekeeper_store::{self as store, Change, RowChanges, Unannounced};
use lorekeeper_store::{LockGuard, Store, sql};
use sea_orm::{ConnectionTrait, DatabaseConnection, TransactionTrait};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

/// The version of the code that makes rows. Rows are rebuilt when it changes: raise it with every change to what rows
/// come out. The tests' snapshots of the rows (`tests/rows`) hold to it.
pub const ROWS_VERSION: u32 = 4;

/// The facts with the versions of the recipes that made derived data, and this program's versions. Data of another
/// version is rebuilt.
const RECIPES: [(&str, u32); 2] = [
    ("rows_drawn_by", ROWS_VERSION),
    ("search_text_made_by", store::SEARCH_TEXT_VERSION),
];

/// What a materialisation changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Materialised {
    /// How many rows were written, by table.
    pub tables: Vec<(String, RowChanges)>,
    /// Records that could not be understood.
    pub skipped: Vec<Skipped>,
    /// The last change of content that this made, if any.
    pub change: Option<Change>,
}

impl Materialised {
    /// Whether anything was written.
    #[must_use]
    pub fn any(&self) -> bool {
        self.tables.iter().any(|(_, w)| w.any())
    }

    fn families(&self) -> BTreeSet<Family> {
        let written = self.tables.iter().filter(|(_, w)| w.any());
        written
            .filter_map(|(table, _)| Family::parse(table))
            .collect()
    }
}

impl AddAssign for Materialised {
    fn add_assign(&mut self, other: Self) {
        for (table, written) in other.tables {
            match self.tables.iter_mut().find(|(t, _)| *t == table) {
                None => self.tables.push((table, written)),
                Some((_, mine)) => {
                    mine.added += written.added;
                    mine.changed += written.changed;
                    mine.removed += written.removed;
                    mine.kept = written.kept;
                }
            }
        }
        self.skipped.extend(other.skipped);
        self.change = other.change.or(self.change.take());
    }
}

/// Whether records or recipes have changed since the rows were made.
pub(super) async fn is_pending(db: &DatabaseConnection) -> Result<bool> {
    if store::pending_mark(db).await?.is_some() {
        return Ok(true);
    }
    for (recipe, version) in RECIPES {
        let made_by = store::fact(db, recipe).await?;
        if made_by.is_some_and(|made_by| made_by != version.to_string()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether derived data was made by a newer version, which this one leaves alone: two versions that took turns would
/// undo each other for ever.
pub(super) async fn is_newer_version(db: &DatabaseConnection) -> Result<bool> {
    for (recipe, version) in RECIPES {
        let made_by = store::fact(db, recipe).await?;
        let made_by = made_by.and_then(|version| version.parse::<u32>().ok());
        if made_by.is_some_and(|made_by| made_by > version) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Rebuilds all rows from the stored records and writes what differs.
pub(super) async fn materialise(store: &Store, turn: &LockGuard<'_>) -> Result<Materialised> {
    let db = &store.pool;
    // Read before the records: a later change sets another mark.
    let mark = store::pending_mark(db).await?;
    let was_unannounced = store::is_unannounced(db, Unannounced::Rows).await?;
    let mut stored = BTreeMap::new();
    let mut times = Times::new();
    // Records of a source that is no longer synced stay in force.
    for (source, _) in SOURCES {
        let (records, fetched) = store::records_of(db, source).await?;
        for (endpoint, records) in &records.0 {
            for record in records {
                let at = fetched
                    .get(&(endpoint.clone(), record.key.clone()))
                    .copied()
                    .unwrap_or_default();
                let origin: Origin = lorekeeper_sources::origin(source, endpoint, record);
                times.insert(origin, at);
            }
        }
        stored.insert(source, records);
    }
    let rows = rows_of(stored, times).await?;
    for id in &rows.faults {
        tracing::error!("{id} could not be put together and is left out.");
    }

    let mut changes = Materialised {
        skipped: rows.skipped,
        ..Materialised::default()
    };
    let (written, left_out) = store::put_documents(db, rows.documents).await?;
    changes.tables.push(("document".to_owned(), written));
    changes.skipped.extend(left_out);
    macro_rules! put_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            let (written, left_out) = store::put_rows(db, rows.$plural).await?;
            changes.tables.push((stringify!($module).to_owned(), written));
            changes.skipped.extend(left_out);
        )* };
    }
    families!(put_families);

    // An interrupted materialisation may have written rows without announcing them.
    let announces = changes.any() || was_unannounced;
    if announces {
        store::forget_words(db).await?;
        // The embedded store has no autovacuum to do this.
        for table in changes
            .tables
            .iter()
            .map(|(t, _)| t.as_str())
            .chain(["search_entry", "passage"])
        {
            db.execute_raw(sql(&format!("ANALYZE {table}"))).await?;
        }
    }
    let tx = db.begin().await?;
    turn.check(&tx).await?;
    if announces {
        // The families that an interrupted one wrote are not known.
        let families = (!was_unannounced).then(|| changes.families());
        changes.change = Some(store::bump_revision(&tx, store.kind, families).await?);
    }
    store::clear_unannounced(&tx, Unannounced::Rows).await?;
    if let Some(mark) = mark {
        store::clear_pending(&tx, &mark).await?;
    }
    for (recipe, version) in RECIPES {
        store::set_fact(&tx, recipe, &version.to_string()).await?;
    }
    tx.commit().await?;
    Ok(changes)
}

async fn rows_of(stored: BTreeMap<&'static str, Records>, times: Times) -> Result<Rows> {
    tokio::task::spawn_blocking(move || rows(stored, &times))
        .await
        .map_err(|cause| Error::internal("The records could not be read. The log says why.", cause))
}
