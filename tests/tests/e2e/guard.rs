//! The guard before all routes: tokens, limits, names, and what browsers are told.

use crate::nodes::text;
use lorekeeper_content::Family;
use lorekeeper_mcp::{Executor, ExecutorError, GraphqlRequest, HttpExecutor};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use reqwest::{Method, Response};
use serde_json::{Value, json};

const SPELLS: &str = r#"{"query": "{ spells { totalCount } }"}"#;

/// A client without connections of its own, so that nothing of the server is kept.
fn client() -> reqwest::Client {
    let client = lorekeeper_tests::http::client();
    client.pool_max_idle_per_host(0).build().unwrap()
}

async fn ask(lore: &Lore, method: Method, path: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = client().request(method.clone(), format!("{}{path}", lore.url));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    if method == Method::POST {
        request = request.header("content-type", "application/json").body(SPELLS);
    }
    request.send().await.unwrap()
}

async fn body(response: Response) -> Value {
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    let value = response.headers().get(name);
    value.and_then(|value| value.to_str().ok()).unwrap_or("")
}

#[tokio::test]
async fn whoever_reads_brings_a_token_where_there_are_any() {
    let upstream = Upstream::start().await;
    let settings = [("api_tokens", "reader-1, reader-2"), ("admin_token", "keeper")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let guarded = [
        (Method::POST, "/graphql"),
        (Method::GET, "/graphql?query=%7B__typename%7D"),
        (Method::GET, "/schema.graphql"),
        (Method::GET, "/metrics"),
        (Method::POST, "/mcp"),
    ];
    for (method, path) in guarded {
        for given in [None, Some("Bearer reader-3"), Some("reader-1"), Some("Bearer ")] {
            let headers: Vec<_> = given.iter().map(|given| ("authorization", *given)).collect();
            let refused = ask(&lore, method.clone(), path, &headers).await;
            assert_eq!(refused.status(), 401, "{path} {given:?}");
            let wanted = header(&refused, "www-authenticate");
            assert_eq!(wanted, "Bearer realm=\"LoreKeeper\"");
        }
        for token in ["reader-1", "reader-2", "keeper"] {
            let bearer = format!("Bearer {token}");
            let headers = [("authorization", bearer.as_str()), ("accept", "application/json, text/event-stream")];
            let let_in = ask(&lore, method.clone(), path, &headers).await.status();
            assert_ne!(let_in, 401, "{path} {token}");
        }
    }
    let refused = body(ask(&lore, Method::POST, "/graphql", &[]).await).await;
    let code = text(&refused, "/errors/0/extensions/code");
    assert_eq!(code, "UNAUTHENTICATED");
    let message = text(&refused, "/errors/0/message");
    assert!(message.contains("Authorization: Bearer"), "{message}");
    // What a token opened is not for caches that several share.
    let reader = [("authorization", "Bearer reader-1")];
    let address = "/graphql?query=%7B__typename%7D";
    let kept = ask(&lore, Method::GET, address, &reader).await;
    assert!(!header(&kept, "cache-control").contains("public"));
    // Whoever looks whether it is well, and whoever wants to type a token into a page.
    for (path, accept) in
        [("/health/live", "*/*"), ("/health/ready", "*/*"), ("/", "text/html"), ("/graphql", "text/html")]
    {
        let open = ask(&lore, Method::GET, path, &[("accept", accept)]).await;
        assert_eq!(open.status(), 200, "{path}");
    }
    // The adapter, in front of it.
    let operation = GraphqlRequest::new("{ status { store } }", serde_json::Map::new());
    let endpoint = format!("{}/graphql", lore.url);
    let through = async |token| HttpExecutor::new(&endpoint, token).unwrap().execute(operation.clone()).await;
    let refused = Err(ExecutorError::Refused(endpoint.clone()));
    assert_eq!(through(None).await, refused);
    assert!(through(Some("reader-1")).await.unwrap()["data"]["status"]["store"].is_string());
    lore.stop().await;
}

#[tokio::test]
async fn a_client_that_asks_too_often_is_told_when_to_come_again() {
    let upstream = Upstream::start().await;
    let settings =
        [("rate_limit", "1"), ("rate_burst", "3"), ("trusted_proxies", "127.0.0.1"), ("api_tokens", "reader")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let from = async |address: &str| {
        let headers = [("x-forwarded-for", address), ("origin", "http://localhost:3000")];
        ask(&lore, Method::POST, "/graphql", &headers).await
    };
    for _ in 0..3 {
        assert_eq!(from("192.0.2.1").await.status(), 401);
    }
    let refused = from("198.51.100.9, 192.0.2.1").await;
    assert_eq!(refused.status(), 429);
    let wait: u64 = header(&refused, "retry-after").parse().unwrap();
    assert!((1..=61).contains(&wait), "{wait}");
    // So that a page can read it.
    let allowed = header(&refused, "access-control-allow-origin");
    assert_eq!(allowed, "http://localhost:3000");
    assert!(header(&refused, "access-control-expose-headers").contains("retry-after"));
    let refused = body(refused).await;
    assert_eq!(refused["errors"][0]["extensions"]["code"], "RATE_LIMITED");
    let message = text(&refused, "/errors/0/message");
    assert!(message.contains("Try again in"), "{message}");
    // Others are not concerned, nor is whoever looks whether it is well.
    assert_eq!(from("192.0.2.2").await.status(), 401);
    for _ in 0..5 {
        let headers = [("x-forwarded-for", "192.0.2.1")];
        let health = ask(&lore, Method::GET, "/health/live", &headers).await;
        assert_eq!(health.status(), 200);
    }
    let reader = [("x-forwarded-for", "192.0.2.1"), ("authorization", "Bearer reader")];
    let known = ask(&lore, Method::POST, "/graphql", &reader).await;
    assert_eq!(known.status(), 200);
    lore.stop().await;
}

#[tokio::test]
async fn only_pages_that_may_ask_can_read_the_answer() {
    let upstream = Upstream::start().await;
    let settings = [("allowed_origins", "https://table.example")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let question = ("access-control-request-method", "POST");
    let wanted_told = "access-control-allow-headers";
    let wanted = ("access-control-request-headers", "authorization,content-type");
    for path in ["/graphql", "/schema.graphql", "/health/ready"] {
        for (origin, allowed) in [
            ("https://table.example", "https://table.example"),
            ("http://localhost:5173", "http://localhost:5173"),
            ("https://evil.example", ""),
            ("http://table.example", ""),
            ("null", ""),
        ] {
            let preflight = [("origin", origin), question, wanted];
            let before = ask(&lore, Method::OPTIONS, path, &preflight).await;
            let after = ask(&lore, Method::GET, path, &[("origin", origin)]).await;
            for answer in [&before, &after] {
                let told = header(answer, "access-control-allow-origin");
                assert_eq!(told, allowed, "{path} {origin}");
            }
            assert_eq!(header(&before, wanted_told), wanted.1);
            let vary = after.headers().get_all("vary").iter();
            let mut vary = vary.filter_map(|value| value.to_str().ok());
            assert!(vary.any(|value| value.contains("origin")), "{path}");
        }
    }
    lore.stop().await;
}

#[tokio::test]
async fn other_names_are_refused_where_names_are_set() {
    let upstream = Upstream::start().await;
    let settings = [("allowed_hosts", "lore.example")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    for (host, expected) in [
        ("lore.example", 200),
        ("Lore.Example:8443", 200),
        ("localhost:1", 200),
        ("[::1]:1", 200),
        ("evil.example", 403),
        ("lore.example.evil.example", 403),
    ] {
        for (method, path) in [(Method::POST, "/graphql"), (Method::GET, "/")] {
            let status = ask(&lore, method, path, &[("host", host)]).await.status();
            assert_eq!(status, expected, "{path} {host}");
        }
        let health = ask(&lore, Method::GET, "/health/live", &[("host", host)]).await;
        assert_eq!(health.status(), 200, "{host}");
    }
    lore.stop().await;
}

#[tokio::test]
async fn other_names_are_refused_on_a_loopback_address() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, &[]).await;
    let socket = [
        ("connection", "Upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("sec-websocket-protocol", "graphql-transport-ws"),
    ];
    let asked = [
        (Method::POST, "/graphql", 200),
        (Method::GET, "/graphql?query=%7B__typename%7D", 200),
        (Method::GET, "/graphql/ws", 101),
        (Method::GET, "/schema.graphql", 200),
        (Method::GET, "/metrics", 200),
        (Method::GET, "/", 200),
        (Method::GET, "/nothing", 404),
    ];
    for (method, path, answered) in asked {
        for (host, expected) in [
            ("evil.example", 403),
            ("evil.example:8080", 403),
            ("127.0.0.1.evil.example", 403),
            ("192.168.0.2", 403),
            ("localhost:1", answered),
            ("127.0.0.2", answered),
            ("[::1]:8080", answered),
        ] {
            let mut headers = vec![("host", host)];
            if path == "/graphql/ws" {
                headers.extend(socket);
            }
            let status = ask(&lore, method.clone(), path, &headers).await.status();
            assert_eq!(status, expected, "{path} {host}");
        }
    }
    // Probes call the server by any name.
    let stranger = [("host", "evil.example")];
    let health = ask(&lore, Method::GET, "/health/live", &stranger).await;
    assert_eq!(health.status(), 200);
    lore.stop().await;
}

#[tokio::test]
async fn any_name_is_answered_on_other_addresses() {
    let upstream = Upstream::start().await;
    let settings = [("bind", "0.0.0.0:0")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let any = ask(&lore, Method::POST, "/graphql", &[("host", "any.example")]).await;
    assert_eq!(any.status(), 200);
    lore.stop().await;
}

#[tokio::test]
async fn every_answer_has_the_name_of_its_request() {
    let upstream = Upstream::start().await;
    // Nothing is kept: every request is answered anew.
    let lore = Lore::with(&upstream, Model::Words, &[("response_cache_size", "0")]).await;
    for (method, path) in
        [(Method::POST, "/graphql"), (Method::GET, "/nothing"), (Method::OPTIONS, "/graphql"), (Method::GET, "/mcp")]
    {
        let named = ask(&lore, method.clone(), path, &[("x-request-id", "mine-1")]).await;
        assert_eq!(header(&named, "x-request-id"), "mine-1", "{path}");
        let made = ask(&lore, method, path, &[("x-request-id", "not one")]).await;
        assert_eq!(header(&made, "x-request-id").len(), 32, "{path}");
    }
    // A fault of ours says which request it was; its cause stays in the log.
    lore.run("ALTER TABLE spell RENAME TO misplaced").await;
    let id = [("x-request-id", "mine-2")];
    let failed = body(ask(&lore, Method::POST, "/graphql", &id).await).await;
    let error = &failed["errors"][0];
    let extensions = json!({"code": "INTERNAL", "requestId": "mine-2"});
    assert_eq!(error["extensions"], extensions);
    assert!(!error.to_string().contains("misplaced"), "{error}");
    lore.stop().await;
}

#[tokio::test]
async fn numbers() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    lore.ask("{ spells { totalCount } magic: spells { totalCount } }").await;
    lore.ask("{ spells { totalCount } rules { totalCount } }").await;
    let (status, kind, text) = lore.get("/metrics", "*/*").await;
    assert_eq!((status, kind.as_str()), (200, "text/plain; version=0.0.4; charset=utf-8"));
    let spells = lore.count(Family::Spell).await;
    for line in [
        format!("lorekeeper_entities{{family=\"spell\"}} {spells}"),
        "lorekeeper_passages_pending 0".to_owned(),
        "lorekeeper_sync_running 0".to_owned(),
        "lorekeeper_store_up 1".to_owned(),
        "lorekeeper_sync_failures{source=\"open5e_v2\"} 0".to_owned(),
        format!("lorekeeper_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION")),
    ] {
        assert!(text.lines().any(|told| told == line), "{line} in {text}");
    }
    for name in [
        "lorekeeper_sync_last_success_timestamp_seconds{source=\"dnd5e_api\"}",
        "lorekeeper_http_requests_total{route=\"/graphql\",method=\"POST\",status=\"200\"}",
        "lorekeeper_http_request_duration_seconds_bucket{route=\"/graphql\",method=\"POST\",le=\"0.1\"}",
        "lorekeeper_graphql_operations_total{operation=\"spells\",type=\"query\",outcome=\"ok\"}",
        "lorekeeper_graphql_operations_total{operation=\"several\",type=\"query\",outcome=\"ok\"}",
        "lorekeeper_graphql_poll_duration_seconds_count",
        "lorekeeper_store_statement_duration_seconds_count",
        "lorekeeper_store_connections{state=\"idle\"}",
        "process_resident_memory_bytes",
    ] {
        let mut lines = text.lines();
        assert!(lines.any(|told| told.starts_with(name)), "{name} in {text}");
    }
    lore.stop().await;
}
