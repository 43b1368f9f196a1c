//! A crash between two steps is made good at the next start: nothing lost, nothing twice.

use crate::shown::text;
use crate::sync::written;
use lorekeeper::app::App;
use lorekeeper::db::sql;
use lorekeeper::embed::{Embed, EmbedError, HashEmbedder, background};
use lorekeeper::ingest::Due;
use lorekeeper::source::{Record, open5e_v2};
use lorekeeper::store::{self, Removals};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

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

/// A model that takes its time, and fails on texts with a word in them.
struct Stumbling {
    pause: Duration,
    word: &'static str,
}

impl Embed for Stumbling {
    fn model_id(&self) -> &'static str {
        "stumbling"
    }

    fn dimension(&self) -> usize {
        HashEmbedder.dimension()
    }

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        std::thread::sleep(self.pause);
        if !self.word.is_empty() && texts.iter().any(|text| text.contains(self.word)) {
            return Err(EmbedError::Inference);
        }
        HashEmbedder.embed(texts)
    }

    fn embed_queries(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        HashEmbedder.embed(texts)
    }
}

/// An app with content and such a model, of which nothing is embedded yet.
async fn stumbling(upstream: &Upstream, model: Stumbling) -> Lore {
    let lore = Lore::with(upstream, Model::Missing, &[]).await;
    lore.fetch(Due::All, Removals::Guarded).await;
    lore.app.embedder.install(model).unwrap();
    lore
}

async fn status(lore: &Lore) -> Value {
    let status = "{ status { passages embedded embedding failedPassages } }";
    lore.ask(status).await["status"].take()
}

/// Embeds in the background until a number of vectors is stored.
async fn until_embedded(app: &App, passages: usize) {
    let waited = tokio::time::timeout(Duration::from_secs(60), async {
        while app.embedded() < passages {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let done = waited.await;
    assert!(done.is_ok(), "{} of {passages}", app.embedded());
}

#[tokio::test(flavor = "multi_thread")]
async fn embedding_goes_on_after_an_error_of_the_store() {
    let upstream = Upstream::start().await;
    let model = Stumbling {
        pause: Duration::from_millis(10),
        word: "",
    };
    let lore = stumbling(&upstream, model).await;
    let passages = status(&lore).await["passages"].as_u64().unwrap();
    let passages = usize::try_from(passages).unwrap();
    let working = tokio::spawn(background::run(Arc::clone(&lore.app)));
    until_embedded(&lore.app, 1).await;
    let run = async |statement: &str| {
        let db = &lore.app.db.pool;
        db.execute_unprepared(statement).await.unwrap();
    };
    run("ALTER TABLE passage_vector RENAME TO elsewhere").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let stopped = lore.app.embedded();
    assert!(stopped < passages, "{stopped}");
    run("ALTER TABLE elsewhere RENAME TO passage_vector").await;
    // Nothing else changes: it is taken up again by itself.
    until_embedded(&lore.app, passages).await;
    working.abort();
    let _ = working.await;
    let after = status(&lore).await;
    assert_eq!(after["embedded"], after["passages"]);
    assert_eq!(after["embedding"], false);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_the_model_fails_on_keeps_no_other_back() {
    let upstream = Upstream::start().await;
    let model = Stumbling {
        pause: Duration::ZERO,
        word: "A bowl of broth appears",
    };
    let lore = stumbling(&upstream, model).await;
    let cursed =
        "SELECT count(*) AS number FROM passage WHERE text LIKE '%A bowl of broth appears%'";
    let row = lore.app.db.pool.query_one_raw(sql(cursed)).await.unwrap();
    let cursed: i64 = row.unwrap().try_get("", "number").unwrap();
    assert!((1..5).contains(&cursed), "{cursed}");
    let done = i64::try_from(lore.embed().await).unwrap();
    let after = status(&lore).await;
    assert_eq!(after["passages"], json!(done + cursed));
    assert_eq!(after["embedded"], json!(done));
    assert_eq!(after["failedPassages"], json!(cursed));
    let (_, _, metrics) = lore.get("/metrics", "*/*").await;
    let told = format!("lorekeeper_passages_failed {cursed}");
    assert!(metrics.lines().any(|line| line == told), "{metrics}");
    // It is not tried for ever.
    let revision = lore.revision().await;
    assert_eq!(lore.embed().await, 0);
    assert_eq!(lore.revision().await, revision);
    let search = "{ spells(search: \"soup that heals\", mode: SEMANTIC) { totalCount } }";
    assert!(lore.ask(search).await["spells"]["totalCount"].as_i64() > Some(0));
    lore.stop().await;
}
