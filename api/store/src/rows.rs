//! Rows of the families, written with their search text.

use crate::batch::{Item, too_large, write_in_batches};
use crate::batch_size::{BatchSize, MAX_ROW_BYTES};
use crate::error::{Error, Result};
use crate::search_text::{SEARCH_TEXT_VERSION, SearchText, write_search_text};
use crate::statement::execute;
use crate::unfinished::{Unannounced, mark_unannounced};
use crate::{Changes, batch, bound};
use lorekeeper_content::digest::{canonical, sha256};
use lorekeeper_content::record::Skipped;
use lorekeeper_content::{Identity, Row};
use rayon::prelude::*;
use sea_orm::{
    DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, FromQueryResult, IdenStatic, Iterable,
    TransactionTrait,
};
use std::collections::HashMap;

#[derive(FromQueryResult)]
struct StoredRow {
    id: i64,
    document_key: String,
    kind: String,
    slug: String,
    content_hash: String,
}

/// The books whose rows are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Books {
    /// Those of these keys.
    Only(Vec<String>),
    /// All but those of these keys.
    Except(Vec<String>),
}

impl Books {
    /// A condition in SQL on the key of a book, and the value that is bound to its `$1`.
    pub(super) fn condition(&self, column: &str) -> (String, sea_orm::Value) {
        match self {
            Self::Only(keys) => (format!("{column} = ANY($1)"), keys.clone().into()),
            Self::Except(keys) => (format!("{column} <> ALL($1)"), keys.clone().into()),
        }
    }
}

/// Makes the family's table hold exactly `rows` of these books; unchanged rows are not touched. Returns what changed, and
/// the rows that the store cannot hold: of these an earlier version stays.
pub async fn put_rows<R: Row>(db: &DatabaseConnection, books: &Books, rows: Vec<R>) -> Result<(Changes, Vec<Skipped>)> {
    let table = R::FAMILY.name();
    let kind = if R::HAS_KIND { "lower(kind)" } else { "''" };
    let (condition, keys) = books.condition("document_key");
    let statement =
        format!("SELECT id, document_key, {kind} AS kind, slug, content_hash FROM {table} WHERE {condition}");
    let statement = bound(&statement, [keys]);
    let mut known: HashMap<Identity, (i64, String)> = StoredRow::find_by_statement(statement)
        .all(db)
        .await?
        .into_iter()
        .map(|k| {
            let identity = Identity { family: R::FAMILY, document: k.document_key, kind: k.kind, slug: k.slug };
            (identity, (k.id, k.content_hash))
        })
        .collect();

    let is_empty = known.is_empty();

    let mut changes = Changes::default();
    let mut skipped = Vec::new();
    let mut fresh = Vec::new();
    for (mut row, (hash, bytes)) in digested(rows).await? {
        let stored = known.remove(&row.identity());
        if bytes > MAX_ROW_BYTES {
            let reason = too_large(MAX_ROW_BYTES);
            skipped.push(skip(&row, reason));
            continue;
        }
        if stored.as_ref().is_some_and(|(_, old)| *old == hash) {
            changes.kept += 1;
            continue;
        }
        let is_new = stored.is_none();
        changes.added += usize::from(is_new);
        changes.changed += usize::from(!is_new);
        row.finalise(stored.map_or(0, |(id, _)| id), hash.clone());
        fresh.push(Item { value: row, hash, bytes, is_new });
    }
    let gone: Vec<i64> = known.into_values().map(|(id, _)| id).collect();
    changes.removed = gone.len();
    if changes.any() {
        mark_unannounced(db, Unannounced::Rows).await?;
    }

    let size = BatchSize::new(4, 64);
    let size = if is_empty { size.of_first() } else { size };
    let write = |batch| write(db, batch);
    let refused = write_in_batches(&fresh, size, &mut changes, skip, write);
    skipped.extend(refused.await?);
    for ids in gone.chunks(50) {
        let tx = db.begin().await?;
        for (table, key) in [(table, "id"), ("search_entry", "id"), ("passage", "entity_id")] {
            let statement = format!("DELETE FROM {table} WHERE {key} = ANY($1)");
            execute(&tx, &statement, [ids.to_vec().into()]).await?;
        }
        tx.commit().await?;
    }
    Ok((changes, skipped))
}

/// A row that is left out, under the key of its first record.
fn skip<R: Row>(row: &R, reason: String) -> Skipped {
    batch::skipped(row.origins(), &row.identity().global_id(), reason)
}

/// Rows with their digests. They are made apart from requests: that of a creature takes a tenth of a millisecond.
async fn digested<R: Row>(rows: Vec<R>) -> Result<Vec<(R, (String, usize))>> {
    let digested = tokio::task::spawn_blocking(|| {
        let rows = rows.into_par_iter();
        rows.map(|row| {
            let digest = digest(&row);
            (row, digest)
        })
        .collect()
    });
    digested.await.map_err(|cause| Error::internal("The rows could not be read.", cause))
}

/// Hash of the content of a row and of the recipe of its search text, and its size in bytes; when it was fetched does not
/// count.
fn digest<R: Row>(row: &R) -> (String, usize) {
    let mut value = serde_json::to_value(row).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        for key in ["id", "content_hash", "fetched_at"] {
            object.remove(key);
        }
    }
    let text = canonical(&value);
    let hash = sha256(format!("{text} {SEARCH_TEXT_VERSION}"));
    (hash, text.len())
}

async fn write<R: Row>(db: &DatabaseConnection, rows: &[Item<R>]) -> Result<(), DbErr> {
    let tx = db.begin().await?;
    let rows = rows.iter().map(|item| item.value.clone());
    match write_in(&tx, rows.collect()).await {
        Ok(()) => tx.commit().await,
        Err(error) => {
            // The first error is the one that counts.
            let _ = tx.rollback().await;
            Err(error)
        }
    }
}

#[derive(FromQueryResult)]
struct FreshId {
    id: i64,
}

/// Keys of rows that are not stored yet, in one statement: an empty store gets twelve thousand.
async fn fresh_ids(tx: &DatabaseTransaction, count: usize) -> Result<Vec<FreshId>, DbErr> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let statement = "SELECT nextval('entity_id_seq') AS id FROM generate_series(1, $1)";
    let ids = FreshId::find_by_statement(bound(statement, [count.into()]));
    ids.all(tx).await
}

/// The statement that writes rows, given as a JSON list: one text however many they are, so that it is planned once.
fn upsert<R: Row>() -> String {
    let table = R::FAMILY.name();
    let columns = <R::Table as EntityTrait>::Column::iter();
    let columns: Vec<String> = columns.map(|c| format!("\"{}\"", c.as_str())).collect();
    let own = columns.iter().map(|c| format!("{c} = EXCLUDED.{c}"));
    let (own, columns) = (own.collect::<Vec<_>>().join(", "), columns.join(", "));
    format!(
        "INSERT INTO \"{table}\" ({columns}) SELECT {columns} FROM jsonb_populate_recordset(NULL::\"{table}\", $1::jsonb) \
         ON CONFLICT (id) DO UPDATE SET {own}"
    )
}

async fn write_in<R: Row>(tx: &DatabaseTransaction, mut rows: Vec<R>) -> Result<(), DbErr> {
    let count = rows.iter().filter(|row| row.id() == 0).count();
    let are_new = count == rows.len();
    let ids = fresh_ids(tx, count).await?;
    let fresh = rows.iter_mut().filter(|row| row.id() == 0);
    for (row, FreshId { id }) in fresh.zip(ids) {
        let hash = row.content_hash().to_owned();
        row.finalise(id, hash);
    }
    let texts: Vec<SearchText> = rows.par_iter().map(SearchText::from_row).collect();
    let values = serde_json::to_string(&rows).map_err(|cause| DbErr::Json(cause.to_string()))?;
    execute(tx, &upsert::<R>(), [values.into()]).await?;
    write_search_text(tx, &texts, are_new).await
}
