//! Background tasks of the process that holds the store: stale content is synced, pending passages are embedded, and
//! changes by other processes on the same Postgres are followed.

use crate::Ingest;
use crate::embedding::{background, servers};
use crate::jobs::{Kind, Origin, Outcome};
use crate::progress::ProgressSink;
use crate::{Due, Options, Report};
use lorekeeper_store::StoreKind;
use lorekeeper_store::{self as store, Change, Removals};
use sea_orm::sqlx;
use sea_orm::sqlx::postgres::PgListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

/// How often stale listings are looked for.
const SYNC_INTERVAL: Duration = Duration::from_mins(1);

/// How often the revision is read where Postgres sends no notifications.
const POLL_INTERVAL: Duration = Duration::from_secs(10);

/// How often the revision is read while listening: a connection may die unnoticed.
const REVISION_CHECK_INTERVAL: Duration = Duration::from_secs(30);

/// How long reading the revision may take.
const REVISION_TIMEOUT: Duration = Duration::from_secs(15);

/// The background tasks; they end when this is dropped.
#[derive(Debug)]
pub struct Background(Vec<JoinHandle<()>>);

impl Background {
    /// Starts the tasks.
    #[must_use]
    pub fn start(ingest: &Arc<Ingest>) -> Self {
        Self(vec![
            tokio::spawn(keep_fresh(Arc::clone(ingest))),
            tokio::spawn(background::run(Arc::clone(ingest))),
            tokio::spawn(follow_changes(Arc::clone(ingest))),
            tokio::spawn(servers::run(
                Arc::clone(&ingest.store),
                Arc::clone(&ingest.models),
            )),
        ])
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        for task in &self.0 {
            task.abort();
        }
    }
}

/// Syncs stale listings, now and whenever one becomes stale.
async fn keep_fresh(ingest: Arc<Ingest>) {
    let options = Options {
        sources: Vec::new(),
        families: Vec::new(),
        due: Due::Stale,
        removals: Removals::Guarded,
    };
    loop {
        let job = ingest.jobs.begin(Kind::Sync, Origin::Background);
        let sink = ProgressSink::default().and(job.sink());
        match crate::sync(&ingest, &options, &sink).await {
            Ok(report) => {
                log(&report);
                job.stored(Outcome::Synced(report));
                job.done();
            }
            Err(error) => {
                tracing::error!("The content could not be refreshed: {error}");
                job.failed(error);
            }
        }
        tokio::time::sleep(SYNC_INTERVAL).await;
    }
}

/// Logs how the rows changed.
fn log(report: &Report) {
    for (table, written) in &report.rows.tables {
        if written.any() {
            tracing::info!(
                "{table}: {} added, {} changed, {} removed.",
                written.added,
                written.changed,
                written.removed
            );
        }
    }
}

/// Follows changes by other processes: by notifications of Postgres, and by reading the revision now and then in case one
/// was lost. Where there are no notifications (a hot standby, a pooler in between, a broken connection), by the revision
/// alone.
pub async fn follow_changes(ingest: Arc<Ingest>) {
    follow_changes_every(ingest, REVISION_CHECK_INTERVAL).await;
}

/// The same, with the time between two reads of the revision.
pub async fn follow_changes_every(ingest: Arc<Ingest>, check_every: Duration) {
    if ingest.store.kind == StoreKind::Embedded {
        return;
    }
    let mut known = None;
    loop {
        if let Err(cause) = listen(&ingest, check_every, &mut known).await {
            tracing::warn!(
                %cause,
                "Postgres sends no notifications of changes; the revision is read every {} seconds instead.",
                POLL_INTERVAL.as_secs()
            );
        }
        if let Err(error) = poll(&ingest, &mut known).await {
            tracing::warn!("Postgres does not answer: {error}");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}

/// Passes on notifications of Postgres until the connection fails. A revision without a notification is passed on, too; if
/// the notification is still missing at the next read, the connection counts as dead.
async fn listen(
    ingest: &Ingest,
    check_every: Duration,
    known: &mut Option<i64>,
) -> std::result::Result<(), sqlx::Error> {
    let pool = ingest.store.pool.get_postgres_connection_pool();
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(store::CHANGE_CHANNEL).await?;
    // Changes before the listening began.
    let mut last = current_revision(ingest).await?;
    *known = Some(last.revision);
    ingest.store.content_changed(&last);
    let mut missing = None;
    let mut checks = tokio::time::interval(check_every);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // Kept across the checks: a message that is half read must not be lost.
        let mut received = std::pin::pin!(listener.try_recv());
        let notification = loop {
            tokio::select! {
                notification = &mut received => break notification?,
                _ = checks.tick() => {
                    let now = current_revision(ingest).await?;
                    if missing.is_some() {
                        return Err(sqlx::Error::Protocol(
                            "a change was stored without a notification".to_owned(),
                        ));
                    }
                    if now.revision != last.revision {
                        missing = Some(now.revision);
                        last = now;
                        *known = Some(last.revision);
                        ingest.store.content_changed(&last);
                    }
                }
            }
        };
        // After a reconnection notifications may be lost, so it counts as a change.
        last = match notification.and_then(|notification| Change::parse(notification.payload())) {
            Some(change) => change,
            None => current_revision(ingest).await?,
        };
        *known = Some(last.revision);
        if missing.is_some_and(|missing| missing <= last.revision) {
            missing = None;
        }
        ingest.store.content_changed(&last);
    }
}

/// The current revision, as a change of unknown families.
async fn current_revision(ingest: &Ingest) -> std::result::Result<Change, sqlx::Error> {
    let revision = tokio::time::timeout(
        REVISION_TIMEOUT,
        lorekeeper_store::revision(&ingest.store.pool),
    );
    let revision = revision.await.map_err(|_| sqlx::Error::PoolTimedOut)?;
    let revision = revision.map_err(|error| sqlx::Error::Protocol(error.to_string()))?;
    Ok(Change {
        revision: revision.parse().unwrap_or_default(),
        families: None,
    })
}

/// Reads the revision for a while, and compares it with the one that was known last.
async fn poll(ingest: &Ingest, known: &mut Option<i64>) -> std::result::Result<(), sqlx::Error> {
    for _ in 0..30 {
        let now = current_revision(ingest).await?;
        if known
            .replace(now.revision)
            .is_some_and(|before| before != now.revision)
        {
            ingest.store.content_changed(&now);
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}
