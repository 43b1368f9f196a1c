//! Socket of the embedded server: a Unix socket in a private folder; on other systems a port of loopback.

#[cfg(unix)]
use crate::private_dir::SocketDir;
use pglite_oxide::PgliteServerBuilder;
use sea_orm::sqlx::postgres::PgConnectOptions;
use std::path::Path;
use std::time::Duration;

/// After this time without an answer the server counts as busy.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// The Unix socket of the server.
#[cfg(unix)]
pub(super) struct Socket(SocketDir);

#[cfg(unix)]
impl Socket {
    /// Clients of Postgres find a socket by its folder and a port.
    const PORT: u16 = 5432;
    const FILE: &str = ".s.PGSQL.5432";

    pub(super) fn new(data_dir: &Path) -> std::io::Result<Self> {
        SocketDir::create(data_dir, Self::FILE).map(Self)
    }

    pub(super) fn listen(&self, builder: PgliteServerBuilder) -> PgliteServerBuilder {
        builder.unix(self.0.path().join(Self::FILE))
    }

    pub(super) fn address(&self) -> PgConnectOptions {
        let options = PgConnectOptions::new_without_pgpass();
        options.socket(self.0.path()).port(Self::PORT)
    }

    /// Whether the server accepts connections. It takes one after the other, so that this one waits its turn and is
    /// closed unseen.
    pub(super) async fn is_open(&self) -> bool {
        let connected = tokio::net::UnixStream::connect(self.0.path().join(Self::FILE));
        match tokio::time::timeout(CONNECT_TIMEOUT, connected).await {
            Ok(Err(cause)) => {
                !matches!(cause.kind(), std::io::ErrorKind::ConnectionRefused | std::io::ErrorKind::NotFound)
            }
            _ => true,
        }
    }
}

/// The loopback port of the server.
#[cfg(not(unix))]
pub(super) struct Socket(std::net::SocketAddr);

#[cfg(not(unix))]
impl Socket {
    /// A port that the system says is free.
    pub(super) fn new(_: &Path) -> std::io::Result<Self> {
        let free = std::net::TcpListener::bind("127.0.0.1:0")?;
        Ok(Self(free.local_addr()?))
    }

    pub(super) fn listen(&self, builder: PgliteServerBuilder) -> PgliteServerBuilder {
        builder.tcp(self.0)
    }

    pub(super) fn address(&self) -> PgConnectOptions {
        let options = PgConnectOptions::new_without_pgpass();
        options.host(&self.0.ip().to_string()).port(self.0.port())
    }

    /// Whether the server accepts connections.
    pub(super) async fn is_open(&self) -> bool {
        let connected = tokio::net::TcpStream::connect(self.0);
        match tokio::time::timeout(CONNECT_TIMEOUT, connected).await {
            Ok(Err(cause)) => cause.kind() != std::io::ErrorKind::ConnectionRefused,
            _ => true,
        }
    }
}
