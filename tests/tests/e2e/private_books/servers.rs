//! Private books over sockets and event streams, and on two servers of one Postgres.

use super::asking::{ask_all, assert_same};
use super::questions::{self, QUESTIONS};
use super::{KITCHEN, NAMESAKE, POND, SETTINGS, edit, import, private};
use crate::admin::{TOKEN, authorization};
use lorekeeper_ingest::background::follow_changes;
use lorekeeper_ingest::book_edits::{BookEdit, Description};
use lorekeeper_tests::harness::{Lore, until};
use lorekeeper_tests::socket::{Socket, Word};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

const CHANGES: &str = "subscription { contentChanged { revision at families } }";

/// The book, with what a public one has, too.
fn kitchen() -> String {
    KITCHEN.replace(":gone nil", NAMESAKE)
}

/// The answers that a socket gives to all questions, as the messages of each operation.
async fn ask_socket(socket: &mut Socket) -> BTreeMap<&'static str, String> {
    let mut answers = BTreeMap::new();
    for (n, (_, query)) in QUESTIONS.iter().enumerate() {
        let id = format!("question {n}");
        socket.subscribe(&id, query).await;
        let mut answer = Vec::new();
        loop {
            let Word::Message(mut message) = socket.hear().await else {
                panic!("the socket is closed by {query}");
            };
            assert_eq!(message["id"], json!(id), "{message}");
            let kind = message["type"].clone();
            if kind == "complete" {
                break;
            }
            answer.push(message["payload"].take().to_string());
            if kind == "error" {
                break;
            }
        }
        answers.insert(*query, answer.join("\n"));
    }
    answers
}

/// The answers of an event stream to the same questions.
async fn ask_stream(lore: &Lore, token: Option<&str>) -> BTreeMap<&'static str, String> {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let mut headers = vec![("content-type", "application/json"), ("accept", "text/event-stream")];
    headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    let mut answers = BTreeMap::new();
    for (_, query) in QUESTIONS {
        let body = json!({"query": query}).to_string();
        let reply = lore.send("/graphql", &headers, Some(body)).await;
        answers.insert(*query, reply.body);
    }
    answers
}

/// The questions whose answers are the same, but for those that are the same to all.
fn same<'a>(owners: &BTreeMap<&'a str, String>, others: &BTreeMap<&'a str, String>) -> Vec<&'a str> {
    let same = owners.keys().filter(|query| owners[*query] == others[*query]);
    same.filter(|query| !questions::is_the_same_to_all(query)).copied().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_shows_it_to_who_begins_with_the_token() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &SETTINGS).await;
    import(&lore, "pond.orcbrew", POND, &Description::default()).await;
    // Opened before the book comes, and left open.
    let mut listener = Socket::begin(&lore.url, Value::Null).await;
    listener.subscribe("1", CHANGES).await;
    listener.data("1").await;
    let mut stranger = Socket::begin(&lore.url, json!({})).await;
    let before = ask_socket(&mut stranger).await;
    let streamed = ask_stream(&lore, None).await;

    import(&lore, "kitchen.orcbrew", &kitchen(), &private(true)).await;
    // All that is told of a change is when it was, and which families may have other answers.
    let told = listener.data("1").await["contentChanged"].take();
    let mut told: Vec<&String> = told.as_object().unwrap().keys().collect();
    told.sort();
    assert_eq!(told, ["at", "families", "revision"]);
    assert_eq!(ask_socket(&mut stranger).await, before);
    assert_eq!(ask_stream(&lore, None).await, streamed);
    let mut owner = Socket::begin(&lore.url, json!({"Authorization": authorization()})).await;
    let shown = ask_socket(&mut owner).await;
    assert_eq!(same(&shown, &before), [""; 0]);
    assert_eq!(same(&ask_stream(&lore, Some(TOKEN)).await, &streamed), [""; 0]);
    // A token that is wrong shows nothing, and what was kept for the owner answers nobody else.
    let wrong = json!({"Authorization": "Bearer another token of forty characters, wrong"});
    let headers = [("sec-websocket-protocol", lorekeeper_tests::socket::TRANSPORT)];
    let mut guest = Socket::open(&lore.url, &headers).await.unwrap();
    guest.say(json!({"type": "connection_init", "payload": wrong})).await;
    match guest.hear().await {
        Word::Close(4403, _) => {}
        _ => assert_eq!(ask_socket(&mut guest).await, before),
    }
    assert_eq!(ask_socket(&mut stranger).await, before);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_server_of_the_same_store_never_shows_it_either() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &SETTINGS).await;
    let Some(other) = lore.server_beside().await else {
        lore.stop().await;
        return;
    };
    let following = tokio::spawn(follow_changes(Arc::clone(&other.app.ingest)));
    let follow = async || {
        // What the other one keeps is of a revision: it has followed when its newest change is that of the store.
        until("the other server follows", async || {
            let status = other.ask("{ status { revision } }").await;
            status["status"]["revision"] == json!(lore.revision().await)
        })
        .await;
    };
    import(&lore, "pond.orcbrew", POND, &Description::default()).await;
    follow().await;
    let before = ask_all(&other, None).await;

    // Asked while it comes, the other server never has it.
    let query = "{ search(query: \"steam burst\", first: 20) { totalCount nodes { id } } \
        spells(first: 100) { nodes { id text mentions { id } } } documents(first: 100) { nodes { key } } }";
    let (done, mut is_done) = tokio::sync::watch::channel(false);
    let asking = async {
        let mut asked = 0;
        while !*is_done.borrow_and_update() {
            let answer = other.ask(query).await.to_string();
            assert!(!answer.contains("kettle-spoon"), "{answer}");
            asked += 1;
        }
        asked
    };
    let importing = async {
        import(&lore, "kitchen.orcbrew", &kitchen(), &private(true)).await;
        done.send_replace(true);
    };
    let (asked, ()) = tokio::join!(asking, importing);
    assert!(asked > 0);
    assert_same(&ask_all(&other, None).await, &before);
    follow().await;
    assert_same(&ask_all(&other, None).await, &before);
    let owners = ask_all(&other, Some(TOKEN)).await;
    let hidden = owners.keys().filter(|what| owners[*what] == before[*what]);
    let hidden: Vec<&String> = hidden.filter(|what| !questions::is_the_same_to_all(what)).collect();
    assert!(hidden.is_empty(), "{hidden:#?}");

    // Published by one server it is there at the other one, and gone again once that one hides it.
    let described = |is_private| BookEdit::Describe("kettle-spoon".into(), private(is_private));
    edit(&lore, described(false)).await;
    follow().await;
    assert!(other.ask(query).await.to_string().contains("kettle-spoon"));
    edit(&lore, described(true)).await;
    follow().await;
    lore.embed().await;
    follow().await;
    assert_same(&ask_all(&other, None).await, &before);
    let mut stranger = Socket::begin(&other.url, Value::Null).await;
    for (query, answer) in ask_socket(&mut stranger).await {
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let kept = json(&before[&format!("{query} {{}}")]);
        let answer = json(&answer);
        // What fails as a whole is a message of its own kind, and its payload the errors alone.
        let kept = if answer.is_array() { kept["errors"].clone() } else { kept };
        assert_eq!(answer, kept, "{query}");
    }
    following.abort();
    other.stop().await;
    lore.stop().await;
}
