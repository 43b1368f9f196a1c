//! The background worker: embeds what has no vector yet, whenever content changes, and again after an error.

use super::pending::embed_pending;
use super::servers::{self, HEARTBEAT};
use super::{EmbedError, change};
use crate::app::App;
use crate::db::{StoreKind, Turn};
use crate::error::Result;
use crate::jobs::{Kind, Origin};
use crate::progress::Bars;
use crate::query::status;
use crate::store;
use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use change::Role;
use std::sync::Arc;
use std::time::Duration;

/// How often a wait looks how far the others are.
const LOOK: Duration = Duration::from_millis(500);

/// How long to wait before a model that could not be had is tried again.
const AGAIN: Duration = Duration::from_mins(15);

/// How long to wait after the first error, and at most after the last of many in a row.
const RETRY_PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_mins(1));

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
        let before = app.embedded();
        let mut pauses = retry_pauses();
        while let Err(error) = round(&app, &bars).await {
            let pause = pauses.next().unwrap_or(RETRY_PAUSES.1);
            tracing::error!(
                "Embedding stopped, and goes on in {} s: {error}",
                pause.as_secs_f32().ceil()
            );
            bars.warn(&format!("Embedding stopped for now: {error}"));
            // A change of content is as good a reason to try again.
            let changed = tokio::time::timeout(pause, content.changed()).await;
            if changed.is_ok_and(|changed| changed.is_err()) {
                return;
            }
        }
        job.embedded(app.embedded() - before);
        job.done();
        // Not in the turn: building waits for those who wait for it.
        if let Err(error) = index_vectors(&app, store::INDEXED_FROM).await {
            tracing::error!("The vectors could not be indexed, and are scanned instead: {error}");
        }
        tokio::select! {
            changed = content.changed() => if changed.is_err() {
                return;
            },
            () = until_unblocked(&app) => {}
        }
    }
}

fn retry_pauses() -> ExponentialBackoff {
    let (first, longest) = RETRY_PAUSES;
    ExponentialBuilder::default()
        .with_min_delay(first)
        .with_max_delay(longest)
        .with_factor(2.0)
        .without_max_times()
        .build()
}

/// Embeds all that is pending, unless other servers keep the store to another model.
async fn round(app: &App, bars: &Bars) -> Result<()> {
    let role = change::settle(app, &app.assets).await?;
    servers::beat(app).await?;
    if role != Role::Blocked {
        let turn = app.embedding.turn(&app.db).await?;
        turn.run(embed_pending(app, &turn, bars)).await?;
    }
    Ok(())
}

/// Waits until other servers on the same Postgres have let go of what keeps this one from its work: of a model that the
/// store is kept to, or of vectors that are to be dropped.
async fn until_unblocked(app: &App) {
    if app.db.kind == StoreKind::Embedded {
        std::future::pending::<()>().await;
    }
    loop {
        tokio::time::sleep(HEARTBEAT).await;
        match is_unblocked(app).await {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => tracing::debug!("The other servers are not known: {error}"),
        }
    }
}

async fn is_unblocked(app: &App) -> Result<bool> {
    if app.model_state.notice().is_some() {
        return Ok(change::settle(app, &app.assets).await? != Role::Blocked);
    }
    if app.model_state.is_outdated() {
        let own = app.embedder.model_id();
        let answering = change::answering(app).await?;
        return Ok(answering.iter().all(|model| Some(model) == own.as_ref()));
    }
    Ok(false)
}

/// Sees to it that the vectors of the model that answers have their index, where there are `least` of them.
pub async fn index_vectors(app: &App, least: i64) -> Result<bool> {
    let embedder = app.serving();
    let Some((model, dimension)) = embedder.model_id().zip(embedder.dimension()) else {
        return Ok(false);
    };
    let used = change::answering(app).await?;
    store::keep_nearest(&app.db, &model, dimension, least, &used).await
}

/// Loads the model and sees to it that all that is pending is embedded; without a model it says so and
/// embeds nothing. Where the background worker is at it already, this waits for it, and does what is left.
pub async fn catch_up(app: &App, bars: &Bars) -> Result<usize> {
    let before = app.embedded();
    if let Err(error) = change::load(app, &app.assets).await {
        bars.warn(&without_model(app, &error));
        return Ok(0);
    }
    if let Some(notice) = app.model_state.notice() {
        bars.warn(&notice);
        return Ok(0);
    }
    let turn = turn(app, bars).await?;
    turn.run(embed_pending(app, &turn, bars)).await?;
    let failed = app.model_state.failed_passages();
    if failed > 0 {
        bars.warn(&format!(
            "The embedding model fails on {failed} passages; they are found by words and names only."
        ));
    }
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
