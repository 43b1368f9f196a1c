//! The server of a process that shares its store: it answers by itself while it holds the store, and passes
//! requests on to the holder while it does not. Its listener stays the same when that changes.

use super::access::Forwarded;
use super::{Access, Seat};
use crate::config::Config;
use crate::error::Error;
use crate::http;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use lorekeeper_mcp::Executor;
use serde_json::json;
use std::sync::Arc;
use tower::ServiceExt;

/// The routes over an access. Tools are this server's own, whoever holds the store: its settings say which there
/// are and who may ask.
pub fn front(access: &Arc<Access>, config: &Config) -> Router {
    Router::new()
        .route("/health/live", get(http::live))
        .fallback(answer)
        .with_state(Arc::clone(access))
        .layer(http::identify(config))
        .layer(middleware::from_fn_with_state(
            http::Origins::of(config),
            http::screen,
        ))
        .merge(http::mcp(config, Arc::clone(access) as Arc<dyn Executor>))
}

async fn answer(State(access): State<Arc<Access>>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let seat = match access.seat().await {
        Ok(seat) => seat,
        Err(error) => return unavailable(&path, &error),
    };
    if let Seat::Holder(holder) = &*seat {
        return ask(holder.router(), request).await;
    }
    drop(seat);
    // Kept whole, so that it can be sent again when the holder ends; the server takes no more in any case.
    let (parts, body) = request.into_parts();
    let most = http::largest_body(&parts);
    let Ok(body) = axum::body::to_bytes(body, most).await else {
        return http::too_large(most);
    };
    match access.forward(&parts, &body).await {
        Ok(Forwarded::Answered(response)) => response,
        Ok(Forwarded::ToMyself(router)) => {
            ask(router, Request::from_parts(parts, body.into())).await
        }
        Err(error) => unavailable(&path, &error),
    }
}

async fn ask(router: Router, request: Request) -> Response {
    router
        .oneshot(request)
        .await
        .unwrap_or_else(|never| match never {})
}

/// Nobody can answer: said in the way that the path promises.
fn unavailable(path: &str, error: &Error) -> Response {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    match path {
        "/graphql" => {
            let error =
                json!({"message": error.message, "extensions": {"code": error.code.as_str()}});
            (status, Json(json!({"errors": [error]}))).into_response()
        }
        "/health/ready" => (
            status,
            Json(json!({"ready": false, "message": error.message})),
        )
            .into_response(),
        _ => (status, format!("{}\n", error.message)).into_response(),
    }
}
