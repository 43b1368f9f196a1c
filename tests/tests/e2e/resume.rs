//! A crash between two steps is made good at the next start: nothing lost, nothing twice.

use crate::shown::text;
use crate::sync::written;
use lorekeeper::db::sql;
use lorekeeper::ingest::Due;
use lorekeeper::source::{Record, open5e_v2};
use lorekeeper::store::{self, Removals};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use serde_json::json;

#[tokio::test]
async fn between_records_and_rows() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let counts = lore.counts().await;
    let revision = lore.revision().await;

    // The rows were drawn, but the store does not know it: drawing again changes nothing.
    store::set_fact(&lore.app.db.pool, store::PENDING, "true")
        .await
        .unwrap();
    let lore = lore.restart().await;
    let report = lore.fetch(Due::Stale, Removals::Guarded).await;
    assert!(!report.drawn.tables.is_empty(), "rows were drawn again");
    assert!(!report.drawn.any());
    let rows = written(&report);
    assert_eq!(
        i64::try_from(rows.kept).unwrap(),
        counts.values().sum::<i64>() + 5,
        "all rows and five documents"
    );
    assert_eq!(lore.embed().await, 0);
    assert_eq!(lore.counts().await, counts);
    assert_eq!(lore.revision().await, revision);

    // A record was stored, but not drawn.
    let mut raw = upstream.records("spells").swap_remove(0);
    raw["key"] = json!("srd_smoke-signal");
    raw["name"] = json!("Smoke Signal");
    let record = Record {
        key: "srd_smoke-signal".to_owned(),
        url: "http://upstream/".to_owned(),
        raw,
    };
    store::put_records(
        &lore.app.db.pool,
        open5e_v2::NAME,
        "spells",
        &[record],
        Removals::None,
    )
    .await
    .unwrap();
    let lore = lore.restart().await;
    let missing = lore.ask("{ spell(slug: \"smoke-signal\") { name } }").await;
    assert!(missing["spell"].is_null());
    let report = lore.fetch(Due::Stale, Removals::Guarded).await;
    let rows = written(&report);
    assert_eq!((rows.added, rows.changed, rows.removed), (1, 0, 0));
    assert_eq!(lore.embed().await, 1);
    let found = lore.ask("{ spell(slug: \"smoke-signal\") { name } }").await;
    assert_eq!(text(&found, "/spell/name"), "Smoke Signal");
    assert_ne!(lore.revision().await, revision);
    lore.stop().await;
}

#[tokio::test]
async fn in_the_middle_of_embedding() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let vectors = async |lore: &Lore| {
        let rows = lore.app.db.pool.query_all_raw(sql(
            "SELECT entity_id, ord, embedding::text AS v FROM passage_vector ORDER BY 1, 2",
        ));
        let rows = rows.await.unwrap();
        let read = |row: &sea_orm::QueryResult| {
            let id: i64 = row.try_get("", "entity_id").unwrap();
            let ord: i32 = row.try_get("", "ord").unwrap();
            let vector: String = row.try_get("", "v").unwrap();
            (id, ord, vector)
        };
        rows.iter().map(read).collect::<Vec<_>>()
    };
    let all = vectors(&lore).await;
    lore.app
        .db
        .pool
        .execute_raw(sql("DELETE FROM passage_vector WHERE entity_id % 3 = 0"))
        .await
        .unwrap();
    let left = vectors(&lore).await.len();
    assert!(left > 0 && left < all.len());
    let lore = lore.restart().await;
    assert_eq!(lore.embed().await, all.len() - left);
    assert_eq!(vectors(&lore).await, all);
    assert_eq!(lore.embed().await, 0);

    // Vectors of another model go once this one has all of its own.
    let other = "INSERT INTO passage_vector (entity_id, ord, family, model, embedding) SELECT entity_id, ord, family, 'other', embedding FROM passage_vector LIMIT 5";
    lore.app.db.pool.execute_raw(sql(other)).await.unwrap();
    assert_eq!(vectors(&lore).await.len(), all.len() + 5);
    assert_eq!(lore.embed().await, 0);
    assert_eq!(vectors(&lore).await, all);
    lore.stop().await;
}
