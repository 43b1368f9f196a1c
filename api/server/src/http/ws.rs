//! GraphQL over a WebSocket: subscriptions, and queries as over HTTP.

mod connection;
mod origin;
mod protocol;

pub use origin::Origins;

use super::client::network;
use super::quota::Quota;
use super::rate::Limiter;
use super::tokens::Tokens;
use crate::config::Config;
use crate::secret::Secret;
use async_graphql::http::WebSocketProtocols;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use connection::{Client, Connection};
use lorekeeper_graphql::{Admin, Caller, RequestPipeline};
use lorekeeper_ingest::Ingest;
use protocol::{Close, MAX_MESSAGE_BYTES};
use std::sync::Arc;
use std::time::Duration;

/// Path of the endpoint.
pub(crate) const PATH: &str = "/graphql/ws";

/// Most connections at a time.
const MAX_CONNECTIONS: usize = 256;

/// Most connections of one client: all tabs of a browser, and some programs.
const MAX_CONNECTIONS_OF_CLIENT: usize = 16;

/// How long a client may take to read the close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// State of all connections.
#[derive(Clone)]
struct Sockets {
    ingest: Arc<Ingest>,
    admin_token: Option<Secret>,
    pipeline: RequestPipeline,
    origins: Origins,
    tokens: Tokens,
    /// For requests that a follower has forwarded: they have passed no limit of this process.
    limit: Limiter,
    quota: Quota,
}

/// The route.
pub fn route<S: Clone + Send + Sync + 'static>(
    config: &Config,
    ingest: &Arc<Ingest>,
    pipeline: RequestPipeline,
) -> MethodRouter<S> {
    get(upgrade).with_state(Sockets {
        origins: Origins::of(config),
        tokens: Tokens::of(config),
        limit: Limiter::of(config),
        ingest: Arc::clone(ingest),
        admin_token: config.admin_token.clone(),
        pipeline,
        quota: Quota::new(MAX_CONNECTIONS, MAX_CONNECTIONS_OF_CLIENT),
    })
}

/// Checks the `Origin` of a WebSocket handshake, in leader and follower: browsers let every page open a WebSocket, and
/// say which page it is.
pub(crate) async fn check_origin(
    State(origins): State<Origins>,
    mut request: Request,
    next: Next,
) -> Response {
    if request.uri().path() == PATH {
        if !origins.allow(request.headers()) {
            return forbidden();
        }
        request.headers_mut().remove(header::ORIGIN);
    }
    next.run(request).await
}

async fn upgrade(
    State(sockets): State<Sockets>,
    admin: Option<Extension<Admin>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    if !sockets.origins.allow(&headers) {
        return forbidden();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(WebSocketUpgradeRejection::InvalidConnectionHeader(_)) => return not_a_socket(),
        Err(rejection) => return rejection.into_response(),
    };
    let limit = request.extensions().get::<Limiter>();
    let limit = limit.unwrap_or(&sockets.limit).clone();
    let address = limit.address(&request);
    let Some(permit) = sockets.quota.acquire(Some(network(address)), 1) else {
        let text = format!(
            "Too many sockets are open already: a client may have {MAX_CONNECTIONS_OF_CLIENT}, and all together {MAX_CONNECTIONS}. Close some of yours, or try again later.\n"
        );
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let upgrade = upgrade
        // A message above the limit gets an error; a far longer one ends the connection.
        .max_message_size(2 * MAX_MESSAGE_BYTES)
        .max_frame_size(2 * MAX_MESSAGE_BYTES)
        .max_write_buffer_size(64 * 1024 * 1024)
        .protocols(protocol::SUBPROTOCOLS);
    let protocol = upgrade
        .selected_protocol()
        .and_then(|name| name.to_str().ok());
    let protocol = protocol.and_then(|name| name.parse::<WebSocketProtocols>().ok());
    let caller = if admin.is_some() {
        Caller::Admin
    } else {
        Caller::Public
    };
    let client = Client {
        key: limit.client(&request),
        address,
        limit,
    };
    // The shutdown waits for all receivers.
    let mut stopping = sockets.ingest.stopping.subscribe();
    upgrade.on_upgrade(async move |mut socket| {
        let close = match protocol {
            Some(protocol) => {
                let reads = sockets.tokens.are_optional()
                    || caller == Caller::Admin
                    || sockets.tokens.token_of(&headers).is_some();
                let reads = reads.then_some(caller);
                Connection::new(
                    sockets.pipeline,
                    protocol,
                    sockets.admin_token,
                    sockets.tokens,
                    client,
                    reads,
                )
                .serve(&mut socket, &mut stopping)
                .await
            }
            None => Some(Close::SUBPROTOCOL),
        };
        if let Some(close) = close {
            // A client that does not read it is gone.
            let _ = tokio::time::timeout(CLOSE_TIMEOUT, async {
                let _ = socket.send(Message::Close(Some(close.frame()))).await;
                while let Some(Ok(_)) = socket.recv().await {}
            })
            .await;
        }
        drop((permit, stopping));
    })
}

fn forbidden() -> Response {
    let text = "Pages of this origin may not open a socket here. To let them, name the origin in allowed_origins.\n";
    (StatusCode::FORBIDDEN, text).into_response()
}

fn not_a_socket() -> Response {
    let text = "This address speaks GraphQL over a WebSocket (graphql-transport-ws). Ask queries at /graphql.\n";
    let upgrade = [
        (header::UPGRADE, "websocket"),
        (header::CONNECTION, "upgrade"),
    ];
    (StatusCode::UPGRADE_REQUIRED, upgrade, text).into_response()
}
