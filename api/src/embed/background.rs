//! The background worker: embeds what has no vector yet, shortest texts first.
//!
//! What is done is stored at once, so a crash costs one batch. Batches are of texts of like length, since
//! a batch takes as long as its longest text.

use super::Embedder;
use crate::app::App;
use crate::error::{Error, Result};
use crate::progress::Bars;
use crate::store::{self, PendingPassage};
use std::sync::Arc;
use std::time::Duration;

/// Texts read, embedded and written at a time.
const BATCH: usize = 32;

/// How long to wait before a model that could not be had is tried again.
const AGAIN: Duration = Duration::from_mins(15);

/// Loads the model, then embeds whatever comes, for as long as the server runs.
pub async fn run(app: Arc<App>) {
    while let Err(error) = app.embedder.load(&app.assets).await {
        tracing::warn!("Search is by words and names only: {error}.");
        tokio::time::sleep(AGAIN).await;
    }
    let mut content = app.watch_content();
    loop {
        content.mark_unchanged();
        if let Err(error) = embed_pending(&app, &app.embedder, &Bars::default()).await {
            tracing::error!("Embedding stopped for now: {error}");
        }
        if content.changed().await.is_err() {
            return;
        }
    }
}

/// Loads the model and embeds all that is pending; without a model it says so and embeds nothing.
pub async fn catch_up(app: &App, bars: &Bars) -> Result<usize> {
    if let Err(error) = app.embedder.load(&app.assets).await {
        tracing::warn!("Search is by words and names only: {error}.");
        return Ok(0);
    }
    embed_pending(app, &app.embedder, bars).await
}

async fn embed_pending(app: &App, embedder: &Embedder, bars: &Bars) -> Result<usize> {
    let db = &app.db.pool;
    let Some(model) = embedder.model_id() else {
        return Ok(0);
    };
    let mut pending = store::pending_passages(db, model).await?;
    if pending.is_empty() {
        store::drop_vectors_of_other_models(db, model).await?;
        return Ok(0);
    }
    pending.sort_by_key(|p| p.length);
    let progress = bars.part("embedding");
    progress.total(pending.len());
    tracing::info!("{} passages to embed.", pending.len());
    let start = std::time::Instant::now();
    let mut done = 0;
    for batch in pending.chunks(BATCH) {
        done += embed_batch(app, embedder, model, batch).await?;
        progress.advance(batch.len());
    }
    store::drop_vectors_of_other_models(db, model).await?;
    store::analyze_vectors(db).await?;
    store::bump_revision(db).await?;
    let seconds = start.elapsed().as_secs_f64();
    progress.finish("embedding", &format!("{done} passages in {seconds:.0} s"));
    Ok(done)
}

async fn embed_batch(
    app: &App,
    embedder: &Embedder,
    model: &str,
    batch: &[PendingPassage],
) -> Result<usize> {
    let texts = store::texts_of(&app.db.pool, batch).await?;
    let vectors = embedder
        .passages(texts.iter().map(|(_, text, _)| text.clone()).collect())
        .await
        .map_err(|cause| Error::internal("The embedding model failed.", cause))?;
    let rows = texts
        .into_iter()
        .zip(vectors)
        .map(|((passage, _, hash), vector)| (passage, hash, vector))
        .collect();
    store::put_vectors(&app.db.pool, model, rows).await
}
