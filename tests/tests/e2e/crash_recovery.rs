//! Crash recovery: a crash between two steps is made good at the next start, nothing lost, nothing twice.

use crate::nodes::text;
use crate::sync::{add_spell, edit, total, written};
use lorekeeper_content::record::Record;
use lorekeeper_ingest::Due;
use lorekeeper_ingest::import::Mode;
use lorekeeper_sources::open5e_v2;
use lorekeeper_store::sql;
use lorekeeper_store::{self as store, Removals};
use lorekeeper_tests::harness::{Lore, fetch};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

const STEW: &str = "hearth-2014_watchful-stew";

const HUMMING: &str = "A stew watches, and hums.";

/// Stores a record of a spell, of which no row is drawn yet.
async fn put_spell(lore: &Lore, raw: Value) {
    let record = Record { key: text(&raw, "/key").to_owned(), url: "http://upstream/".to_owned(), raw };
    let (pool, source) = (&lore.app.store.pool, open5e_v2::NAME);
    store::put_records(pool, source, "spells", &[record], Removals::None).await.unwrap();
}

#[tokio::test]
async fn between_records_and_rows() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let counts = lore.counts().await;
    let revision = lore.revision().await;

    // The rows were drawn, but the store does not know it: drawing again changes nothing.
    let marked = store::set_fact(&lore.app.store.pool, store::ROWS_PENDING, "true");
    marked.await.unwrap();
    let lore = lore.restart().await;
    let report = lore.fetch(Due::Stale, Removals::Guarded).await;
    assert!(!report.rows.tables.is_empty(), "rows were drawn again");
    assert!(!report.rows.any());
    // All rows and five documents.
    let kept = i64::try_from(total(&report.rows).kept).unwrap();
    assert_eq!(kept, counts.values().sum::<i64>() + 5);
    assert_eq!(lore.embed().await, 0);
    assert_eq!(lore.counts().await, counts);
    assert_eq!(lore.revision().await, revision);

    // A record was stored, but not drawn.
    put_spell(&lore, add_spell(&upstream, "Smoke Signal")).await;
    let lore = lore.restart().await;
    let missing = lore.ask("{ spell(slug: \"smoke-signal\") { name } }").await;
    assert!(missing["spell"].is_null());
    let report = lore.fetch(Due::Stale, Removals::Guarded).await;
    assert_eq!(written(&report), (1, 0, 0));
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
        let rows = lore
            .app
            .store
            .pool
            .query_all_raw(sql("SELECT entity_id, ord, embedding::text AS v FROM passage_vector ORDER BY 1, 2"));
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
    lore.run("DELETE FROM passage_vector WHERE entity_id % 3 = 0").await;
    let left = vectors(&lore).await.len();
    assert!(left > 0 && left < all.len());
    let lore = lore.restart().await;
    assert_eq!(lore.embed().await, all.len() - left);
    assert!(vectors(&lore).await == all);
    assert_eq!(lore.embed().await, 0);

    // Vectors of another model go once this one has all of its own.
    let other = "INSERT INTO passage_vector (entity_id, ord, family, model, embedding) SELECT entity_id, ord, family, 'other', embedding FROM passage_vector LIMIT 5";
    lore.run(other).await;
    assert_eq!(vectors(&lore).await.len(), all.len() + 5);
    // Those of an earlier process: this one has found that there are no others.
    let lore = lore.restart().await;
    assert_eq!(lore.embed().await, 0);
    assert!(vectors(&lore).await == all);
    lore.stop().await;
}

/// Fails the next change of the revision, as if the process had ended before it.
const LOSE_REVISION: &str = "
    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'it is lost'; END $$;
    CREATE TRIGGER lose BEFORE UPDATE ON store_fact FOR EACH ROW WHEN (NEW.key = 'revision') EXECUTE FUNCTION lose()";

#[tokio::test]
async fn between_rows_and_revision() {
    let upstream = Upstream::start().await;
    let lore = Lore::synced(&upstream, &[]).await;
    let revision = lore.revision().await;
    let mut told = lore.app.store.watch_content();
    lore.run(LOSE_REVISION).await;
    edit(&upstream, "spells", STEW, "desc", json!(HUMMING));
    let broken = fetch(&lore.app, Due::All, Removals::Guarded).await;
    assert!(broken.is_err());
    let query = "{ spell(slug: \"watchful-stew\") { text } }";
    let spell = lore.ask(query).await;
    assert_eq!(text(&spell, "/spell/text"), HUMMING);
    assert_eq!(lore.revision().await, revision);

    lore.run("DROP TRIGGER lose ON store_fact").await;
    told.mark_unchanged();
    let report = lore.fetch(Due::Nothing, Removals::Guarded).await;
    assert!(!report.rows.any(), "the rows are there already");
    let change = report.rows.change.expect("the change is announced");
    assert_eq!(change.families, None, "who wrote the rows is gone");
    assert!(told.has_changed().unwrap());
    assert_ne!(lore.revision().await, revision);
    assert_eq!(lore.embed().await, 1);
    let revision = lore.revision().await;
    let again = lore.fetch(Due::All, Removals::Guarded).await;
    assert_eq!(again.rows.change, None);
    assert_eq!(lore.revision().await, revision);
    lore.stop().await;
}

/// A mark is taken away by who saw it, and by nobody else.
#[tokio::test]
async fn records_that_come_while_rows_are_drawn_stay_pending() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let pool = &lore.app.store.pool;
    let put = async |name: &str| {
        put_spell(&lore, json!({"key": name, "name": name})).await;
        let mut marks = store::pending_marks(pool).await.unwrap();
        assert_eq!(marks.len(), 1);
        marks.pop().unwrap()
    };
    let first = put("smoke").await;
    let second = put("ash").await;
    assert_ne!(first, second);
    store::clear_pending(pool, &first).await.unwrap();
    let left = store::pending_marks(pool).await.unwrap();
    assert_eq!(left, std::slice::from_ref(&second));
    store::clear_pending(pool, &second).await.unwrap();
    assert_eq!(store::pending_marks(pool).await.unwrap(), []);
    lore.stop().await;
}

#[tokio::test]
async fn rows_of_a_newer_version_are_left_alone() {
    let upstream = Upstream::start().await;
    let lore = Lore::synced(&upstream, &[]).await;
    let pool = &lore.app.store.pool;
    let ours = store::fact(pool, "rows_made_by").await.unwrap().unwrap();
    let newer = store::set_fact(pool, "rows_made_by", "9999");
    newer.await.unwrap();
    edit(&upstream, "spells", STEW, "desc", json!(HUMMING));
    let revision = lore.revision().await;
    let report = lore.fetch(Due::All, Removals::Guarded).await;
    assert!(report.rows.tables.is_empty());
    assert_eq!(lore.revision().await, revision);
    let drawn_by = store::fact(pool, "rows_made_by").await.unwrap();
    assert_eq!(drawn_by.as_deref(), Some("9999"));
    let lid = "{:orcpub.dnd.e5/spells {:lid {:name \"Lid\" :level 1}}}";
    let refused = lore.try_import(Mode::Store, "lid.orcbrew", lid).await;
    assert!(refused.unwrap_err().to_string().contains("newer version"));

    store::set_fact(pool, "rows_made_by", &ours).await.unwrap();
    let report = lore.fetch(Due::Nothing, Removals::Guarded).await;
    assert_eq!(written(&report).1, 1);
    lore.stop().await;
}
