//! Changes since a time: what was added or changed, and what went away.

use crate::nodes::{list, text};
use crate::sync::{add_spell, edit};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const QUERY: &str = "query($since: DateTime!) {
  spells(changedSince: $since, first: 100) { totalCount nodes { name } meta { completeUntil } }
  rules(changedSince: $since, first: 100) { totalCount }
  removed(since: $since) { nodes { id family name documentKey removedAt } completeUntil }
}";

/// The time that an answer says to continue from.
async fn continued(lore: &Lore, since: &str) -> String {
    let data = lore.query(QUERY, json!({"since": since})).await;
    let until = text(&data, "/spells/meta/completeUntil").to_owned();
    assert_eq!(until, text(&data, "/removed/completeUntil"));
    until
}

/// The names of the spells that are new since a time, and the ids of what went away.
async fn since(lore: &Lore, time: &str) -> (Vec<String>, Vec<String>) {
    let data = lore.query(QUERY, json!({"since": time})).await;
    let all = |nodes: &Value, path: &str| -> Vec<String> {
        let nodes = list(nodes).iter();
        nodes.map(|node| text(node, path).to_owned()).collect()
    };
    (all(&data["spells"]["nodes"], "/name"), all(&data["removed"]["nodes"], "/id"))
}

#[tokio::test]
async fn a_client_can_keep_a_copy() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    // The rows of the template have the addresses of another upstream.
    lore.sync().await;
    let (all, _) = since(&lore, "2020-01-01T00:00:00Z").await;
    assert!(all.len() > 4, "{all:?}");

    let first = continued(&lore, "2021-01-01T00:00:00Z").await;
    assert_eq!(since(&lore, &first).await, (vec![], vec![]));
    add_spell(&upstream, "New Kettle");
    edit(&upstream, "spells", "hearth-2014_kettle-burst", "desc", json!("It boils over."));
    lore.sync().await;
    let (changed, removed) = since(&lore, &first).await;
    assert_eq!(changed, ["Kettle Burst", "New Kettle"]);
    assert!(removed.is_empty(), "{removed:?}");

    let second = continued(&lore, &first).await;
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

/// As on a machine whose clock starts with an older time.
#[tokio::test]
async fn a_clock_that_goes_back_hides_no_change() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    lore.sync().await;
    // Up to here the clock was ahead.
    lore.run("UPDATE store_fact SET value = '2999-01-01T00:00:00.000000Z' WHERE key = 'rows_complete_until'").await;
    let first = continued(&lore, "2021-01-01T00:00:00Z").await;
    assert!(first.starts_with("2999-01-01"), "{first}");
    assert_eq!(since(&lore, &first).await, (vec![], vec![]));
    add_spell(&upstream, "New Kettle");
    lore.sync().await;
    let (changed, _) = since(&lore, &first).await;
    assert_eq!(changed, ["New Kettle"]);
    let second = continued(&lore, &first).await;
    assert!(second > first, "{second}");
    upstream.remove("spells", "srd_new-kettle");
    lore.sync().await;
    let (changed, removed) = since(&lore, &second).await;
    assert!(changed.is_empty(), "{changed:?}");
    assert_eq!(removed.len(), 1, "{removed:?}");
    lore.stop().await;
}

#[tokio::test]
async fn what_is_not_announced_is_asked_for_again() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    lore.sync().await;
    let first = continued(&lore, "2021-01-01T00:00:00Z").await;
    // A row that is written now may be read later, as on a standby: no answer says to continue after it.
    lore.run("UPDATE spell SET name = name WHERE slug = 'kettle-burst'").await;
    let still = continued(&lore, "2022-01-01T00:00:00Z").await;
    assert_eq!(still, first);
    let (changed, _) = since(&lore, &still).await;
    assert!(!changed.is_empty());
    assert!(changed.iter().all(|name| name == "Kettle Burst"), "{changed:?}");
    lore.stop().await;
}

#[tokio::test]
async fn removals_come_in_pages_and_are_kept_for_a_year() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    // All at the same time, as where a clock is coarse.
    lore.run(
        "INSERT INTO removal (id, family, name, document_key, removed_at)
         SELECT 'spell:hearth:' || n || '-kettle', 'spell', 'Kettle', 'hearth', now()
         FROM unnest(ARRAY['one', 'two', 'three']) n",
    )
    .await;
    let (mut found, mut after) = (Vec::new(), Value::Null);
    let query = "query($after: String) {
      removed(since: \"2021-01-01T00:00:00Z\", first: 1, after: $after) {
        nodes { id }
        pageInfo { hasNextPage endCursor }
      }
    }";
    loop {
        let data = lore.query(query, json!({"after": after})).await;
        let nodes = list(&data["removed"]["nodes"]).iter();
        found.extend(nodes.map(|node| text(node, "/id").to_owned()));
        let page = &data["removed"]["pageInfo"];
        if page["hasNextPage"] == false {
            break;
        }
        after = page["endCursor"].clone();
    }
    found.retain(|id| id.ends_with("-kettle"));
    let expected = ["one", "three", "two"].map(|n| format!("spell:hearth:{n}-kettle"));
    assert_eq!(found, expected);

    lore.run("UPDATE removal SET removed_at = removed_at - interval '366 days' WHERE id LIKE '%one-kettle'").await;
    add_spell(&upstream, "Another Kettle");
    lore.sync().await;
    let left = lore.number("SELECT count(*) FROM removal WHERE id LIKE '%-kettle'").await;
    assert_eq!(left, 2);
    lore.stop().await;
}
