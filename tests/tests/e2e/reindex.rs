//! Derived data: rebuilt when its recipe changes and on demand; nothing of a removed book is left in it.

use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::progress::ProgressSink;
use lorekeeper_ingest::{self as ingest, Due};
use lorekeeper_sources::import;
use lorekeeper_store::{self as store, Rebuild, Removals, sql};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

async fn count(lore: &Lore, statement: &str) -> i64 {
    let row = lore.app.store.pool.query_one_raw(sql(statement)).await;
    row.unwrap().unwrap().try_get_by_index(0).unwrap()
}

#[tokio::test]
async fn another_recipe_of_search_text_writes_it_anew_and_keeps_vectors() {
    let upstream = Upstream::start().await;
    let lore = Lore::synced(&upstream, &[]).await;
    let pool = &lore.app.store.pool;
    let vectors = count(&lore, "SELECT count(*) FROM passage_vector").await;
    assert!(vectors > 0);
    // Search text and rows of an earlier recipe.
    for statement in [
        "UPDATE search_entry SET terms = ''",
        "UPDATE spell SET content_hash = 'of an earlier recipe'",
        "UPDATE creature SET content_hash = 'of an earlier recipe'",
    ] {
        pool.execute_raw(sql(statement)).await.unwrap();
    }
    store::set_fact(pool, "search_text_made_by", "0")
        .await
        .unwrap();
    let report = lore.fetch(Due::Nothing, Removals::Guarded).await;
    let changed = |family: &str| {
        let mut tables = report.rows.tables.iter();
        tables.find(|(table, _)| table == family).unwrap().1.changed
    };
    assert!(changed("spell") > 0 && changed("creature") > 0);
    assert_eq!(changed("rule"), 0);
    let empty = "SELECT count(*) FROM search_entry WHERE family = 'spell' AND terms = ''";
    assert_eq!(count(&lore, empty).await, 0);
    assert_eq!(lore.embed().await, 0, "the passages are the same");
    assert_eq!(
        count(&lore, "SELECT count(*) FROM passage_vector").await,
        vectors
    );
    // It is made by the recipe of this version now.
    let report = lore.fetch(Due::Nothing, Removals::Guarded).await;
    assert!(report.rows.tables.is_empty());
    lore.stop().await;
}

#[tokio::test]
async fn all_is_rebuilt_on_demand() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let counts = lore.counts().await;
    let vectors = count(&lore, "SELECT count(*) FROM passage_vector").await;
    let drawn = ingest::reindex(&lore.app.ingest, Rebuild::Rows)
        .await
        .unwrap();
    let (changed, others) = drawn
        .tables
        .iter()
        .fold((0, 0), |(changed, others), (_, w)| {
            (changed + w.changed, others + w.added + w.removed + w.kept)
        });
    assert_eq!(
        i64::try_from(changed).unwrap(),
        counts.values().sum::<i64>() + 5
    );
    assert_eq!(others, 0);
    assert_eq!(lore.counts().await, counts);
    assert_eq!(lore.embed().await, 0);
    ingest::reindex(&lore.app.ingest, Rebuild::RowsAndVectors)
        .await
        .unwrap();
    assert_eq!(count(&lore, "SELECT count(*) FROM passage_vector").await, 0);
    assert_eq!(i64::try_from(lore.embed().await).unwrap(), vectors);
    lore.stop().await;
}

#[tokio::test]
async fn a_rebuild_that_breaks_off_is_finished_by_the_next_sync() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    store::mark_stale(&lore.app.store.pool, Rebuild::Rows)
        .await
        .unwrap();
    let lore = lore.restart().await;
    let report = lore.fetch(Due::Nothing, Removals::Guarded).await;
    assert!(
        report
            .rows
            .tables
            .iter()
            .all(|(_, written)| written.kept == 0)
    );
    let stale = "SELECT count(*) FROM spell WHERE content_hash = ''";
    assert_eq!(count(&lore, stale).await, 0);
    lore.stop().await;
}

#[tokio::test]
async fn words_of_a_removed_book_are_forgotten() {
    const KNOWN: &str = "SELECT count(*) FROM name_word WHERE word IN ('pantry', 'samovar')";
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let before = count(&lore, "SELECT count(*) FROM name_word").await;
    let readings = import::read_bytes("kitchen.orcbrew", KITCHEN.into())
        .await
        .unwrap();
    ingest::import(
        &lore.app.ingest,
        readings,
        Mode::Store,
        &ProgressSink::default(),
    )
    .await
    .unwrap();
    assert_eq!(count(&lore, KNOWN).await, 2);
    ingest::remove(&lore.app.ingest, "kettle-spoon")
        .await
        .unwrap();
    assert_eq!(count(&lore, KNOWN).await, 0);
    assert_eq!(count(&lore, "SELECT count(*) FROM name_word").await, before);
    lore.stop().await;
}
