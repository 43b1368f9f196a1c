//! GraphQL over a WebSocket: subscriptions, and queries as over HTTP.

mod connection;
mod protocol;

use super::admin::caller;
use super::client::network;
use super::oauth::{Grant, ResourceServer, Shown};
use super::quota::Quota;
use super::rate::Limiter;
use super::tokens::Tokens;
use crate::config::Config;
use crate::secret::Secret;
use async_graphql::http::WebSocketProtocols;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use connection::{Client, Connection};
use lorekeeper_graphql::{Caller, RequestPipeline};
use lorekeeper_ingest::Ingest;
use lorekeeper_mcp::transport::http::Access;
use protocol::{Close, MAX_MESSAGE_BYTES};
use std::sync::Arc;
use std::time::Duration;

/// Path of the endpoint.
pub(crate) const PATH: &str = "/graphql/ws";

/// Most connections at a time, streams of events among them.
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
    tokens: Tokens,
    login: Option<ResourceServer>,
    /// For requests that a follower has forwarded: they have passed no limit of this process.
    limit: Limiter,
    quota: Quota,
}

/// The quota of connections that stay open.
pub fn quota() -> Quota {
    Quota::new(MAX_CONNECTIONS, MAX_CONNECTIONS_OF_CLIENT)
}

/// The route.
pub fn route<S: Clone + Send + Sync + 'static>(
    config: &Config,
    ingest: &Arc<Ingest>,
    pipeline: RequestPipeline,
    quota: Quota,
) -> MethodRouter<S> {
    get(upgrade).with_state(Sockets {
        tokens: Tokens::of(config),
        login: ResourceServer::of(config.oauth.as_ref()),
        limit: Limiter::of(config),
        ingest: Arc::clone(ingest),
        admin_token: config.admin_token.clone(),
        pipeline,
        quota,
    })
}

/// Checks the `Origin` of a WebSocket handshake: browsers let every page open a WebSocket, and say which page it is.
pub async fn check_origin(State(access): State<Access>, request: Request, next: Next) -> Response {
    if request.uri().path() == PATH && !is_allowed(&access, request.headers()) {
        let text =
            "Pages of this origin may not open a socket here. To let them, name the origin in allowed_origins.\n";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    next.run(request).await
}

/// Whether a request is from an allowed origin, or from no page at all.
fn is_allowed(access: &Access, headers: &HeaderMap) -> bool {
    let mut given = headers.get_all(header::ORIGIN).iter();
    match (given.next(), given.next()) {
        (None, _) => true,
        (Some(origin), None) => origin.to_str().is_ok_and(|origin| access.allows(origin)),
        (Some(_), Some(_)) => false,
    }
}

async fn upgrade(
    State(sockets): State<Sockets>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
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
    let protocol = upgrade.selected_protocol().and_then(|name| name.to_str().ok());
    let protocol = protocol.and_then(|name| name.parse::<WebSocketProtocols>().ok());
    let caller = match caller(request.extensions()) {
        Caller::Admin => Caller::Admin,
        Caller::Public | Caller::Owner | Caller::Internal(_) => Caller::Public,
    };
    let client = Client { key: limit.client(&request), address, limit };
    let grant = sockets.grant(request.extensions(), &headers).await;
    // The shutdown waits for all receivers.
    let mut stopping = sockets.ingest.stopping.subscribe();
    upgrade.on_upgrade(async move |mut socket| {
        let close = match protocol {
            Some(protocol) => {
                let reads = sockets.tokens.are_optional()
                    || caller == Caller::Admin
                    || sockets.tokens.token_of(&headers).is_some();
                let reads = reads.then_some(caller);
                let mut connection = Connection::new(sockets, protocol, client, reads);
                if let Some(grant) = grant {
                    connection.accept(grant);
                }
                connection.serve(&mut socket, &mut stopping).await
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

impl Sockets {
    /// What the access token of a request allows. The guard has looked; a follower's request has passed another one.
    async fn grant(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<Grant> {
        if let Some(Shown(shown)) = extensions.get() {
            return shown.ok();
        }
        let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        self.granted(given).await
    }

    /// What the access token in the value of an `Authorization` header allows.
    async fn granted(&self, authorization: &str) -> Option<Grant> {
        self.login.as_ref()?.grant(authorization).await?.ok()
    }
}

fn not_a_socket() -> Response {
    let text = "This address speaks GraphQL over a WebSocket (graphql-transport-ws). Ask queries at /graphql.\n";
    let upgrade = [(header::UPGRADE, "websocket"), (header::CONNECTION, "upgrade")];
    (StatusCode::UPGRADE_REQUIRED, upgrade, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    /// Which single origins are allowed, the adapter's tests show.
    #[test]
    fn a_handshake_has_one_origin_or_none() {
        let access = Access { hosts: vec!["lore.example".to_owned()], ..Access::default() };
        let mut headers = HeaderMap::new();
        assert!(is_allowed(&access, &headers), "not a browser");
        for (origin, allowed) in [
            ("http://localhost", true),
            ("https://lore.example", true),
            ("https://evil.example", false),
            ("chrome-extension://localhost", false),
        ] {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            assert_eq!(is_allowed(&access, &headers), allowed, "{origin}");
        }
        let own = HeaderValue::from_static("http://localhost");
        headers.insert(header::ORIGIN, own.clone());
        headers.append(header::ORIGIN, own);
        assert!(!is_allowed(&access, &headers), "two origins are none");
    }
}
