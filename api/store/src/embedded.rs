//! Embedded Postgres: the server inside this process, its private socket, and the supervisor that starts it again.
//!
//! The server trusts every client, so that only this user may reach it: it listens on a Unix socket in a folder of
//! mode 0700. (Windows has no such sockets here: there it listens on loopback.) Its thread ends on the first error of
//! a connection, and nothing of it says so; the supervisor notices and starts it again.

mod code_file;
mod socket;

use crate::DataDirLock;
use crate::connections::{CUSTOM_PLANS, with_settings};
use crate::error::{Error, Result};
use crate::private_dir;
use crate::statement::observe;
use parking_lot::Mutex;
use pglite_oxide::{PgliteServer, extensions};
use sea_orm::sqlx::ConnectOptions;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgSslMode};
use sea_orm::{DatabaseConnection, SqlxPostgresConnector};
use socket::Socket;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;

/// How often the supervisor pings the server.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// After this time without an answer the supervisor tries the server's socket. A long statement of another client
/// takes as long, too.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);

/// After so many failed restarts the process ends, so that another one can take over.
const MAX_FAILED_RESTARTS: u32 = 5;

/// Longest time that the connection may take to close: the statement that runs is finished first.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Longest time that the server may take to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// The memory that the server keeps pages in. Once used it stays with the process, and the machine keeps the same files
/// in its own memory.
const SHARED_BUFFERS: &str = "8MB";

/// Session setting of the one connection: `ANALYZE` reads a sample of 6,000 rows of a table. The usual 30,000 are 46 MB of
/// vectors, and the database's memory never shrinks here.
const SMALL_SAMPLES: &str = "SET default_statistics_target = 20;";

/// The embedded server and its supervisor.
pub(super) struct EmbeddedServer {
    running: Arc<Running>,
    supervisor: Mutex<JoinSet<()>>,
}

/// The parts that end together, in this order: the server, its socket, the lock of the data directory.
struct Running {
    server: Mutex<Option<PgliteServer>>,
    root: PathBuf,
    socket: Socket,
    lock: Mutex<Option<DataDirLock>>,
    down: AtomicBool,
}

impl EmbeddedServer {
    /// Starts the server of a data directory, and connects to it.
    pub(super) async fn start(data_dir: &Path, lock: Option<DataDirLock>) -> Result<(Self, DatabaseConnection)> {
        let root = data_dir.join("store");
        prepare_folder(&root)?;
        let running = Arc::new(Running {
            server: Mutex::new(None),
            root,
            socket: Socket::new(data_dir).map_err(|cause| Error::unwritable(data_dir, cause))?,
            lock: Mutex::new(lock),
            down: AtomicBool::new(false),
        });
        running.start().await.map_err(|cause| not_started(&data_dir.display().to_string(), &cause))?;
        let pool = connect(running.socket.address()).await?;
        code_file::release_pages();
        let mut supervisor = JoinSet::new();
        supervisor.spawn(supervise(Arc::clone(&running), pool.clone()));
        let server = Self { running, supervisor: Mutex::new(supervisor) };
        Ok((server, pool))
    }

    /// Whether the server has ended and is being started again.
    pub(super) fn is_down(&self) -> bool {
        self.running.down.load(Ordering::Relaxed)
    }

    /// Closes the connection and ends the server, within a time. Where the server hangs, it and the lock of the data
    /// directory stay until the process ends; what was written is safe.
    pub(super) async fn close(&self, pool: DatabaseConnection) {
        let mut supervisor = std::mem::take(&mut *self.supervisor.lock());
        supervisor.shutdown().await;
        let closing = async {
            // A statement that nobody waits for any more runs to its end first: closed before, its connection would end
            // the server as a crash does.
            let _ = pool.ping().await;
            pool.close().await
        };
        match tokio::time::timeout(CLOSE_TIMEOUT, closing).await {
            Ok(Ok(())) => {}
            Ok(Err(cause)) => tracing::warn!(%cause, "The store did not close cleanly."),
            Err(_) => tracing::warn!("The embedded store is still busy; it is left as it is."),
        }
        if tokio::time::timeout(STOP_TIMEOUT, self.running.stop()).await.is_err() {
            tracing::warn!("The embedded store did not end in time.");
        }
    }
}

impl Drop for EmbeddedServer {
    fn drop(&mut self) {
        // A server waits for its connection to be closed, which may be this thread's own work.
        let left = self.running.take();
        if left.0.is_some() {
            std::thread::spawn(move || drop(left));
        }
    }
}

impl Running {
    /// Starts the server; the error is for the log.
    async fn start(self: &Arc<Self>) -> Result<(), String> {
        let running = Arc::clone(self);
        let started = tokio::task::spawn_blocking(move || {
            let mut server = running.server.lock();
            // Frees its lock on the folder.
            drop(server.take());
            let builder = PgliteServer::builder()
                .path(&running.root)
                .postgres_config("shared_buffers", SHARED_BUFFERS)
                .extensions([extensions::VECTOR, extensions::PG_TRGM]);
            let started = running.socket.listen(builder).start().map_err(|cause| format!("{cause:#}"))?;
            *server = Some(started);
            Ok(())
        });
        started.await.map_err(|cause| cause.to_string())?
    }

    /// Ends the server.
    async fn stop(self: &Arc<Self>) {
        let left = self.take();
        // A panic while it ends is no concern of a process that stops.
        let _ = tokio::task::spawn_blocking(move || drop(left)).await;
    }

    /// The server, and after it the lock.
    fn take(&self) -> (Option<PgliteServer>, Option<DataDirLock>) {
        (self.server.lock().take(), self.lock.lock().take())
    }
}

/// Starts the server again whenever it has ended.
async fn supervise(running: Arc<Running>, pool: DatabaseConnection) {
    let mut failures = 0;
    loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        let answer = tokio::time::timeout(CHECK_TIMEOUT, pool.ping()).await;
        if matches!(answer, Ok(Ok(()))) || running.socket.is_open().await {
            failures = 0;
            running.down.store(false, Ordering::Relaxed);
            continue;
        }
        running.down.store(true, Ordering::Relaxed);
        tracing::error!("The embedded store has ended. It is started again.");
        metrics::counter!("lorekeeper_store_restarts_total").increment(1);
        match running.start().await {
            Ok(()) => tracing::info!("The embedded store is there again."),
            Err(cause) => {
                failures += 1;
                tracing::error!(%cause, "The embedded store does not start again.");
                if failures == MAX_FAILED_RESTARTS {
                    tracing::error!("The process ends, so that another one can open the store.");
                    crate::exit::now(1);
                }
            }
        }
    }
}

/// The one connection that the server has.
async fn connect(address: PgConnectOptions) -> Result<DatabaseConnection> {
    let options = PgPoolOptions::new()
        .max_connections(1)
        .min_connections(1)
        .acquire_timeout(Duration::from_mins(1))
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None);
    let address =
        address.username("postgres").database("template1").ssl_mode(PgSslMode::Disable).disable_statement_logging();
    let connected = with_settings(options, format!("{CUSTOM_PLANS} {SMALL_SAMPLES}")).connect_with(address);
    let pool = connected.await.map_err(|cause| {
        Error::internal("The embedded store started, but does not answer. The log says why.", cause)
    })?;
    let mut pool = SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
    pool.set_metric_callback(observe);
    Ok(pool)
}

fn prepare_folder(root: &Path) -> Result<()> {
    let problem = |cause| Error::unwritable(root.parent().unwrap_or(root), cause);
    private_dir::create(root).map_err(problem)?;
    tempfile::NamedTempFile::new_in(root).map(drop).map_err(problem)
}

/// The message of the pinned `pglite-oxide` for a folder that another program has locked; the path and causes follow.
const LOCKED: &str = "PGlite root is already in use: ";

fn not_started(data_dir: &str, text: &str) -> Error {
    if text.contains(LOCKED) {
        Error::internal(
            format!(
                "The data directory {data_dir} is in use by another program, which is not a LoreKeeper that shares it. Stop that one, or choose another directory with --data-dir or LOREKEEPER_DATA_DIR."
            ),
            text,
        )
    } else {
        Error::internal(
            "The embedded store cannot run on this machine. Set DATABASE_URL to a Postgres with pgvector instead; the log says why.",
            text,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_folder_locked_by_another_program_is_reported_as_in_use() {
        let data_dir = tempfile::tempdir().unwrap();
        let root = data_dir.path().join("store");
        std::fs::create_dir(&root).unwrap();
        let lock = std::fs::File::create(root.join(".pglite-oxide.lock")).unwrap();
        lock.lock().unwrap();
        let started = EmbeddedServer::start(data_dir.path(), None).await;
        let message = started.err().unwrap().to_string();
        assert!(message.contains("in use by another program"), "{message}");
    }

    #[test]
    fn other_failures_are_not_reported_as_a_lock() {
        for text in [
            "invalid page in block 0 of relation base/1/1259",
            "open /home/sherlock/lorekeeper/store: Permission denied",
            "PGlite root is already in use or unavailable: /srv/store: Permission denied",
        ] {
            let message = not_started("/srv", text).to_string();
            assert!(message.contains("cannot run on this machine"), "{message}");
        }
    }
}
