//! Rows of the families, written with their search text.

use crate::batch_size::{BatchSize, MAX_ROW_BYTES, fitting};
use crate::error::Result;
use crate::search_text::{SEARCH_TEXT_VERSION, SearchText, write_search_text};
use crate::statement::scalar;
use crate::unfinished::{Unannounced, mark_unannounced};
use crate::{bound, data_errors, sql};
use lorekeeper_content::digest::{canonical, sha256};
use lorekeeper_content::record::Skipped;
use lorekeeper_content::{Identity, Row};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, FromQueryResult,
    IntoActiveModel, Iterable, TransactionTrait,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Instant;

/// How writing rows changed a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowChanges {
    /// Rows that are new.
    pub added: usize,
    /// Rows that differ.
    pub changed: usize,
    /// Rows that are gone.
    pub removed: usize,
    /// Rows as they were.
    pub kept: usize,
}

impl RowChanges {
    /// Whether anything was changes.
    #[must_use]
    pub fn any(&self) -> bool {
        self.added + self.changed + self.removed > 0
    }
}

#[derive(FromQueryResult)]
struct StoredRow {
    id: i64,
    document_key: String,
    kind: String,
    slug: String,
    content_hash: String,
}

/// A row to write.
struct FreshRow<R> {
    row: R,
    bytes: usize,
}

/// Makes the family's table hold exactly `rows`; unchanged rows are not touched. Returns what changed, and the rows that
/// the store cannot hold: of these a former version stays.
pub async fn put_rows<R: Row>(
    db: &DatabaseConnection,
    rows: Vec<R>,
) -> Result<(RowChanges, Vec<Skipped>)> {
    let table = R::FAMILY.name();
    let kind = if R::HAS_KIND { "lower(kind)" } else { "''" };
    let statement = sql(&format!(
        "SELECT id, document_key, {kind} AS kind, slug, content_hash FROM {table}"
    ));
    let mut known: HashMap<Identity, (i64, String)> = StoredRow::find_by_statement(statement)
        .all(db)
        .await?
        .into_iter()
        .map(|k| {
            let identity = Identity {
                family: R::FAMILY,
                document: k.document_key,
                kind: k.kind,
                slug: k.slug,
            };
            (identity, (k.id, k.content_hash))
        })
        .collect();

    let mut changes = RowChanges::default();
    let mut left_out = Vec::new();
    let mut fresh: Vec<FreshRow<R>> = Vec::new();
    for mut row in rows {
        let (hash, bytes) = digest(&row);
        let former = known.remove(&row.identity());
        if bytes > MAX_ROW_BYTES {
            let reason = data_errors::too_large(MAX_ROW_BYTES);
            left_out.push(skipped(&row, reason));
            continue;
        }
        match former {
            Some((_, old)) if old == hash => {
                changes.kept += 1;
                continue;
            }
            Some((id, _)) => {
                changes.changed += 1;
                row.finalise(id, hash);
            }
            None => {
                changes.added += 1;
                row.finalise(0, hash);
            }
        }
        fresh.push(FreshRow { row, bytes });
    }
    let gone: Vec<i64> = known.into_values().map(|(id, _)| id).collect();
    changes.removed = gone.len();
    if changes.any() {
        mark_unannounced(db, Unannounced::Rows).await?;
    }

    let mut size = BatchSize::new(4, 64);
    let mut rest = fresh;
    rest.reverse();
    while !rest.is_empty() {
        let start = Instant::now();
        let count = fitting(rest.iter().rev().map(|fresh| fresh.bytes), size.get());
        let batch = rest.split_off(rest.len().saturating_sub(count));
        let batch: Vec<R> = batch.into_iter().rev().map(|fresh| fresh.row).collect();
        for (row, reason) in write_or_refuse(db, batch).await? {
            if row.id() == 0 {
                changes.added -= 1;
            } else {
                changes.changed -= 1;
            }
            left_out.push(skipped(&row, reason));
        }
        size.adapt(start).await;
    }
    for ids in gone.chunks(50) {
        let tx = db.begin().await?;
        for (table, key) in [
            (table, "id"),
            ("search_entry", "id"),
            ("passage", "entity_id"),
        ] {
            let statement = format!("DELETE FROM {table} WHERE {key} = ANY($1)");
            tx.execute_raw(bound(&statement, [ids.to_vec().into()]))
                .await?;
        }
        tx.commit().await?;
    }
    Ok((changes, left_out))
}

/// Writes a batch, and one row at a time where the store refuses it. Returns the rows that it refuses, each with the
/// reason.
async fn write_or_refuse<R: Row>(
    db: &DatabaseConnection,
    rows: Vec<R>,
) -> Result<Vec<(R, String)>> {
    let Err(error) = write(db, rows.clone()).await else {
        return Ok(Vec::new());
    };
    if !data_errors::is_data_error(&error) {
        return Err(error.into());
    }
    let mut refused = Vec::new();
    for row in rows {
        if let Err(error) = write(db, vec![row.clone()]).await {
            let reason = data_errors::reason(error, &row.identity().global_id())?;
            refused.push((row, reason));
        }
    }
    Ok(refused)
}

/// A row that is left out, under the key of its first record.
fn skipped<R: Row>(row: &R, reason: String) -> Skipped {
    data_errors::skipped(row.origins(), &row.identity().global_id(), reason)
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
    let text = canonical(value);
    let hash = sha256(format!("{text} {SEARCH_TEXT_VERSION}"));
    (hash, text.len())
}

async fn write<R: Row>(db: &DatabaseConnection, rows: Vec<R>) -> Result<(), DbErr> {
    let tx = db.begin().await?;
    match write_in(&tx, rows).await {
        Ok(()) => tx.commit().await,
        Err(error) => {
            // The first error is the one that counts.
            let _ = tx.rollback().await;
            Err(error)
        }
    }
}

async fn write_in<R: Row>(tx: &DatabaseTransaction, mut rows: Vec<R>) -> Result<(), DbErr> {
    for row in rows.iter_mut().filter(|r| r.id() == 0) {
        let id = scalar(tx, sql("SELECT nextval('entity_id_seq')")).await?;
        let hash = row.content_hash().to_owned();
        row.finalise(id.unwrap_or_default(), hash);
    }
    let texts: Vec<SearchText> = rows.iter().map(SearchText::from_row).collect();
    let key = <R::Table as EntityTrait>::PrimaryKey::iter();
    let columns = <R::Table as EntityTrait>::Column::iter();
    let conflict = OnConflict::columns(key).update_columns(columns).to_owned();
    R::Table::insert_many(rows.into_iter().map(IntoActiveModel::into_active_model))
        .on_conflict(conflict)
        .exec_without_returning(tx)
        .await?;
    write_search_text(tx, &texts).await
}
