//! GraphQL over a WebSocket: subscriptions, and queries as over HTTP.

mod connection;
mod origin;
mod protocol;

pub use origin::Origins;

use super::client::network;
use super::quota::Quota;
use super::rate::Limit;
use super::tokens::Tokens;
use crate::app::App;
use crate::graphql::{Admin, Caller, Gate};
use async_graphql::http::WebSocketProtocols;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use connection::{Connection, Rated};
use protocol::{Close, LONGEST};
use std::sync::Arc;
use std::time::Duration;

/// Where it is.
pub(crate) const PATH: &str = "/graphql/ws";

/// How many connections there may be at a time.
const CONNECTIONS: usize = 256;

/// How many of them one client may have: all tabs of a browser, and some programs.
const CONNECTIONS_OF_CLIENT: usize = 16;

/// How long a client may take to hear why its connection is closed.
const LAST_WORD: Duration = Duration::from_secs(2);

/// What connections share.
#[derive(Clone)]
struct Sockets {
    app: Arc<App>,
    gate: Gate,
    origins: Origins,
    tokens: Tokens,
    /// For those whose requests have passed no limit of this process: another one passes them on.
    limit: Limit,
    places: Quota,
}

/// The route.
pub fn route<S: Clone + Send + Sync + 'static>(app: &Arc<App>, gate: Gate) -> MethodRouter<S> {
    get(upgrade).with_state(Sockets {
        origins: Origins::of(&app.config),
        tokens: Tokens::of(&app.config),
        limit: Limit::of(&app.config),
        app: Arc::clone(app),
        gate,
        places: Quota::new(CONNECTIONS, CONNECTIONS_OF_CLIENT),
    })
}

/// Lets browsers' pages through that may open a socket at this server, whoever answers then: a browser says which page
/// asks, and does not keep pages of others from asking.
pub(crate) async fn screen(
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
    let limit = request.extensions().get::<Limit>();
    let limit = limit.unwrap_or(&sockets.limit).clone();
    let address = limit.address(&request);
    let Some(place) = sockets.places.take(Some(network(address)), 1) else {
        let text = format!(
            "Too many sockets are open already: a client may have {CONNECTIONS_OF_CLIENT}, and all together {CONNECTIONS}. Close some of yours, or try again later.\n"
        );
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let upgrade = upgrade
        // What is longer than it may be is told so; what is far longer is cut off.
        .max_message_size(2 * LONGEST)
        .max_frame_size(2 * LONGEST)
        .max_write_buffer_size(64 * 1024 * 1024)
        .protocols(protocol::SPOKEN);
    let spoken = upgrade
        .selected_protocol()
        .and_then(|name| name.to_str().ok());
    let spoken = spoken.and_then(|name| name.parse::<WebSocketProtocols>().ok());
    let caller = if admin.is_some() {
        Caller::Admin
    } else {
        Caller::Public
    };
    let rated = Rated {
        client: limit.client(&request),
        address,
        limit,
    };
    // As long as somebody listens to it, whoever stops waits.
    let mut stopping = sockets.app.stopping.subscribe();
    upgrade.on_upgrade(async move |mut socket| {
        let close = match spoken {
            Some(protocol) => {
                let reads = sockets.tokens.are_optional()
                    || caller == Caller::Admin
                    || sockets.tokens.brought(&headers).is_some();
                let reads = reads.then_some(caller);
                Connection::new(
                    &sockets.app,
                    sockets.gate,
                    protocol,
                    sockets.tokens,
                    rated,
                    reads,
                )
                .serve(&mut socket, &mut stopping)
                .await
            }
            None => Some(Close::SUBPROTOCOL),
        };
        if let Some(close) = close {
            // Whoever does not hear it is gone.
            let _ = tokio::time::timeout(LAST_WORD, async {
                let _ = socket.send(Message::Close(Some(close.frame()))).await;
                while let Some(Ok(_)) = socket.recv().await {}
            })
            .await;
        }
        drop((place, stopping));
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
