//! The server of a process that shares its store: it answers by itself while it holds the store, and passes
//! requests on to the holder while it does not. Its listener stays the same when that changes.

use super::access::Forwarded;
use super::{Access, Seat};
use crate::config::Config;
use crate::error::Error;
use crate::http::{self, Stopping, Tokens};
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use lorekeeper_mcp::Executor;
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;

/// The routes over an access. Tools are this server's own, whoever holds the store: its settings say which there
/// are and who may ask.
pub fn front(access: &Arc<Access>, config: &Config, stopping: &Stopping) -> Router {
    let state = Front {
        access: Arc::clone(access),
        stopping: stopping.clone(),
        tokens: Tokens::of(config),
    };
    let routes = Router::new()
        .route("/health/live", get(http::live))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .fallback(answer)
        .with_state(state)
        .layer(http::identify(config))
        .layer(middleware::from_fn_with_state(
            http::Origins::of(config),
            http::screen,
        ))
        .merge(http::mcp(config, Arc::clone(access) as Arc<dyn Executor>));
    http::public(routes, config)
}

#[derive(Clone)]
struct Front {
    access: Arc<Access>,
    stopping: Stopping,
    tokens: Tokens,
}

/// Longest time to find out whether the store answers: the process that holds it takes a second less to say that it
/// does not.
const READY_TIMEOUT: Duration = Duration::from_secs(6);

/// Ready is who has a store that answers, and is not about to stop.
async fn ready(front: State<Front>, request: Request) -> Response {
    let error = if front.stopping.has_begun() {
        Error::unavailable("The server is stopping.")
    } else {
        match front.access.seat_now() {
            Some(Ok(_)) => {
                let answered = tokio::time::timeout(READY_TIMEOUT, answer(front, request)).await;
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

/// The numbers of this process, with those of the store where it holds that.
async fn metrics(front: State<Front>, request: Request) -> Response {
    match front.access.seat_now() {
        Some(Ok(seat)) => match &*seat {
            Seat::Holder(holder) => ask(holder.router(), request).await,
            Seat::Guest(_) => http::own_metrics().await.into_response(),
        },
        _ => http::own_metrics().await.into_response(),
    }
}

async fn answer(State(Front { access, tokens, .. }): State<Front>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let seat = match access.seat().await {
        Ok(seat) => seat,
        Err(error) => return http::unavailable(&path, &error),
    };
    if let Seat::Holder(holder) = &*seat {
        return ask(holder.router(), request).await;
    }
    drop(seat);
    // The holder asks for its own tokens, if for any.
    if path == http::SOCKET && !tokens.are_optional() && tokens.brought(request.headers()).is_none()
    {
        return http::token_wanted(&path);
    }
    // Kept whole, so that it can be sent again when the holder ends; the server takes no more in any case.
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, http::most_read(&parts)).await else {
        return http::too_large(http::largest_body(&parts));
    };
    match access.forward(&parts, &body).await {
        Ok(Forwarded::Answered(response)) => response,
        Ok(Forwarded::ToMyself(router)) => {
            ask(router, Request::from_parts(parts, body.into())).await
        }
        Err(error) => http::unavailable(&path, &error),
    }
}

async fn ask(router: Router, request: Request) -> Response {
    router
        .oneshot(request)
        .await
        .unwrap_or_else(|never| match never {})
}
