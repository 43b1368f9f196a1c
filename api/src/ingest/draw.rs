//! Drawing: from all that the sources said to rows.

use super::apart::{Taken, keep_apart};
use super::bounds;
use super::merge::{self, Times};
use super::recognise::Parts;
use crate::db::{Db, Turn, sql};
use crate::error::{Error, Result};
use crate::family::{Family, Origin, families};
use crate::source::{Drafts, Normalise, Records, SOURCES, Skipped, orcbrew};
use crate::store::{self, Change, Unannounced, Written};
use sea_orm::{ConnectionTrait, DatabaseConnection, TransactionTrait};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::AddAssign;

/// The fact that says which version of the normalisers drew the rows.
const DRAWN_BY: &str = "rows_drawn_by";

/// Rows are drawn anew when this changes: raise it with every change to what rows are drawn.
const NORMALISERS: u32 = 4;

/// What drawing changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Drawn {
    /// What was written, by table.
    pub tables: Vec<(String, Written)>,
    /// Records that could not be understood.
    pub skipped: Vec<Skipped>,
    /// The last change that this made, if it made any.
    pub change: Option<Change>,
}

impl Drawn {
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

impl AddAssign for Drawn {
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

/// Whether records or normalisers have changed since rows were drawn.
pub async fn is_pending(db: &DatabaseConnection) -> Result<bool> {
    let pending = store::pending_mark(db).await?.is_some();
    let drawn_by = store::fact(db, DRAWN_BY).await?;
    Ok(pending || drawn_by.is_some_and(|v| v != NORMALISERS.to_string()))
}

/// Whether the rows were drawn by a newer version, which knows better than this one what they are. Two versions that
/// took turns would undo each other for ever.
pub async fn is_left_to_newer(db: &DatabaseConnection) -> Result<bool> {
    let drawn_by = store::fact(db, DRAWN_BY).await?;
    let drawn_by = drawn_by.and_then(|version| version.parse::<u32>().ok());
    Ok(drawn_by.is_some_and(|version| version > NORMALISERS))
}

/// Draws all rows from the stored records and writes what differs.
pub async fn draw(store: &Db, turn: &Turn<'_>) -> Result<Drawn> {
    let db = &store.pool;
    // Looked at before the records are: what changes from now on is another mark.
    let mark = store::pending_mark(db).await?;
    let was_unannounced = store::is_unannounced(db, Unannounced::Rows).await?;
    let mut stored = Vec::new();
    let mut times = Times::new();
    // What a source said stays in force when it is no longer synced.
    for (source, normalise) in SOURCES {
        let (records, fetched) = store::records_of(db, source).await?;
        for (endpoint, records) in &records.0 {
            for record in records {
                let at = fetched
                    .get(&(endpoint.clone(), record.key.clone()))
                    .copied()
                    .unwrap_or_default();
                let origin: Origin = crate::source::origin(source, endpoint, record);
                times.insert(origin, at);
            }
        }
        stored.push((normalise, records));
    }
    let mut drafts = normalise(stored).await?;
    keep_imports_apart(&mut drafts);

    let mut drawn = Drawn::default();
    for drafts in &mut drafts {
        drawn.skipped.append(&mut drafts.skipped);
    }
    let documents = drafts
        .iter_mut()
        .map(|d| std::mem::take(&mut d.documents))
        .collect();
    let documents = merge::documents(documents, &times);
    let parts = Parts::of(&documents);
    let (written, left_out) = store::put_documents(db, documents).await?;
    drawn.tables.push(("document".to_owned(), written));
    drawn.skipped.extend(left_out);
    macro_rules! put_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            let sources = drafts.iter_mut().map(|d| std::mem::take(&mut d.$plural)).collect();
            let (rows, faults) = merge::rows::<crate::family::$module::Model>(sources, &parts, &times);
            for id in faults {
                tracing::error!("{id} could not be put together and is left out.");
            }
            let (written, left_out) = store::put_rows(db, rows).await?;
            drawn.tables.push((stringify!($module).to_owned(), written));
            drawn.skipped.extend(left_out);
        )* };
    }
    families!(put_families);

    // Also what another draw wrote that broke off before it told of it.
    let announces = drawn.any() || was_unannounced;
    if announces {
        // The embedded store has no autovacuum to do this.
        for table in drawn
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
        // What that draw wrote is not known.
        let families = (!was_unannounced).then(|| drawn.families());
        drawn.change = Some(store::bump_revision(&tx, store.kind, families).await?);
    }
    store::clear_unannounced(&tx, Unannounced::Rows).await?;
    if let Some(mark) = mark {
        store::clear_pending(&tx, &mark).await?;
    }
    store::set_fact(&tx, DRAWN_BY, &NORMALISERS.to_string()).await?;
    tx.commit().await?;
    Ok(drawn)
}

/// Books that people brought are none of the other sources' books, whatever they are called.
fn keep_imports_apart(drafts: &mut [Drafts]) {
    let (imported, fetched): (Vec<_>, Vec<_>) = drafts
        .iter_mut()
        .zip(SOURCES)
        .partition(|(_, (source, _))| *source == orcbrew::NAME);
    let documents = fetched.iter().flat_map(|(drafts, _)| &drafts.documents);
    let taken = Taken::by(documents.map(|draft| &draft.row));
    for (drafts, _) in imported {
        keep_apart(&taken, drafts);
    }
}

async fn normalise(stored: Vec<(Normalise, Records)>) -> Result<Vec<Drafts>> {
    let work = move || {
        stored
            .into_iter()
            .map(|(normalise, records)| bounds::drafts(normalise, &records))
            .collect()
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|cause| Error::internal("The records could not be read. The log says why.", cause))
}
