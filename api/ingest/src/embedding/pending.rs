//! Embedding of the passages that have no vector yet, in the order of what people look for: the facts of all entities,
//! the texts of the SRDs, then the other books.
//!
//! Each batch is stored at once, so a crash costs two batches: the next one is embedded while one is written. A text that
//! the model fails on costs neither its batch nor later ones: it is tried again in the next pass, and set aside when it
//! keeps failing.

use super::change;
use crate::error::{Error, Result};
use crate::progress::ProgressSink;
use futures::FutureExt as _;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use indicatif::{HumanCount, HumanDuration};
use lorekeeper_embed::{EmbedError, Models};
use lorekeeper_sources::Progress as _;
use lorekeeper_store::LockGuard;
use lorekeeper_store::{PendingPassage, Store, Unannounced};
use sea_orm::TransactionTrait;
use std::collections::{BTreeSet, HashSet};
use std::ops::AddAssign;
use std::time::{Duration, Instant};

/// How many texts are read, embedded and written at a time.
const BATCH_SIZE: usize = 32;

/// How many batches are embedded or written at a time.
const CONCURRENT_BATCHES: usize = 2;

/// Fewer passages are embedded without a word in the log.
const MIN_LOGGED: usize = 200;

/// Fewer passages are embedded by the sessions that are there.
const MIN_FOR_IDLE_SESSIONS: usize = 1_000;

/// How long to wait before texts that the model failed on are tried again.
const FAILED_TEXTS_PAUSE: Duration = Duration::from_secs(1);

/// How many passages of a batch or pass were read, how many got a vector, and on how many the model failed.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    read: usize,
    written: usize,
    failed: usize,
}

impl AddAssign for Outcome {
    fn add_assign(&mut self, other: Self) {
        self.read += other.read;
        self.written += other.written;
        self.failed += other.failed;
    }
}

/// The place of a passage in the order of embedding: the facts first, which stand in an entity's first passage; the SRDs
/// first; short texts first.
fn precedence(passage: &PendingPassage) -> (bool, bool, i32) {
    let is_srd = passage.document_key.starts_with("srd-");
    (passage.ord > 0, !is_srd, passage.length)
}

/// Embeds pending passages with the configured model, and drops the vectors of models that no server answers with,
/// unless other servers keep the store to another model. The caller holds the lock of embedding.
pub(super) async fn embed_pending(
    store: &Store,
    models: &Models,
    lock: &LockGuard<'_>,
    sink: &ProgressSink,
) -> Result<usize> {
    let db = &store.pool;
    let Some(model) = models.configured.model_id() else {
        return Ok(0);
    };
    if !change::claim(store, models).await? {
        return Ok(0);
    }
    // An interrupted run wrote vectors without announcing them.
    let was_unannounced = lorekeeper_store::is_unannounced(db, Unannounced::Vectors).await?;
    let mut done = 0;
    // Passages that are stored meanwhile are embedded before vectors of another model are dropped.
    let mut content = store.watch_content();
    loop {
        content.mark_unchanged();
        let mut pending = lorekeeper_store::pending_passages(db, &model).await?;
        let hashes: HashSet<&str> = pending.iter().map(|p| p.hash.as_str()).collect();
        models.state.retain_failures(|hash| hashes.contains(hash));
        pending.retain(|passage| !models.state.is_set_aside(&passage.hash));
        let pass = embed_all(store, models, &model, pending, sink).await?;
        done += pass.written;
        if pass.failed > 0 {
            tokio::time::sleep(FAILED_TEXTS_PAUSE).await;
        } else if !content.has_changed().unwrap_or_default() {
            break;
        }
    }
    let changed = change::complete(store, models, &model).await?;
    let announces = done > 0 || changed || was_unannounced;
    if announces {
        announce(store, lock).await?;
    }
    let dropped = change::drop_outdated(store, models, &model).await?;
    if announces || dropped > 0 {
        let written = if was_unannounced {
            usize::MAX
        } else {
            done.saturating_add(usize::try_from(dropped).unwrap_or(usize::MAX))
        };
        lorekeeper_store::analyze(db, "passage_vector", written).await?;
    }
    Ok(done)
}

/// Announces new vectors to all servers.
async fn announce(store: &Store, lock: &LockGuard<'_>) -> Result<()> {
    let tx = store.pool.begin().await?;
    lock.check(&tx).await?;
    let families = Some(BTreeSet::new());
    let change = lorekeeper_store::bump_revision(&tx, store.kind, families).await?;
    lorekeeper_store::clear_unannounced(&tx, Unannounced::Vectors).await?;
    tx.commit().await?;
    store.changes.note(&change);
    Ok(())
}

async fn embed_all(
    store: &Store,
    models: &Models,
    model: &str,
    mut pending: Vec<PendingPassage>,
    sink: &ProgressSink,
) -> Result<Outcome> {
    if pending.is_empty() {
        return Ok(Outcome::default());
    }
    pending.sort_by_cached_key(precedence);
    let progress = sink.part("embedding");
    progress.total(pending.len());
    let mut log = EmbeddingLog::begin(pending.len());
    let mut done = Outcome::default();
    lorekeeper_store::mark_unannounced(&store.pool, Unannounced::Vectors).await?;
    let _idle_sessions = (pending.len() >= MIN_FOR_IDLE_SESSIONS).then(|| {
        let (requests, writers) = (&models.requests, &models.writers);
        models.configured.add_idle_sessions(requests, writers)
    });
    let batches = pending.chunks(BATCH_SIZE);
    let batches: Vec<_> = batches.map(|batch| embed_batch(store, models, model, batch).boxed()).collect();
    let mut batches = stream::iter(batches).buffered(CONCURRENT_BATCHES);
    while let Some(outcome) = batches.try_next().await? {
        models.count_embedded(outcome.written);
        progress.advance(outcome.read);
        log.advance(outcome.read);
        done += outcome;
    }
    progress.finish("embedding", &log.finish(&done));
    Ok(done)
}

/// Log lines of an embedding that somebody may wait for: its begin, each quarter with the time that is left, its end.
struct EmbeddingLog {
    start: Instant,
    total: usize,
    done: usize,
}

impl EmbeddingLog {
    fn begin(total: usize) -> Self {
        if total >= MIN_LOGGED {
            tracing::info!(
                "Search by meaning: {} passages are embedded in the background. Until then they are found by names, words and filters.",
                HumanCount(total as u64)
            );
        }
        Self { start: Instant::now(), total, done: 0 }
    }

    fn advance(&mut self, passages: usize) {
        let before = self.quarters();
        self.done += passages;
        if self.total >= MIN_LOGGED && self.quarters() > before && self.done < self.total {
            // Facts come first, and longer texts take longer.
            let left = self.start.elapsed() * u32::try_from(self.total - self.done).unwrap_or(u32::MAX)
                / u32::try_from(self.done).unwrap_or(u32::MAX).max(1);
            tracing::info!(
                "{} % of the passages are embedded; the rest takes at least {}.",
                self.quarters() * 25,
                HumanDuration(left)
            );
        }
    }

    fn quarters(&self) -> usize {
        (self.done * 4).checked_div(self.total).unwrap_or(4)
    }

    /// The outcome in words.
    fn finish(self, outcome: &Outcome) -> String {
        let took = HumanDuration(self.start.elapsed());
        let passages = HumanCount(outcome.written as u64);
        let rest = match outcome.failed {
            0 => "search by meaning is complete.".to_owned(),
            failed => format!("{} others failed and are tried again.", HumanCount(failed as u64)),
        };
        if self.total >= MIN_LOGGED {
            tracing::info!("{passages} passages are embedded, in {took}: {rest}");
        }
        format!("{passages} passages in {took}")
    }
}

async fn embed_batch(store: &Store, models: &Models, model: &str, batch: &[PendingPassage]) -> Result<Outcome> {
    let mut passages = lorekeeper_store::passage_texts(&store.pool, batch).await?;
    let all = passages.len();
    let texts = passages.iter_mut().map(|p| std::mem::take(&mut p.text));
    let texts = texts.collect();
    let vectors = models.configured.passages(texts).await;
    let mut rows = Vec::with_capacity(all);
    for (passage, vector) in passages.into_iter().zip(vectors) {
        match vector {
            Ok(vector) => rows.push((passage, vector)),
            Err(EmbedError::Inference) => models.state.note_failure(&passage.hash),
            Err(cause) => return Err(Error::internal("The embedding model failed.", cause)),
        }
    }
    let failed = all - rows.len();
    // When all texts fail, the fault is not in the texts.
    if rows.is_empty() && failed > 1 {
        return Err(Error::internal("The embedding model failed on several passages in a row.", EmbedError::Inference));
    }
    let written = lorekeeper_store::put_vectors(&store.pool, model, rows).await?;
    Ok(Outcome { read: batch.len(), written, failed })
}
