//! Embedding of the passages that have no vector yet, shortest texts first.
//!
//! What is done is stored at once, so a crash costs one batch. Batches are of texts of like length, since
//! a batch takes as long as its longest text. A text that the model fails on costs neither its batch nor those that
//! come after it: it is tried again in the next pass, and set aside when that fails, too.

use super::{EmbedError, change};
use crate::app::App;
use crate::db::Turn;
use crate::error::{Error, Result};
use crate::progress::Bars;
use crate::store::{self, PendingPassage, Unannounced};
use sea_orm::TransactionTrait;
use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

/// Texts read, embedded and written at a time.
const BATCH: usize = 32;

/// How long to wait before texts that the model failed on are tried again.
const FAILED_TEXTS_PAUSE: Duration = Duration::from_secs(1);

/// What became of passages.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    written: usize,
    failed: usize,
}

/// Embeds what is pending with the configured model, and drops the vectors of others that nobody answers with any more:
/// all that in the turn of embedding, and unless other servers keep the store to another model.
pub(super) async fn embed_pending(app: &App, turn: &Turn<'_>, bars: &Bars) -> Result<usize> {
    let db = &app.db.pool;
    let Some(model) = app.embedder.model_id() else {
        return Ok(0);
    };
    if !change::claim(app).await? {
        return Ok(0);
    }
    // What an embedding wrote that broke off.
    let was_unannounced = store::is_unannounced(db, Unannounced::Vectors).await?;
    let mut done = 0;
    // What came in the meantime is made up for, before vectors of another model are let go of.
    loop {
        let mut pending = store::pending_passages(db, &model).await?;
        let hashes: HashSet<&str> = pending.iter().map(|p| p.hash.as_str()).collect();
        app.model_state
            .retain_failures(|hash| hashes.contains(hash));
        pending.retain(|passage| !app.model_state.is_set_aside(&passage.hash));
        let pass = embed_all(app, &model, pending, bars).await?;
        done += pass.written;
        if pass.failed > 0 {
            tokio::time::sleep(FAILED_TEXTS_PAUSE).await;
        } else if pass.written == 0 {
            break;
        }
    }
    let changed = change::complete(app, &model).await?;
    let announces = done > 0 || changed || was_unannounced;
    if announces {
        announce(app, turn).await?;
    }
    let dropped = change::drop_outdated(app, &model).await?;
    if announces || dropped > 0 {
        store::analyze_vectors(db).await?;
    }
    Ok(done)
}

/// Tells all servers that there are new vectors.
async fn announce(app: &App, turn: &Turn<'_>) -> Result<()> {
    let tx = app.db.pool.begin().await?;
    turn.check(&tx).await?;
    let families = Some(BTreeSet::new());
    let change = store::bump_revision(&tx, app.db.kind, families).await?;
    store::clear_unannounced(&tx, Unannounced::Vectors).await?;
    tx.commit().await?;
    app.content_changed(&change);
    Ok(())
}

async fn embed_all(
    app: &App,
    model: &str,
    mut pending: Vec<PendingPassage>,
    bars: &Bars,
) -> Result<Outcome> {
    if pending.is_empty() {
        return Ok(Outcome::default());
    }
    pending.sort_by_key(|p| p.length);
    let progress = bars.part("embedding");
    progress.total(pending.len());
    tracing::info!("{} passages to embed.", pending.len());
    let start = std::time::Instant::now();
    let mut done = Outcome::default();
    store::mark_unannounced(&app.db.pool, Unannounced::Vectors).await?;
    for batch in pending.chunks(BATCH) {
        let outcome = embed_batch(app, model, batch).await?;
        app.count_embedded(outcome.written);
        done.written += outcome.written;
        done.failed += outcome.failed;
        progress.advance(batch.len());
    }
    let seconds = start.elapsed().as_secs_f64();
    let passages = done.written;
    progress.finish(
        "embedding",
        &format!("{passages} passages in {seconds:.0} s"),
    );
    Ok(done)
}

async fn embed_batch(app: &App, model: &str, batch: &[PendingPassage]) -> Result<Outcome> {
    let (passages, texts): (Vec<_>, Vec<_>) = store::texts_of(&app.db.pool, batch)
        .await?
        .into_iter()
        .unzip();
    let all = passages.len();
    let vectors = app.embedder.passages(texts).await;
    let mut rows = Vec::with_capacity(all);
    for (passage, vector) in passages.into_iter().zip(vectors) {
        match vector {
            Ok(vector) => rows.push((passage, vector)),
            Err(EmbedError::Inference) => app.model_state.note_failure(&passage.hash),
            Err(cause) => return Err(Error::internal("The embedding model failed.", cause)),
        }
    }
    let failed = all - rows.len();
    // One text after another: that is not for the texts.
    if rows.is_empty() && failed > 1 {
        return Err(Error::internal(
            "The embedding model failed on several passages in a row.",
            EmbedError::Inference,
        ));
    }
    let written = store::put_vectors(&app.db.pool, model, rows).await?;
    Ok(Outcome { written, failed })
}
