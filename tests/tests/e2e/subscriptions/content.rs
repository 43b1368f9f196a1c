//! Changes of content, as subscriptions tell them.

use super::import;
use crate::admin::{ADMIN, lore};
use crate::nodes::text;
use lorekeeper_ingest::Due;
use lorekeeper_ingest::background::follow_changes;
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::{Lore, fetch};
use lorekeeper_tests::socket::Socket;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::sync::Arc;

const CHANGES: &str = "subscription { contentChanged { revision at families } }";

fn revision(event: &Value) -> i64 {
    text(event, "/contentChanged/revision").parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_told_to_everybody() {
    let upstream = Upstream::start().await;
    let lore = Lore::synced(&upstream, &[ADMIN]).await;
    let mut socket = Socket::begin(&lore.url, Value::Null).await;
    socket.subscribe("1", CHANGES).await;
    let now = socket.data("1").await;
    let status = lore.ask("{ status { revision } }").await;
    assert_eq!(now["contentChanged"]["revision"], status["status"]["revision"]);
    assert_eq!(now["contentChanged"]["families"], Value::Null);

    import(&lore).await;
    let changed = socket.data("1").await;
    assert_eq!(changed["contentChanged"]["families"], json!(["SPELL"]), "{changed}");
    assert!(revision(&changed) > revision(&now));
    // Vectors are no family's change.
    assert!(lore.embed().await > 0);
    let embedded = socket.data("1").await;
    assert_eq!(embedded["contentChanged"]["families"], json!([]));
    assert!(revision(&embedded) > revision(&changed));
    // What changes nothing is not told: the next word is the answer to a ping.
    assert!(!lore.sync().await.report.rows.any());
    socket.say(json!({"type": "ping", "payload": {"n": 1}})).await;
    let word = socket.hear().await;
    let pong = json!({"type": "pong", "payload": {"n": 1}});
    assert_eq!(word, lorekeeper_tests::socket::Word::Message(pong));
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_changes_is_told() {
    let upstream = Upstream::start().await;
    let lore = lore(&upstream).await;
    let Some(other) = lore.beside().await else {
        lore.stop().await;
        return;
    };
    lore.sync().await;
    let mut content = lore.app.store.watch_content();
    let following = tokio::spawn(follow_changes(Arc::clone(&lore.app.ingest)));
    content.changed().await.unwrap();
    let mut socket = Socket::begin(&lore.url, Value::Null).await;
    socket.subscribe("1", CHANGES).await;
    let now = socket.data("1").await;
    let spells = upstream.records("spells").into_iter().skip(1).collect();
    upstream.replace("spells", spells);
    let report = fetch(&other, Due::All, Removals::All).await.unwrap();
    assert!(report.rows.any());
    let changed = socket.data("1").await;
    let families = changed["contentChanged"]["families"].as_array().unwrap();
    assert!(families.contains(&json!("SPELL")), "{changed}");
    assert!(revision(&changed) > revision(&now));
    following.abort();
    drop(other);
    lore.stop().await;
}
