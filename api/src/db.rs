//! The way to the store: any Postgres with pgvector and `pg_trgm`, or the embedded one.
//!
//! The embedded store is a whole `PostgreSQL` in this process that serves exactly one connection.
//! So its pool has size 1, a transaction never waits for a second connection, and long writes are
//! cut into short ones (see [`crate::store`]) so that reads get their turn.

mod embedded;
mod exclusive;
mod sources;

pub use exclusive::{Exclusive, Turn};
pub use sources::{Current, Reader, Sources, Told, is_broken};

use crate::config::Config;
use crate::error::{Error, Result};
use crate::share::Lock;
use embedded::EmbeddedServer;
use futures::future::join_all;
use lorekeeper_migrations::Migrator;
use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::postgres::PgConnection;
use sea_orm::sqlx::{self, AssertSqlSafe, Connection, Executor, Postgres};
use sea_orm::{ConnectOptions, ConnectionTrait, Database as Connector, DatabaseConnection};
use sea_orm_migration::MigratorTrait;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// An open store.
#[derive(Clone)]
pub struct Db {
    /// The connections: what writes, locks or must know what was just written.
    pub pool: DatabaseConnection,
    /// What requests are read from. A statement that takes too long there is stopped by Postgres; the embedded store
    /// has but one connection, and cannot stop a statement.
    pub sources: Arc<Sources>,
    /// Which store it is, in words.
    pub kind: StoreKind,
    /// The probes of the sources.
    probes: Option<Arc<JoinSet<()>>>,
    /// The embedded server; `None` where the store is a Postgres.
    server: Option<Arc<EmbeddedServer>>,
}

/// The two stores.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// `PostgreSQL` in this process.
    Embedded,
    /// A `PostgreSQL` server.
    Postgres,
}

impl Db {
    /// Opens the store that the settings name, and brings it to the current layout. An embedded store keeps
    /// the lock that it was opened under for as long as it runs.
    pub async fn open(config: &Config, lock: Option<Lock>) -> Result<Self> {
        let mut db = match &config.database_url {
            Some(url) => Self::postgres(url, config.limits.time).await?,
            None => Self::embedded(&config.data_dir, lock).await?,
        };
        // Two that meet an empty database would both lay it out.
        let migrating = Exclusive::new("migrate");
        let turn = tokio::time::timeout(MIGRATE_TIMEOUT, migrating.turn(&db))
            .await
            .map_err(|_| migrated_elsewhere())??;
        turn.run(db.migrate()).await?;
        drop(turn);
        if let (Some(primary), false) = (&config.database_url, config.replicas.urls.is_empty()) {
            db.add_standbys(primary, config).await?;
        }
        Ok(db)
    }

    /// Whether the embedded server has ended and is being started again.
    #[must_use]
    pub fn is_down(&self) -> bool {
        self.server.as_ref().is_some_and(|server| server.is_down())
    }

    /// The connections that the request at hand is read over; outside of one, those that are read from now.
    #[must_use]
    pub fn reading(&self) -> DatabaseConnection {
        self.sources.reader().connection.clone()
    }

    async fn add_standbys(&mut self, primary: &str, config: &Config) -> Result<()> {
        let mut sources = vec![(primary.to_owned(), self.reading())];
        for url in &config.replicas.urls {
            // One that does not answer now may do so later.
            let way = Way::WhenNeeded;
            let connection = connections(url, READING, stopped(config.limits.time), way).await?;
            sources.push((url.clone(), connection));
        }
        let sources = Sources::with_standbys(sources, &self.pool, config.replicas.max_lag).await?;
        self.sources = Arc::new(sources);
        self.probes = Some(Arc::new(self.sources.watch().await));
        Ok(())
    }

    async fn postgres(url: &str, limit: Duration) -> Result<Self> {
        let pool = connections(url, WRITING, writing(), Way::Now).await?;
        let row = pool
            .query_one_raw(sql(
                "SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS standby",
            ))
            .await?;
        let (version, standby): (i32, bool) = match row {
            Some(row) => (row.try_get("", "version")?, row.try_get("", "standby")?),
            None => Default::default(),
        };
        if version < 150_000 {
            return Err(Error::input(format!(
                "The Postgres at DATABASE_URL is version {}, but version 15 or newer is needed.",
                version / 10_000
            )));
        }
        if standby {
            return Err(Error::input(
                "The Postgres at DATABASE_URL is a standby, which can only be read. Set DATABASE_URL to its primary, and DATABASE_READ_URL to this one.",
            ));
        }
        let reading = connections(url, READING, stopped(limit), Way::Now).await?;
        Ok(Self {
            pool,
            sources: Arc::new(Sources::only(reading)),
            kind: StoreKind::Postgres,
            probes: None,
            server: None,
        })
    }

    async fn embedded(data_dir: &Path, lock: Option<Lock>) -> Result<Self> {
        let (server, pool) = EmbeddedServer::start(data_dir, lock).await?;
        Ok(Self {
            sources: Arc::new(Sources::only(pool.clone())),
            pool,
            kind: StoreKind::Embedded,
            probes: None,
            server: Some(Arc::new(server)),
        })
    }

    async fn migrate(&self) -> Result<()> {
        for extension in ["vector", "pg_trgm"] {
            self.pool.execute_unprepared(&format!("CREATE EXTENSION IF NOT EXISTS {extension}")).await.map_err(
                |cause| {
                    Error::internal(
                        format!(
                            "The store lacks the Postgres extension \"{extension}\". Install it on the server (for vector: the pgvector package) and let an administrator run CREATE EXTENSION {extension}."
                        ),
                        cause,
                    )
                },
            )?;
        }
        Migrator::up(&self.pool, None).await.map_err(|cause| {
            if cause.to_string().contains("is missing") {
                Error::internal(
                    "This store was written by a newer version of LoreKeeper. Use that version, or another store.",
                    cause,
                )
            } else if is_broken(&cause) || cause.to_string().contains("prepared statement") {
                cause.into()
            } else {
                Error::internal("The store could not be brought to the current layout. The log says why.", cause)
            }
        })
    }

    /// Closes the connections, and ends the embedded server; within a time, whatever hangs.
    pub async fn close(self) {
        if let Some(server) = &self.server {
            // What requests are read from is the same connection.
            server.close(self.pool).await;
            return;
        }
        let all = self
            .sources
            .connections()
            .cloned()
            .chain([self.pool.clone()]);
        let closed = join_all(all.map(DatabaseConnection::close));
        match tokio::time::timeout(CLOSE_TIMEOUT, closed).await {
            Err(_) => tracing::warn!("Some connections to Postgres did not close in time."),
            Ok(closed) => {
                for cause in closed.into_iter().filter_map(std::result::Result::err) {
                    tracing::warn!(%cause, "A connection to Postgres did not close cleanly.");
                }
            }
        }
    }
}

/// Longest time to wait for another process that lays out the store.
const MIGRATE_TIMEOUT: Duration = Duration::from_mins(2);

fn migrated_elsewhere() -> Error {
    Error::internal(
        format!(
            "Another LoreKeeper has been changing the layout of the Postgres at DATABASE_URL for more than {} seconds. Wait until it is done and start again; if it is gone, end its connection (pg_stat_activity shows it).",
            MIGRATE_TIMEOUT.as_secs()
        ),
        "the lock for migrations is taken",
    )
}

/// Counts a statement.
fn count(statement: &sea_orm::metric::Info<'_>) {
    let outcome = if statement.failed { "error" } else { "ok" };
    metrics::counter!("lorekeeper_store_statements_total", "outcome" => outcome).increment(1);
    metrics::histogram!("lorekeeper_store_statement_duration_seconds").record(statement.elapsed);
}

/// A statement of our own, without parameters.
#[must_use]
pub fn sql(text: &str) -> sea_orm::Statement {
    sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, text)
}

/// A statement of our own, with bound parameters.
#[must_use]
pub fn bound(text: &str, values: impl IntoIterator<Item = sea_orm::Value>) -> sea_orm::Statement {
    sea_orm::Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, text, values)
}

/// Longest time that closing the connections to a Postgres may take: one that hangs does not answer.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Most connections to a Postgres that answer requests.
const READING: u32 = 16;

/// Most connections to a Postgres that write.
const WRITING: u32 = 6;

/// When the first connection is made.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Way {
    Now,
    WhenNeeded,
}

/// What connections that answer requests are set to: a statement may take so long.
fn stopped(limit: Duration) -> String {
    format!(
        "{NEAREST} {KEEPALIVE} SET statement_timeout = {};",
        limit.as_millis()
    )
}

/// What connections that write are set to: a transaction that its server forgot does not keep its locks.
fn writing() -> String {
    format!("{NEAREST} {KEEPALIVE} SET idle_in_transaction_session_timeout = '5min';")
}

/// Has Postgres notice within a minute that this machine is gone, and let go of its locks; by itself it takes two
/// hours.
const KEEPALIVE: &str =
    "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;";

/// Connections to a Postgres, each set to something first.
async fn connections(
    url: &str,
    most: u32,
    settings: String,
    way: Way,
) -> Result<DatabaseConnection> {
    let mut options = ConnectOptions::new(url);
    options
        .connect_lazy(way == Way::WhenNeeded)
        .max_connections(most)
        .connect_timeout(Duration::from_secs(10))
        .acquire_timeout(Duration::from_secs(10))
        .test_before_acquire(false)
        .map_sqlx_postgres_pool_opts(move |options| {
            set_to(options, settings.clone())
                .before_acquire(|connection, used| {
                    Box::pin(async move {
                        if used.idle_for > RESTED {
                            return answers_within(ACQUIRE_TIMEOUT, connection).await;
                        }
                        Ok(true)
                    })
                })
                .after_release(|connection, _| {
                    Box::pin(answers_within(RELEASE_TIMEOUT, connection))
                })
        })
        .sqlx_logging(false);
    let mut pool = Connector::connect(options).await.map_err(|cause| {
        Error::internal(
            "The Postgres at DATABASE_URL does not answer. Check the address, that it is running, and the name and password; or unset DATABASE_URL to use the embedded store.",
            cause,
        )
    })?;
    pool.set_metric_callback(count);
    Ok(pool)
}

/// Whether a connection may be used, or stay in its pool. One that died without a word would otherwise keep its place
/// in the pool for a quarter of an hour, until the network gives up.
async fn answers_within(
    limit: Duration,
    connection: &mut PgConnection,
) -> Result<bool, sqlx::Error> {
    match tokio::time::timeout(limit, connection.ping()).await {
        Ok(answer) => answer.map(|()| true),
        Err(_) => Err(sqlx::Error::Protocol(
            "the connection does not answer any more".to_owned(),
        )),
    }
}

/// Longest time that a connection which rested may take to say that it is there.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(1);

/// Longest time that a connection may take to say that it is free again.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection that was used a moment ago is not asked again whether it still works.
const RESTED: Duration = Duration::from_secs(1);

fn set_to(options: PoolOptions<Postgres>, settings: String) -> PoolOptions<Postgres> {
    let settings: Arc<str> = settings.into();
    options.after_connect(move |connection, _| {
        let settings = Arc::clone(&settings);
        Box::pin(async move { connection.execute(AssertSqlSafe(settings)).await.map(drop) })
    })
}

/// What every connection is set to: plans made for the parameters at hand. After a few executions of a statement
/// Postgres would otherwise keep a plan for any parameters, and the one for a search within a filter takes seconds
/// where its own takes a tenth.
const EACH_TIME: &str = "SET plan_cache_mode = force_custom_plan;";

/// How far an index of vectors looks: for so many at a time, and on where a filter leaves too few. (A pgvector that
/// knows less warns and goes without.) What it gives is held against the candidates of a search: with the memory
/// that is usual, 250,000 of them are no hash any more, but a list that is read again for every row.
const NEAREST: &str = "SET plan_cache_mode = force_custom_plan; SET hnsw.ef_search = 400; SET hnsw.iterative_scan = relaxed_order; SET hash_mem_multiplier = 16;";

/// The data directory cannot be written to.
pub(crate) fn unwritable(data_dir: &Path, cause: std::io::Error) -> Error {
    Error::internal(
        format!(
            "The data directory {} cannot be written to. Choose another with --data-dir or LOREKEEPER_DATA_DIR, or change its permissions.",
            data_dir.display()
        ),
        cause,
    )
}
