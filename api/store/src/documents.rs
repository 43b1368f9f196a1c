//! Documents: the books and collections that content is from.

use crate::batch::{Item, too_large, write_in_batches};
use crate::batch_size::{BatchSize, MAX_ROW_BYTES};
use crate::error::Result;
use crate::rows::Books;
use crate::unfinished::{Unannounced, mark_unannounced};
use crate::{Changes, batch};
use lorekeeper_content::digest::sha256;
use lorekeeper_content::document;
use lorekeeper_content::record::Skipped;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, DatabaseConnection, DbErr, EntityTrait, IntoActiveModel, Iterable, QueryFilter, QueryOrder,
};
use std::collections::HashMap;

/// The stored documents, by key.
pub async fn documents(db: &DatabaseConnection) -> Result<Vec<document::Model>> {
    let all = document::Entity::find().order_by_asc(document::Column::Key);
    Ok(all.all(db).await?)
}

/// Makes the table of documents hold exactly `documents` of these books. Returns what changed, and those that the store
/// cannot hold: of these an earlier version stays.
pub async fn put_documents(
    db: &DatabaseConnection,
    books: &Books,
    documents: Vec<document::Model>,
) -> Result<(Changes, Vec<Skipped>)> {
    let stored = match books {
        Books::Only(keys) => document::Column::Key.is_in(keys),
        Books::Except(keys) => document::Column::Key.is_not_in(keys),
    };
    let mut known: HashMap<String, String> =
        document::Entity::find().filter(stored).all(db).await?.into_iter().map(|d| (d.key, d.content_hash)).collect();
    let mut fresh = Vec::new();
    let mut changes = Changes::default();
    let mut skipped = Vec::new();
    for mut row in documents {
        let fetched_at = std::mem::take(&mut row.fetched_at);
        row.content_hash = String::new();
        let text = serde_json::to_string(&row).unwrap_or_default();
        let hash = sha256(&text);
        row.content_hash.clone_from(&hash);
        row.fetched_at = fetched_at;
        let stored = known.remove(&row.key);
        if text.len() > MAX_ROW_BYTES {
            let reason = too_large(MAX_ROW_BYTES);
            skipped.push(skip(&row, reason));
            continue;
        }
        if stored.as_ref() == Some(&hash) {
            changes.kept += 1;
            continue;
        }
        let is_new = stored.is_none();
        changes.added += usize::from(is_new);
        changes.changed += usize::from(!is_new);
        fresh.push(Item { value: row, hash, bytes: text.len(), is_new });
    }
    let gone: Vec<String> = known.into_keys().collect();
    if !fresh.is_empty() || !gone.is_empty() {
        mark_unannounced(db, Unannounced::Rows).await?;
    }
    let size = BatchSize::new(4, 64);
    let write = |batch| write(db, batch);
    let refused = write_in_batches(&fresh, size, &mut changes, skip, write);
    skipped.extend(refused.await?);
    for keys in gone.chunks(1000) {
        let gone = document::Entity::delete_many().filter(document::Column::Key.is_in(keys)).exec(db).await?;
        changes.removed += usize::try_from(gone.rows_affected).unwrap_or(usize::MAX);
    }
    Ok((changes, skipped))
}

fn skip(row: &document::Model, reason: String) -> Skipped {
    batch::skipped(&row.origins, &row.key, reason)
}

async fn write(db: &DatabaseConnection, rows: &[Item<document::Model>]) -> Result<(), DbErr> {
    let rows = rows.iter().map(|item| item.value.clone().into_active_model());
    let conflict = OnConflict::column(document::Column::Key).update_columns(document::Column::iter()).to_owned();
    document::Entity::insert_many(rows).on_conflict(conflict).exec_without_returning(db).await.map(drop)
}
