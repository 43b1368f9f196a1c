//! Background tasks of the process that holds the store: stale content is synced, pending passages are embedded, and
//! changes by other processes on the same Postgres are followed. On a standby only the last is done.

use crate::Ingest;
use crate::embedding::{background, servers};
use crate::error::Error;
use crate::jobs::{Kind, Origin, Outcome};
use crate::{Due, Options, Report};
use indicatif::HumanDuration;
use lorekeeper_store::{CHANGE_CHANNEL, Change, Removals, Store, StoreKind};
use sea_orm::sqlx;
use sea_orm::sqlx::postgres::PgListener;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How often stale listings are looked for.
const SYNC_INTERVAL: Duration = Duration::from_mins(1);

/// How often the revision is read where Postgres sends no notifications, as on a standby.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// How often the revision is read while listening: a connection may die unnoticed.
const REVISION_CHECK_INTERVAL: Duration = Duration::from_secs(30);

/// How often the revision is read before notifications are tried again.
const POLLS_BEFORE_LISTENING: u32 = 150;

/// How long reading the revision may take.
const REVISION_TIMEOUT: Duration = Duration::from_secs(15);

/// The background tasks; they end when this is dropped.
#[derive(Debug)]
pub struct Background(#[expect(dead_code, reason = "its drop ends the tasks")] JoinSet<()>);

impl Background {
    /// Starts the tasks.
    pub fn start(ingest: &Arc<Ingest>) -> Self {
        let mut tasks = JoinSet::new();
        tasks.spawn(keep_fresh(Arc::clone(ingest)));
        tasks.spawn(background::run(Arc::clone(ingest)));
        tasks.spawn(follow_changes(Arc::clone(ingest)));
        tasks.spawn(servers::run(Arc::clone(ingest)));
        Self(tasks)
    }
}

/// Syncs stale listings, now and whenever one becomes stale, while the store can be written to.
async fn keep_fresh(ingest: Arc<Ingest>) {
    let options = Options::all(Due::Stale, Removals::Guarded);
    if ingest.settings.offline {
        tracing::info!("Offline: nothing is fetched.");
    }
    loop {
        ingest.store.writable().await;
        let job = ingest.jobs.begin(Kind::Sync, Origin::Background);
        let start = Instant::now();
        match crate::sync(&ingest, &options, &job.sink()).await {
            Ok(report) => {
                log(&report, start.elapsed());
                job.stored(Outcome::Synced(report));
                job.done();
            }
            // It has become a standby meanwhile.
            Err(Error::ReadOnly(_)) => {}
            Err(error) => {
                tracing::error!("The content could not be refreshed: {error}");
                job.failed(error);
            }
        }
        tokio::time::sleep(SYNC_INTERVAL).await;
    }
}

/// Logs how the rows changed, in one line.
fn log(report: &Report, took: Duration) {
    if let Some(changes) = report.rows.summary() {
        tracing::info!("Content is stored, after {}: {changes}.", HumanDuration(took));
    }
}

/// Follows changes by other processes: by notifications of Postgres, and by reading the revision now and then in case one
/// was lost. Where there are no notifications (a standby, a pooler in between, a broken connection), by the revision
/// alone.
pub async fn follow_changes(ingest: Arc<Ingest>) {
    follow_changes_every(ingest, REVISION_CHECK_INTERVAL).await;
}

/// The same, with the time between two reads of the revision.
pub async fn follow_changes_every(ingest: Arc<Ingest>, check_every: Duration) {
    let store = &ingest.store;
    if store.kind == StoreKind::Embedded {
        return;
    }
    let mut known = None;
    loop {
        if !store.is_standby()
            && let Err(cause) = listen(store, check_every, &mut known).await
        {
            tracing::warn!(
                %cause,
                "Postgres sends no notifications of changes; the revision is read every {} seconds instead.",
                POLL_INTERVAL.as_secs()
            );
        }
        poll(store, &mut known).await;
    }
}

/// Reads the revision every few seconds, until notifications are to be tried again: after some time, when a standby is
/// promoted, or when Postgres answers again.
async fn poll(store: &Store, known: &mut Option<i64>) {
    let was_standby = store.is_standby();
    let mut answers = true;
    for _ in 0..POLLS_BEFORE_LISTENING {
        match read_revision(store, known).await {
            Ok(_) if !answers || (was_standby && !store.is_standby()) => return,
            Ok(_) => {}
            Err(cause) => {
                if answers {
                    tracing::warn!("Postgres does not answer: {cause}");
                }
                answers = false;
            }
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Passes on notifications of Postgres until the connection fails, or counts as dead: the revision has changed without a
/// notification.
async fn listen(store: &Store, check_every: Duration, known: &mut Option<i64>) -> std::result::Result<(), sqlx::Error> {
    let pool = store.pool.get_postgres_connection_pool();
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANGE_CHANNEL).await?;
    // Changes before the listening began.
    read_revision(store, known).await?;
    loop {
        // Kept across the checks: a message that is half read must not be lost.
        let mut received = std::pin::pin!(listener.try_recv());
        let notification = loop {
            if let Ok(received) = tokio::time::timeout(check_every, &mut received).await {
                break received?;
            }
            if read_revision(store, known).await? {
                tracing::warn!("A change was stored without a notification; they are asked for anew.");
                return Ok(());
            }
        };
        match notification.and_then(|notification| Change::parse(notification.payload())) {
            Some(change) => {
                *known = Some(change.revision);
                let read = store.read_hidden().await;
                read.map_err(|error| sqlx::Error::Protocol(error.to_string()))?;
                store.changes.note(&change);
            }
            // After a reconnection, which may have lost notifications.
            None => drop(read_revision(store, known).await?),
        }
    }
}

/// Reads the revision, and whether the store can be written to, and passes on what has changed. Returns whether the
/// revision has.
async fn read_revision(store: &Store, known: &mut Option<i64>) -> std::result::Result<bool, sqlx::Error> {
    let read = async {
        store.check_standby().await?;
        let revision = lorekeeper_store::revision(&store.pool).await?;
        store.read_hidden().await.map(|()| revision)
    };
    let read = tokio::time::timeout(REVISION_TIMEOUT, read);
    let revision = read.await.map_err(|_| sqlx::Error::PoolTimedOut)?;
    let revision = revision.map_err(|error| sqlx::Error::Protocol(error.to_string()))?;
    let revision = revision.parse().unwrap_or_default();
    let has_changed = known.replace(revision) != Some(revision);
    if has_changed {
        let families = None;
        store.changes.note(&Change { revision, families });
    }
    Ok(has_changed)
}
