//! Leader: the process that has the store open.
//!
//! It answers for itself, and for followers through a local API on loopback. The local API is the public router, `GET
//! /leader` and `POST /job`, for processes that know the secret.

use super::endpoint::{Endpoint, EndpointFile};
use super::job_stream;
use crate::config::Config;
use crate::http::{self, Admin, ClientAddress};
use crate::in_process::InProcessExecutor;
use crate::secret::Secret;
use crate::services::Services;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Json, Request, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures::stream;
use lorekeeper_graphql::RequestPipeline;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_ingest::Ingest;
use lorekeeper_ingest::background::Background;
use lorekeeper_ingest::jobs::{self, Event, Origin, Request as JobRequest};
use lorekeeper_mcp::GraphqlRequest;
use lorekeeper_store::DataDirLock;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::convert::Infallible;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// How long requests of followers may take when the leader ends.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(3);

/// The `WWW-Authenticate` of the local API.
pub(super) const CHALLENGE: &str = "Bearer realm=\"LoreKeeper local API\"";

/// Carries a client's own `Authorization`, since that header has the secret of the local API.
pub(super) const CLIENT_AUTHORIZATION: HeaderName =
    HeaderName::from_static("lorekeeper-authorization");

/// Marks a request that a follower forwards for a client: only the public router answers it.
pub(super) const FORWARDED: HeaderName = HeaderName::from_static("lorekeeper-forwarded");

/// Marks a forwarded request whose client has shown the follower the admin token.
pub(super) const CLIENT_IS_ADMIN: HeaderName = HeaderName::from_static("lorekeeper-of-admin");

/// Carries the address of the client of a forwarded request.
pub(super) const CLIENT_ADDRESS: HeaderName = HeaderName::from_static("lorekeeper-client");

/// The process that has the store open.
pub struct Leader {
    /// The parts of the program.
    pub services: Services,
    executor: InProcessExecutor,
    router: Router,
    local_api: Mutex<Option<LocalApi>>,
    background: Mutex<Option<Background>>,
}

/// Identity of the leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderInfo {
    /// The process id.
    pub pid: u32,
    /// The version of LoreKeeper.
    pub version: String,
    /// The embedding model, as the settings name it.
    pub model: String,
}

impl LeaderInfo {
    fn of_this_process(config: &Config) -> Self {
        Self {
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            model: config.model.name.clone(),
        }
    }
}

impl Leader {
    /// Opens the store. Under a lock, which only the embedded store has, followers are served too.
    pub(super) async fn open(config: Config, lock: Option<DataDirLock>) -> Result<Self> {
        let data_dir = lock.is_some().then(|| config.store.data_dir.clone());
        if let Some(data_dir) = &data_dir {
            Endpoint::remove_stale(data_dir);
        }
        let services = Services::open_locked(config, lock).await?;
        let pipeline = RequestPipeline::new(&services.backend());
        let router = http::router(&services, pipeline.clone());
        let local_api = match &data_dir {
            None => None,
            Some(data_dir) => Some(LocalApi::start(data_dir, &services, &router).await?),
        };
        Ok(Self {
            executor: InProcessExecutor::new(pipeline),
            services,
            router,
            local_api: Mutex::new(local_api),
            background: Mutex::new(None),
        })
    }

    /// Executes a GraphQL operation.
    pub async fn execute(&self, operation: GraphqlRequest) -> Value {
        self.executor.answer(operation).await
    }

    /// The routes over the store.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Runs a job, and reports its events.
    pub fn run(&self, request: JobRequest) -> UnboundedReceiver<Event> {
        jobs::start(&self.services.ingest, request, Origin::Command).events
    }

    /// Keeps content and vectors current from now on.
    pub(super) fn work_in_background(&self) {
        let background = Background::start(&self.services.ingest);
        *lock(&self.background) = Some(background);
    }

    /// Identity of this process.
    #[must_use]
    pub fn info(&self) -> LeaderInfo {
        LeaderInfo::of_this_process(&self.services.config)
    }

    /// Stops to serve, finishes or interrupts what runs, and closes the store. The lock of the data directory goes
    /// with the last use of the store.
    pub(super) async fn close(&self) {
        drop(lock(&self.background).take());
        let local_api = lock(&self.local_api).take();
        self.services.ingest.stopping.send_replace(true);
        if let Some(local_api) = local_api {
            local_api.stop().await;
        }
        // WebSockets are closed, jobs are interrupted.
        let stopping = &self.services.ingest.stopping;
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, stopping.closed()).await;
        self.services.store.close().await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The server for followers.
struct LocalApi {
    file: EndpointFile,
    server: JoinHandle<()>,
}

impl LocalApi {
    async fn start(data_dir: &Path, services: &Services, public: &Router) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(no_port)?;
        let endpoint = Endpoint::of_this_process(listener.local_addr().map_err(no_port)?)?;
        let routes = local_api(services, public, &endpoint);
        let stopping = services.ingest.stopping.subscribe();
        let server = tokio::spawn(async move {
            let serving = axum::serve(listener, routes).with_graceful_shutdown(stopped(stopping));
            if let Err(cause) = serving.await {
                tracing::error!(%cause, "Other processes are not served any more.");
            }
        });
        let file = endpoint.publish(data_dir)?;
        Ok(Self { file, server })
    }

    /// Removes the endpoint file, then ends the server.
    async fn stop(mut self) {
        drop(self.file);
        let ended = tokio::time::timeout(DRAIN_TIMEOUT, &mut self.server).await;
        if ended.is_err() {
            self.server.abort();
        }
    }
}

async fn stopped(mut stopping: watch::Receiver<bool>) {
    // A sender that is gone means the same.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

fn local_api(services: &Services, public: &Router, endpoint: &Endpoint) -> Router {
    let info = LeaderInfo::of_this_process(&services.config);
    let auth = Auth {
        secret: endpoint.secret.clone(),
        public: public.clone(),
    };
    // Jobs come with whole files.
    let job = post(run_job).layer(DefaultBodyLimit::disable());
    Router::new()
        .route("/leader", get(move || async move { Json(info) }))
        .route("/job", job)
        .with_state(Arc::clone(&services.ingest))
        .merge(public.clone())
        .layer(middleware::from_fn_with_state(auth, authorize))
        .layer(middleware::from_fn(http::trace))
}

#[derive(Clone)]
struct Auth {
    secret: Secret,
    public: Router,
}

/// Refuses requests without the secret. Forwarded requests go to the public router, with the `Authorization` of their
/// client.
async fn authorize(State(auth): State<Auth>, mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let given = headers.remove(header::AUTHORIZATION);
    let known = given
        .as_ref()
        .and_then(|value| value.to_str().ok())
        .is_some_and(|given| auth.secret.matches_bearer(given));
    if !known {
        return (
            StatusCode::UNAUTHORIZED,
            [(header::WWW_AUTHENTICATE, CHALLENGE)],
            "This is LoreKeeper's local API. It answers the processes that share its data directory.\n",
        )
            .into_response();
    }
    let is_admin = headers.remove(CLIENT_IS_ADMIN).is_some();
    let address = headers.remove(CLIENT_ADDRESS);
    let address = address.and_then(|address| address.to_str().ok()?.parse().ok());
    if headers.remove(FORWARDED).is_none() {
        request.extensions_mut().insert(http::InternalRequest);
        return next.run(request).await;
    }
    if let Some(authorization) = headers.remove(CLIENT_AUTHORIZATION) {
        headers.insert(header::AUTHORIZATION, authorization);
    }
    if is_admin {
        request.extensions_mut().insert(Admin);
    }
    if let Some(address) = address {
        request.extensions_mut().insert(ClientAddress(address));
    }
    auth.public
        .oneshot(request)
        .await
        .unwrap_or_else(|never| match never {})
}

async fn run_job(
    State(ingest): State<Arc<Ingest>>,
    Json(request): Json<JobRequest>,
) -> impl IntoResponse {
    tracing::info!("Another LoreKeeper process asks for a job.");
    let events = jobs::start(&ingest, request, Origin::Command).events;
    let lines = stream::unfold(events, |mut events| async move {
        let line = job_stream::next_line(&mut events).await?;
        Some((Ok::<_, Infallible>(line), events))
    });
    (
        [(header::CONTENT_TYPE, "application/x-ndjson")],
        Body::from_stream(lines),
    )
}

fn no_port(cause: std::io::Error) -> Error {
    Error::internal(
        "No port on 127.0.0.1 can be had, so that other LoreKeeper processes cannot share this store. The log says why.",
        cause,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn echo(State(name): State<&'static str>, request: Request) -> String {
        let own = request.headers().get(header::AUTHORIZATION);
        let own = own.and_then(|value| value.to_str().ok()).unwrap_or("-");
        let client = request.extensions().get::<ClientAddress>();
        let client = client.map(|ClientAddress(address)| format!(" of {address}"));
        format!("{name} {own}{}", client.unwrap_or_default())
    }

    #[tokio::test]
    async fn forwarded_requests_reach_the_public_router_only() {
        let router = |name| Router::new().fallback(echo).with_state(name);
        let endpoint = Endpoint::of_this_process("127.0.0.1:7".parse().unwrap()).unwrap();
        let auth = Auth {
            secret: endpoint.secret.clone(),
            public: router("public"),
        };
        let private = router("private").layer(middleware::from_fn_with_state(auth, authorize));
        let ask = async |headers: &[(HeaderName, &str)]| {
            let mut request = Request::get("/job");
            for (name, value) in headers {
                request = request.header(name, *value);
            }
            let request = request.body(Body::empty()).unwrap();
            let response = private.clone().oneshot(request).await.unwrap();
            let body = axum::body::to_bytes(response.into_body(), 1000).await;
            String::from_utf8(body.unwrap().to_vec()).unwrap()
        };
        let bearer = endpoint.secret.bearer();
        let secret = (header::AUTHORIZATION, bearer.as_str());
        let forwarded = (FORWARDED, "1");
        let own = (CLIENT_AUTHORIZATION, "Bearer own");
        assert!(ask(&[]).await.contains("local API"));
        assert!(
            ask(&[forwarded.clone(), own.clone()])
                .await
                .contains("local API")
        );
        assert_eq!(ask(std::slice::from_ref(&secret)).await, "private -");
        assert_eq!(ask(&[secret.clone(), own.clone()]).await, "private -");
        assert_eq!(ask(&[secret.clone(), forwarded.clone()]).await, "public -");
        let client = (CLIENT_ADDRESS, "192.0.2.7");
        let of_client = [secret.clone(), forwarded.clone(), client.clone()];
        assert_eq!(ask(&of_client).await, "public - of 192.0.2.7");
        assert_eq!(ask(&[secret.clone(), client]).await, "private -");
        assert_eq!(ask(&[secret, forwarded, own]).await, "public Bearer own");
    }
}
