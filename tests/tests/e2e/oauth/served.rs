//! Tests of OAuth scopes on a whole server: what a login opens of GraphQL, tools, uploads and sockets.

use super::{RESOURCE, claims, with};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::provider::{Provider, now};
use lorekeeper_tests::socket::{Socket, TRANSPORT, Word};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const SYNC: &str = "mutation { startSync(sources: [\"open5e_v2\"]) { joined } }";

#[tokio::test(flavor = "multi_thread")]
async fn graphql_and_tools_are_opened_by_a_login() {
    let provider = Provider::start().await;
    let upstream = Upstream::start().await;
    let settings = [("public_url", RESOURCE), ("oauth_issuer", provider.url.as_str())];
    let lore = Lore::filled_with(&upstream, &settings).await;
    let reader = provider.key.sign(&claims(&provider));
    let admin = provider.key.sign(&with(&claims(&provider), json!({"scope": "admin"})));
    let post = async |path: &str, token: &str, kind: &str, body: String| {
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str()), ("content-type", kind)];
        lore.send(path, &headers, Some(body)).await
    };
    let query = |text: &str| json!({"query": text}).to_string();
    let spells = query("{ spells { totalCount } }");
    let answer = post("/graphql", &reader, "application/json", spells.clone()).await;
    assert!(answer.json()["data"]["spells"]["totalCount"].as_i64() > Some(0));
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "search_spell", "arguments": {"level": 2}}});
    let answer = post("/mcp", &reader, "application/json", call.to_string()).await;
    assert_eq!(answer.json()["result"]["structuredContent"]["total"], 1);
    // What changes the store takes the other scope.
    let refused = post("/graphql", &reader, "application/json", query(SYNC)).await;
    assert_eq!(refused.json()["errors"][0]["extensions"]["code"], "UNAUTHENTICATED");
    let started = post("/graphql", &admin, "application/json", query(SYNC)).await;
    assert_eq!(started.json()["data"]["startSync"]["joined"], false, "{}", started.body);
    let upload = "multipart/form-data; boundary=b";
    let refused = post("/graphql", &reader, upload, "--b--".to_owned()).await;
    assert_eq!(refused.status, 403);
    let challenge = refused.header("www-authenticate");
    assert!(challenge.contains("insufficient_scope") && challenge.contains("scope=\"admin\""));
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_is_open_as_long_as_its_token() {
    let provider = Provider::start().await;
    let upstream = Upstream::start().await;
    let settings = [("public_url", RESOURCE), ("oauth_issuer", provider.url.as_str())];
    let lore = Lore::with(&upstream, Model::Missing, &settings).await;
    let bearer = |others: Value| {
        let token = provider.key.sign(&with(&claims(&provider), others));
        format!("Bearer {token}")
    };
    let protocol = [("sec-websocket-protocol", TRANSPORT)];
    let long = "A".repeat(900_000);
    for payload in [json!({}), json!({"Authorization": format!("Bearer {long}")})] {
        let mut socket = Socket::open(&lore.url, &protocol).await.unwrap();
        socket.say(json!({"type": "connection_init", "payload": payload})).await;
        assert!(matches!(socket.hear().await, Word::Close(4403, _)));
    }
    let mut socket = Socket::begin(&lore.url, json!({"Authorization": bearer(json!({}))})).await;
    socket.subscribe("1", "{ __typename }").await;
    assert_eq!(socket.data("1").await["__typename"], "Query");
    socket.expect("complete", "1").await;
    let reader = "subscription { syncProgress { __typename } }";
    socket.subscribe("2", reader).await;
    let errors = socket.expect("error", "2").await;
    assert_eq!(errors[0]["extensions"]["code"], "UNAUTHENTICATED");
    // Clocks may differ by a minute, which is nearly over for this one.
    let short = bearer(json!({"exp": now() - 57}));
    let headers = [protocol[0], ("authorization", short.as_str())];
    let mut socket = Socket::open(&lore.url, &headers).await.unwrap();
    socket.say(json!({"type": "connection_init"})).await;
    assert_eq!(socket.hear().await, Word::Message(json!({"type": "connection_ack"})));
    assert_eq!(socket.closed().await, 4403);
    lore.stop().await;
}
