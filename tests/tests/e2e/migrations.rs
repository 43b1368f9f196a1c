//! Migrations: a new store takes the baseline, a store of all steps before it is adopted, any other is refused.

use lorekeeper::config::{Config, Layer};
use lorekeeper_store::{Result, Store, sql};
use sea_orm::ConnectionTrait;
use std::path::Path;

/// The steps that the baseline stands for.
const BEFORE_BASELINE: &str = "m0001_store m0002_search m0003_freshness m0004_ranking m0005_inflicts m0006_lookups
    m0007_orders m0008_identity m0009_whole_orders m0010_vectors_by_family m0011_family_of_vectors
    m0012_imports_and_shrinking m0013_disagreements m0014_words m0015_name_words m0016_changes m0017_facts
    m0018_starting_items m0019_logged_imports m0020_words_of_the_process m0021_statistics_of_vectors
    m0022_times_of_changes m0023_stat_blocks_of_2024";

/// The steps of this version.
const STEPS: &str = "m0001_baseline m0002_features m0003_mentions m0004_effects m0005_imports \
    m0006_hit_points m0007_books";

/// Content of the store, an index that only the steps before the baseline made, and none of what later steps made.
const BEFORE: &str = "
    ALTER TABLE character_option
        DROP feature_kind, DROP owner_slug, DROP owner_kind, DROP option_of_slug, DROP level, DROP uses, DROP recovery,
        DROP activation;
    DROP INDEX spell_subclasses;
    ALTER TABLE spell DROP mentions, DROP linked_names;
    ALTER TABLE creature DROP mentions, DROP linked_names;
    ALTER TABLE equipment DROP mentions, DROP linked_names;
    ALTER TABLE character_option DROP mentions, DROP linked_names;
    ALTER TABLE rule DROP mentions, DROP linked_names;
    ALTER TABLE spell DROP effects;
    ALTER TABLE creature
        DROP attack_bonus_max, DROP save_dc_max, DROP damage_per_round, DROP spellcasting_kinds, DROP has_lair,
        DROP has_regional_effects, DROP hit_points_detail;
    DROP TABLE book_setting, hidden_document;
    DROP INDEX search_entry_document;
    INSERT INTO store_fact (key, value) VALUES ('soup', 'hot');
    CREATE INDEX spell_school ON spell (lower(school));";

#[tokio::test]
async fn a_store_of_all_steps_before_the_baseline_keeps_its_content() {
    let data = tempfile::tempdir().unwrap();
    let store = open(data.path()).await.unwrap();
    assert_eq!(recorded(&store).await, STEPS);
    let identity = fact(&store, "store").await;
    assert!(identity.is_some());
    store.pool.execute_unprepared(BEFORE).await.unwrap();
    record(&store, BEFORE_BASELINE).await;
    store.close().await;
    drop(store);

    let store = open(data.path()).await.unwrap();
    assert_eq!(recorded(&store).await, STEPS);
    assert_eq!(fact(&store, "store").await, identity);
    assert_eq!(fact(&store, "soup").await.as_deref(), Some("hot"));
    let left = "SELECT coalesce(to_regclass('spell_school')::text, '')";
    assert_eq!(text(&store, left).await, "");
    store.close().await;
}

#[tokio::test]
async fn a_store_of_other_steps_is_refused_with_a_way_out() {
    let (most, _) = BEFORE_BASELINE.rsplit_once(' ').unwrap();
    let unknown = format!("{BEFORE_BASELINE} m0024_soup");
    for (steps, words) in [
        (most, "`lorekeeper sync`"),
        (unknown.as_str(), "`lorekeeper sync`"),
        (&format!("{STEPS} m9999_soup"), "newer version"),
    ] {
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
    let values: Vec<String> = steps
        .split_whitespace()
        .map(|step| format!("('{step}', 0)"))
        .collect();
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
