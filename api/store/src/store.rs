//! The open store: any Postgres with pgvector and `pg_trgm`, or the embedded one.
//!
//! The embedded store is a whole `PostgreSQL` in this process that serves exactly one connection.
//! So its pool has size 1, a transaction never waits for a second connection, and long writes are
//! cut into short ones (see [`crate::batch_size`]) so that reads get their turn.

use crate::backup;
use crate::change_log::ChangeLog;
use crate::connections::{self, read_pool, write_pool};
use crate::embedded::EmbeddedServer;
use crate::endpoints::EndpointStateCache;
use crate::error::{Error, Result};
use crate::reading::Hidden;
use crate::statement::scalar;
use crate::{AdvisoryLock, DataDirLock, Settings, sql};
use sea_orm::DatabaseConnection;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Longest time to wait for another process that migrates the store.
const MIGRATE_TIMEOUT: Duration = Duration::from_mins(2);

/// The oldest version of Postgres that works, as `server_version_num`.
const MIN_POSTGRES_VERSION: i32 = 150_000;

/// An open store.
pub struct Store {
    /// The connections that write, lock, or must see what was just written.
    pub pool: DatabaseConnection,
    /// The connections that requests are read over, by [`Store::read_as`]. A statement that takes too long there is
    /// stopped by Postgres; the embedded store has but one connection, and cannot stop a statement.
    pub(crate) reading: DatabaseConnection,
    /// Which of the two stores it is.
    pub kind: StoreKind,
    /// The embedded server; `None` where the store is a Postgres.
    server: Option<Arc<EmbeddedServer>>,
    /// Held by a sync or an import.
    pub syncing: AdvisoryLock,
    /// Held while pending passages are embedded.
    pub embedding: AdvisoryLock,
    /// The endpoint states that answers tell.
    pub endpoint_states: EndpointStateCache,
    /// The changes of content that this process knows of.
    pub changes: ChangeLog,
    /// Whether the Postgres can only be read.
    pub(crate) standby: watch::Sender<bool>,
    /// The documents that are hidden from the public.
    pub(crate) hidden: Hidden,
}

/// The two kinds of store.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// `PostgreSQL` in this process.
    Embedded,
    /// A `PostgreSQL` server.
    Postgres,
}

impl Store {
    /// Opens the store that the settings name, and brings it to the current layout, which a standby must have already.
    /// An embedded store keeps the lock that it was opened under for as long as it runs.
    pub async fn open(settings: &Settings, lock: Option<DataDirLock>) -> Result<Self> {
        let store = match &settings.database_url {
            Some(url) => Self::postgres(url, settings.query_timeout).await?,
            None => Self::embedded(&settings.data_dir, lock).await?,
        };
        if store.check_standby().await? {
            store.check_layout().await?;
            store.read_hidden().await?;
            return Ok(store);
        }
        // Two processes that meet an empty database would both migrate it.
        let migrating = AdvisoryLock::new("migrate");
        let guard =
            tokio::time::timeout(MIGRATE_TIMEOUT, migrating.lock(&store)).await.map_err(|_| migrated_elsewhere())??;
        guard.run(store.migrate()).await?;
        drop(guard);
        store.read_hidden().await?;
        Ok(store)
    }

    /// Whether the embedded server has ended and is being started again.
    pub fn is_down(&self) -> bool {
        self.server.as_ref().is_some_and(|server| server.is_down())
    }

    /// A key of the content that is read now: another one after each change.
    pub fn content(&self) -> u64 {
        *self.changes.watch().borrow()
    }

    /// Counts the changes of content, for those who wait for the next.
    pub fn watch_content(&self) -> watch::Receiver<u64> {
        self.changes.watch()
    }

    /// The connections of this process: reading and writing share the one of the embedded store.
    pub fn pools(&self) -> Vec<&DatabaseConnection> {
        match self.kind {
            StoreKind::Embedded => vec![&self.pool],
            StoreKind::Postgres => vec![&self.pool, &self.reading],
        }
    }

    /// Closes the connections and ends the embedded server, within a time.
    pub async fn close(&self) {
        if let Some(server) = &self.server {
            // Reading and writing share its one connection.
            server.close(self.pool.clone()).await;
            return;
        }
        connections::close([self.reading.clone(), self.pool.clone()]).await;
    }

    async fn postgres(url: &str, query_timeout: Duration) -> Result<Self> {
        let pool = write_pool(url).await?;
        let version = sql("SELECT current_setting('server_version_num')::int");
        let version: i32 = scalar(&pool, version).await?.unwrap_or_default();
        if version < MIN_POSTGRES_VERSION {
            return Err(Error::Settings(format!(
                "The Postgres at DATABASE_URL is version {}, but version {} or newer is needed.",
                version / 10_000,
                MIN_POSTGRES_VERSION / 10_000
            )));
        }
        let reading = read_pool(url, query_timeout).await?;
        Ok(Self::new(pool, reading, StoreKind::Postgres, None))
    }

    async fn embedded(data_dir: &Path, lock: Option<DataDirLock>) -> Result<Self> {
        backup::remove_stale(data_dir);
        let (server, pool) = EmbeddedServer::start(data_dir, lock).await?;
        let server = Some(Arc::new(server));
        Ok(Self::new(pool.clone(), pool, StoreKind::Embedded, server))
    }

    fn new(
        pool: DatabaseConnection,
        reading: DatabaseConnection,
        kind: StoreKind,
        server: Option<Arc<EmbeddedServer>>,
    ) -> Self {
        Self {
            pool,
            reading,
            kind,
            server,
            syncing: AdvisoryLock::new("sync"),
            embedding: AdvisoryLock::new("embed"),
            changes: ChangeLog::default(),
            standby: watch::Sender::new(false),
            hidden: Hidden::default(),
            endpoint_states: EndpointStateCache::default(),
        }
    }
}

fn migrated_elsewhere() -> Error {
    Error::internal(
        format!(
            "Another LoreKeeper has been changing the layout of the Postgres at DATABASE_URL for more than {} seconds. Wait until it is done and start again; if it is gone, end its connection (pg_stat_activity shows it).",
            MIGRATE_TIMEOUT.as_secs()
        ),
        "the lock for migrations is taken",
    )
}
