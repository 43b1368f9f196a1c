//! Streamable HTTP, without sessions: any server of several can answer any request.

use super::origin::{is_allowed, parts};
use super::surrogates::mended;
use super::{MAX_MESSAGE_BYTES, cors, negotiation};
use crate::server::Server;
use crate::views::{SESSION_HEADER, SHOWS_VIEWS, are_announced};
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Json, Router};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use std::sync::Arc;

/// Who may ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Names of hosts under which the server is known, beside the loopback ones.
    pub hosts: Vec<String>,
    /// Addresses of web pages that may ask, such as `https://example.com`; pages on loopback may.
    pub origins: Vec<String>,
}

/// Most bytes that are read of a message: a client that is still sending would not hear that it is too long.
const MAX_READ_BYTES: usize = 2 * MAX_MESSAGE_BYTES;

/// Most messages of a batch, which is one request of its client.
const MAX_BATCH_MESSAGES: usize = 10;

/// Codes of errors, as JSON-RPC has them.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const INTERNAL_ERROR: i32 = -32603;

/// Names of this machine.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

impl Access {
    /// All names under which the server is known.
    fn all_hosts(&self) -> Vec<String> {
        let own = LOOPBACK.map(str::to_owned).into_iter();
        own.chain(self.hosts.iter().cloned()).collect()
    }

    /// Whether a web page may ask: one on loopback, one that is named, or one of this server itself.
    pub fn allows(&self, origin: &str) -> bool {
        let own = |(scheme, host, _): (String, String, u16)| {
            matches!(&*scheme, "http" | "https") && self.hosts.iter().any(|h| h.eq_ignore_ascii_case(&host))
        };
        is_allowed(origin, &self.all_origins()) || parts(origin).is_some_and(own)
    }

    /// All pages that may ask: an address each, with its port, or `*` for any.
    pub(super) fn all_origins(&self) -> Vec<String> {
        let own = LOOPBACK.into_iter().flat_map(|host| {
            let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
            [format!("http://{host}:*"), format!("https://{host}:*")]
        });
        let others = self.origins.iter().map(|origin| match parts(origin) {
            Some((scheme, host, port)) if !origin.ends_with(":*") => {
                format!("{scheme}://{host}:{port}")
            }
            _ => origin.clone(),
        });
        own.chain(others).collect()
    }
}

/// The route `/mcp`, and what browsers are told.
pub fn router(server: &Server, access: &Access) -> Router {
    routes(server, access).layer(cors::layer(access))
}

/// The route `/mcp` alone.
pub fn routes(server: &Server, access: &Access) -> Router {
    let service = |as_json| {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(as_json)
            .with_max_request_body_bytes(MAX_MESSAGE_BYTES)
            .with_allowed_origins(access.all_origins())
            .with_allowed_hosts(access.all_hosts())
            .enforce_origin_validation();
        let server = server.clone();
        let sessions = Arc::new(NeverSessionManager::default());
        StreamableHttpService::new(move || Ok(server.for_client()), sessions, config)
    };
    let services = Services { json: service(true), stream: service(false) };
    // Some clients end every address with a slash.
    Router::new().route("/mcp", any(answer)).route("/mcp/", any(answer)).with_state(services)
}

type Service = StreamableHttpService<Server, NeverSessionManager>;

/// The service, as it answers in JSON and as event streams.
#[derive(Clone)]
struct Services {
    json: Service,
    stream: Service,
}

/// Takes a message whole and mends it; what is not JSON is answered here, as the protocol wants it.
async fn answer(State(services): State<Services>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, MAX_READ_BYTES).await;
    let Some(bytes) = bytes.ok().filter(|bytes| bytes.len() <= MAX_MESSAGE_BYTES) else {
        return (StatusCode::PAYLOAD_TOO_LARGE, "The message is longer than 4 MiB.\n").into_response();
    };
    let bytes = mended(&bytes);
    let message = serde_json::from_slice(&bytes);
    match message {
        Err(_) if parts.method == Method::POST => refusal(PARSE_ERROR, "The message is not JSON."),
        Ok(Value::Array(messages)) if parts.method == Method::POST => answer_batch(services, &parts, messages).await,
        message => answer_message(services, parts, bytes.into_owned(), &message.unwrap_or_default()).await,
    }
}

async fn answer_message(services: Services, mut parts: Parts, bytes: Vec<u8>, message: &Value) -> Response {
    let service = if negotiation::wants_stream(&parts.headers) { services.stream } else { services.json };
    let shows_views = are_announced(message);
    negotiation::settle(&mut parts.headers, message);
    let answer = service.handle(Request::from_parts(parts, Body::from(bytes))).await;
    let mut answer = answer.into_response();
    if shows_views && answer.status().is_success() {
        let said = HeaderValue::from_static(SHOWS_VIEWS);
        answer.headers_mut().insert(SESSION_HEADER, said);
    }
    answer
}

/// Answers the messages of a batch, one after another: the revision of March 2025 has batches, the service has not. What
/// needs no answer has none.
async fn answer_batch(services: Services, parts: &Parts, messages: Vec<Value>) -> Response {
    if !(1..=MAX_BATCH_MESSAGES).contains(&messages.len()) {
        return refusal(INVALID_REQUEST, &format!("A batch has 1 to {MAX_BATCH_MESSAGES} messages."));
    }
    let mut answers = Vec::new();
    for message in messages {
        let mut parts = parts.clone();
        parts.headers.remove(header::CONTENT_LENGTH);
        // Each answer is taken whole.
        parts.headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        let answer = answer_message(services.clone(), parts, message.to_string().into_bytes(), &message).await;
        let (head, body) = answer.into_parts();
        let Ok(body) = to_bytes(body, usize::MAX).await else {
            return refusal(INTERNAL_ERROR, "An answer of the batch broke off.");
        };
        match serde_json::from_slice::<Value>(&body) {
            Ok(answer) => answers.push(answer),
            Err(_) if head.status.is_success() => {}
            Err(_) => {
                let reason = String::from_utf8_lossy(&body);
                let error = json!({"code": INVALID_REQUEST, "message": reason.trim()});
                answers.push(json!({"jsonrpc": "2.0", "id": message.get("id"), "error": error}));
            }
        }
    }
    if answers.is_empty() { StatusCode::ACCEPTED.into_response() } else { Json(answers).into_response() }
}

/// The answer to what is no message.
fn refusal(code: i32, sentence: &str) -> Response {
    let error = json!({"code": code, "message": sentence});
    (StatusCode::BAD_REQUEST, Json(json!({"jsonrpc": "2.0", "id": null, "error": error}))).into_response()
}
