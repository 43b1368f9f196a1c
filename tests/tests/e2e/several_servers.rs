//! Several servers on one Postgres. On the embedded store there is only ever one process: see `leadership`.

use futures::future::join_all;
use lorekeeper::config::{Config, Layer};
use lorekeeper::services::Services;
use lorekeeper_ingest::Due;
use lorekeeper_ingest::background::follow_changes;
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::{Database, Lore, fetch};
use lorekeeper_tests::upstream::Upstream;
use std::sync::Arc;
use std::time::Duration;

/// Each lays the database out, or finds it laid out: none fails because another is at it.
#[tokio::test(flavor = "multi_thread")]
async fn several_meet_an_empty_database() {
    let Some(database) = Database::create().await else {
        eprintln!("skipped: only a Postgres server has several processes");
        return;
    };
    let open = || async {
        let layer = Layer::from([("database_url", database.url.clone())]);
        Services::open(Config::resolve(&[layer]).expect("valid settings")).await
    };
    let apps = join_all((0..4).map(|_| open())).await;
    for app in apps {
        let app = Arc::into_inner(app.expect("a store")).expect("nobody else has it");
        app.store.close().await;
    }
    database.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_syncs_and_the_others_notice() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let Some(other) = lore.beside().await else {
        lore.stop().await;
        return;
    };
    upstream.latency(Duration::from_millis(5));
    let (one, two) =
        tokio::join!(fetch(&lore.app, Due::Stale, Removals::Guarded), fetch(&other, Due::Stale, Removals::Guarded));
    let reports = [one.unwrap(), two.unwrap()];
    let syncs = reports.iter().filter(|r| !r.listings.is_empty()).count();
    assert_eq!(syncs, 1, "one of them fetched, the other found everything fresh");
    for path in ["/v2/spells/", "/v2/creatures/", "/api/2014/feats"] {
        let asked = upstream.counts().get(path).copied();
        assert_eq!(asked, Some(1), "{path}");
    }

    // What one changes the other is told.
    let mut content = other.store.watch_content();
    let following = tokio::spawn(follow_changes(Arc::clone(&other.ingest)));
    content.changed().await.unwrap();
    let spells = upstream.records("spells").into_iter().skip(1).collect();
    upstream.replace("spells", spells);
    assert!(lore.fetch(Due::All, Removals::All).await.rows.any());
    tokio::time::timeout(Duration::from_secs(20), content.changed()).await.expect("word of the change").unwrap();
    following.abort();
    drop(other);
    lore.stop().await;
}
