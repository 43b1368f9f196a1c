//! Connection pools of a Postgres: their sizes, their session settings, and the checks that find dead connections.

use crate::error::{Error, Result};
use crate::statement::observe;
use futures::future::join_all;
use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::postgres::PgConnection;
use sea_orm::sqlx::{self, AssertSqlSafe, Connection, Executor, Postgres};
use sea_orm::{ConnectOptions, Database, DatabaseConnection};
use std::sync::Arc;
use std::time::Duration;

/// Most connections to a Postgres that answer requests.
const MAX_READ_CONNECTIONS: u32 = 16;

/// Most connections to a Postgres that write.
const MAX_WRITE_CONNECTIONS: u32 = 6;

/// Longest time to connect, and to wait for a free connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// A connection that was idle for longer is checked before it is used.
const IDLE_CHECK_AFTER: Duration = Duration::from_secs(1);

/// Longest time that a connection may take to answer before it is used.
const ACQUIRE_CHECK_TIMEOUT: Duration = Duration::from_secs(1);

/// Longest time that a connection may take to answer when it goes back to its pool.
const RELEASE_CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// Longest time that closing the connections may take: one that hangs does not answer.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Session settings of every connection: plans made for the parameters at hand. After a few executions of a statement
/// Postgres would otherwise keep a plan for any parameters, and the one for a search within a filter takes seconds
/// where its own takes a tenth.
pub(crate) const CUSTOM_PLANS: &str = "SET plan_cache_mode = force_custom_plan;";

/// Session settings for search by meaning: how far the index of vectors looks, 400 at a time, and on where a filter
/// leaves too few. (A pgvector older than 0.8 warns and goes without.) Its hits are held against the candidates of a
/// search: with the usual memory, 250,000 of them are no hash any more, but a list that is read again for every row.
const VECTOR_SEARCH: &str =
    "SET hnsw.ef_search = 400; SET hnsw.iterative_scan = relaxed_order; SET hash_mem_multiplier = 16;";

/// Session settings by which Postgres notices within a minute that this machine is gone, and frees its locks; by
/// default it takes two hours.
const KEEPALIVE: &str = "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;";

/// Connections that write. A transaction that its server forgot does not keep its locks.
pub(crate) async fn write_pool(url: &str) -> Result<DatabaseConnection> {
    let settings = "SET idle_in_transaction_session_timeout = '5min';";
    pool(url, MAX_WRITE_CONNECTIONS, settings).await
}

/// Connections that answer requests. Postgres stops a statement at the timeout.
pub(crate) async fn read_pool(url: &str, query_timeout: Duration) -> Result<DatabaseConnection> {
    let settings = format!("SET statement_timeout = {};", query_timeout.as_millis());
    pool(url, MAX_READ_CONNECTIONS, &settings).await
}

/// Closes pools, within a time.
pub(crate) async fn close(pools: [DatabaseConnection; 2]) {
    let closed = join_all(pools.into_iter().map(DatabaseConnection::close));
    match tokio::time::timeout(CLOSE_TIMEOUT, closed).await {
        Err(_) => tracing::warn!("Some connections to Postgres did not close in time."),
        Ok(closed) => {
            for cause in closed.into_iter().filter_map(std::result::Result::err) {
                tracing::warn!(%cause, "A connection to Postgres did not close cleanly.");
            }
        }
    }
}

/// Has every new connection of a pool run these session settings first.
pub(crate) fn with_settings(options: PoolOptions<Postgres>, settings: String) -> PoolOptions<Postgres> {
    let settings: Arc<str> = settings.into();
    options.after_connect(move |connection, _| {
        let settings = Arc::clone(&settings);
        Box::pin(async move { connection.execute(AssertSqlSafe(settings)).await.map(drop) })
    })
}

async fn pool(url: &str, max_connections: u32, settings: &str) -> Result<DatabaseConnection> {
    let settings = format!("{CUSTOM_PLANS} {VECTOR_SEARCH} {KEEPALIVE} {settings}");
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(max_connections)
        .connect_timeout(CONNECT_TIMEOUT)
        .acquire_timeout(CONNECT_TIMEOUT)
        .test_before_acquire(false)
        .map_sqlx_postgres_pool_opts(move |options| {
            with_settings(options, settings.clone())
                .before_acquire(|connection, used| {
                    Box::pin(async move {
                        if used.idle_for > IDLE_CHECK_AFTER {
                            return answers_within(ACQUIRE_CHECK_TIMEOUT, connection).await;
                        }
                        Ok(true)
                    })
                })
                .after_release(|connection, _| Box::pin(answers_within(RELEASE_CHECK_TIMEOUT, connection)))
        })
        .sqlx_logging(false);
    let mut pool = Database::connect(options).await.map_err(|cause| {
        Error::internal(
            "The Postgres at DATABASE_URL does not answer. Check the address, that it is running, and the name and password; or unset DATABASE_URL to use the embedded store.",
            cause,
        )
    })?;
    pool.set_metric_callback(observe);
    Ok(pool)
}

/// Whether a connection may be used, or stay in its pool. One that died silently would otherwise keep its place in
/// the pool for a quarter of an hour, until the network gives up.
async fn answers_within(limit: Duration, connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    in_time(limit, connection.ping()).await.map(|()| true)
}

/// What a connection answers, or an error when it takes longer than `limit`.
pub(crate) async fn in_time<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    tokio::time::timeout(limit, answer).await.unwrap_or_else(|_| {
        let problem = "the connection does not answer any more";
        Err(sqlx::Error::Protocol(problem.to_owned()))
    })
}
