//! Batch writes: a batch in one statement or transaction, and one item at a time where the store refuses a batch.

use crate::Changes;
use crate::batch_size::{BatchSize, fitting};
use crate::error::Result;
use crate::sqlstate::Failure;
use lorekeeper_content::Origin;
use lorekeeper_content::record::Skipped;
use sea_orm::DbErr;
use std::time::Instant;

/// An item to write.
pub(super) struct Item<T> {
    pub value: T,
    /// Its hash, as it is stored.
    pub hash: String,
    /// Its size in a statement.
    pub bytes: usize,
    /// Whether nothing is stored under its key.
    pub is_new: bool,
}

/// The reason why an item of more than `max_bytes` is left out.
pub(super) fn too_large(max_bytes: usize) -> String {
    format!("it is larger than {} MiB", max_bytes >> 20)
}

/// A row that is left out, under the key of its first record; without records, under its own name.
pub(super) fn skipped(origins: &[Origin], name: &str, reason: String) -> Skipped {
    let origin = origins.first();
    Skipped {
        endpoint: origin.map_or_else(String::new, |origin| origin.endpoint.clone()),
        key: origin.map_or(name, |origin| &origin.key).to_owned(),
        reason,
    }
}

/// Writes items, batch by batch. Those that the store refuses do not count as changes, and are returned.
pub(super) async fn write_in_batches<'i, T, F>(
    items: &'i [Item<T>],
    mut size: BatchSize,
    changes: &mut Changes,
    skip: impl Fn(&T, String) -> Skipped,
    write: impl Fn(&'i [Item<T>]) -> F,
) -> Result<Vec<Skipped>>
where
    F: Future<Output = Result<(), DbErr>>,
{
    let mut refused = Vec::new();
    let mut rest = items;
    while !rest.is_empty() {
        let start = Instant::now();
        let count = fitting(rest.iter().map(|item| item.bytes), size.get());
        let (batch, after) = rest.split_at(count);
        match write(batch).await {
            Ok(()) => {}
            Err(error) if !Failure::of(&error).is_of_values() => return Err(error.into()),
            Err(_) => {
                for item in batch {
                    let Err(cause) = write(std::slice::from_ref(item)).await else {
                        continue;
                    };
                    if !Failure::of(&cause).is_of_values() {
                        return Err(cause.into());
                    }
                    let reason = "the store refuses it; the log says why".to_owned();
                    let skipped = skip(&item.value, reason);
                    tracing::warn!(%cause, "{} is left out: the store refuses it.", skipped.key);
                    changes.added -= usize::from(item.is_new);
                    changes.changed -= usize::from(!item.is_new);
                    refused.push(skipped);
                }
            }
        }
        rest = after;
        size.adapt(start).await;
    }
    Ok(refused)
}
