//! Documents: the books and collections that content is from.

use crate::batch_size::MAX_ROW_BYTES;
use crate::error::Result;
use crate::unfinished::{Unannounced, mark_unannounced};
use crate::{RowChanges, data_errors};
use lorekeeper_content::digest::sha256;
use lorekeeper_content::document;
use lorekeeper_content::record::Skipped;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, DatabaseConnection, EntityTrait, IntoActiveModel, Iterable, QueryFilter,
    QueryOrder,
};
use std::collections::HashMap;

/// The stored documents, by key.
pub async fn documents(db: &DatabaseConnection) -> Result<Vec<document::Model>> {
    let all = document::Entity::find().order_by_asc(document::Column::Key);
    Ok(all.all(db).await?)
}

/// Makes the table of documents hold exactly `documents`. Returns what changed, and those that the store cannot hold:
/// of these a former version stays.
pub async fn put_documents(
    db: &DatabaseConnection,
    documents: Vec<document::Model>,
) -> Result<(RowChanges, Vec<Skipped>)> {
    let mut known: HashMap<String, String> = document::Entity::find()
        .all(db)
        .await?
        .into_iter()
        .map(|d| (d.key, d.content_hash))
        .collect();
    let mut fresh = Vec::new();
    let mut changes = RowChanges::default();
    let mut left_out = Vec::new();
    for mut row in documents {
        let fetched_at = std::mem::take(&mut row.fetched_at);
        row.content_hash = String::new();
        let text = serde_json::to_string(&row).unwrap_or_default();
        row.content_hash = sha256(&text);
        row.fetched_at = fetched_at;
        let former = known.remove(&row.key);
        if text.len() > MAX_ROW_BYTES {
            let reason = data_errors::too_large(MAX_ROW_BYTES);
            left_out.push(data_errors::skipped(&row.origins, &row.key, reason));
        } else if former.as_ref() == Some(&row.content_hash) {
            changes.kept += 1;
        } else {
            fresh.push((row, former.is_none()));
        }
    }
    let gone: Vec<String> = known.into_keys().collect();
    if !fresh.is_empty() || !gone.is_empty() {
        mark_unannounced(db, Unannounced::Rows).await?;
    }
    for (row, is_new) in fresh {
        let conflict = OnConflict::column(document::Column::Key)
            .update_columns(document::Column::iter())
            .to_owned();
        let (origins, key) = (row.origins.clone(), row.key.clone());
        let stored = document::Entity::insert(row.into_active_model())
            .on_conflict(conflict)
            .exec_without_returning(db)
            .await;
        if let Err(error) = stored {
            let reason = data_errors::reason(error, &key)?;
            left_out.push(data_errors::skipped(&origins, &key, reason));
            continue;
        }
        changes.added += usize::from(is_new);
        changes.changed += usize::from(!is_new);
    }
    for keys in gone.chunks(1000) {
        let gone = document::Entity::delete_many()
            .filter(document::Column::Key.is_in(keys))
            .exec(db)
            .await?;
        changes.removed += usize::try_from(gone.rows_affected).unwrap_or(usize::MAX);
    }
    Ok((changes, left_out))
}
