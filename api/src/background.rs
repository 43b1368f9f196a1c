//! What whoever holds the store does beside answering: content is kept fresh, what has no vector gets one, and
//! what other processes on the same Postgres change is noticed.

use crate::app::App;
use crate::db::StoreKind;
use crate::embed::{background, servers};
use crate::ingest::{self, Due, Options, Report};
use crate::jobs::{Kind, Origin, Outcome};
use crate::progress::Bars;
use crate::query::status;
use crate::store::{self, Change, Removals};
use sea_orm::sqlx;
use sea_orm::sqlx::postgres::PgListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

/// How often the freshness of the content is looked at.
const LOOK: Duration = Duration::from_mins(1);

/// How often the revision is looked at where Postgres cannot tell of changes.
const POLL: Duration = Duration::from_secs(10);

/// How often the revision is looked at beside listening: a connection may die without a sign of it.
const REVISION_CHECK: Duration = Duration::from_secs(30);

/// How long Postgres may take to tell the revision.
const REVISION_TIMEOUT: Duration = Duration::from_secs(15);

/// How long to wait before a reranker that could not be had is tried again.
const RETRY: Duration = Duration::from_mins(15);

/// The work in the background; it ends when this is dropped.
#[derive(Debug)]
pub struct Background(Vec<JoinHandle<()>>);

impl Background {
    /// Starts it.
    #[must_use]
    pub fn start(app: &Arc<App>) -> Self {
        Self(vec![
            tokio::spawn(keep_fresh(Arc::clone(app))),
            tokio::spawn(background::run(Arc::clone(app))),
            tokio::spawn(follow_others(Arc::clone(app))),
            tokio::spawn(servers::keep(Arc::clone(app))),
            tokio::spawn(load_reranker(Arc::clone(app))),
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

/// Loads the reranker, where one is wanted.
async fn load_reranker(app: Arc<App>) {
    while let Err(error) = app.reranker.load(&app.assets).await {
        tracing::warn!("Search goes without the reranker: {error}.");
        tokio::time::sleep(RETRY).await;
    }
}

/// Syncs what is due, now and whenever it has become stale.
async fn keep_fresh(app: Arc<App>) {
    let options = Options {
        sources: Vec::new(),
        families: Vec::new(),
        due: Due::Stale,
        removals: Removals::Guarded,
    };
    loop {
        let job = app.jobs.begin(Kind::Sync, Origin::Background);
        let bars = Bars::for_terminal().and(job.bars());
        match ingest::sync(&app, &options, &bars).await {
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
        tokio::time::sleep(LOOK).await;
    }
}

fn log(report: &Report) {
    for (table, written) in &report.drawn.tables {
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

/// Notices what other processes change: Postgres tells, and the revision is looked at now and then in case it did not.
/// Where it cannot tell (a hot standby, a pooler in between, a connection that broke), looking is all there is.
pub async fn follow_others(app: Arc<App>) {
    follow_others_checking(app, REVISION_CHECK).await;
}

/// The same, with the time between two looks at the revision.
pub async fn follow_others_checking(app: Arc<App>, check_every: Duration) {
    if app.db.kind == StoreKind::Embedded {
        return;
    }
    let mut known = None;
    loop {
        if let Err(cause) = listen(&app, check_every, &mut known).await {
            tracing::warn!(
                %cause,
                "Postgres does not tell of changes; the content is looked at every {} seconds instead.",
                POLL.as_secs()
            );
        }
        if let Err(error) = poll(&app, &mut known).await {
            tracing::warn!("Postgres does not answer: {error}");
            tokio::time::sleep(POLL).await;
        }
    }
}

/// Passes on what Postgres tells, for as long as it does. A revision that was not told of is passed on, too; if it is still
/// untold at the next look, the connection is as good as dead.
async fn listen(
    app: &App,
    check_every: Duration,
    known: &mut Option<i64>,
) -> std::result::Result<(), sqlx::Error> {
    let pool = app.db.pool.get_postgres_connection_pool();
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(store::CHANGES).await?;
    // What was told while nobody listened.
    let mut last = unknown(app).await?;
    *known = Some(last.revision);
    app.content_changed(&last);
    let mut untold = None;
    let mut checks = tokio::time::interval(check_every);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // Waited for to its end, beside the looks: a message that is half read is never lost.
        let mut told = std::pin::pin!(listener.try_recv());
        let told = loop {
            tokio::select! {
                told = &mut told => break told?,
                _ = checks.tick() => {
                    let now = unknown(app).await?;
                    if untold.is_some() {
                        return Err(sqlx::Error::Protocol(
                            "a change was stored that was not told of".to_owned(),
                        ));
                    }
                    if now.revision != last.revision {
                        untold = Some(now.revision);
                        last = now;
                        *known = Some(last.revision);
                        app.content_changed(&last);
                    }
                }
            }
        };
        // A connection that broke is made again; what was told meanwhile is lost, so that counts as a change.
        last = match told.and_then(|told| Change::told(told.payload())) {
            Some(change) => change,
            None => unknown(app).await?,
        };
        *known = Some(last.revision);
        if untold.is_some_and(|untold| untold <= last.revision) {
            untold = None;
        }
        app.content_changed(&last);
    }
}

/// A change of which nothing is known but what revision there is now.
async fn unknown(app: &App) -> std::result::Result<Change, sqlx::Error> {
    let known = tokio::time::timeout(REVISION_TIMEOUT, status::revision(&app.db.pool));
    let known = known.await.map_err(|_| sqlx::Error::PoolTimedOut)?;
    let revision = known.map_err(|error| sqlx::Error::Protocol(error.message))?;
    Ok(Change {
        revision: revision.parse().unwrap_or_default(),
        families: None,
    })
}

/// Looks at the revision for a while, and compares it with the one that was known last.
async fn poll(app: &App, known: &mut Option<i64>) -> std::result::Result<(), sqlx::Error> {
    for _ in 0..30 {
        let now = unknown(app).await?;
        if known
            .replace(now.revision)
            .is_some_and(|before| before != now.revision)
        {
            app.content_changed(&now);
        }
        tokio::time::sleep(POLL).await;
    }
    Ok(())
}
