//! Local API: the public router, `POST /job` and `GET /backup`, for processes that share the data directory and know its secret.

use super::endpoint::Endpoint;
use super::proof;
use super::transport::Listener;
use crate::backup;
use crate::http::{self, ClientAddress};
use crate::secret::Secret;
use crate::services::Services;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Json, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures::stream::{self, BoxStream, StreamExt};
use lorekeeper_graphql::Caller;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_ingest::Ingest;
use lorekeeper_ingest::jobs::{self, Event, JobEvents, Origin, Request as JobRequest};
use lorekeeper_mcp::CALLER_HEADER;
use lorekeeper_store::{Reader, Settings, Store};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempPath;
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// How long requests of followers may take when the leader ends.
pub(super) const DRAIN_TIMEOUT: Duration = Duration::from_secs(3);

/// How often a job without events sends an empty line: a heartbeat.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// The `WWW-Authenticate` of the local API.
pub(super) const CHALLENGE: &str = "LoreKeeper-local-API";

/// Carries the secret of the local API; `Authorization` stays that of the client.
pub(super) const SECRET: HeaderName = HeaderName::from_static("lorekeeper-secret");

/// Carries the [`Client`] that a follower forwards a request for, as JSON: only the public router answers it.
pub(super) const CLIENT: HeaderName = HeaderName::from_static("lorekeeper-client");

/// A client, as the follower knows it.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Client {
    /// Its address.
    pub address: Option<IpAddr>,
    /// Whether it has shown the follower the admin token.
    pub is_admin: bool,
    /// Whether it is a program of the owner on this machine.
    #[serde(default)]
    pub is_owner: bool,
}

/// The server for followers.
pub(super) struct LocalApi {
    file: TempPath,
    server: JoinHandle<()>,
}

impl LocalApi {
    /// Serves, and publishes the endpoint in the data directory.
    pub async fn start(data_dir: &Path, services: &Services, public: &Router) -> Result<Self> {
        let (listener, address) = Listener::bind(data_dir).map_err(not_listening)?;
        let endpoint = Endpoint::of_this_process(address, &services.config.model.name)?;
        let routes = routes(services, public, &endpoint);
        let mut stopping = services.ingest.stopping.subscribe();
        let stop = async move {
            // A sender that is gone means the same.
            let _ = stopping.wait_for(|stopping| *stopping).await;
        };
        let server = tokio::spawn(listener.serve(routes, stop));
        let file = endpoint.publish(data_dir)?;
        Ok(Self { file, server })
    }

    /// Removes the endpoint file, then ends the server.
    pub async fn stop(mut self) {
        drop(self.file);
        let ended = tokio::time::timeout(DRAIN_TIMEOUT, &mut self.server).await;
        if ended.is_err() {
            self.server.abort();
        }
    }
}

fn routes(services: &Services, public: &Router, endpoint: &Endpoint) -> Router {
    let auth = Auth { secret: endpoint.secret.clone(), public: public.clone() };
    // Jobs come with whole files.
    let job = post(run_job).layer(DefaultBodyLimit::disable());
    let settings = services.config.store.clone();
    let backup = get(back_up).with_state((Arc::clone(&services.store), settings));
    Router::new()
        .route("/job", job)
        .with_state(Arc::clone(&services.ingest))
        .route("/backup", backup)
        .merge(public.clone())
        .layer(middleware::from_fn_with_state(auth, authorize))
        .layer(middleware::from_fn(http::trace))
}

#[derive(Clone)]
struct Auth {
    secret: Secret,
    public: Router,
}

/// Refuses requests without the secret, as another leader's, and proves that this process knows it. Forwarded requests go to the public router.
async fn authorize(State(auth): State<Auth>, mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    if let Some(nonce) = headers.get(proof::NONCE) {
        let proof = proof::sign(&auth.secret, nonce.as_bytes());
        return proof.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR).into_response();
    }
    let secret = headers.remove(SECRET);
    let is_known = |secret: HeaderValue| secret.to_str().is_ok_and(|given| auth.secret.is(given));
    if !secret.is_some_and(is_known) {
        return (
            StatusCode::UNAUTHORIZED,
            [(header::WWW_AUTHENTICATE, CHALLENGE)],
            "This is LoreKeeper's local API. It answers the processes that share its data directory.\n",
        )
            .into_response();
    }
    let Some(client) = headers.remove(CLIENT) else {
        let reader = match headers.get(CALLER_HEADER) {
            Some(_) => Reader::Everyone,
            None => Reader::Owner,
        };
        request.extensions_mut().insert(Caller::Internal(reader));
        return next.run(request).await;
    };
    // Only this program knows the secret, so that it is well-formed.
    let client: Client = serde_json::from_slice(client.as_bytes()).unwrap_or_default();
    if client.is_admin {
        request.extensions_mut().insert(Caller::Admin);
    } else if client.is_owner {
        request.extensions_mut().insert(Caller::Owner);
    }
    if let Some(address) = client.address {
        request.extensions_mut().insert(ClientAddress(address));
    }
    let Ok(response) = auth.public.oneshot(request).await;
    response
}

/// Runs a job, and reports its events.
pub(super) fn run(ingest: &Arc<Ingest>, request: JobRequest) -> BoxStream<'static, Event> {
    let id = jobs::start(ingest, request, Origin::Command);
    let events = JobEvents::of_one(&ingest.jobs, &id).into_stream();
    events.map(|(_, event)| event).boxed()
}

async fn run_job(State(ingest): State<Arc<Ingest>>, Json(request): Json<JobRequest>) -> impl IntoResponse {
    tracing::debug!("another process asks for a job");
    let events = run(&ingest, request);
    let lines = stream::unfold(events, |mut events| async move {
        let line = match tokio::time::timeout(HEARTBEAT_INTERVAL, events.next()).await {
            Ok(event) => serde_json::to_string(&event?),
            Err(_) => Ok(String::new()),
        };
        Some((line.map(|line| line + "\n"), events))
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines))
}

async fn back_up(State((store, settings)): State<(Arc<Store>, Settings)>) -> Response {
    tracing::debug!("another process asks for a backup");
    match backup::archive(&store, &settings).await {
        Ok(chunks) => Body::from_stream(chunks).into_response(),
        Err(error) => http::refused("/backup", StatusCode::INTERNAL_SERVER_ERROR, &error),
    }
}

fn not_listening(cause: std::io::Error) -> Error {
    Error::internal(
        "Other LoreKeeper processes cannot share this store: no local socket can be had. The log says why.",
        cause,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn echo(State(name): State<&'static str>, request: Request) -> String {
        let own = request.headers().get(header::AUTHORIZATION);
        let own = own.and_then(|value| value.to_str().ok()).unwrap_or("-");
        let is_admin = http::caller(request.extensions()) == Caller::Admin;
        let client = request.extensions().get::<ClientAddress>();
        let client = client.map(|ClientAddress(address)| format!(" of {address}, {is_admin}"));
        format!("{name} {own}{}", client.unwrap_or_default())
    }

    #[tokio::test]
    async fn forwarded_requests_reach_the_public_router_only() {
        let router = |name| Router::new().fallback(echo).with_state(name);
        let secret = Secret::random().unwrap();
        let auth = Auth { secret: secret.clone(), public: router("public") };
        let local = router("local").layer(middleware::from_fn_with_state(auth, authorize));
        let ask = async |headers: &[(HeaderName, &str)]| {
            let mut request = Request::get("/job");
            for (name, value) in headers {
                request = request.header(name, *value);
            }
            let request = request.body(Body::empty()).unwrap();
            let response = local.clone().oneshot(request).await.unwrap();
            let body = axum::body::to_bytes(response.into_body(), 1000).await;
            String::from_utf8(body.unwrap().to_vec()).unwrap()
        };
        let known = (SECRET, secret.expose());
        let client = (CLIENT, r#"{"address": "192.0.2.7", "is_admin": true}"#);
        let own = (header::AUTHORIZATION, "Bearer own");
        for unknown in [&[][..], &[client.clone(), own.clone()], &[(SECRET, "00")]] {
            assert!(ask(unknown).await.contains("local API"));
        }
        assert_eq!(ask(std::slice::from_ref(&known)).await, "local -");
        assert_eq!(ask(&[known.clone(), (CLIENT, "{}")]).await, "public -");
        assert_eq!(ask(&[known, client, own]).await, "public Bearer own of 192.0.2.7, true");
    }
}
