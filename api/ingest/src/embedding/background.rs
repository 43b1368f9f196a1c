//! The embedding worker: embeds pending passages whenever content changes, and retries after errors. On a standby it only
//! loads the models that answer.

use super::change;
use super::pending::embed_pending;
use super::servers::{HEARTBEAT_INTERVAL, others, write_heartbeat};
use crate::Ingest;
use crate::error::Result;
use crate::jobs::{Kind, Origin};
use crate::progress::ProgressSink;
use backon::{BackoffBuilder, ExponentialBuilder};
use change::Role;
use lorekeeper_embed::{EmbedError, Models};
use lorekeeper_sources::Progress as _;
use lorekeeper_store::{HELD_BYTES_A_DIMENSION, Heartbeat, LockGuard, Store, StoreKind, VECTOR_INDEX_THRESHOLD};
use std::sync::Arc;
use std::time::Duration;

/// How often a wait reports how far the background worker is.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The pause before a model that could not be loaded is tried again.
const RELOAD_PAUSE: Duration = Duration::from_mins(15);

/// The longest pause after errors in a row.
const MAX_RETRY_PAUSE: Duration = Duration::from_mins(1);

/// Loads the model, then embeds pending passages for as long as the server runs.
pub async fn run(ingest: Arc<Ingest>) {
    let (store, models) = (&*ingest.store, &*ingest.models);
    while let Err(error) = change::load(store, models, &models.assets).await {
        tracing::warn!("{}", without_model(models, &error));
        tokio::time::sleep(RELOAD_PAUSE).await;
    }
    let (mut content, mut standby) = (store.watch_content(), store.watch_standby());
    loop {
        content.mark_unchanged();
        standby.mark_unchanged();
        let job = ingest.jobs.begin(Kind::Embedding, Origin::Background);
        let sink = job.sink();
        let before = models.embedded();
        let mut pauses = ExponentialBuilder::default().with_max_delay(MAX_RETRY_PAUSE).without_max_times().build();
        let others = loop {
            let error = match embed_round(store, models, &sink).await {
                Ok(others) => break others,
                Err(error) => error,
            };
            let pause = pauses.next().unwrap_or(MAX_RETRY_PAUSE);
            tracing::error!("Embedding stopped, and goes on in {} s: {error}", pause.as_secs_f32().ceil());
            sink.warn(&format!("Embedding stopped for now: {error}"));
            // A change of content ends the pause.
            let changed = tokio::time::timeout(pause, content.changed()).await;
            if changed.is_ok_and(|changed| changed.is_err()) {
                return;
            }
        };
        job.embedded(models.embedded() - before);
        job.done();
        // Outside the lock, since building an index waits for it.
        let max_held = ingest.settings.max_vector_bytes;
        if let Err(error) = index_vectors(store, models, VECTOR_INDEX_THRESHOLD, max_held).await {
            tracing::error!("The vectors could not be indexed, and are scanned instead: {error}");
        }
        tokio::select! {
            changed = content.changed() => if changed.is_err() {
                return;
            },
            // The sender lives as long as the store.
            _ = standby.changed() => {}
            () = until_others_change(store, models, others) => {}
        }
    }
}

/// Embeds all pending passages, unless other servers keep the store to another model. Returns the other servers.
async fn embed_round(store: &Store, models: &Models, sink: &ProgressSink) -> Result<Vec<Heartbeat>> {
    let others = others(store, models).await?;
    let role = change::settle(store, models, &models.assets).await?;
    write_heartbeat(store, models).await?;
    if role != Role::Blocked && !store.is_standby() {
        let lock = store.embedding.lock(store).await?;
        lock.run(embed_pending(store, models, &lock, sink)).await?;
    }
    Ok(others)
}

/// Waits until the other servers on the same Postgres are set to other models, or answer with others: then none may keep
/// the store to another model any more, or answer with vectors that are to be dropped.
async fn until_others_change(store: &Store, models: &Models, before: Vec<Heartbeat>) {
    if store.kind == StoreKind::Embedded {
        std::future::pending::<()>().await;
    }
    loop {
        tokio::time::sleep(HEARTBEAT_INTERVAL).await;
        match others(store, models).await {
            Ok(now) if now != before => return,
            Ok(_) => {}
            Err(error) => tracing::debug!("The other servers could not be read: {error}"),
        }
    }
}

/// Builds the index of the serving model's vectors, if there are at least `min_vectors` of them and they take more than
/// the bytes that the process holds. Returns whether an index was built.
pub async fn index_vectors(store: &Store, models: &Models, min_vectors: i64, max_held_bytes: u64) -> Result<bool> {
    let embedder = models.serving();
    let Some((model, dimension)) = embedder.model_id().zip(embedder.dimension()) else {
        return Ok(false);
    };
    let bytes_a_vector = (dimension * HELD_BYTES_A_DIMENSION).max(1) as u64;
    let held = i64::try_from(max_held_bytes / bytes_a_vector).unwrap_or(i64::MAX);
    let min_vectors = min_vectors.max(held.saturating_add(1));
    let used = change::answering(store, models).await?;
    Ok(lorekeeper_store::ensure_vector_index(store, &model, dimension, min_vectors, &used).await?)
}

/// Loads the model, and embeds all pending passages; without a model it warns and embeds nothing. While the background
/// worker embeds, this waits for it, and then embeds the rest. Returns how many passages got vectors meanwhile.
pub async fn catch_up(store: &Store, models: &Models, sink: &ProgressSink) -> Result<usize> {
    let before = models.embedded();
    if let Err(error) = change::load(store, models, &models.assets).await {
        sink.warn(&without_model(models, &error));
        return Ok(0);
    }
    if let Some(notice) = models.state.notice() {
        sink.warn(&notice);
        return Ok(0);
    }
    let lock = wait_for_lock(store, models, sink).await?;
    lock.run(embed_pending(store, models, &lock, sink)).await?;
    let failed = models.state.failed_passages();
    if failed > 0 {
        sink.warn(&format!("The embedding model fails on {failed} passages; they are found by words and names only."));
    }
    Ok(models.embedded() - before)
}

fn without_model(models: &Models, error: &EmbedError) -> String {
    match models.previous.model_id() {
        Some(previous) => {
            format!("Search by meaning goes on with the previous model, {previous}: {error}.")
        }
        None => format!("Search is by words and names only: {error}."),
    }
}

/// Waits for the lock of embedding, and reports the progress of its holder.
async fn wait_for_lock<'a>(store: &'a Store, models: &Models, sink: &ProgressSink) -> Result<LockGuard<'a>> {
    if let Some(lock) = store.embedding.lock_if_free(store).await? {
        return Ok(lock);
    }
    let progress = sink.part("embedding (background)");
    if let Ok((passages, embedded)) = lorekeeper_store::passage_counts(&store.pool, None).await {
        progress.total(usize::try_from(passages - embedded).unwrap_or_default());
    }
    let start = models.embedded();
    let mut reported = start;
    let mut lock = std::pin::pin!(store.embedding.lock(store));
    loop {
        let waited = tokio::time::timeout(POLL_INTERVAL, &mut lock).await;
        let now = models.embedded();
        progress.advance(now - reported);
        reported = now;
        if let Ok(lock) = waited {
            let done = format!("{} passages by the background worker", now - start);
            progress.finish("embedding", &done);
            return Ok(lock?);
        }
    }
}
