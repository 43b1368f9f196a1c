//! Inter-process transport of the local API: a Unix socket in a folder that only its owner can enter. Systems without
//! such sockets have a port of loopback, on which both ends prove first that they know the secret.

use super::proof;
use crate::secret::Secret;
use futures::future::BoxFuture;
use hyper::Uri;
use hyper::rt::ReadBufCursor;
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::TokioIo;
#[cfg(unix)]
use lorekeeper_store::private_dir::SocketDir;
use serde::{Deserialize, Serialize};
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream};

/// How long the other end may take to accept a connection and to prove that it knows the secret.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

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

    /// Opens a connection, and makes sure that the owner of the secret is at its other end.
    pub async fn connect(&self, secret: &Secret) -> Result<Box<dyn Stream>> {
        let connecting = async {
            match self {
                #[cfg(unix)]
                Self::Socket(path) => {
                    Ok(Box::new(UnixStream::connect(path).await?) as Box<dyn Stream>)
                }
                #[cfg(not(unix))]
                Self::Socket(_) => Err(Error::from(ErrorKind::Unsupported)),
                Self::Port(address) => {
                    let mut stream = TcpStream::connect(address).await?;
                    // Only latency depends on it.
                    let _ = stream.set_nodelay(true);
                    proof::as_client(&mut stream, secret).await?;
                    Ok(Box::new(stream) as Box<dyn Stream>)
                }
            }
        };
        within(connecting).await
    }
}

async fn within<T>(connecting: impl Future<Output = Result<T>>) -> Result<T> {
    let connected = tokio::time::timeout(CONNECT_TIMEOUT, connecting).await;
    connected.unwrap_or_else(|_| Err(Error::from(ErrorKind::TimedOut)))
}

/// A connection of either kind.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Accepts connections of followers.
#[derive(Debug)]
pub enum Listener {
    /// A Unix socket, and the folder that it is in.
    #[cfg(unix)]
    Socket(
        UnixListener,
        #[expect(dead_code, reason = "a temporary folder goes when it is dropped")] SocketDir,
    ),
    /// A port of loopback.
    Port(TcpListener),
}

impl Listener {
    /// Listens in a data directory, or at a free port where the system has no sockets of that kind.
    #[cfg_attr(
        not(unix),
        expect(unused_variables, reason = "only sockets are in a folder")
    )]
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

    fn bind_port() -> Result<(Self, Address)> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let listener = TcpListener::from_std(listener)?;
        Ok((Self::Port(listener), Address::Port(address)))
    }

    /// The next connection. Who is at its other end is not known yet.
    pub async fn accept(&self) -> Result<Unproven> {
        match self {
            #[cfg(unix)]
            Self::Socket(listener, _) => Ok(Unproven::Socket(listener.accept().await?.0)),
            Self::Port(listener) => Ok(Unproven::Port(listener.accept().await?.0)),
        }
    }
}

/// A connection before its other end has proved anything.
#[derive(Debug)]
pub enum Unproven {
    /// Over a socket, which only the owner of its folder reaches.
    #[cfg(unix)]
    Socket(UnixStream),
    /// Over a port, which every user of the machine reaches.
    Port(TcpStream),
}

impl Unproven {
    /// The connection, once both ends know that the other has the secret.
    pub async fn prove(self, secret: &Secret) -> Result<Box<dyn Stream>> {
        match self {
            #[cfg(unix)]
            Self::Socket(stream) => Ok(Box::new(stream)),
            Self::Port(mut stream) => {
                let _ = stream.set_nodelay(true);
                within(proof::as_server(&mut stream, secret)).await?;
                Ok(Box::new(stream))
            }
        }
    }
}

/// Connects an HTTP client to the local API, whatever the host of its request.
#[derive(Clone, Debug)]
pub struct Connector {
    /// Where the local API listens.
    pub address: Address,
    /// The secret of the local API.
    pub secret: Secret,
}

impl tower::Service<Uri> for Connector {
    type Response = LocalConnection;
    type Error = Error;
    type Future = BoxFuture<'static, Result<LocalConnection>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let Self { address, secret } = self.clone();
        Box::pin(async move {
            let stream = address.connect(&secret).await?;
            Ok(LocalConnection(TokioIo::new(stream)))
        })
    }
}

/// A connection of the HTTP client.
pub struct LocalConnection(TokioIo<Box<dyn Stream>>);

impl Connection for LocalConnection {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}

impl hyper::rt::Read for LocalConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl hyper::rt::Write for LocalConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    async fn talk(listener: Listener, address: Address) {
        let (secret, other) = (Secret::random().unwrap(), Secret::random().unwrap());
        let serving = async {
            let mut stream = listener.accept().await?.prove(&secret).await?;
            stream.write_all(b"hello").await
        };
        let asking = async {
            let mut stream = address.connect(&secret).await?;
            let mut text = String::new();
            stream.read_to_string(&mut text).await.map(|_| text)
        };
        let (served, asked) = tokio::join!(serving, asking);
        served.unwrap();
        assert_eq!(asked.unwrap(), "hello");
        if matches!(address, Address::Port(_)) {
            let serving = async { listener.accept().await?.prove(&secret).await.map(drop) };
            let (served, asked) = tokio::join!(serving, address.connect(&other));
            assert!(served.is_err() && asked.is_err());
        }
        drop(listener);
        assert!(address.connect(&secret).await.is_err());
    }

    #[tokio::test]
    async fn both_kinds_carry_a_conversation() {
        let data = tempfile::tempdir().unwrap();
        let (listener, address) = Listener::bind(data.path()).unwrap();
        talk(listener, address).await;
        let (listener, address) = Listener::bind_port().unwrap();
        assert!(address.is_local());
        talk(listener, address).await;
    }
}
