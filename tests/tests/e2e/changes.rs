//! Changes since a time: what was added or changed, and what went away.

use crate::nodes::{list, text};
use crate::sync::{add_spell, edit};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const QUERY: &str = "query($since: DateTime!) {
  spells(changedSince: $since, first: 100) { totalCount nodes { name } }
  rules(changedSince: $since, first: 100) { totalCount }
  removed(since: $since) { id family name documentKey removedAt }
}";

/// The names of the spells that are new since a time, and the ids of what went away.
async fn since(lore: &Lore, time: &str) -> (Vec<String>, Vec<String>) {
    let data = lore.query(QUERY, json!({"since": time})).await;
    let all = |nodes: &Value, path: &str| -> Vec<String> {
        let nodes = list(nodes).iter();
        nodes.map(|node| text(node, path).to_owned()).collect()
    };
    (
        all(&data["spells"]["nodes"], "/name"),
        all(&data["removed"], "/id"),
    )
}

/// The time of the store.
async fn now(lore: &Lore) -> String {
    let micros = lore
        .number("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
        .await;
    let time = chrono::DateTime::from_timestamp_micros(micros).expect("a time");
    time.to_rfc3339_opts(chrono::SecondsFormat::Micros, true)
}

#[tokio::test]
async fn a_client_can_keep_a_copy() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    // The rows of the template have the addresses of another upstream.
    lore.sync().await;
    let (all, _) = since(&lore, "2020-01-01T00:00:00Z").await;
    assert!(all.len() > 4, "{all:?}");

    let first = now(&lore).await;
    assert_eq!(since(&lore, &first).await, (vec![], vec![]));
    add_spell(&upstream, "New Kettle");
    edit(
        &upstream,
        "spells",
        "hearth-2014_kettle-burst",
        "desc",
        json!("It boils over."),
    );
    lore.sync().await;
    let (changed, removed) = since(&lore, &first).await;
    assert_eq!(changed, ["Kettle Burst", "New Kettle"]);
    assert!(removed.is_empty(), "{removed:?}");

    let second = now(&lore).await;
    upstream.remove("spells", "srd_new-kettle");
    lore.sync().await;
    let (changed, removed) = since(&lore, &second).await;
    assert!(changed.is_empty(), "{changed:?}");
    assert_eq!(removed.len(), 1, "{removed:?}");
    assert!(removed[0].ends_with(":new-kettle"), "{removed:?}");

    // What is back has not gone away.
    add_spell(&upstream, "New Kettle");
    lore.sync().await;
    let (changed, removed) = since(&lore, &second).await;
    assert_eq!((changed, removed), (vec!["New Kettle".to_owned()], vec![]));
    lore.stop().await;
}
