//! One at a time: in this process, and among all processes on one Postgres.

use super::{Db, StoreKind};
use crate::error::{Error, Result};
use sea_orm::sqlx::postgres::{PgAdvisoryLock, PgAdvisoryLockGuard, PgConnection};
use tokio::sync::{Mutex, MutexGuard};

/// Work that only one may do at a time.
#[derive(Debug)]
pub struct Exclusive {
    here: Mutex<()>,
    everywhere: PgAdvisoryLock,
}

/// The right to do the work, until it is dropped.
pub struct Turn<'a> {
    /// Its connection is its own and closes with it, which frees the lock, however the holder ends.
    _everywhere: Option<PgAdvisoryLockGuard<PgConnection>>,
    _here: MutexGuard<'a, ()>,
}

impl Exclusive {
    /// Work of that name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            here: Mutex::new(()),
            everywhere: PgAdvisoryLock::new(format!("lorekeeper {name}")),
        }
    }

    /// Waits until nobody else is at it.
    pub async fn turn(&self, db: &Db) -> Result<Turn<'_>> {
        let here = self.here.lock().await;
        self.among_processes(db, here).await
    }

    /// A turn, unless somebody in this process is at it.
    pub async fn turn_if_free(&self, db: &Db) -> Result<Option<Turn<'_>>> {
        match self.here.try_lock() {
            Ok(here) => self.among_processes(db, here).await.map(Some),
            Err(_) => Ok(None),
        }
    }

    /// Whether somebody in this process is at it, or waits for another process.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.here.try_lock().is_err()
    }

    async fn among_processes<'a>(&self, db: &Db, here: MutexGuard<'a, ()>) -> Result<Turn<'a>> {
        let everywhere = match db.kind {
            // Its data directory has a lock of its own.
            StoreKind::Embedded => None,
            StoreKind::Postgres => {
                let failed = |cause| {
                    Error::internal(
                        "The Postgres at DATABASE_URL gives no lock. Check that it still answers; the log says why.",
                        cause,
                    )
                };
                let pool = db.pool.get_postgres_connection_pool();
                let connection = pool.acquire().await.map_err(failed)?.detach();
                let guard = self.everywhere.acquire(connection).await.map_err(failed)?;
                Some(guard)
            }
        };
        Ok(Turn {
            _everywhere: everywhere,
            _here: here,
        })
    }
}
