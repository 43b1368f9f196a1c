//! Embedding models of several servers on one Postgres: one model is the store's at a time.

use lorekeeper::services::Services;
use lorekeeper_embed::HashEmbedder;
use lorekeeper_ingest::background::follow_changes_every;
use lorekeeper_ingest::embedding::{background, servers};
use lorekeeper_ingest::progress::ProgressSink;
use lorekeeper_store as store;
use lorekeeper_store::sql;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

async fn models(app: &Services) -> Vec<String> {
    store::models_of_vectors(&app.store.pool).await.unwrap()
}

async fn catch_up(app: &Services) -> usize {
    let done = background::catch_up(&app.store, &app.models, &ProgressSink::default()).await;
    done.unwrap()
}

async fn heartbeat(app: &Services) {
    let done = servers::write_heartbeat(&app.store, &app.models).await;
    done.unwrap();
}

/// Sets an app to another model.
fn install(app: &Services) {
    let model = HashEmbedder::with_dimension(96);
    app.models.configured.install(model).unwrap();
}

/// As if no server had said anything for two minutes.
async fn silence(app: &Services) {
    let statement =
        "UPDATE store_fact SET value = jsonb_set(value::jsonb, '{seen}', '0')::text WHERE starts_with(key, 'server:')";
    let done = app.store.pool.execute_raw(sql(statement)).await.unwrap();
    assert!(done.rows_affected() > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn different_models_do_not_undo_each_other() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let Some(other) = lore.beside().await else {
        lore.stop().await;
        return;
    };
    heartbeat(&lore.app).await;
    let revision = lore.revision().await;
    install(&other);
    let working = [&lore.app, &other].map(|app| {
        let following = follow_changes_every(Arc::clone(&app.ingest), Duration::from_millis(500));
        [tokio::spawn(background::run(Arc::clone(&app.ingest))), tokio::spawn(following)]
    });
    tokio::time::sleep(Duration::from_secs(4)).await;
    for task in working.iter().flatten() {
        task.abort();
    }
    assert_eq!(lore.revision().await, revision);
    assert_eq!(models(&other).await, ["hash-1"]);
    let notice = other.models.state.notice().unwrap();
    assert!(notice.contains("hash-to-96") && notice.contains("hash-1"), "{notice}");
    assert!(notice.contains("by words"), "{notice}");
    // What it makes of queries means nothing to these vectors.
    assert_eq!((other.models.model_id(), other.models.pending_model_id()), (None, None));
    assert_eq!(catch_up(&other).await, 0);
    assert_eq!(lore.revision().await, revision);
    let query = "{ status { model modelNotice embedding failedPassages } }";
    let told = lore.ask(query).await;
    assert_eq!(told["status"]["model"], "hash-1");
    assert_eq!(told["status"]["modelNotice"], Value::Null);
    assert_eq!(told["status"]["failedPassages"], 0);

    // The last that was set to the previous model goes, and the other one takes over.
    silence(&lore.app).await;
    assert!(catch_up(&other).await > 100);
    assert_eq!(models(&other).await, ["hash-to-96"]);
    assert_eq!(other.models.state.notice(), None);
    assert_eq!(other.models.model_id().as_deref(), Some("hash-to-96"));
    assert_ne!(lore.revision().await, revision);

    // When the first comes back, the store is the other's.
    let revision = lore.revision().await;
    heartbeat(&other).await;
    heartbeat(&lore.app).await;
    assert_eq!(lore.embed().await, 0);
    assert_eq!(models(&other).await, ["hash-to-96"]);
    assert_eq!(lore.revision().await, revision);
    let told = lore.ask(query).await;
    assert_eq!(told["status"]["model"], Value::Null);
    let notice = told["status"]["modelNotice"].as_str().unwrap();
    assert!(notice.contains("hash-to-96"), "{notice}");
    let searched = "{ spells(search: \"broth\") { nodes { name } meta { warnings } } }";
    let found = lore.ask(searched).await;
    let warning = found["spells"]["meta"]["warnings"].to_string();
    assert!(warning.contains("does not have"), "{warning}");
    drop(other);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn vectors_that_another_server_answers_with_are_kept() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let Some(other) = lore.beside().await else {
        lore.stop().await;
        return;
    };
    install(&other);
    // It begins with nobody else about; then a server comes that has the previous model.
    let counts = store::passage_counts(&lore.app.store.pool, None).await;
    let passages = counts.unwrap().0;
    let target = r#"{"id":"hash-to-96"}"#;
    store::set_fact(&other.store.pool, "target_model", target).await.unwrap();
    heartbeat(&lore.app).await;
    assert_eq!(catch_up(&other).await, usize::try_from(passages).unwrap());
    let mut both = models(&other).await;
    both.sort();
    assert_eq!(both, ["hash-1", "hash-to-96"]);
    // It hears of the change, and has no such model; then its vectors go.
    heartbeat(&other).await;
    assert_eq!(lore.embed().await, 0);
    assert!(lore.app.models.model_id().is_none());
    heartbeat(&lore.app).await;
    assert_eq!(catch_up(&other).await, 0);
    assert_eq!(models(&other).await, ["hash-to-96"]);
    drop(other);
    lore.stop().await;
}

/// A connection that died without a sign tells of nothing, and looks as if nothing had changed.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_is_not_told_of_is_noticed() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    if lore.database_url().is_none() {
        eprintln!("skipped: only a Postgres server tells of changes");
        lore.stop().await;
        return;
    }
    let mut content = lore.app.store.watch_content();
    let often = Duration::from_millis(300);
    let following = tokio::spawn(follow_changes_every(Arc::clone(&lore.app.ingest), often));
    content.changed().await.unwrap();
    let silent = "INSERT INTO store_fact (key, value) VALUES ('revision', '7') ON CONFLICT (key) DO UPDATE SET value = (store_fact.value::bigint + 7)::text";
    lore.run(silent).await;
    tokio::time::timeout(Duration::from_secs(20), content.changed()).await.expect("the change is noticed").unwrap();
    following.abort();
    lore.stop().await;
}
