//! TCP proxy between a server and its Postgres, which breaks connections in the ways that networks do.

use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What happens on the connections that are there.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Everything passes.
    None,
    /// Each piece waits so long.
    Delay(Duration),
    /// Nothing passes any more, and nobody is told: a machine that vanished, a firewall that forgot.
    Silence,
    /// The server's end of the connection is closed, the client's is still heard.
    HalfClose,
}

/// A proxy in front of one address.
pub struct Proxy {
    /// Where it listens.
    pub address: SocketAddr,
    faults: watch::Sender<Fault>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Starts one in front of `target`, such as `127.0.0.1:5432`.
    pub async fn start(target: String) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (faults, _) = watch::channel(Fault::None);
        let told = faults.clone();
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(&target).await else {
                    continue;
                };
                let mut fault = told.subscribe();
                // What befell earlier connections does not concern this one.
                fault.mark_unchanged();
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(pass(from_client, to_server, fault.clone(), Side::Client));
                tokio::spawn(pass(from_server, to_client, fault, Side::Server));
            }
        });
        Ok(Self { address, faults, accepting })
    }

    /// Lets something happen to the connections that are there; those that come later work.
    pub fn strike(&self, fault: Fault) {
        self.faults.send_replace(fault);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Side {
    Client,
    Server,
}

/// Passes on what comes from one side, as the fault that struck since the connection began lets it.
async fn pass(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    mut faults: watch::Receiver<Fault>,
    side: Side,
) {
    let mut buffer = vec![0; 64 << 10];
    let mut fault = Fault::None;
    loop {
        let read = tokio::select! {
            changed = faults.changed() => {
                if changed.is_err() {
                    return;
                }
                fault = *faults.borrow();
                match (fault, side) {
                    // The sockets stay open.
                    (Fault::Silence, _) => return std::future::pending().await,
                    (Fault::HalfClose, Side::Server) => {
                        let _ = to.shutdown().await;
                        return std::future::pending().await;
                    }
                    _ => continue,
                }
            }
            read = from.read(&mut buffer) => read,
        };
        if let Fault::Delay(time) = fault {
            tokio::time::sleep(time).await;
        }
        let piece = match read {
            Ok(0) | Err(_) => return,
            Ok(length) => buffer.get(..length).unwrap_or_default(),
        };
        if to.write_all(piece).await.is_err() {
            return;
        }
    }
}
