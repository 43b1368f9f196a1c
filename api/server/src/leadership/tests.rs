//! Several sessions of one process: the lock is the same as between processes.

use super::follower::{CallError, Follower};
use super::session::{Mode, Session};
use super::transport::{Address, Listener};
use super::*;
use crate::config::Layer;
use crate::http::Stopping;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use futures::StreamExt;
use lorekeeper_ingest::jobs;
use lorekeeper_ingest::{Due, Options};
use lorekeeper_mcp::{Author, Executor, GraphqlRequest};
use lorekeeper_store::{Reader, Removals};
use std::sync::Arc;
use tower::ServiceExt;

fn config(data_dir: &Path) -> Config {
    Config::resolve(&[Layer::from([
        ("data_dir", data_dir.display().to_string()),
        ("offline", "true".to_owned()),
        ("starter_pack", "false".to_owned()),
        ("introspection", "false".to_owned()),
    ])])
    .unwrap()
}

fn operation() -> GraphqlRequest {
    GraphqlRequest::new(
        "query($name: String) { status { store } spells(name: $name) { totalCount } }",
        [("name".to_owned(), "x".into())].into_iter().collect(),
    )
}

fn expected() -> serde_json::Value {
    serde_json::json!({"data": {"status": {"store": "embedded"}, "spells": {"totalCount": 0}}})
}

fn endpoint(address: Address) -> Endpoint {
    Endpoint::of_this_process(address, "none").unwrap()
}

async fn is_follower(session: &Session) -> bool {
    matches!(*session.role().await.unwrap(), Role::Follower(_))
}

#[tokio::test]
async fn a_leader_that_never_answers_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let _lock = DataDirLock::try_acquire(folder.path()).unwrap().unwrap();
    let timeout = Duration::from_millis(300);
    let refusal = |refused: Result<Role>| refused.err().unwrap().message;
    let message = refusal(join(&config(folder.path()), timeout).await);
    let pid = format!("process {}", std::process::id());
    assert!(message.contains(&pid) && message.contains("does not answer"), "{message}");

    // A leader of another version, that is there, and that is gone.
    let (listener, address) = Listener::bind(folder.path()).unwrap();
    let mut endpoint = endpoint(address);
    endpoint.pid = 4711;
    endpoint.version = "0.0.1".to_owned();
    let _published = endpoint.publish(folder.path()).unwrap();
    let message = refusal(join(&config(folder.path()), timeout).await);
    for word in ["process 4711", "LoreKeeper 0.0.1", env!("CARGO_PKG_VERSION")] {
        assert!(message.contains(word), "{word}: {message}");
    }
    drop(listener);
    let message = refusal(join(&config(folder.path()), timeout).await);
    assert!(message.contains("does not answer"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_leads_the_other_follows_and_takes_over() {
    let folder = tempfile::tempdir().unwrap();
    // What a leader that died left behind is no obstacle.
    let stale = endpoint(Address::Port("127.0.0.1:9".parse().unwrap()));
    let _stale = stale.publish(folder.path()).unwrap();

    let first = Session::start(config(folder.path()), Mode::Command);
    let second = Session::start(config(folder.path()), Mode::Service);
    let answers = tokio::join!(first.execute(operation()), second.execute(operation()));
    assert_eq!(answers.0.unwrap(), expected());
    assert_eq!(answers.1.unwrap(), expected());
    // Who came first is left to chance.
    let (leader, follower) = if is_follower(&first).await { (second, first) } else { (first, second) };
    assert!(is_follower(&follower).await && !is_follower(&leader).await);

    // Bad input comes back as it does from a server.
    let mut wrong = operation();
    wrong.query = "{ nothing }".into();
    let answer = follower.execute(wrong).await.unwrap();
    assert_eq!(answer["errors"][0]["extensions"]["code"], "BAD_USER_INPUT");

    // A client's own document has no rights of this program.
    let mut schema = operation();
    schema.query = "{ __schema { queryType { name } } }".into();
    let answer = follower.execute(schema.clone()).await.unwrap();
    assert_eq!(answer["data"]["__schema"]["queryType"]["name"], "Query");
    schema.author = Author::Client;
    let answer = follower.execute(schema).await.unwrap();
    assert_eq!(answer["errors"][0]["extensions"]["code"], "BAD_USER_INPUT");

    strangers(folder.path()).await;
    through_the_routes(&follower).await;
    a_sync_whose_events_are_dropped(&follower).await;

    leader.close().await;
    drop(leader);
    assert_eq!(follower.execute(operation()).await.unwrap(), expected());
    assert!(!is_follower(&follower).await);
    through_the_routes(&follower).await;
    follower.close().await;
    assert!(Endpoint::read(folder.path()).is_none());
    let error = follower.execute(operation()).await.unwrap_err();
    assert!(error.to_string().contains("stopping"), "{error}");
}

/// A leader that is stopped keeps its sockets open: connections are accepted, and nothing comes.
#[tokio::test]
async fn a_leader_that_hangs_is_named_and_not_waited_for() {
    let api = axum::Router::new()
        .route("/health/live", axum::routing::get(|| async { "alive" }))
        .fallback(std::future::pending::<()>);
    let folder = tempfile::tempdir().unwrap();
    let (listener, address) = Listener::bind(folder.path()).unwrap();
    let mut endpoint = endpoint(address);
    endpoint.pid = 4711;
    tokio::spawn(listener.serve(api, std::future::pending()));
    let follower = Follower::handshake(endpoint, Duration::from_millis(300)).await.unwrap();
    let request = Request::post("/graphql").body(()).unwrap();
    let (parts, ()) = request.into_parts();
    let job = jobs::Request { work: jobs::Work::Remove("tome".to_owned()), vectors: jobs::Vectors::Later };
    let operation = operation();
    let calls = async {
        tokio::join!(
            follower.execute(&operation, Reader::Owner),
            follower.forward(&parts, "{}".into()),
            follower.run(&job)
        )
    };
    let calls = tokio::time::timeout(Duration::from_secs(20), calls).await;
    let (executed, forwarded, ran) = calls.unwrap();
    for refused in [executed.err(), forwarded.err(), ran.err()] {
        let Some(CallError::Failed(error)) = refused else {
            panic!("{refused:?}");
        };
        assert!(error.message.contains("Process 4711") && error.message.contains("stop it"), "{error}");
    }
}

/// Over a port, the other end proves that it knows the secret before a request is sent to it.
#[tokio::test]
async fn another_program_at_the_port_is_no_leader() {
    let (listener, address) = Listener::bind_port().unwrap();
    assert!(address.is_local());
    let theirs = endpoint(address);
    let secret = theirs.secret.clone();
    let answer = move |request: Request<Body>| {
        let nonce = request.headers().get(super::proof::NONCE);
        let proof = nonce.map(|nonce| super::proof::sign(&secret, nonce.as_bytes()).unwrap());
        std::future::ready(proof.unwrap_or_else(|| "alive".to_owned()))
    };
    let api = axum::Router::new().fallback(answer);
    tokio::spawn(listener.serve(api, std::future::pending()));
    let mut ours = theirs.clone();
    assert!(theirs.connect().await.is_ok());
    ours.secret = crate::secret::Secret::random().unwrap();
    let refused = ours.connect().await.unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::PermissionDenied);
    let timeout = Duration::from_secs(1);
    assert!(Follower::handshake(theirs, timeout).await.is_some());
    assert!(Follower::handshake(ours, timeout).await.is_none());
}

/// Nothing is answered without the secret.
async fn strangers(data_dir: &Path) {
    let endpoint = Endpoint::read(data_dir).unwrap();
    let mut connection = endpoint.connect().await.unwrap();
    let secret = endpoint.secret.expose();
    for path in ["/graphql", "/job", "/health/live", "/", "/nothing"] {
        for given in [None, Some(""), Some("00"), Some(secret)] {
            let mut request = Request::get(path).header("host", "localhost");
            if let Some(given) = given {
                request = request.header(super::local_api::SECRET, given);
            }
            connection.ready().await.unwrap();
            let request = request.body(Body::empty()).unwrap();
            let response = connection.send_request(request).await.unwrap();
            let is_refused = response.status() == StatusCode::UNAUTHORIZED;
            assert_eq!(is_refused, given != Some(secret), "{path} {given:?}");
            // Read to its end, so that the connection can be used again.
            axum::body::to_bytes(Body::new(response.into_body()), usize::MAX).await.unwrap();
        }
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Address::Socket(socket) = &endpoint.address else {
            panic!("{:?}", endpoint.address);
        };
        let folder = std::fs::metadata(socket.parent().unwrap()).unwrap();
        assert_eq!(folder.permissions().mode() & 0o777, 0o700);
    }
}

async fn through_the_routes(session: &Arc<Session>) {
    let settings = config(Path::new("unused"));
    let ask = async |mut request: Request<Body>| {
        let host = axum::http::HeaderValue::from_static("localhost");
        request.headers_mut().insert("host", host);
        let response = routes(session, &settings, &Stopping::default()).unwrap().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, headers, String::from_utf8(body.to_vec()).unwrap())
    };
    let get = |path: &str| Request::get(path).body(Body::empty()).unwrap();
    let (status, headers, body) = ask(get("/graphql?query=%7B%20spells%20%7B%20totalCount%20%7D%20%7D")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(headers.contains_key("content-type"));
    assert_eq!(body, r#"{"data":{"spells":{"totalCount":0}}}"#);
    assert_eq!(ask(get("/health/live")).await.2, "alive\n");
    // The local API is not public in either role, nor the schema without introspection.
    for path in ["/nothing", "/job", "/schema.graphql"] {
        assert_eq!(ask(get(path)).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let post = Request::post("/graphql")
        .header("content-type", "application/json")
        .header("authorization", "Bearer of-the-client")
        .body(Body::from(r#"{"query": "{ status { store } }"}"#))
        .unwrap();
    assert_eq!(ask(post).await.2, r#"{"data":{"status":{"store":"embedded"}}}"#);
    let large = Request::post("/graphql")
        .header("content-length", crate::http::MAX_BODY_BYTES + 1)
        .body(Body::from(vec![b' '; crate::http::MAX_BODY_BYTES + 1]))
        .unwrap();
    assert_eq!(ask(large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

async fn a_sync_whose_events_are_dropped(follower: &Session) {
    let request = jobs::Request {
        work: jobs::Work::Sync(Options::all(Due::All, Removals::Guarded)),
        vectors: jobs::Vectors::Later,
    };
    drop(follower.run(&request).await.unwrap());
    let (_, mut events) = follower.run(&request).await.unwrap();
    let mut last = None;
    while let Some(event) = events.next().await {
        last = Some(event);
    }
    assert!(matches!(last, Some(jobs::Event::Done)), "{last:?}");
}
