//! The server: connections, and how they end.
//!
//! It stops in this order: it says that it is stopping (`/health/ready`), takes in who has already been let in by the
//! system, and closes its door; whatever is answered from then on says that the connection ends; then connections that
//! ask nothing are closed, and what runs is finished.

use super::connections::{Connections, refuse};
use super::pace::Paced;
use super::quota::Taken;
use crate::config::Protection;
use crate::error::{Error, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

/// How long a client may take to say what it wants, and how long a connection may lie idle.
const HEADERS: Duration = Duration::from_secs(30);

/// How long to wait when no connection can be taken: there are too many.
const CROWDED: Duration = Duration::from_millis(50);

/// How long clients that are about to ask are waited for when the server stops.
const LAST_CALL: Duration = Duration::from_secs(1);

/// How long nobody comes before the door is closed.
const QUIET: Duration = Duration::from_millis(20);

/// Whether a server is stopping.
#[derive(Clone, Debug, Default)]
pub struct Stopping(Arc<AtomicBool>);

impl Stopping {
    /// From now on it is.
    pub fn begin(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it is.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Serves the routes until `stop` resolves, then finishes what runs, for as long as the settings say.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    stopping: &Stopping,
    stop: impl Future<Output = ()>,
    protection: &Protection,
) -> Result<()> {
    let mut server = Server {
        connections: Connections::new(protection.trusted_proxies.clone()),
        routes,
        stopping: stopping.clone(),
        open: JoinSet::new(),
        ending: watch::Sender::new(false),
    };
    tokio::pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => server.take(accepted).await,
            Some(_) = server.open.join_next() => {}
            () = &mut stop => break,
        }
    }
    stopping.begin();
    server.last_call(listener).await?;
    server.finish(protection.shutdown_timeout).await;
    Ok(())
}

struct Server {
    connections: Connections,
    routes: Router,
    stopping: Stopping,
    open: JoinSet<()>,
    /// Tells connections to end as soon as they have answered what was asked.
    ending: watch::Sender<bool>,
}

impl Server {
    async fn take(&mut self, accepted: std::io::Result<(TcpStream, SocketAddr)>) {
        match accepted {
            Ok((stream, client)) => self.answer(stream, client),
            // Not this connection's fault, as a rule: there are no more files to be had.
            Err(cause) => {
                tracing::debug!(%cause, "no connection could be taken");
                tokio::time::sleep(CROWDED).await;
            }
        }
    }

    fn answer(&mut self, stream: TcpStream, client: SocketAddr) {
        let Some(place) = self.connections.place(client.ip()) else {
            return refuse(stream);
        };
        // Without it answers may wait for more of them; nothing else depends on it.
        let _ = stream.set_nodelay(true);
        let connection = connection(
            stream,
            place,
            client,
            self.routes.clone(),
            self.stopping.clone(),
            self.ending.subscribe(),
        );
        self.open.spawn(connection);
    }

    /// Takes in who is at the door, and closes it.
    async fn last_call(&mut self, listener: TcpListener) -> Result<()> {
        let until = tokio::time::Instant::now() + LAST_CALL;
        while tokio::time::Instant::now() < until {
            match tokio::time::timeout(QUIET, listener.accept()).await {
                Ok(accepted) => self.take(accepted).await,
                Err(_) => break,
            }
        }
        let listener = listener.into_std().map_err(broken)?;
        // It does not block: when nobody is there any more, that is an error.
        while let Ok((stream, client)) = listener.accept() {
            if stream.set_nonblocking(true).is_ok()
                && let Ok(stream) = TcpStream::from_std(stream)
            {
                self.answer(stream, client);
            }
        }
        Ok(())
    }

    async fn finish(mut self, patience: Duration) {
        if self.ended_within(LAST_CALL.min(patience)).await {
            return;
        }
        self.ending.send_replace(true);
        if !self.ended_within(patience).await {
            let (cut, patience) = (self.open.len(), humantime::format_duration(patience));
            tracing::warn!("{cut} connections did not finish within {patience} and were cut off.");
        }
        // What is still open ends with the set.
    }

    /// Whether all connections ended within a time.
    async fn ended_within(&mut self, time: Duration) -> bool {
        let all = async { while self.open.join_next().await.is_some() {} };
        tokio::time::timeout(time, all).await.is_ok()
    }
}

async fn connection(
    stream: TcpStream,
    place: Taken,
    client: SocketAddr,
    routes: Router,
    stopping: Stopping,
    mut ending: watch::Receiver<bool>,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(client));
        answer(routes.clone(), request, stopping.clone())
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .serve_connection(TokioIo::new(Paced::new(stream, place)), service)
        .with_upgrades();
    tokio::pin!(connection);
    let told = async {
        // The one who tells is there for as long as there are connections.
        let _ = ending.wait_for(|ending| *ending).await;
    };
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = told => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(cause) = served {
        tracing::debug!(%cause, "a connection broke off");
    }
}

async fn answer(
    routes: Router,
    request: Request<Body>,
    stopping: Stopping,
) -> Result<Response<Body>, Infallible> {
    let mut response = routes.oneshot(request).await?;
    if stopping.has_begun() {
        let close = HeaderValue::from_static("close");
        response
            .headers_mut()
            .entry(header::CONNECTION)
            .or_insert(close);
    }
    Ok(response)
}

fn broken(cause: std::io::Error) -> Error {
    Error::internal("The server did not stop cleanly. The log says why.", cause)
}
