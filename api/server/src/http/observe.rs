//! Observability of requests: id, span, log line and metrics of each.

use axum::extract::Request;
use axum::http::header::HeaderMap;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use lorekeeper_graphql::{REQUEST_ID, RequestId, SPANS};
use opentelemetry::global;
use opentelemetry::trace::TraceContextExt;
use opentelemetry_http::{HeaderExtractor, HeaderInjector};
use std::time::Instant;
use tracing::field::Empty;
use tracing::{Instrument, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Paths with a label of their own; any other is `other`, since clients invent paths.
const ROUTES: [&str; 15] = [
    "/", "/book", "/encounter", "/import", "/list", "/robots.txt", "/sitemap.xml", "/worker.js", "/graphql",
    "/graphql/ws", "/schema.graphql", "/mcp", "/health/live", "/health/ready", "/metrics",
];

/// Beginnings of paths that have a label together.
const FOLDERS: [&str; 8] =
    ["/export/", "/entity/", "/sitemap/", "/spell", "/creature", "/equipment", "/character_option", "/rule"];

/// Gives the request an id, in the answer too, and a span. An id and a trace of the client are continued.
pub async fn trace(mut request: Request, next: Next) -> Response {
    let id = RequestId::of(request.headers());
    let header = id.header();
    if let Some(value) = header.clone() {
        // Forwarded with the request.
        request.headers_mut().insert(REQUEST_ID, value);
    }
    let (method, route) = (method(request.method()), route(request.uri().path()));
    // Every log line has the request id.
    let named = tracing::error_span!("request", %id);
    let is_probe = route.starts_with("/health/") || route == "/metrics";
    let span = if is_probe {
        // Asked every few seconds, for ever: a collector has no use for it.
        Span::none()
    } else {
        http_span(method, route, &id)
    };
    continue_trace(&span, request.headers());
    let start = Instant::now();
    let answered = id.with(next.run(request).instrument(span.clone()));
    let mut response = answered.instrument(named.clone()).await;
    let (code, status) = (response.status(), response.status().as_u16());
    // Signed, so that it arrives as a number.
    span.record("http.response.status_code", i64::from(status));
    let time = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let _named = named.entered();
    if code.is_server_error() && code != StatusCode::SERVICE_UNAVAILABLE {
        span.record("otel.status_code", "ERROR");
        tracing::warn!(method, route, status, milliseconds = time, "A request failed.");
    } else {
        tracing::debug!(method, route, status, milliseconds = time, "answered");
    }
    if let Some(value) = header {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// Counts requests, and how long they take.
pub async fn count(request: Request, next: Next) -> Response {
    let (method, route) = (method(request.method()), route(request.uri().path()));
    let start = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    metrics::counter!("lorekeeper_http_requests_total", "route" => route, "method" => method, "status" => status)
        .increment(1);
    metrics::histogram!("lorekeeper_http_request_duration_seconds", "route" => route, "method" => method)
        .record(start.elapsed());
    response
}

/// Adds the current trace and request id to the headers of a request to another process.
pub fn propagate_trace(headers: &mut HeaderMap) {
    if let Some(value) = RequestId::current().and_then(|id| id.header()) {
        headers.insert(REQUEST_ID, value);
    }
    let here = Span::current().context();
    global::get_text_map_propagator(|propagator| {
        propagator.inject_context(&here, &mut HeaderInjector(headers));
    });
}

fn http_span(method: &str, route: &str, id: &RequestId) -> Span {
    tracing::info_span!(
        target: SPANS,
        "http",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        request.id = %id,
    )
}

fn continue_trace(span: &Span, headers: &HeaderMap) {
    let theirs = global::get_text_map_propagator(|propagator| propagator.extract(&HeaderExtractor(headers)));
    if theirs.span().span_context().is_valid() {
        // Where no spans are sent there is none to have a parent.
        let _ = span.set_parent(theirs);
    }
}

fn route(path: &str) -> &'static str {
    if let Some(folder) = FOLDERS.into_iter().find(|folder| path.starts_with(folder)) {
        return folder;
    }
    ROUTES.into_iter().find(|route| *route == path).unwrap_or("other")
}

/// The label of a method; clients may invent others.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
