//! The background worker: embeds what has no vector yet, shortest texts first.
//!
//! What is done is stored at once, so a crash costs one batch. Batches are of texts of like length, since
//! a batch takes as long as its longest text.

use super::{EmbedError, Embedder, change};
use crate::app::App;
use crate::db::Turn;
use crate::error::{Error, Result};
use crate::jobs::{Kind, Origin};
use crate::progress::Bars;
use crate::query::status;
use crate::store::{self, PendingPassage};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How often a wait looks how far the others are.
const LOOK: Duration = Duration::from_millis(500);

/// Texts read, embedded and written at a time.
const BATCH: usize = 32;

/// How long to wait before a model that could not be had is tried again.
const AGAIN: Duration = Duration::from_mins(15);

/// Loads the model, then embeds whatever comes, for as long as the server runs.
pub async fn run(app: Arc<App>) {
    while let Err(error) = change::load(&app, &app.assets).await {
        tracing::warn!("{}", without_model(&app, &error));
        tokio::time::sleep(AGAIN).await;
    }
    let mut content = app.watch_content();
    loop {
        content.mark_unchanged();
        let job = app.jobs.begin(Kind::Embedding, Origin::Background);
        let bars = Bars::default().and(job.bars());
        let outcome = async {
            let _turn = app.embedding.turn(&app.db).await?;
            embed_pending(&app, &app.embedder, &bars).await
        };
        match outcome.await {
            Ok(passages) => {
                job.embedded(passages);
                job.done();
            }
            Err(error) => {
                tracing::error!("Embedding stopped for now: {error}");
                job.failed(error);
            }
        }
        // Not in the turn: building waits for those who wait for it.
        if let Err(error) = index_vectors(&app, store::INDEXED_FROM).await {
            tracing::error!("The vectors could not be indexed, and are scanned instead: {error}");
        }
        if content.changed().await.is_err() {
            return;
        }
    }
}

/// Sees to it that the vectors of the model that answers have their index, where there are `least` of them.
pub async fn index_vectors(app: &App, least: i64) -> Result<bool> {
    let embedder = app.serving();
    match embedder.model_id().zip(embedder.dimension()) {
        Some((model, dimension)) => store::keep_nearest(&app.db, &model, dimension, least).await,
        None => Ok(false),
    }
}

/// Loads the model and sees to it that all that is pending is embedded; without a model it says so and
/// embeds nothing. Where the background worker is at it already, this waits for it, and does what is left.
pub async fn catch_up(app: &App, bars: &Bars) -> Result<usize> {
    let before = app.embedded();
    if let Err(error) = change::load(app, &app.assets).await {
        bars.warn(&without_model(app, &error));
        return Ok(0);
    }
    let _turn = turn(app, bars).await?;
    embed_pending(app, &app.embedder, bars).await?;
    Ok(app.embedded() - before)
}

fn without_model(app: &App, error: &EmbedError) -> String {
    match app.former.model_id() {
        Some(former) => {
            format!("Search by meaning goes on with the former model, {former}: {error}.")
        }
        None => format!("Search is by words and names only: {error}."),
    }
}

/// Waits until nobody else embeds, and shows how far that is.
async fn turn<'a>(app: &'a App, bars: &Bars) -> Result<Turn<'a>> {
    if let Some(turn) = app.embedding.turn_if_free(&app.db).await? {
        return Ok(turn);
    }
    let progress = bars.part("embedding (background)");
    if let Ok((passages, embedded)) = status::passages(&app.db.pool, None).await {
        progress.total(usize::try_from(passages - embedded).unwrap_or_default());
    }
    let mut shown = app.embedded();
    let start = shown;
    let mut turn = std::pin::pin!(app.embedding.turn(&app.db));
    loop {
        let waited = tokio::time::timeout(LOOK, &mut turn).await;
        let now = app.embedded();
        progress.advance(now - shown);
        shown = now;
        if let Ok(turn) = waited {
            let done = format!("{} passages by the background worker", now - start);
            progress.finish("embedding", &done);
            return turn;
        }
    }
}

async fn embed_pending(app: &App, embedder: &Embedder, bars: &Bars) -> Result<usize> {
    let db = &app.db.pool;
    let Some(model) = embedder.model_id() else {
        return Ok(0);
    };
    let mut done = 0;
    // What came in the meantime is made up for, before vectors of another model are let go of.
    loop {
        let pending = store::pending_passages(db, &model).await?;
        let made = embed_all(app, embedder, &model, pending, bars).await?;
        done += made;
        if made == 0 {
            break;
        }
    }
    let changed = change::complete(app, &model).await?;
    if done > 0 || changed {
        let change = store::bump_revision(&app.db, BTreeSet::new()).await?;
        app.content_changed(&change);
    }
    let dropped = store::drop_vectors_of_other_models(db, &model).await?;
    if done > 0 || dropped > 0 {
        store::analyze_vectors(db).await?;
    }
    Ok(done)
}

async fn embed_all(
    app: &App,
    embedder: &Embedder,
    model: &str,
    mut pending: Vec<PendingPassage>,
    bars: &Bars,
) -> Result<usize> {
    if pending.is_empty() {
        return Ok(0);
    }
    pending.sort_by_key(|p| p.length);
    let progress = bars.part("embedding");
    progress.total(pending.len());
    tracing::info!("{} passages to embed.", pending.len());
    let start = std::time::Instant::now();
    let mut done = 0;
    for batch in pending.chunks(BATCH) {
        let written = embed_batch(app, embedder, model, batch).await?;
        app.count_embedded(written);
        done += written;
        progress.advance(batch.len());
    }
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
