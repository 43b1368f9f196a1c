//! Word of changes.

use super::{import, lore, synced};
use lorekeeper_ingest::background::follow_changes;
use lorekeeper_tests::socket::Socket;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::sync::Arc;

const CHANGES: &str = "subscription { contentChanged { revision at families } }";

fn revision(event: &Value) -> i64 {
    event["contentChanged"]["revision"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_told_to_everybody() {
    let upstream = Upstream::start().await;
    let lore = synced(&upstream).await;
    let mut socket = Socket::begin(&lore.url, Value::Null).await;
    socket.subscribe("1", CHANGES).await;
    let now = socket.data("1").await;
    let status = lore.ask("{ status { revision } }").await;
    assert_eq!(
        now["contentChanged"]["revision"],
        status["status"]["revision"]
    );
    assert_eq!(now["contentChanged"]["families"], Value::Null);

    import(&lore).await;
    let changed = socket.data("1").await;
    assert_eq!(
        changed["contentChanged"]["families"],
        json!(["SPELL"]),
        "{changed}"
    );
    assert!(revision(&changed) > revision(&now));
    // Vectors are no family's change.
    assert!(lore.embed().await > 0);
    let embedded = socket.data("1").await;
    assert_eq!(embedded["contentChanged"]["families"], json!([]));
    assert!(revision(&embedded) > revision(&changed));
    // What changes nothing is not told: the next word is the answer to a ping.
    assert!(!lore.sync().await.report.rows.any());
    socket
        .say(json!({"type": "ping", "payload": {"n": 1}}))
        .await;
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
        eprintln!("skipped: only a Postgres server has several processes");
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
    let options = lorekeeper_ingest::Options {
        sources: Vec::new(),
        families: Vec::new(),
        due: lorekeeper_ingest::Due::All,
        removals: lorekeeper_store::Removals::All,
    };
    let bars = lorekeeper_ingest::progress::ProgressSink::default();
    let report = lorekeeper_ingest::sync(&other.ingest, &options, &bars)
        .await
        .unwrap();
    assert!(report.rows.any());
    let changed = socket.data("1").await;
    let families = changed["contentChanged"]["families"].as_array().unwrap();
    assert!(families.contains(&json!("SPELL")), "{changed}");
    assert!(revision(&changed) > revision(&now));
    following.abort();
    drop(other);
    lore.stop().await;
}
