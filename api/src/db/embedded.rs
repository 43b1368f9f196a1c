//! Embedded Postgres: the server inside this process, its private socket, and the supervisor that starts it again.
//!
//! The server trusts every client, so that only this user may reach it: it listens on a Unix socket in a folder of
//! mode 0700. (Windows has no such sockets here: there it listens on loopback.) Its thread ends on the first error of
//! a connection, and nothing of it says so; the supervisor notices and starts it again.

use super::{EACH_TIME, count, set_to, unwritable};
use crate::error::{Error, Result};
use crate::private_dir;
use crate::share::Lock;
use pglite_oxide::{PgliteServer, extensions};
use sea_orm::sqlx::ConnectOptions;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgSslMode};
use sea_orm::{DatabaseConnection, SqlxPostgresConnector};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::task::JoinHandle;

/// How often the supervisor asks the server whether it answers.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// After this time without an answer the supervisor looks whether the server is still there. A long statement of
/// another client takes as long, too.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);

/// After so many failures to start the server again the process ends, so that another one can take over.
const MAX_RESTARTS_FAILED: u32 = 5;

/// Longest time that the connection may take to close: the statement that runs is finished first.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Longest time that the server may take to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// The embedded server, and the task that watches it.
pub(super) struct EmbeddedServer {
    running: Arc<Running>,
    supervisor: Mutex<Option<JoinHandle<()>>>,
}

/// What ends together, in this order: the server, its socket, the right to run it.
struct Running {
    server: Mutex<Option<PgliteServer>>,
    root: PathBuf,
    socket: Socket,
    lock: Mutex<Option<Lock>>,
    down: AtomicBool,
}

impl EmbeddedServer {
    /// Starts the server of a data directory, and connects to it.
    pub(super) async fn start(
        data_dir: &Path,
        lock: Option<Lock>,
    ) -> Result<(Self, DatabaseConnection)> {
        let root = data_dir.join("store");
        prepare_folder(&root)?;
        let running = Arc::new(Running {
            server: Mutex::new(None),
            root,
            socket: Socket::of(data_dir).map_err(|cause| unwritable(data_dir, cause))?,
            lock: Mutex::new(lock),
            down: AtomicBool::new(false),
        });
        running
            .start()
            .await
            .map_err(|cause| not_started(&data_dir.display().to_string(), &cause))?;
        let pool = connect(running.socket.address()).await?;
        let supervisor = tokio::spawn(supervise(Arc::clone(&running), pool.clone()));
        let server = Self {
            running,
            supervisor: Mutex::new(Some(supervisor)),
        };
        Ok((server, pool))
    }

    /// Whether the server has ended and is being started again.
    pub(super) fn is_down(&self) -> bool {
        self.running.down.load(Ordering::Relaxed)
    }

    /// Closes the connection and ends the server, within a time. Where the server hangs, it and the lock of the data
    /// directory stay until the process ends; what was written is safe.
    pub(super) async fn close(&self, pool: DatabaseConnection) {
        let supervisor = held(&self.supervisor).take();
        if let Some(supervisor) = supervisor {
            supervisor.abort();
            // Its end is what was asked for.
            let _ = supervisor.await;
        }
        match tokio::time::timeout(CLOSE_TIMEOUT, pool.close()).await {
            Ok(Ok(())) => {}
            Ok(Err(cause)) => tracing::warn!(%cause, "The store did not close cleanly."),
            Err(_) => tracing::warn!("The embedded store is still busy; it is left as it is."),
        }
        if tokio::time::timeout(STOP_TIMEOUT, self.running.stop())
            .await
            .is_err()
        {
            tracing::warn!("The embedded store did not end in time.");
        }
    }
}

impl Drop for EmbeddedServer {
    fn drop(&mut self) {
        if let Some(supervisor) = held(&self.supervisor).take() {
            supervisor.abort();
        }
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
            let mut server = held(&running.server);
            // Frees its lock of the folder.
            drop(server.take());
            let builder = PgliteServer::builder()
                .path(&running.root)
                .extensions([extensions::VECTOR, extensions::PG_TRGM]);
            let started = running
                .socket
                .listen(builder)
                .start()
                .map_err(|cause| format!("{cause:#}"))?;
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
    fn take(&self) -> (Option<PgliteServer>, Option<Lock>) {
        (held(&self.server).take(), held(&self.lock).take())
    }
}

/// Starts the server again whenever it has ended.
async fn supervise(running: Arc<Running>, pool: DatabaseConnection) {
    let mut failures = 0;
    loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        let answer = tokio::time::timeout(CHECK_TIMEOUT, pool.ping()).await;
        if matches!(answer, Ok(Ok(()))) || running.socket.is_listened_at().await {
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
                if failures == MAX_RESTARTS_FAILED {
                    tracing::error!("The process ends, so that another one can open the store.");
                    std::process::exit(1);
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
    let address = address
        .username("postgres")
        .database("template1")
        .ssl_mode(PgSslMode::Disable)
        .disable_statement_logging();
    let connected = set_to(options, EACH_TIME.to_owned()).connect_with(address);
    let pool = connected.await.map_err(|cause| {
        Error::internal(
            "The embedded store started, but does not answer. The log says why.",
            cause,
        )
    })?;
    let mut pool = SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
    pool.set_metric_callback(count);
    Ok(pool)
}

/// Where the server listens.
#[cfg(unix)]
struct Socket {
    folder: PathBuf,
    /// The folder, where the data directory's path is too long for a socket.
    _temporary: Option<tempfile::TempDir>,
}

#[cfg(unix)]
impl Socket {
    /// Clients of Postgres know a socket by its folder and a port.
    const PORT: u16 = 5432;
    const FILE: &str = ".s.PGSQL.5432";

    /// The address of a socket has 104 bytes on the narrowest systems, one of them the zero at its end.
    const MAX_PATH_BYTES: usize = 103;

    /// A socket in the data directory; in a temporary folder where that path is too long, or its file system has no
    /// sockets or no modes.
    fn of(data_dir: &Path) -> std::io::Result<Self> {
        use std::os::unix::fs::PermissionsExt;
        let folder = data_dir.canonicalize()?.join("socket");
        let path = folder.join(Self::FILE);
        if path.as_os_str().len() <= Self::MAX_PATH_BYTES {
            private_dir::create(&folder)?;
            let _ = std::fs::remove_file(&path);
            let mode = std::fs::metadata(&folder)?.permissions().mode();
            let is_private = mode.trailing_zeros() >= 6;
            if is_private && std::os::unix::net::UnixListener::bind(&path).is_ok() {
                return Ok(Self {
                    folder,
                    _temporary: None,
                });
            }
        }
        let temporary = tempfile::Builder::new()
            .prefix("lorekeeper-")
            .permissions(std::fs::Permissions::from_mode(0o700))
            .tempdir()?;
        Ok(Self {
            folder: temporary.path().to_owned(),
            _temporary: Some(temporary),
        })
    }

    fn listen(
        &self,
        builder: pglite_oxide::PgliteServerBuilder,
    ) -> pglite_oxide::PgliteServerBuilder {
        builder.unix(self.folder.join(Self::FILE))
    }

    fn address(&self) -> PgConnectOptions {
        let options = PgConnectOptions::new_without_pgpass();
        options.socket(&self.folder).port(Self::PORT)
    }

    /// Whether somebody accepts connections. The server takes one after the other, so that this one waits its turn
    /// and is closed unseen.
    async fn is_listened_at(&self) -> bool {
        let connected = tokio::net::UnixStream::connect(self.folder.join(Self::FILE));
        match tokio::time::timeout(CHECK_TIMEOUT, connected).await {
            Ok(Err(cause)) => !matches!(
                cause.kind(),
                std::io::ErrorKind::ConnectionRefused | std::io::ErrorKind::NotFound
            ),
            _ => true,
        }
    }
}

/// Where the server listens: a port of loopback.
#[cfg(not(unix))]
struct Socket(std::net::SocketAddr);

#[cfg(not(unix))]
impl Socket {
    /// A port that the system says is free.
    fn of(_: &Path) -> std::io::Result<Self> {
        let free = std::net::TcpListener::bind("127.0.0.1:0")?;
        Ok(Self(free.local_addr()?))
    }

    fn listen(
        &self,
        builder: pglite_oxide::PgliteServerBuilder,
    ) -> pglite_oxide::PgliteServerBuilder {
        builder.tcp(self.0)
    }

    fn address(&self) -> PgConnectOptions {
        let options = PgConnectOptions::new_without_pgpass();
        options.host(&self.0.ip().to_string()).port(self.0.port())
    }

    /// Whether somebody accepts connections.
    async fn is_listened_at(&self) -> bool {
        let connected = tokio::net::TcpStream::connect(self.0);
        match tokio::time::timeout(CHECK_TIMEOUT, connected).await {
            Ok(Err(cause)) => cause.kind() != std::io::ErrorKind::ConnectionRefused,
            _ => true,
        }
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn prepare_folder(root: &Path) -> Result<()> {
    let problem = |cause| unwritable(root.parent().unwrap_or(root), cause);
    private_dir::create(root).map_err(problem)?;
    tempfile::NamedTempFile::new_in(root)
        .map(drop)
        .map_err(problem)
}

fn not_started(data_dir: &str, text: &str) -> Error {
    if text.contains("lock") || text.contains("in use") {
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
