//! Reverse proxy of a process that shares its store: as leader it answers by itself, as follower it forwards
//! requests to the leader. The listener stays the same when the role changes.

use super::session::Everyones;
use super::{Role, Session};
use crate::config::Config;
use crate::http::{self, Closing, Stopping, Tokens};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::StreamExt;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_mcp::Executor;
use std::sync::Arc;
use std::time::Duration;

/// The public routes of a process. Tools are served by this process in either role: its settings say which there
/// are and who may ask.
///
/// # Errors
/// If an operation of a tool does not fit the schema.
pub fn routes(session: &Arc<Session>, config: &Config, stopping: &Stopping) -> Result<Router> {
    let state = ProxyState { session: Arc::clone(session), stopping: stopping.clone(), tokens: Tokens::of(config) };
    let routes = Router::new()
        .route("/health/live", get(http::live))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .fallback(answer)
        .with_state(state)
        .layer(http::identify(config))
        .merge(http::mcp(config, Arc::new(Everyones(Arc::clone(session))), Arc::clone(session) as Arc<dyn Executor>)?);
    Ok(http::public(routes, config))
}

#[derive(Clone)]
struct ProxyState {
    session: Arc<Session>,
    stopping: Stopping,
    tokens: Tokens,
}

/// Longest time to find out whether the store answers: the leader takes a second less to say that it does not.
const READY_TIMEOUT: Duration = Duration::from_secs(6);

/// Readiness: the store answers, and the server is not about to stop.
async fn ready(state: State<ProxyState>, request: Request) -> Response {
    let error = if state.stopping.has_begun() {
        Error::unavailable("The server is stopping.")
    } else {
        match state.session.role_now() {
            Some(Ok(_)) => {
                let answered = tokio::time::timeout(READY_TIMEOUT, answer(state, request)).await;
                return answered.unwrap_or_else(|_| {
                    let error = Error::unavailable("The store does not answer.");
                    http::unavailable("/health/ready", &error)
                });
            }
            Some(Err(error)) => error,
            None => Error::unavailable("The store is being opened."),
        }
    };
    http::unavailable(request.uri().path(), &error)
}

/// Metrics of this process, with those of the store where this process leads.
async fn metrics(state: State<ProxyState>, request: Request) -> Response {
    if let Some(Ok(role)) = state.session.role_now()
        && let Role::Leader(leader) = &*role
    {
        return leader.call(request).await;
    }
    http::own_metrics().await.into_response()
}

async fn answer(State(ProxyState { session, tokens, .. }): State<ProxyState>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let role = match session.role().await {
        Ok(role) => role,
        Err(error) => return http::unavailable(&path, &error),
    };
    if let Role::Leader(leader) = &*role {
        return leader.call(request).await;
    }
    drop(role);
    // The leader asks for its own tokens, if for any.
    if path == http::SOCKET
        && !tokens.are_optional()
        && tokens.token_of(request.headers()).is_none()
        && !may_read(&request)
    {
        return tokens.token_required(&path);
    }
    let closing = request.extensions().get::<Closing>().cloned();
    // Kept whole, so that it can be sent again when the leader ends; the server takes no more in any case.
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, http::max_read_bytes(&parts)).await else {
        return http::too_large(http::max_body_bytes(&parts));
    };
    match session.forward(&parts, &body).await {
        Ok(response) => until_closing(response, closing.unwrap_or_default()),
        Err(error) => http::unavailable(&path, &error),
    }
}

/// The same response; a stream of events, which need not have an end of its own, ends with the connections of the server.
fn until_closing(response: Response, closing: Closing) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        return response;
    }
    response.map(|body| {
        let events = body.into_data_stream();
        Body::from_stream(events.take_until(Box::pin(closing.begun())))
    })
}

/// Whether a request has an access token whose scopes allow reading.
fn may_read(request: &Request) -> bool {
    let shown = request.extensions().get();
    shown.is_some_and(|http::Shown(shown)| shown.is_ok_and(|grant| grant.reads))
}
