//! The WebSocket protocol: who may open a socket, and what is said when the protocol is not kept.

use super::token;
use crate::admin::{ADMIN, lore};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::socket::{Socket, TRANSPORT, Word};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const CHANGES: &str = "subscription { contentChanged { revision } }";

async fn begin(lore: &Lore) -> Socket {
    Socket::begin(&lore.url, Value::Null).await
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_others_open_no_socket() {
    let upstream = Upstream::start().await;
    let settings = [ADMIN, ("allowed_origins", "https://app.example.com")];
    let lore = Lore::with(&upstream, Model::Missing, &settings).await;
    for (origin, status) in [
        ("https://evil.example", Some(403)),
        ("null", Some(403)),
        ("http://localhost:3000", None),
        ("https://app.example.com", None),
    ] {
        let headers = [("sec-websocket-protocol", TRANSPORT), ("origin", origin)];
        let opened = Socket::open(&lore.url, &headers).await;
        assert_eq!(opened.err(), status, "{origin}");
    }
    let (status, _, text) = lore.get("/graphql/ws", "*/*").await;
    assert_eq!(status, 426);
    assert!(text.contains("graphql-transport-ws"), "{text}");
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_breaks_the_protocol_ends_the_connection_with_its_code() {
    let upstream = Upstream::start().await;
    let lore = lore(&upstream).await;
    let mut socket = Socket::open(&lore.url, &[]).await.unwrap();
    assert_eq!(socket.closed().await, 4406);

    let headers = [("sec-websocket-protocol", TRANSPORT)];
    let mut socket = Socket::open(&lore.url, &headers).await.unwrap();
    socket.subscribe("1", CHANGES).await;
    assert_eq!(socket.closed().await, 4401);

    for text in ["no JSON", "[]", "{\"type\": \"dance\"}", "{\"type\": \"subscribe\", \"id\": \"1\"}"] {
        let mut socket = begin(&lore).await;
        socket.say_text(text).await;
        assert_eq!(socket.closed().await, 4400, "{text}");
    }
    let mut socket = begin(&lore).await;
    socket.say(json!({"type": "connection_init"})).await;
    assert_eq!(socket.closed().await, 4429);

    let mut socket = begin(&lore).await;
    socket.subscribe("1", CHANGES).await;
    socket.data("1").await;
    socket.subscribe("1", CHANGES).await;
    assert_eq!(socket.closed().await, 4409);

    let mut socket = begin(&lore).await;
    socket.say_text(&" ".repeat(1024 * 1024 + 1)).await;
    assert_eq!(socket.closed().await, 1009);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queries_are_answered_within_the_limits_of_any_other() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let mut socket = begin(&lore).await;
    let query = "{ spells(name: \"fireball\") { totalCount } }";
    socket.subscribe("1", query).await;
    assert_eq!(socket.data("1").await, lore.ask(query).await);
    socket.expect("complete", "1").await;

    let deep =
        format!("{{ spells {{ nodes {}{}", "{ otherVersions ".repeat(40), "{ name } ".to_owned() + &"}".repeat(42));
    for (query, code) in [
        (deep.as_str(), "TOO_COMPLEX"),
        ("{ nothing }", "BAD_USER_INPUT"),
        ("subscription { nothing }", "BAD_USER_INPUT"),
        ("{", "BAD_USER_INPUT"),
        ("mutation { removeDocument(document: \"srd\") { key } }", "UNAUTHENTICATED"),
    ] {
        socket.subscribe("2", query).await;
        let errors = socket.expect("error", "2").await;
        assert_eq!(errors[0]["extensions"]["code"], code, "{query}: {errors}");
    }

    // So many operations, and no more.
    for n in 0..32 {
        let id = format!("many {n}");
        socket.subscribe(&id, CHANGES).await;
        socket.data(&id).await;
    }
    socket.subscribe("too many", CHANGES).await;
    let errors = socket.expect("error", "too many").await;
    assert_eq!(errors[0]["extensions"]["code"], "TOO_COMPLEX");
    socket.say(json!({"type": "complete", "id": "many 0"})).await;
    socket.subscribe("one more", CHANGES).await;
    socket.data("one more").await;
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_older_protocol_is_spoken_too() {
    let upstream = Upstream::start().await;
    let lore = lore(&upstream).await;
    let headers = [("sec-websocket-protocol", "graphql-ws")];
    let mut socket = Socket::open(&lore.url, &headers).await.unwrap();
    socket.say(json!({"type": "connection_init", "payload": {}})).await;
    assert_eq!(socket.hear().await, Word::Message(json!({"type": "connection_ack"})));
    socket.say(json!({"type": "start", "id": "1", "payload": {"query": CHANGES}})).await;
    let event = socket.expect("data", "1").await;
    assert!(event["data"]["contentChanged"]["revision"].is_string());
    socket.say(json!({"type": "stop", "id": "1"})).await;
    socket.expect("complete", "1").await;
    socket.say(json!({"type": "start", "id": "2", "payload": {"query": "{ nothing }"}})).await;
    let error = socket.expect("error", "2").await;
    assert_eq!(error["extensions"]["code"], "BAD_USER_INPUT");
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_so() {
    let upstream = Upstream::start().await;
    let lore = lore(&upstream).await;
    let mut socket = begin(&lore).await;
    socket.subscribe("1", CHANGES).await;
    socket.data("1").await;
    lore.stop().await;
    assert_eq!(socket.closed().await, 1001);
}

/// Browsers cannot send a header with a socket: it opens without, and begins with the token.
#[tokio::test]
async fn a_server_with_api_tokens_wants_one_before_it_answers() {
    let upstream = Upstream::start().await;
    let settings = [ADMIN, ("api_tokens", "sesame, other")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    for payload in [json!({}), json!({"Authorization": "Bearer wrong"})] {
        let protocol = [("sec-websocket-protocol", TRANSPORT)];
        let mut socket = Socket::open(&lore.url, &protocol).await.unwrap();
        socket.say(json!({"type": "connection_init", "payload": payload})).await;
        assert!(matches!(socket.hear().await, Word::Close(4403, _)));
    }
    for payload in [json!({"authorization": "Bearer other"}), token()] {
        let mut socket = Socket::begin(&lore.url, payload).await;
        socket.subscribe("1", "{ __typename }").await;
        assert_eq!(socket.data("1").await["__typename"], "Query");
    }
    // Whoever only reads does not start anything.
    let mut socket = Socket::begin(&lore.url, json!({"authorization": "Bearer sesame"})).await;
    socket.subscribe("1", "subscription { syncProgress { __typename } }").await;
    let errors = socket.expect("error", "1").await;
    assert_eq!(errors[0]["extensions"]["code"], "UNAUTHENTICATED", "{errors}");
    lore.stop().await;
}
