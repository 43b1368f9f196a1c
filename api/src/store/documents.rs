//! The table of documents.

use super::pending::{Unannounced, mark_unannounced};
use super::{MAX_ROW_BYTES, Written, refusal};
use crate::digest::sha256;
use crate::error::Result;
use crate::family::document;
use crate::source::Skipped;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, DatabaseConnection, EntityTrait, IntoActiveModel, Iterable, QueryFilter,
};
use std::collections::HashMap;

/// Makes the table of documents hold exactly `documents`. What the store cannot hold is left out and named; where it
/// has a former version, that stays.
pub async fn put_documents(
    db: &DatabaseConnection,
    documents: Vec<document::Model>,
) -> Result<(Written, Vec<Skipped>)> {
    let mut known: HashMap<String, String> = document::Entity::find()
        .all(db)
        .await?
        .into_iter()
        .map(|d| (d.key, d.content_hash))
        .collect();
    let mut fresh = Vec::new();
    let mut written = Written::default();
    let mut left_out = Vec::new();
    for mut row in documents {
        let fetched_at = std::mem::take(&mut row.fetched_at);
        row.content_hash = String::new();
        let text = serde_json::to_string(&row).unwrap_or_default();
        row.content_hash = sha256(&text);
        row.fetched_at = fetched_at;
        let former = known.remove(&row.key);
        if text.len() > MAX_ROW_BYTES {
            let reason = refusal::too_large(MAX_ROW_BYTES);
            left_out.push(refusal::skipped(&row.origins, &row.key, reason));
        } else if former.as_ref() == Some(&row.content_hash) {
            written.kept += 1;
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
            let reason = refusal::reason(error, &key)?;
            left_out.push(refusal::skipped(&origins, &key, reason));
            continue;
        }
        written.added += usize::from(is_new);
        written.changed += usize::from(!is_new);
    }
    for keys in gone.chunks(1000) {
        let gone = document::Entity::delete_many()
            .filter(document::Column::Key.is_in(keys))
            .exec(db)
            .await?;
        written.removed += usize::try_from(gone.rows_affected).unwrap_or(usize::MAX);
    }
    Ok((written, left_out))
}
