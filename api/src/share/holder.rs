//! The process that has the store: it answers for itself, and for the others through a private endpoint on
//! loopback. That is the public router and `POST /job`, for those who know the secret.

use super::endpoint::{Endpoint, Published};
use super::job;
use super::lock::Lock;
use crate::app::App;
use crate::background::Background;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::graphql::{Gate, Local};
use crate::http::{self, Admin, ClientAddress};
use crate::jobs::{self, Event, Origin, Request as JobRequest};
use crate::secret::Secret;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Json, Request, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures::stream;
use lorekeeper_mcp::GraphqlRequest;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// How long requests of others may take when the holder ends.
const LAST_ANSWERS: Duration = Duration::from_secs(3);

/// What strangers are told in `WWW-Authenticate`.
pub(super) const CHALLENGE: &str = "Bearer realm=\"LoreKeeper private endpoint\"";

/// Where a client's own `Authorization` travels, since that header is the secret's between two processes.
pub(super) const OWN_AUTHORIZATION: HeaderName =
    HeaderName::from_static("lorekeeper-authorization");

/// Marks what a guest passes on for a client of its own: that is answered by the public router only.
pub(super) const FORWARDED: HeaderName = HeaderName::from_static("lorekeeper-forwarded");

/// Marks what a guest passes on for a client that has shown it the admin token.
pub(super) const OF_ADMIN: HeaderName = HeaderName::from_static("lorekeeper-of-admin");

/// Says from which address the client is that a guest passes something on for.
pub(super) const OF_CLIENT: HeaderName = HeaderName::from_static("lorekeeper-client");

/// The process that has the store.
pub struct Holder {
    /// Everything of the program.
    pub app: Arc<App>,
    local: Local,
    router: Router,
    running: Mutex<Option<Running>>,
    background: Mutex<Option<Background>>,
}

/// Who holds the store, as its guests are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The process id.
    pub pid: u32,
    /// The version of LoreKeeper.
    pub version: String,
    /// The embedding model, as the settings name it.
    pub model: String,
}

/// The endpoint; the file goes before the server does.
struct Running {
    published: Published,
    server: JoinHandle<()>,
}

impl Holder {
    /// Opens the store. Under a lock, which only the embedded store has, others are served too.
    pub(super) async fn open(config: Config, lock: Option<Lock>) -> Result<Self> {
        let data_dir = lock.is_some().then(|| config.data_dir.clone());
        if let Some(data_dir) = &data_dir {
            Endpoint::remove_stale(data_dir);
        }
        let app = App::hold(config, lock).await?;
        let gate = Gate::new(&app);
        let router = http::router(&app, gate.clone());
        let running = match &data_dir {
            None => None,
            Some(data_dir) => {
                let listener = TcpListener::bind("127.0.0.1:0")
                    .await
                    .map_err(no_endpoint)?;
                let address = listener.local_addr().map_err(no_endpoint)?;
                let endpoint = Endpoint::of_this_process(address)?;
                let private = private(&app, &router, &endpoint);
                let mut stopped = app.stopping.subscribe();
                let server = tokio::spawn(async move {
                    let stopped = async move {
                        // Nobody to tell any more is as good as being told.
                        let _ = stopped.wait_for(|stopped| *stopped).await;
                    };
                    let serving = axum::serve(listener, private).with_graceful_shutdown(stopped);
                    if let Err(cause) = serving.await {
                        tracing::error!(%cause, "Other processes are not served any more.");
                    }
                });
                Some(Running {
                    published: endpoint.publish(data_dir)?,
                    server,
                })
            }
        };
        Ok(Self {
            local: Local::new(gate),
            app,
            router,
            running: Mutex::new(running),
            background: Mutex::new(None),
        })
    }

    /// Answers a GraphQL operation.
    pub async fn execute(&self, operation: GraphqlRequest) -> Value {
        self.local.answer(operation).await
    }

    /// What the server answers.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Does a job, and tells how far it is.
    pub fn run(&self, request: JobRequest) -> UnboundedReceiver<Event> {
        jobs::start(&self.app, request, Origin::Command).events
    }

    /// Keeps content and vectors current from now on.
    pub(super) fn work_in_background(&self) {
        *self.background() = Some(Background::start(&self.app));
    }

    /// Who this is.
    #[must_use]
    pub fn about(&self) -> About {
        about(&self.app)
    }

    /// Lets go of the store: nobody is served any more, what runs is finished or cut off, the store is
    /// closed. The lock goes with the last who uses the app.
    pub(super) async fn close(&self) {
        drop(self.background().take());
        let running = self
            .running
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        self.app.stopping.send_replace(true);
        if let Some(Running {
            published,
            mut server,
        }) = running
        {
            drop(published);
            if tokio::time::timeout(LAST_ANSWERS, &mut server)
                .await
                .is_err()
            {
                server.abort();
            }
        }
        // Open sockets are told, jobs are cut off.
        let _ = tokio::time::timeout(LAST_ANSWERS, self.app.stopping.closed()).await;
        self.app.db.clone().close().await;
    }

    fn background(&self) -> std::sync::MutexGuard<'_, Option<Background>> {
        self.background
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Clone)]
struct Private {
    app: Arc<App>,
}

fn private(app: &Arc<App>, public: &Router, endpoint: &Endpoint) -> Router {
    let state = Private {
        app: Arc::clone(app),
    };
    let door = Door {
        secret: endpoint.secret.clone(),
        public: public.clone(),
    };
    Router::new()
        .route("/holder", get(answer_about))
        .route(
            "/job",
            // Files come with it.
            post(answer_job).layer(DefaultBodyLimit::disable()),
        )
        .with_state(state)
        .merge(public.clone())
        .layer(middleware::from_fn_with_state(door, authorize))
        .layer(middleware::from_fn(http::trace))
}

#[derive(Clone)]
struct Door {
    secret: Secret,
    public: Router,
}

/// Lets through who knows the secret. What they pass on for their clients goes to the public router, with the
/// `Authorization` that the client sent.
async fn authorize(State(door): State<Door>, mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let given = headers.remove(header::AUTHORIZATION);
    let known = given
        .as_ref()
        .and_then(|value| value.to_str().ok())
        .is_some_and(|given| door.secret.is_borne_by(given));
    if !known {
        return (
            StatusCode::UNAUTHORIZED,
            [(header::WWW_AUTHENTICATE, CHALLENGE)],
            "This is LoreKeeper's private endpoint. It answers the processes that share its data directory.\n",
        )
            .into_response();
    }
    let of_admin = headers.remove(OF_ADMIN).is_some();
    let of_client = headers.remove(OF_CLIENT);
    let of_client = of_client.and_then(|address| address.to_str().ok()?.parse().ok());
    if headers.remove(FORWARDED).is_none() {
        request.extensions_mut().insert(http::Own);
        return next.run(request).await;
    }
    if let Some(own) = headers.remove(OWN_AUTHORIZATION) {
        headers.insert(header::AUTHORIZATION, own);
    }
    if of_admin {
        request.extensions_mut().insert(Admin);
    }
    if let Some(address) = of_client {
        request.extensions_mut().insert(ClientAddress(address));
    }
    door.public
        .oneshot(request)
        .await
        .unwrap_or_else(|never| match never {})
}

async fn answer_about(State(private): State<Private>) -> Json<About> {
    Json(about(&private.app))
}

async fn answer_job(
    State(private): State<Private>,
    Json(request): Json<JobRequest>,
) -> impl IntoResponse {
    tracing::info!("Another LoreKeeper process asks for a job.");
    let events = jobs::start(&private.app, request, Origin::Command).events;
    let lines = stream::unfold(events, |mut events| async move {
        let line = job::next_line(&mut events).await?;
        Some((Ok::<_, Infallible>(line), events))
    });
    (
        [(header::CONTENT_TYPE, "application/x-ndjson")],
        Body::from_stream(lines),
    )
}

fn about(app: &App) -> About {
    About {
        pid: std::process::id(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        model: app.config.model.name.clone(),
    }
}

fn no_endpoint(cause: std::io::Error) -> Error {
    Error::internal(
        "No port on 127.0.0.1 can be had, so that other LoreKeeper processes cannot share this store. The log says why.",
        cause,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn told(State(who): State<&'static str>, request: Request) -> String {
        let own = request.headers().get(header::AUTHORIZATION);
        let own = own.and_then(|value| value.to_str().ok()).unwrap_or("-");
        let client = request.extensions().get::<ClientAddress>();
        let client = client.map(|ClientAddress(address)| format!(" of {address}"));
        format!("{who} {own}{}", client.unwrap_or_default())
    }

    #[tokio::test]
    async fn what_is_passed_on_meets_the_public_router_only() {
        let router = |who| Router::new().fallback(told).with_state(who);
        let endpoint = Endpoint::of_this_process("127.0.0.1:7".parse().unwrap()).unwrap();
        let door = Door {
            secret: endpoint.secret.clone(),
            public: router("public"),
        };
        let private = router("private").layer(middleware::from_fn_with_state(door, authorize));
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
        let own = (OWN_AUTHORIZATION, "Bearer own");
        assert!(ask(&[]).await.contains("private endpoint"));
        assert!(
            ask(&[forwarded.clone(), own.clone()])
                .await
                .contains("private endpoint")
        );
        assert_eq!(ask(std::slice::from_ref(&secret)).await, "private -");
        assert_eq!(ask(&[secret.clone(), own.clone()]).await, "private -");
        assert_eq!(ask(&[secret.clone(), forwarded.clone()]).await, "public -");
        let client = (OF_CLIENT, "192.0.2.7");
        let of_client = [secret.clone(), forwarded.clone(), client.clone()];
        assert_eq!(ask(&of_client).await, "public - of 192.0.2.7");
        assert_eq!(ask(&[secret.clone(), client]).await, "private -");
        assert_eq!(ask(&[secret, forwarded, own]).await, "public Bearer own");
    }
}
