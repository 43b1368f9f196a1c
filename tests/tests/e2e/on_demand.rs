//! On-demand fetch: a query on a family that was never fetched fetches it once, however many ask.

use crate::nodes::{FAMILIES, list, text};
use futures::future::join_all;
use lorekeeper_ingest::Due;
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_first_has_it_fetched() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    upstream.latency(Duration::from_millis(20));
    let ask = || lore.ask("{ spells { totalCount meta { cacheStatus sources } } }");
    let answers = join_all((0..20).map(|_| ask())).await;
    for answer in &answers {
        assert_eq!(answer["spells"]["totalCount"], 9, "{answer}");
        assert_eq!(answer["spells"]["meta"]["cacheStatus"], "FRESH");
        let sources = json!(["dnd5e_api", "open5e_v2"]);
        assert_eq!(answer["spells"]["meta"]["sources"], sources);
    }
    assert_eq!(upstream.requests("/v2/spells/"), 1);
    let records = upstream.records("2014/spells").len();
    assert_eq!(upstream.requests("/api/2014/spells"), 1 + records);
    // What all families need came too, what others need did not.
    assert_eq!(upstream.requests("/v2/documents/"), 1);
    assert_eq!(upstream.requests("/v2/creatures/"), 0);

    // By id, by slug and by a search it is the same.
    upstream.forget_counts();
    let by_id = "{ node(id: \"creature:hearth-2014:ash-drake\") { id } }";
    let by_id = lore.ask(by_id).await;
    assert_eq!(by_id["node"]["id"], "creature:hearth-2014:ash-drake");
    let by_slug = lore.ask("{ rule(slug: \"scorched\") { name } }").await;
    assert_eq!(by_slug["rule"]["name"], "Scorched");
    assert_eq!(upstream.requests("/v2/spells/"), 0);
    let found = lore.ask("{ search(query: \"poker\") { nodes { name } } }").await;
    assert_eq!(found["search"]["nodes"][0]["name"], "Poker");
    assert_eq!(upstream.requests("/v2/creatures/"), 1);
    assert_eq!(upstream.requests("/v2/spells/"), 0);

    // Then everything is there, also after a restart, and nobody is asked any more.
    let lore = lore.restart().await;
    upstream.forget_counts();
    for (field, _) in FAMILIES {
        let answer = lore.ask(&format!("{{ {field} {{ totalCount }} }}")).await;
        assert_ne!(answer[field]["totalCount"], 0, "{field}");
    }
    assert!(upstream.counts().is_empty());
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_long() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    upstream.latency(Duration::from_secs(4));
    let answer = lore.ask("{ creatures { totalCount meta { cacheStatus message } } }").await;
    // Two sources of several listings each take much longer.
    assert_eq!(answer["creatures"]["totalCount"], 0);
    assert_eq!(answer["creatures"]["meta"]["cacheStatus"], "REFRESHING");
    let message = answer["creatures"]["meta"]["message"].as_str().unwrap();
    assert!(message.contains("being loaded right now"), "{message}");
    upstream.latency(Duration::ZERO);
    for _ in 0..300 {
        let answer = lore.ask("{ creatures { totalCount } }").await;
        if answer["creatures"]["totalCount"] != 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // It was fetched all the same, for whoever asks next.
    let answer = lore.ask("{ creatures { totalCount } }").await;
    assert_ne!(answer["creatures"]["totalCount"], 0);
    assert_eq!(upstream.requests("/v2/creatures/"), 1);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_is_left_alone_for_a_while() {
    let upstream = Upstream::start().await;
    upstream.fail("/", 404, usize::MAX);
    let settings = [("error_ttl", "1h")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let empty = lore.ask("{ feats: characterOptions { totalCount } }").await;
    assert_eq!(empty["feats"]["totalCount"], 0);
    assert!(upstream.requests("/v2/feats/") > 0);
    upstream.recover();
    upstream.forget_counts();
    for _ in 0..3 {
        lore.ask("{ characterOptions { totalCount } }").await;
    }
    assert!(upstream.counts().is_empty(), "{:?}", upstream.counts());

    // The failures and when they are over are in the store; so they outlast a restart.
    let lore = lore.restart().await;
    lore.ask("{ characterOptions { totalCount } }").await;
    assert!(upstream.counts().is_empty());
    let status = lore.ask("{ status { listings { endpoint error failures nextDue lastSuccess } } }").await;
    let mut listings = list(&status["status"]["listings"]).iter();
    let feats = listings.find(|l| l["endpoint"] == "feats").unwrap();
    assert_eq!(feats["failures"], 1);
    assert_eq!(feats["lastSuccess"], Value::Null);
    assert!(text(feats, "/error").contains("404"));
    let due: chrono::DateTime<chrono::Utc> = text(feats, "/nextDue").parse().unwrap();
    let wait = (due - chrono::Utc::now()).num_minutes();
    assert!((55..=60).contains(&wait), "{wait}");

    // Whoever asks for a sync gets one.
    let report = lore.fetch(Due::NotFresh, Removals::Guarded).await;
    assert!(report.rows.any());
    lore.stop().await;
}

#[tokio::test]
async fn offline_nothing_is_fetched() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, &[("offline", "true")]).await;
    let query = "{ spells { totalCount meta { cacheStatus } } }";
    let expected = json!({"totalCount": 0, "meta": {"cacheStatus": "OFFLINE"}});
    assert_eq!(lore.ask(query).await["spells"], expected);
    assert!(upstream.counts().is_empty());
    lore.stop().await;
}
