//! Middleware stack around all public routes.

use super::hosts::{self, AllowedHosts};
use super::oauth::{self, ResourceServer};
use super::rate::Limiter;
use super::tokens::Tokens;
use super::{encoding, mcp, observe, rate, tokens, ws};
use crate::config::Config;
use crate::telemetry;
use axum::Router;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state, map_request, map_response};
use axum::response::{IntoResponse, Json, Response};
use lorekeeper_graphql::RequestId;
use lorekeeper_mcp::transport::cors;
use serde_json::json;
use std::any::Any;
use std::time::Duration;
use tower::Layer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::normalize_path::NormalizePathLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// Longest pause between two chunks of a request body.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// Content security policy of answers that are not pages: nothing may be loaded, framed or sent. Pages have their own.
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// The routes, guarded as the settings say.
pub fn public(routes: Router, config: &Config) -> Router {
    telemetry::metrics::install();
    let access = mcp::access(config);
    let login = ResourceServer::of(config.oauth.as_ref());
    // The first is the innermost.
    let routes = routes
        .merge(oauth::routes(login.as_ref()))
        .layer(RequestBodyTimeoutLayer::new(BODY_TIMEOUT))
        .layer(from_fn_with_state(Tokens::of(config), tokens::check))
        .layer(from_fn_with_state(Limiter::of(config), rate::check))
        .layer(from_fn_with_state((Tokens::of(config), login), oauth::recognise))
        .layer(from_fn_with_state(AllowedHosts::of(config), hosts::check))
        .layer(cors::layer(&access))
        .layer(from_fn_with_state(access, ws::check_origin))
        .layer(encoding::fast())
        .layer(encoding::well())
        .layer(map_request(encoding::prefer_gzip))
        .layer(map_response(encoding::vary))
        .layer(unless_set(header::CONTENT_SECURITY_POLICY, DATA_POLICY))
        .layer(unless_set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(unless_set(header::X_FRAME_OPTIONS, "DENY"))
        .layer(unless_set(header::REFERRER_POLICY, "no-referrer"))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(observe::count))
        .layer(from_fn(observe::trace));
    // Some clients end every address with a slash. A router cannot change the path that it has chosen a route by.
    let routes = NormalizePathLayer::trim_trailing_slash().layer(routes);
    Router::new().fallback_service(routes)
}

/// A security header; a handler may set its own.
fn unless_set(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

/// Turns a panic into an error of its request.
fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let cause =
        cause.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| cause.downcast_ref::<String>().cloned());
    tracing::error!(cause, "A request met a fault of the program.");
    let id = RequestId::current().map(|id| id.to_string());
    let message = "Something of ours failed. The server's log says why, under the name of this request.";
    let extensions = json!({"code": "INTERNAL", "requestId": id});
    let error = json!({"message": message, "extensions": extensions});
    (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({"errors": [error]}))).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Layer;
    use axum::body::{Body, to_bytes};
    use axum::extract::Request;
    use axum::response::Html;
    use axum::routing::get;
    use tower::ServiceExt;

    async fn fault() -> Html<&'static str> {
        panic!("a fault")
    }

    async fn ask(path: &str, headers: &[(&str, &str)]) -> (StatusCode, axum::http::HeaderMap, Vec<u8>) {
        let routes = Router::new()
            .route("/fault", get(fault))
            .route("/short", get(|| async { "lore" }))
            .route("/own", get(|| async { ([(header::CONTENT_SECURITY_POLICY, "own")], "own") }))
            .route("/long", get(|| async { "lore ".repeat(1000) }))
            .route("/large", get(|| async { "lore ".repeat(1 << 20) }))
            .route("/stream", get(|| async { ([(header::CONTENT_TYPE, "text/event-stream")], "lore ".repeat(1000)) }));
        let config = Config::resolve(&[Layer::from([("data_dir", "data".to_owned())])]).unwrap();
        let mut request = Request::get(path).header(header::HOST, "localhost");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        let response = public(routes, &config).oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        (parts.status, parts.headers, to_bytes(body, 100_000).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn a_fault_ends_one_request_in_a_sentence() {
        let (status, headers, body) = ask("/fault", &[("x-request-id", "mine")]).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(headers["x-request-id"], "mine");
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["errors"][0]["extensions"], json!({"code": "INTERNAL", "requestId": "mine"}));
        assert!(!body.to_string().contains("a fault"), "{body}");
    }

    #[tokio::test]
    async fn browsers_are_told_what_an_answer_is_for() {
        let (_, headers, _) = ask("/long", &[]).await;
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["content-security-policy"], DATA_POLICY);
        let (status, headers, _) = ask("/own/", &[]).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(headers["content-security-policy"], "own");
        let (status, headers, _) = ask("/nothing", &[]).await;
        assert_eq!((status, &headers["x-frame-options"]), (StatusCode::NOT_FOUND, &HeaderValue::from_static("DENY")));
    }

    #[tokio::test]
    async fn long_answers_are_compressed_for_those_who_understand_it() {
        for (accepted, encoding) in [
            ("gzip", "gzip"),
            ("zstd", "zstd"),
            ("gzip, zstd;q=0.5", "gzip"),
            ("*", "gzip"),
            ("gzip, deflate, br, zstd", "gzip"),
            ("gzip;q=0.5, zstd", "zstd"),
        ] {
            let (_, headers, body) = ask("/long", &[("accept-encoding", accepted)]).await;
            assert_eq!(headers["content-encoding"], encoding);
            assert!(body.len() < 500, "{accepted}: {}", body.len());
            assert!(headers.get_all("vary").iter().any(|v| v == "accept-encoding"));
        }
        for accepted in ["gzip", "zstd"] {
            let (_, headers, body) = ask("/large", &[("accept-encoding", accepted)]).await;
            assert_eq!(headers["content-encoding"], accepted);
            assert!(body.len() < 100_000, "{accepted}: {}", body.len());
        }
        for (path, accepted) in
            [("/long", "identity"), ("/long", "gzip;q=0, *;q=0"), ("/short", "gzip"), ("/stream", "gzip")]
        {
            let (_, headers, _) = ask(path, &[("accept-encoding", accepted)]).await;
            assert!(!headers.contains_key("content-encoding"), "{path}");
        }
    }
}
