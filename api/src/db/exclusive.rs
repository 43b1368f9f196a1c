//! Mutual exclusion among tasks and servers: an advisory lock of Postgres, kept alive by a heartbeat.
//!
//! A sync, a laying out of the store, or embedding is one server's at a time. The lock lives on a connection of its
//! own. A heartbeat asks that connection now and then: when it has died, Postgres has given the lock away or is about
//! to, so the work under it is stopped. And each turn has a number, the fencing token: what a turn writes last says
//! so, and is refused where a later turn has begun.

use super::{Db, StoreKind, bound};
use crate::error::{Code, Error, Result};
use sea_orm::sqlx::postgres::{PgAdvisoryLock, PgAdvisoryLockGuard, PgConnection};
use sea_orm::sqlx::{self, Connection, Either, Executor};
use sea_orm::{ConnectionTrait, DatabaseTransaction};
use std::time::Duration;
use tokio::sync::{Mutex, MutexGuard, watch};
use tokio::task::JoinSet;

/// How often a lock that another server has is asked for again.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// How often the connection of a lock is asked whether it still answers.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// Longest time that the connection of a lock may take to answer.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(10);

/// Work that only one may do at a time.
#[derive(Debug)]
pub struct Exclusive {
    here: Mutex<()>,
    everywhere: PgAdvisoryLock,
    /// The fact that counts the turns.
    counter: String,
}

/// The right to do the work, until it is dropped.
pub struct Turn<'a> {
    /// The turn among servers; `None` on the embedded store, which has but one.
    among_servers: Option<Held>,
    /// The heartbeat. The connection of the lock is its own and closes with it, which frees the lock.
    _heartbeat: JoinSet<()>,
    _here: MutexGuard<'a, ()>,
}

/// A lock among servers that was had.
struct Held {
    /// Whether it still is.
    kept: watch::Receiver<bool>,
    /// The fencing token: the fact that counts turns, and this turn's number; `None` before the store is laid out.
    token: Option<(String, i64)>,
}

impl Turn<'_> {
    /// Does work for as long as the turn lasts: it is stopped when the lock is lost.
    pub fn run<'t, T>(
        &'t self,
        work: impl Future<Output = Result<T>> + 't,
    ) -> impl Future<Output = Result<T>> + 't {
        // Such work is large, and is kept in many futures.
        let work = Box::pin(work);
        async move {
            tokio::select! {
                done = work => done,
                error = self.lost() => Err(error),
            }
        }
    }

    /// Ends when the lock is lost.
    async fn lost(&self) -> Error {
        match &self.among_servers {
            // An end of the heartbeat is a loss, too.
            Some(held) => drop(held.kept.clone().wait_for(|kept| !kept).await),
            None => std::future::pending().await,
        }
        lost("the work was stopped")
    }

    /// Refuses what a transaction has written where a later turn has begun, and keeps one from beginning until the
    /// transaction ends.
    pub async fn check(&self, transaction: &DatabaseTransaction) -> Result<()> {
        let Some((counter, number)) = self
            .among_servers
            .as_ref()
            .and_then(|held| held.token.clone())
        else {
            return Ok(());
        };
        let row = transaction
            .query_one_raw(bound(
                "SELECT 1 FROM store_fact WHERE key = $1 AND value = $2 FOR SHARE",
                [counter.into(), number.to_string().into()],
            ))
            .await?;
        match row {
            Some(_) => Ok(()),
            None => Err(lost("what was done last was not kept")),
        }
    }
}

impl Exclusive {
    /// Work of that name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            here: Mutex::new(()),
            everywhere: PgAdvisoryLock::new(format!("lorekeeper {name}")),
            counter: format!("turns of {name}"),
        }
    }

    /// Waits until nobody else is at it.
    pub async fn turn(&self, db: &Db) -> Result<Turn<'_>> {
        let here = self.here.lock().await;
        self.among_servers(db, here).await
    }

    /// A turn, unless somebody in this process is at it.
    pub async fn turn_if_free(&self, db: &Db) -> Result<Option<Turn<'_>>> {
        match self.here.try_lock() {
            Ok(here) => self.among_servers(db, here).await.map(Some),
            Err(_) => Ok(None),
        }
    }

    /// Whether somebody in this process is at it, or waits for another process.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.here.try_lock().is_err()
    }

    async fn among_servers<'a>(&self, db: &Db, here: MutexGuard<'a, ()>) -> Result<Turn<'a>> {
        let mut heartbeat = JoinSet::new();
        let among_servers = match db.kind {
            // Its data directory has a lock of its own.
            StoreKind::Embedded => None,
            StoreKind::Postgres => {
                let (lock, token) = self.acquire(db).await.map_err(|cause| {
                    Error::internal(
                        "The Postgres at DATABASE_URL gives no lock. Check that it still answers; the log says why.",
                        cause,
                    )
                })?;
                let (still, kept) = watch::channel(true);
                heartbeat.spawn(beat(lock, still));
                Some(Held { kept, token })
            }
        };
        Ok(Turn {
            among_servers,
            _heartbeat: heartbeat,
            _here: here,
        })
    }

    /// The lock, on a connection of its own. It is asked for again and again rather than waited for: a connection that
    /// waits cannot be asked whether it is still there.
    async fn acquire(&self, db: &Db) -> Result<(Lock, Option<(String, i64)>), sqlx::Error> {
        let pool = db.pool.get_postgres_connection_pool();
        let mut connection = pool.acquire().await?.detach();
        // Not every system can; then it takes the keepalive of the connection to notice that this process is gone.
        let _ = connection
            .execute("SET client_connection_check_interval = '10s'")
            .await;
        loop {
            let tried = self.everywhere.try_acquire(connection);
            match answer_of(tried).await? {
                Either::Left(mut lock) => {
                    let number = answer_of(count_turn(&mut lock, &self.counter)).await?;
                    return Ok((lock, number.map(|number| (self.counter.clone(), number))));
                }
                Either::Right(back) => connection = back,
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
    }
}

type Lock = PgAdvisoryLockGuard<PgConnection>;

/// Counts a turn, and tells its number; `None` where the store is not laid out yet.
async fn count_turn(lock: &mut Lock, counter: &str) -> Result<Option<i64>, sqlx::Error> {
    let number = sqlx::query_scalar(
        "INSERT INTO store_fact (key, value) VALUES ($1, '1') ON CONFLICT (key) DO UPDATE \
         SET value = (store_fact.value::bigint + 1)::text RETURNING value::bigint",
    )
    .bind(counter)
    .fetch_one(lock.as_mut())
    .await;
    match number {
        Ok(number) => Ok(Some(number)),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(UNDEFINED_TABLE) => {
            Ok(None)
        }
        Err(cause) => Err(cause),
    }
}

/// Postgres says so of a table that is not there.
const UNDEFINED_TABLE: &str = "42P01";

fn lost(what: &str) -> Error {
    Error {
        code: Code::Disconnected,
        message: format!(
            "The connection that kept other servers from the same work broke, so that {what}. It is taken up again by itself."
        ),
    }
}

/// Asks the connection of a lock now and then, and says so when it has died.
async fn beat(mut lock: Lock, still: watch::Sender<bool>) {
    loop {
        tokio::time::sleep(HEARTBEAT_INTERVAL).await;
        if let Err(cause) = answer_of(lock.as_mut().ping()).await {
            tracing::warn!(%cause, "The connection that keeps a lock on the store has died.");
            still.send_replace(false);
            return;
        }
    }
}

/// What a connection answers, within a time.
async fn answer_of<T>(
    asked: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    tokio::time::timeout(HEARTBEAT_TIMEOUT, asked)
        .await
        .unwrap_or_else(|_| {
            Err(sqlx::Error::Protocol(
                "the connection does not answer any more".to_owned(),
            ))
        })
}
