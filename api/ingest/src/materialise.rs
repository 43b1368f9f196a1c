//! Materialisation: rows are rebuilt from the stored records that changed, and what differs is written.
//!
//! Where records of a source changed, all books are drawn again, since its books depend on each other. Where only imported
//! books did, these are drawn: no other row depends on them.
//!
//! Rows carry a version of the code that made them, so that a new version rebuilds them.

use super::book_edits;
use super::bounds;
use super::import_context::{ImportContext, stored_outlines};
use super::import_namespace::is_imported;
use super::merge::Times;
use super::rows::{Rows, rows_of_imports, rows_of_sources};
use crate::error::{Error, Result};
use indicatif::HumanCount;
use lorekeeper_content::record::{Record, Records, Skipped};
use lorekeeper_content::{Family, families, release_searches};
use lorekeeper_sources::{Drafts, SOURCES};
use lorekeeper_store::{self as store, Books, Change, Changes, PendingMark, StoreKind, StoredRecord, Unannounced};
use lorekeeper_store::{LockGuard, Store};
use sea_orm::{DatabaseConnection, TransactionTrait};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::AddAssign;
use std::sync::Arc;
use tokio::task::{JoinError, JoinHandle};

/// The version of the code that makes rows. Rows are rebuilt when it changes: raise it with every change to what rows
/// come out. The tests' snapshots of the rows (`tests/rows`) hold to it.
pub const ROWS_VERSION: u32 = 35;

/// The facts with the versions of the recipes that made derived data, and this program's versions. Data of another
/// version is rebuilt.
const RECIPES: [(&str, u32); 2] = [("rows_made_by", ROWS_VERSION), ("search_text_made_by", store::SEARCH_TEXT_VERSION)];

/// What a materialisation changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Materialised {
    /// How many rows were written, by table.
    pub tables: Vec<(String, Changes)>,
    /// Records that could not be understood.
    pub skipped: Vec<Skipped>,
    /// The last change of content that this made, if any.
    pub change: Option<Change>,
}

impl Materialised {
    /// Whether anything was written.
    pub fn any(&self) -> bool {
        self.tables.iter().any(|(_, w)| w.any())
    }

    /// The changes in words: "spell 12 added, 3 changed; rule 1 removed". `None`: nothing has changed.
    pub fn summary(&self) -> Option<String> {
        let tables = self.tables.iter().filter(|(_, written)| written.any());
        let tables: Vec<_> = tables
            .map(|(table, written)| {
                let counts = [(written.added, "added"), (written.changed, "changed"), (written.removed, "removed")];
                let counts: Vec<_> = counts
                    .iter()
                    .filter(|(count, _)| *count > 0)
                    .map(|(count, what)| format!("{} {what}", HumanCount(*count as u64)))
                    .collect();
                format!("{} {}", table.replace('_', " "), counts.join(", "))
            })
            .collect();
        (!tables.is_empty()).then(|| tables.join("; "))
    }

    /// Adds the changes of more rows of a table.
    fn add(&mut self, table: &str, written: Changes) {
        match self.tables.iter_mut().find(|(known, _)| known == table) {
            Some((_, mine)) => *mine += written,
            None => self.tables.push((table.to_owned(), written)),
        }
    }

    fn families(&self) -> BTreeSet<Family> {
        let written = self.tables.iter().filter(|(_, w)| w.any());
        written.filter_map(|(table, _)| Family::parse(table)).collect()
    }
}

impl AddAssign for Materialised {
    fn add_assign(&mut self, other: Self) {
        for (table, written) in other.tables {
            match self.tables.iter_mut().find(|(t, _)| *t == table) {
                None => self.tables.push((table, written)),
                Some((_, mine)) => {
                    *mine += written;
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
    Ok(has_other_recipe(db).await? || !store::pending_marks(db).await?.is_empty())
}

/// Whether derived data was made by another version.
async fn has_other_recipe(db: &DatabaseConnection) -> Result<bool> {
    let recipes = recipes(db).await?;
    Ok(recipes.iter().any(|(made_by, ours)| made_by != ours))
}

/// Whether derived data was made by a newer version, which this one leaves alone: two versions that took turns would
/// undo each other for ever.
pub(super) async fn is_newer_version(db: &DatabaseConnection) -> Result<bool> {
    Ok(recipes(db).await?.iter().any(|(made_by, ours)| made_by > ours))
}

/// The versions of the recipes that made the stored data, each beside this program's.
async fn recipes(db: &DatabaseConnection) -> Result<Vec<(u32, u32)>> {
    let mut versions = Vec::new();
    for (recipe, ours) in RECIPES {
        let made_by = store::fact(db, recipe).await?;
        let made_by = made_by.map(|made_by| (made_by.parse().unwrap_or_default(), ours));
        versions.extend(made_by);
    }
    Ok(versions)
}

/// Rebuilds the rows of the stored records that changed, and writes what differs.
pub(super) async fn materialise(store: &Store, lock: &LockGuard<'_>) -> Result<Materialised> {
    let db = &store.pool;
    // Read before the records: a later change sets another mark.
    let marks = store::pending_marks(db).await?;
    let was_unannounced = store::is_unannounced(db, Unannounced::Rows).await?;
    let mut changes = Materialised::default();
    let (context, is_new) = match context_of_sources(db, &marks).await? {
        Some(context) => (Arc::new(context), false),
        None => (Arc::new(draw_sources(db, &mut changes).await?), true),
    };
    draw_imports(store, Arc::clone(&context), &mut changes).await?;
    release_searches();

    // An interrupted materialisation may have written rows without announcing them.
    let announces = changes.any() || was_unannounced;
    if announces {
        // How much an interrupted one wrote is not known.
        let least = if was_unannounced { usize::MAX } else { 0 };
        for (table, changes) in &changes.tables {
            store::analyze(db, table, changes.written().max(least)).await?;
        }
        let all = changes.tables.iter().map(|(_, changes)| changes.written());
        let all = all.sum::<usize>().max(least);
        for table in ["search_entry", "passage"] {
            store::analyze(db, table, all).await?;
        }
        if store.kind == StoreKind::Embedded {
            let mut dead = 0;
            for (table, changes) in &changes.tables {
                let here = changes.changed + changes.removed;
                store::compact(db, table, here).await?;
                dead += here;
            }
            store::compact(db, "search_entry", dead).await?;
        }
    }
    let tx = db.begin().await?;
    lock.check(&tx).await?;
    if announces {
        // The families that an interrupted one wrote are not known.
        let families = (!was_unannounced).then(|| changes.families());
        changes.change = Some(store::bump_revision(&tx, store.kind, families).await?);
        store::note_rows_complete(&tx).await?;
    }
    store::clear_unannounced(&tx, Unannounced::Rows).await?;
    for mark in &marks {
        store::clear_pending(&tx, mark).await?;
    }
    if is_new {
        context.put(&tx).await?;
    }
    for (recipe, version) in RECIPES {
        store::set_fact(&tx, recipe, &version.to_string()).await?;
    }
    tx.commit().await?;
    Ok(changes)
}

/// What the books of the sources give to imported ones; `None` where the books of the sources have to be drawn again.
async fn context_of_sources(db: &DatabaseConnection, marks: &[PendingMark]) -> Result<Option<ImportContext>> {
    let is_of_imports = |mark: &PendingMark| mark.source().is_some_and(is_imported);
    if !marks.iter().all(is_of_imports) || has_other_recipe(db).await? {
        return Ok(None);
    }
    ImportContext::stored(db).await
}

/// Draws the books of the sources, and returns what they give to imported ones.
async fn draw_sources(db: &DatabaseConnection, changes: &mut Materialised) -> Result<ImportContext> {
    let (drafts, times) = drafts(db, |source| !is_imported(source)).await?;
    let drawn = tokio::task::spawn_blocking(move || rows_of_sources(drafts, &times));
    let (rows, context) = drawn.await.map_err(unread)?;
    let own: BTreeSet<&str> = rows.documents.iter().map(|book| book.key.as_str()).collect();
    let mut imported = imported_books(db).await?;
    imported.retain(|key| !own.contains(key.as_str()));
    write(db, rows, &Books::Except(imported), changes).await?;
    Ok(context)
}

/// Draws the imported books.
async fn draw_imports(store: &Store, context: Arc<ImportContext>, changes: &mut Materialised) -> Result<()> {
    let db = &store.pool;
    let (drafts, times) = drafts(db, is_imported).await?;
    let mut books = imported_books(db).await?;
    if books.is_empty() && drafts.iter().all(|drafts| drafts.documents.is_empty()) {
        return Ok(());
    }
    let seen = stored_outlines(db, books.clone()).await?;
    let settings = book_edits::stored(db).await?;
    let drawn = tokio::task::spawn_blocking(move || rows_of_imports(drafts, &times, &context, seen, &settings));
    let (rows, hidden) = drawn.await.map_err(unread)?;
    books.extend(rows.documents.iter().map(|book| book.key.clone()));
    if let Some(change) = store.hide(&hidden).await? {
        store.changes.note(&change);
    }
    write(db, rows, &Books::Only(books), changes).await?;
    if let Some(change) = store.hide_only(&hidden).await? {
        store.changes.note(&change);
    }
    Ok(())
}

/// The keys of the stored books that were imported.
async fn imported_books(db: &DatabaseConnection) -> Result<Vec<String>> {
    let books = store::documents(db).await?.into_iter();
    let imported = books.filter(|book| is_imported(&book.source));
    Ok(imported.map(|book| book.key).collect())
}

/// Writes the rows of some books.
async fn write(db: &DatabaseConnection, rows: Rows, books: &Books, changes: &mut Materialised) -> Result<()> {
    for id in &rows.faults {
        tracing::error!("{id} could not be put together and is left out.");
    }
    changes.skipped.extend(rows.skipped);
    let (written, skipped) = store::put_documents(db, books, rows.documents).await?;
    changes.add("document", written);
    changes.skipped.extend(skipped);
    macro_rules! put_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            let (written, skipped) = store::put_rows(db, books, rows.$plural).await?;
            changes.add(stringify!($module), written);
            changes.skipped.extend(skipped);
        )* };
    }
    families!(put_families);
    Ok(())
}

/// The drafts of sources, and when their records were fetched. Records are large: only those of two sources are held, one
/// that is read while the other is drafted. Records of a source that is no longer synced stay in force.
async fn drafts(db: &DatabaseConnection, is_drawn: impl Fn(&str) -> bool) -> Result<(Vec<Drafts>, Times)> {
    let (mut drafts, mut times) = (Vec::new(), Times::new());
    let mut drafting: Option<JoinHandle<Drafts>> = None;
    let drawn = SOURCES.into_iter().filter(|(source, _)| is_drawn(source));
    for (source, normalise) in drawn {
        let (records, fetched) = stored(db, source).await?;
        times.extend(fetched);
        let next = tokio::task::spawn_blocking(move || bounds::drafts(normalise, &records));
        if let Some(before) = drafting.replace(next) {
            drafts.push(before.await.map_err(unread)?);
        }
    }
    if let Some(last) = drafting {
        drafts.push(last.await.map_err(unread)?);
    }
    Ok((drafts, times))
}

/// The stored records of a source, and when each was fetched.
async fn stored(db: &DatabaseConnection, source: &str) -> Result<(Records, Times)> {
    let (mut records, mut times) = (Records::default(), Times::new());
    for StoredRecord { endpoint, key, url, raw, fetched_at } in store::records_of(db, source).await? {
        let record = Record { key, url, raw };
        let origin = lorekeeper_sources::origin(source, &endpoint, &record);
        times.insert(origin, fetched_at);
        records.0.entry(endpoint).or_default().push(record);
    }
    Ok((records, times))
}

fn unread(cause: JoinError) -> Error {
    Error::internal("The records could not be read. The log says why.", cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_summed_up_in_one_line() {
        let changes = |added, changed, removed| Changes { added, changed, removed, kept: 7 };
        let written = Materialised {
            tables: vec![
                ("spell".to_owned(), changes(1_955, 3, 0)),
                ("creature".to_owned(), changes(0, 0, 0)),
                ("character_option".to_owned(), changes(0, 0, 1)),
            ],
            ..Materialised::default()
        };
        let summary = "spell 1,955 added, 3 changed; character option 1 removed";
        assert_eq!(written.summary().as_deref(), Some(summary));
        assert_eq!(Materialised::default().summary(), None);
    }
}
