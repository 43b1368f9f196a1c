//! Inter-process transport of the local API: a Unix socket in a folder that only its owner can enter, or a port of
//! loopback on systems without such sockets.

use axum::Router;
use axum::body::Body;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
#[cfg(unix)]
use lorekeeper_store::private_dir::SocketDir;
use serde::{Deserialize, Serialize};
use std::io::{Error, Result};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream};

/// The name of the socket in its folder.
#[cfg(unix)]
const SOCKET: &str = "api.sock";

/// Where the local API listens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Address {
    /// A Unix socket.
    Socket(PathBuf),
    /// A port of loopback.
    Port(SocketAddr),
}

impl Address {
    /// Whether only processes of this machine can be at the address.
    pub fn is_local(&self) -> bool {
        match self {
            Self::Socket(_) => true,
            Self::Port(address) => address.ip().is_loopback(),
        }
    }

    /// Opens a connection for HTTP.
    pub async fn connect(&self) -> Result<SendRequest<Body>> {
        match self {
            #[cfg(unix)]
            Self::Socket(path) => speak_http(UnixStream::connect(path).await?).await,
            #[cfg(not(unix))]
            Self::Socket(_) => Err(std::io::ErrorKind::Unsupported.into()),
            Self::Port(address) => {
                let stream = TcpStream::connect(address).await?;
                // Only latency depends on it.
                let _ = stream.set_nodelay(true);
                speak_http(stream).await
            }
        }
    }
}

async fn speak_http(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static) -> Result<SendRequest<Body>> {
    let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(Error::other)?;
    // It ends with the answer to the last request.
    tokio::spawn(async move {
        if let Err(cause) = connection.with_upgrades().await {
            tracing::debug!(%cause, "a connection to the leader broke off");
        }
    });
    Ok(sender)
}

/// Accepts connections of followers.
#[derive(Debug)]
pub enum Listener {
    /// A Unix socket, and the folder that it is in, which goes with it.
    #[cfg(unix)]
    Socket(UnixListener, SocketDir),
    /// A port of loopback.
    Port(TcpListener),
}

impl Listener {
    /// Listens in a data directory, or at a free port where the system has no sockets of that kind.
    #[cfg_attr(not(unix), expect(unused_variables, reason = "only sockets are in a folder"))]
    pub fn bind(data_dir: &Path) -> Result<(Self, Address)> {
        #[cfg(unix)]
        match Self::bind_socket(data_dir) {
            Ok(bound) => return Ok(bound),
            Err(cause) => tracing::debug!(%cause, "no Unix socket can be had"),
        }
        Self::bind_port()
    }

    #[cfg(unix)]
    fn bind_socket(data_dir: &Path) -> Result<(Self, Address)> {
        let dir = SocketDir::create(data_dir, SOCKET)?;
        let path = dir.path().join(SOCKET);
        let listener = UnixListener::bind(&path)?;
        Ok((Self::Socket(listener, dir), Address::Socket(path)))
    }

    pub(super) fn bind_port() -> Result<(Self, Address)> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let listener = TcpListener::from_std(listener)?;
        Ok((Self::Port(listener), Address::Port(address)))
    }

    /// Serves the routes until `stop` resolves, and the requests that run to their end.
    pub async fn serve(self, routes: Router, stop: impl Future<Output = ()> + Send + 'static) {
        let served = match self {
            #[cfg(unix)]
            Self::Socket(listener, _dir) => axum::serve(listener, routes).with_graceful_shutdown(stop).await,
            Self::Port(listener) => axum::serve(listener, routes).with_graceful_shutdown(stop).await,
        };
        if let Err(cause) = served {
            tracing::debug!(%cause, "the local API broke off");
        }
    }
}
