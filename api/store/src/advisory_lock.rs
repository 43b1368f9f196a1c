//! Advisory lock of Postgres, kept alive by a heartbeat and fenced: mutual exclusion among tasks and servers.
//! One server at a time syncs, migrates the store, or embeds.
//!
//! The lock lives on a connection of its own. A heartbeat pings that connection: when it has died, Postgres has
//! given the lock away or is about to, so the work under the lock is stopped. Each acquisition has a number, the
//! fencing token: the last write under a lock checks it, and is refused after a later acquisition.

use crate::connections::in_time;
use crate::error::{Error, Result};
use crate::{Store, StoreKind, bound};
use sea_orm::sqlx::postgres::{PgAdvisoryLock, PgAdvisoryLockGuard, PgConnection};
use sea_orm::sqlx::{self, Connection, Either, Executor};
use sea_orm::{ConnectionTrait, DatabaseTransaction};
use std::time::Duration;
use tokio::sync::{Mutex, MutexGuard, watch};
use tokio::task::JoinSet;

/// The SQLSTATE for a table that does not exist.
const UNDEFINED_TABLE: &str = "42P01";

/// How often a lock that another server has is tried again.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// How often the connection of a lock is pinged.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// Longest time that the connection of a lock may take to answer.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(10);

/// A lock on work that one task of one server may do at a time. On the embedded store it is a plain mutex.
#[derive(Debug)]
pub struct AdvisoryLock {
    local: Mutex<()>,
    shared: PgAdvisoryLock,
    /// The fact that counts acquisitions.
    counter: String,
}

/// The right to do the work, until it is dropped.
pub struct LockGuard<'a> {
    /// Whether the lock among servers is still held; `None` on the embedded store, which has one server only.
    held: Option<watch::Receiver<bool>>,
    token: Option<FencingToken>,
    /// Owns the connection of the lock, which closes with it and so frees the lock.
    heartbeat: JoinSet<()>,
    _local: MutexGuard<'a, ()>,
}

/// The fact that counts acquisitions, and the number of this one; `None` before the store is migrated.
type FencingToken = (String, i64);

impl LockGuard<'_> {
    /// Does work under the lock, and stops it when the lock is lost.
    pub fn run<'t, T, E: From<Error>>(
        &'t self,
        work: impl Future<Output = Result<T, E>> + 't,
    ) -> impl Future<Output = Result<T, E>> + 't {
        // Such work is large, and is kept in many futures.
        let work = Box::pin(work);
        async move {
            tokio::select! {
                done = work => done,
                error = self.lost() => Err(error.into()),
            }
        }
    }

    /// Ends when the lock is lost.
    async fn lost(&self) -> Error {
        match &self.held {
            // An end of the heartbeat is a loss, too.
            Some(held) => drop(held.clone().wait_for(|held| !held).await),
            None => std::future::pending().await,
        }
        lost("the work was stopped")
    }

    /// Fails after a later acquisition, so that the transaction is given up; otherwise keeps one from happening until
    /// the transaction ends.
    pub async fn check(&self, transaction: &DatabaseTransaction) -> Result<()> {
        let Some((counter, number)) = self.token.clone() else {
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

impl AdvisoryLock {
    /// The lock of the work of that name.
    pub fn new(name: &str) -> Self {
        Self {
            local: Mutex::new(()),
            shared: PgAdvisoryLock::new(format!("lorekeeper {name}")),
            counter: format!("acquisitions of {name}"),
        }
    }

    /// Waits for the lock, which a standby has none of: what is done under it writes.
    pub async fn lock(&self, store: &Store) -> Result<LockGuard<'_>> {
        store.require_writable().await?;
        let local = self.local.lock().await;
        self.lock_shared(store, local).await
    }

    /// Waits for the lock, unless another task of this process has it.
    pub async fn lock_if_free(&self, store: &Store) -> Result<Option<LockGuard<'_>>> {
        store.require_writable().await?;
        match self.local.try_lock() {
            Ok(local) => self.lock_shared(store, local).await.map(Some),
            Err(_) => Ok(None),
        }
    }

    /// Whether a task of this process has the lock, or waits for another process.
    pub fn is_locked(&self) -> bool {
        self.local.try_lock().is_err()
    }

    async fn lock_shared<'a>(&self, store: &Store, local: MutexGuard<'a, ()>) -> Result<LockGuard<'a>> {
        let mut guard = LockGuard { held: None, token: None, heartbeat: JoinSet::new(), _local: local };
        // The data directory of an embedded store has a lock of its own.
        if store.kind == StoreKind::Postgres {
            let (lock, token) = self.acquire(store).await.map_err(|cause| {
                Error::internal(
                    "The Postgres at DATABASE_URL gives no lock. Check that it still answers; the log says why.",
                    cause,
                )
            })?;
            let (alive, held) = watch::channel(true);
            guard.heartbeat.spawn(beat(lock, alive));
            guard.held = Some(held);
            guard.token = token;
        }
        Ok(guard)
    }

    /// Acquires the lock on a connection of its own. It is tried again and again rather than waited for: a connection
    /// that waits cannot be pinged.
    async fn acquire(&self, store: &Store) -> Result<(Lock, Option<FencingToken>), sqlx::Error> {
        let pool = store.pool.get_postgres_connection_pool();
        let mut connection = pool.acquire().await?.detach();
        // Not every system can; then it takes the keepalive of the connection to notice that this process is gone.
        let _ = connection.execute("SET client_connection_check_interval = '10s'").await;
        loop {
            let tried = self.shared.try_acquire(connection);
            match in_time(HEARTBEAT_TIMEOUT, tried).await? {
                Either::Left(mut lock) => {
                    let number = next_token(&mut lock, &self.counter);
                    let number = in_time(HEARTBEAT_TIMEOUT, number).await?;
                    return Ok((lock, number.map(|number| (self.counter.clone(), number))));
                }
                Either::Right(back) => connection = back,
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
    }
}

type Lock = PgAdvisoryLockGuard<PgConnection>;

/// Counts an acquisition, and returns its number; `None` before the store is migrated.
async fn next_token(lock: &mut Lock, counter: &str) -> Result<Option<i64>, sqlx::Error> {
    let number = sqlx::query_scalar(
        "INSERT INTO store_fact (key, value) VALUES ($1, '1') ON CONFLICT (key) DO UPDATE \
         SET value = (store_fact.value::bigint + 1)::text RETURNING value::bigint",
    )
    .bind(counter)
    .fetch_one(lock.as_mut())
    .await;
    match number {
        Ok(number) => Ok(Some(number)),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(UNDEFINED_TABLE) => Ok(None),
        Err(cause) => Err(cause),
    }
}

fn lost(what: &str) -> Error {
    Error::Failed(format!(
        "The connection that kept other servers from the same work broke, so that {what}. It is taken up again by itself."
    ))
}

/// Pings the connection of a lock until it dies, and then reports the loss.
async fn beat(mut lock: Lock, alive: watch::Sender<bool>) {
    loop {
        tokio::time::sleep(HEARTBEAT_INTERVAL).await;
        if let Err(cause) = in_time(HEARTBEAT_TIMEOUT, lock.as_mut().ping()).await {
            tracing::warn!(%cause, "The connection that keeps a lock on the store has died.");
            alive.send_replace(false);
            return;
        }
    }
}
