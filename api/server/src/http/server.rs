//! Connection handling and graceful shutdown.
//!
//! Not by `axum::serve`, which limits neither connections nor the time for headers nor the time to stop; and hyper-util's
//! graceful shutdown does not know connections of HTTP/1 that can be upgraded.
//!
//! Shutdown: `/health/ready` fails; connections in the accept queue are drained and the listener is closed; answers from
//! then on have `Connection: close`; idle connections are closed; requests that run are finished.

use super::connections::{Connections, refuse};
use super::read_rate::MinReadRate;
use super::too_long::PageForTooLong;
use crate::config::Protection;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use lorekeeper_graphql::error::{Error, Result};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

/// How long a client may take to send the headers of a request, and how long a connection may be idle.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// Pause after a failed accept: mostly there are too many open files.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// How long idle connections may send a last request when the server stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// Whether a server is stopping.
#[derive(Clone, Debug, Default)]
pub struct Stopping(Arc<AtomicBool>);

impl Stopping {
    /// Begins the shutdown.
    pub fn begin(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the shutdown has begun.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Request extension: tells answers without an end of their own that the server ends its connections.
#[derive(Clone, Debug, Default)]
pub struct Closing(Option<watch::Receiver<bool>>);

impl Closing {
    /// Resolves when the server ends its connections.
    pub async fn begun(self) {
        match self.0 {
            // A sender that is gone means the same.
            Some(mut closing) => drop(closing.wait_for(|closing| *closing).await),
            None => std::future::pending().await,
        }
    }
}

/// Serves the routes until `stop` resolves, then shuts down within the time of the settings.
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
        reading_window: protection.reading_window,
        open: JoinSet::new(),
        closing: watch::Sender::new(false),
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
    server.drain(listener)?;
    server.finish(protection.shutdown_timeout).await;
    Ok(())
}

struct Server {
    connections: Connections,
    routes: Router,
    stopping: Stopping,
    reading_window: Duration,
    open: JoinSet<()>,
    /// Tells connections to end after the request that runs.
    closing: watch::Sender<bool>,
}

impl Server {
    async fn take(&mut self, accepted: std::io::Result<(TcpStream, SocketAddr)>) {
        match accepted {
            Ok((stream, client)) => self.answer(stream, client),
            // Mostly the process has no more file descriptors.
            Err(cause) => {
                tracing::debug!(%cause, "no connection could be taken");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }

    fn answer(&mut self, stream: TcpStream, client: SocketAddr) {
        let Some(permit) = self.connections.admit(client.ip()) else {
            return refuse(stream);
        };
        // Only latency depends on it.
        let _ = stream.set_nodelay(true);
        let connection = connection(
            MinReadRate::new(stream, permit, self.reading_window),
            client,
            self.routes.clone(),
            self.stopping.clone(),
            self.closing.subscribe(),
        );
        self.open.spawn(connection);
    }

    /// Accepts what is in the queue, and closes the listener.
    fn drain(&mut self, listener: TcpListener) -> Result<()> {
        let listener = listener.into_std().map_err(broken)?;
        // The listener does not block: an empty queue is an error.
        while let Ok((stream, client)) = listener.accept() {
            if stream.set_nonblocking(true).is_ok()
                && let Ok(stream) = TcpStream::from_std(stream)
            {
                self.answer(stream, client);
            }
        }
        Ok(())
    }

    async fn finish(mut self, timeout: Duration) {
        if self.ended_within(DRAIN_TIMEOUT.min(timeout)).await {
            return;
        }
        self.closing.send_replace(true);
        if !self.ended_within(timeout).await {
            let (open, timeout) = (self.open.len(), humantime::format_duration(timeout));
            tracing::warn!("{open} connections did not finish within {timeout} and were cut off.");
        }
        // What is still open ends with the set.
    }

    /// Whether all connections ended within a time.
    async fn ended_within(&mut self, time: Duration) -> bool {
        let all = async { while self.open.join_next().await.is_some() {} };
        tokio::time::timeout(time, all).await.is_ok()
    }
}

/// Answers a connection until it ends; from `closing` on, no longer than the request that runs.
async fn connection(
    stream: MinReadRate,
    client: SocketAddr,
    routes: Router,
    stopping: Stopping,
    mut closing: watch::Receiver<bool>,
) {
    let told = Closing(Some(closing.clone()));
    let service = |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(told.clone());
        request.extensions_mut().insert(ConnectInfo(client));
        answer(routes.clone(), request, stopping.clone())
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(PageForTooLong::new(stream)), service_fn(service))
        .with_upgrades();
    tokio::pin!(connection);
    let close = async {
        // A sender that is gone means the same.
        let _ = closing.wait_for(|closing| *closing).await;
    };
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = close => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(cause) = served {
        tracing::debug!(%cause, "a connection broke off");
    }
}

async fn answer(routes: Router, request: Request<Body>, stopping: Stopping) -> Result<Response<Body>, Infallible> {
    let mut response = routes.oneshot(request).await?;
    if stopping.has_begun() {
        let close = HeaderValue::from_static("close");
        response.headers_mut().entry(header::CONNECTION).or_insert(close);
    }
    Ok(response)
}

fn broken(cause: std::io::Error) -> Error {
    Error::internal("The server did not stop cleanly. The log says why.", cause)
}
