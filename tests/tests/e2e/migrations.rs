//! Migrations: a new store takes all steps, and a store of other steps is refused.

use lorekeeper::config::{Config, Layer};
use lorekeeper_store::{Result, Store, sql};
use sea_orm::ConnectionTrait;
use std::path::Path;

/// The steps of this version.
fn steps() -> String {
    lorekeeper_migrations::step_names().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_store_keeps_its_content_when_it_is_opened_again() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await.unwrap();
    assert_eq!(recorded(&store).await, steps());
    let identity = fact(&store, "store").await;
    assert!(identity.is_some());
    store.close().await;
    drop(store);

    let store = open(data.path()).await.unwrap();
    assert_eq!(recorded(&store).await, steps());
    assert_eq!(fact(&store, "store").await, identity);
    store.close().await;
}

#[tokio::test]
async fn a_store_of_other_steps_is_refused_with_a_way_out() {
    for (steps, words) in
        [("m0001_store m0002_search", "`lorekeeper sync`"), (&format!("{} m9999_soup", steps()), "newer version")]
    {
        let data = tempfile::tempdir().unwrap();
        let store = open(data.path()).await.unwrap();
        record(&store, steps).await;
        store.close().await;
        drop(store);
        let refused = open(data.path()).await.err().map(|error| error.to_string());
        let refused = refused.unwrap_or_default();
        assert!(refused.contains(words), "{steps}: {refused:?}");
    }
}

/// Opens the embedded store of a data directory.
async fn open(data_dir: &Path) -> Result<Store> {
    let layer = Layer::from([("data_dir", data_dir.display().to_string())]);
    let config = Config::resolve(&[layer]).unwrap();
    Store::open(&config.store, None).await
}

/// Records these steps in place of those that are there.
async fn record(store: &Store, steps: &str) {
    let values: Vec<String> = steps.split_whitespace().map(|step| format!("('{step}', 0)")).collect();
    let statements = format!(
        "DELETE FROM seaql_migrations; INSERT INTO seaql_migrations (version, applied_at) VALUES {};",
        values.join(", ")
    );
    store.pool.execute_unprepared(&statements).await.unwrap();
}

async fn recorded(store: &Store) -> String {
    let statement = "SELECT string_agg(version, ' ' ORDER BY version) FROM seaql_migrations";
    text(store, statement).await
}

async fn fact(store: &Store, key: &str) -> Option<String> {
    lorekeeper_store::fact(&store.pool, key).await.unwrap()
}

async fn text(store: &Store, statement: &str) -> String {
    let row = store.pool.query_one_raw(sql(statement)).await.unwrap();
    row.unwrap().try_get_by_index(0).unwrap()
}
