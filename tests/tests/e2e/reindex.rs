//! Reindexing: derived data is rebuilt when its recipe changes and on demand, and nothing of a removed book is left in
//! it.

use crate::sync::total;
use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::{self as ingest, Due};
use lorekeeper_store::{self as store, Rebuild, Removals};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

const VECTORS: &str = "SELECT count(*) FROM passage_vector";

#[tokio::test]
async fn another_recipe_of_search_text_writes_it_anew_and_keeps_vectors() {
    let upstream = Upstream::start().await;
    let lore = Lore::synced(&upstream, &[]).await;
    let pool = &lore.app.store.pool;
    let vectors = lore.number(VECTORS).await;
    assert!(vectors > 0);
    // Search text and rows of an earlier recipe.
    lore.run(
        "UPDATE search_entry SET terms = '';
        UPDATE spell SET content_hash = 'of an earlier recipe';
        UPDATE creature SET content_hash = 'of an earlier recipe'",
    )
    .await;
    let earlier = store::set_fact(pool, "search_text_made_by", "0");
    earlier.await.unwrap();
    let report = lore.fetch(Due::Nothing, Removals::Guarded).await;
    let changed = |family: &str| {
        let mut tables = report.rows.tables.iter();
        tables.find(|(table, _)| table == family).unwrap().1.changed
    };
    assert!(changed("spell") > 0 && changed("creature") > 0);
    assert_eq!(changed("rule"), 0);
    let empty = "SELECT count(*) FROM search_entry WHERE family = 'spell' AND terms = ''";
    assert_eq!(lore.number(empty).await, 0);
    assert_eq!(lore.embed().await, 0, "the passages are the same");
    assert_eq!(lore.number(VECTORS).await, vectors);
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
    let vectors = lore.number(VECTORS).await;
    let drawn = ingest::reindex(&lore.app.ingest, Rebuild::Rows).await;
    let all = total(&drawn.unwrap());
    let rows = usize::try_from(counts.values().sum::<i64>()).unwrap();
    assert_eq!(all.changed, rows + 5);
    assert_eq!((all.added, all.removed, all.kept), (0, 0, 0));
    assert_eq!(lore.counts().await, counts);
    assert_eq!(lore.embed().await, 0);
    let again = ingest::reindex(&lore.app.ingest, Rebuild::RowsAndVectors);
    again.await.unwrap();
    assert_eq!(lore.number(VECTORS).await, 0);
    assert_eq!(i64::try_from(lore.embed().await).unwrap(), vectors);
    lore.stop().await;
}

#[tokio::test]
async fn a_rebuild_that_breaks_off_is_finished_by_the_next_sync() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let marked = store::mark_stale(&lore.app.store.pool, Rebuild::Rows);
    marked.await.unwrap();
    let lore = lore.restart().await;
    let report = lore.fetch(Due::Nothing, Removals::Guarded).await;
    assert_eq!(total(&report.rows).kept, 0);
    let stale = "SELECT count(*) FROM spell WHERE content_hash = ''";
    assert_eq!(lore.number(stale).await, 0);
    lore.stop().await;
}

#[tokio::test]
async fn words_of_a_removed_book_are_forgotten() {
    // Misspelt: the words of names are what it is corrected to.
    const SUGGEST: &str = "{ suggest(text: \"smaovar\") { name } }";
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let suggested = async || lore.ask(SUGGEST).await["suggest"].as_array().unwrap().len();
    assert_eq!(suggested().await, 0);
    lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    assert!(suggested().await > 0);
    let removed = ingest::remove(&lore.app.ingest, "kettle-spoon");
    removed.await.unwrap();
    assert_eq!(suggested().await, 0);
    lore.stop().await;
}
