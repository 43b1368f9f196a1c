//! Rows of the families, and what search derives from them.

use super::pending::{Unannounced, mark_unannounced};
use super::search_text::{SearchText, write_search_text};
use super::{MAX_ROW_BYTES, Pace, fitting, refusal};
use crate::db::{bound, sql};
use crate::digest::{canonical, sha256};
use crate::error::Result;
use crate::family::{Identity, Row};
use crate::source::Skipped;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, FromQueryResult,
    IntoActiveModel, Iterable, TransactionTrait,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Instant;

/// What writing a family changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Rows that are new.
    pub added: usize,
    /// Rows that differ.
    pub changed: usize,
    /// Rows that are gone.
    pub removed: usize,
    /// Rows as they were.
    pub kept: usize,
}

impl Written {
    /// Whether anything was written.
    #[must_use]
    pub fn any(&self) -> bool {
        self.added + self.changed + self.removed > 0
    }
}

#[derive(FromQueryResult)]
struct Known {
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

/// Makes the family's table hold exactly `rows`; what is as it was is not touched. What the store cannot hold is left
/// out and named; where it has a former version, that stays.
pub async fn put_rows<R: Row>(
    db: &DatabaseConnection,
    rows: Vec<R>,
) -> Result<(Written, Vec<Skipped>)> {
    let table = R::FAMILY.name();
    let kind = if R::HAS_KIND { "lower(kind)" } else { "''" };
    let statement = sql(&format!(
        "SELECT id, document_key, {kind} AS kind, slug, content_hash FROM {table}"
    ));
    let mut known: HashMap<Identity, (i64, String)> = Known::find_by_statement(statement)
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

    let mut written = Written::default();
    let mut left_out = Vec::new();
    let mut fresh: Vec<FreshRow<R>> = Vec::new();
    for mut row in rows {
        let (hash, bytes) = digest(&row);
        let former = known.remove(&row.identity());
        if bytes > MAX_ROW_BYTES {
            let reason = refusal::too_large(MAX_ROW_BYTES);
            left_out.push(skipped(&row, reason));
            continue;
        }
        match former {
            Some((_, old)) if old == hash => {
                written.kept += 1;
                continue;
            }
            Some((id, _)) => {
                written.changed += 1;
                row.seal(id, hash);
            }
            None => {
                written.added += 1;
                row.seal(0, hash);
            }
        }
        fresh.push(FreshRow { row, bytes });
    }
    let gone: Vec<i64> = known.into_values().map(|(id, _)| id).collect();
    written.removed = gone.len();
    if written.any() {
        mark_unannounced(db, Unannounced::Rows).await?;
    }

    let mut pace = Pace::new(4, 64);
    let mut rest = fresh;
    rest.reverse();
    while !rest.is_empty() {
        let start = Instant::now();
        let count = fitting(rest.iter().rev().map(|fresh| fresh.bytes), pace.size());
        let turn = rest.split_off(rest.len().saturating_sub(count));
        let turn: Vec<R> = turn.into_iter().rev().map(|fresh| fresh.row).collect();
        for (row, reason) in write_or_refuse(db, turn).await? {
            if row.id() == 0 {
                written.added -= 1;
            } else {
                written.changed -= 1;
            }
            left_out.push(skipped(&row, reason));
        }
        pace.turn(start).await;
    }
    for ids in gone.chunks(50) {
        let tx = db.begin().await?;
        for table in [table, "search_entry"] {
            tx.execute_raw(bound(
                &format!("DELETE FROM {table} WHERE id = ANY($1)"),
                [ids.to_vec().into()],
            ))
            .await?;
        }
        tx.execute_raw(bound(
            "DELETE FROM passage WHERE entity_id = ANY($1)",
            [ids.to_vec().into()],
        ))
        .await?;
        tx.commit().await?;
    }
    Ok((written, left_out))
}

/// Writes a batch; where the store refuses what is in it, one by one. Answers with the rows that it refuses, and why.
async fn write_or_refuse<R: Row>(
    db: &DatabaseConnection,
    rows: Vec<R>,
) -> Result<Vec<(R, String)>> {
    let Err(error) = write(db, rows.clone()).await else {
        return Ok(Vec::new());
    };
    if !refusal::is_of_data(&error) {
        return Err(error.into());
    }
    let mut refused = Vec::new();
    for row in rows {
        if let Err(error) = write(db, vec![row.clone()]).await {
            let reason = refusal::reason(error, &row.identity().global_id())?;
            refused.push((row, reason));
        }
    }
    Ok(refused)
}

/// A row that is left out, by the record that it was made from.
fn skipped<R: Row>(row: &R, reason: String) -> Skipped {
    refusal::skipped(row.origins(), &row.identity().global_id(), reason)
}

/// Adds rows that are known to be new, with all that search derives from them, in one transaction; nothing is
/// compared with what is stored. For loads in bulk: a row may bring its key, reserved beforehand (0: it gets one).
pub async fn add_rows<R: Row>(db: &DatabaseConnection, mut rows: Vec<R>) -> Result<()> {
    for row in &mut rows {
        let (id, (hash, _)) = (row.id(), digest(row));
        row.seal(id, hash);
    }
    Ok(write(db, rows).await?)
}

/// Hash of what a row says, and its size; when it was fetched does not count.
fn digest<R: Row>(row: &R) -> (String, usize) {
    let mut value = serde_json::to_value(row).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        for key in ["id", "content_hash", "fetched_at"] {
            object.remove(key);
        }
    }
    let text = canonical(value);
    (sha256(&text), text.len())
}

async fn write<R: Row>(db: &DatabaseConnection, rows: Vec<R>) -> Result<(), DbErr> {
    let tx = db.begin().await?;
    match write_in(&tx, rows).await {
        Ok(()) => tx.commit().await,
        Err(error) => {
            // The error that counts is the one before.
            let _ = tx.rollback().await;
            Err(error)
        }
    }
}

async fn write_in<R: Row>(tx: &DatabaseTransaction, mut rows: Vec<R>) -> Result<(), DbErr> {
    for row in rows.iter_mut().filter(|r| r.id() == 0) {
        let next = tx
            .query_one_raw(sql("SELECT nextval('entity_id_seq') AS id"))
            .await?;
        let id = next
            .map(|r| r.try_get("", "id"))
            .transpose()?
            .unwrap_or_default();
        let hash = row.content_hash().to_owned();
        row.seal(id, hash);
    }
    let texts: Vec<SearchText> = rows.iter().map(SearchText::of).collect();
    let key = <R::Table as EntityTrait>::PrimaryKey::iter();
    let columns = <R::Table as EntityTrait>::Column::iter();
    let conflict = OnConflict::columns(key).update_columns(columns).to_owned();
    R::Table::insert_many(rows.into_iter().map(IntoActiveModel::into_active_model))
        .on_conflict(conflict)
        .exec_without_returning(tx)
        .await?;
    write_search_text(tx, &texts).await
}
