//! Change of the embedding model: the stored vectors go on answering until the new ones are complete.

use crate::nodes::names;
use lorekeeper::services::Services;
use lorekeeper_embed::{Embed, EmbedError, Embedder, HashEmbedder};
use lorekeeper_ingest::embedding::background;
use lorekeeper_ingest::progress::ProgressSink;
use lorekeeper_search::candidates::Candidates;
use lorekeeper_search::query_vector::QueryVector;
use lorekeeper_search::semantic;
use lorekeeper_store::{self as store, sql};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::sea_query::{Condition, Expr, PostgresQueryBuilder};
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use tokio::task::JoinHandle;

const OWN_WORDS: &str = "Broth of Mending. A bowl of broth appears. Whoever drinks it regains some hit points.";

const STATUS: &str = "{ status { model passages embedded pendingModel pendingEmbedded revision } }";

/// A model that waits for a permit before every passage, until nobody gives any more; queries may come between.
struct Gated(HashEmbedder, Receiver<()>);

impl Gated {
    fn to(dimension: usize) -> (Self, Sender<()>) {
        let (permit, permits) = channel();
        (Self(HashEmbedder::with_dimension(dimension), permits), permit)
    }
}

impl Embed for Gated {
    fn model_id(&self) -> &str {
        self.0.model_id()
    }

    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let _ = self.1.recv_timeout(Duration::from_millis(100));
        self.0.embed(texts)
    }

    fn embed_queries(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.0.embed(texts)
    }
}

/// Opens the store again, with no model loaded as yet.
async fn reopened(lore: Lore) -> Lore {
    lore.app.models.configured.release();
    lore.app.models.previous.release();
    lore.restart().await
}

/// Embeds in the background; the work is half done when this returns.
async fn half_done(lore: &Lore, permit: &Sender<()>) -> JoinHandle<usize> {
    let app: Arc<Services> = Arc::clone(&lore.app);
    let work = tokio::spawn(async move {
        let done = background::catch_up(&app.store, &app.models, &ProgressSink::default()).await;
        done.unwrap()
    });
    // Two batches and a part of the third.
    for _ in 0..70 {
        permit.send(()).unwrap();
    }
    for _ in 0..1000 {
        if lore.app.models.embedded() >= 64 {
            return work;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("only {} passages were embedded", lore.app.models.embedded());
}

async fn by_meaning(lore: &Lore) -> Value {
    let query = "query($search: String) { spells(search: $search, mode: SEMANTIC, first: 3) {
        edges { matchedBy score node { name } } meta { warnings }
    } }";
    lore.query(query, json!({"search": OWN_WORDS})).await["spells"].take()
}

async fn status(lore: &Lore) -> Value {
    lore.ask(STATUS).await["status"].take()
}

async fn models_of_vectors(lore: &Lore) -> Vec<String> {
    let models = store::models_of_vectors(&lore.app.store.pool).await;
    models.unwrap()
}

/// Has the vectors indexed, however few they are; whether an index was built.
async fn index_vectors(lore: &Lore) -> bool {
    let built = background::index_vectors(&lore.app.store, &lore.app.models, 1, 0).await;
    built.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_previous_model_answers_until_the_new_one_is_complete() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let before = status(&lore).await;
    assert_eq!(before["model"], "hash-1");
    assert_eq!(before["pendingModel"], Value::Null);

    let lore = reopened(lore).await;
    let (model, permit) = Gated::to(96);
    lore.install(model);
    let previous = &lore.app.models.previous;
    previous.install(HashEmbedder::default()).unwrap();
    let work = half_done(&lore, &permit).await;
    let during = status(&lore).await;
    assert_eq!(during["model"], "hash-1");
    assert_eq!(during["embedded"], during["passages"]);
    assert_eq!(during["pendingModel"], "hash-to-96");
    assert!(during["pendingEmbedded"].as_i64().unwrap() >= 64, "{during}");
    assert!(during["pendingEmbedded"].as_i64() < during["passages"].as_i64());
    let found = by_meaning(&lore).await;
    assert_eq!(names(&found)[0], "Broth of Mending");
    assert_eq!(found["edges"][0]["matchedBy"], json!(["SEMANTIC"]));
    assert_eq!(found["meta"]["warnings"], json!([]));
    let (_, _, ready) = lore.get("/health/ready", "*/*").await;
    assert!(ready.contains("hash-to-96"), "{ready}");

    drop(permit);
    work.await.unwrap();
    let after = status(&lore).await;
    assert_eq!(after["model"], "hash-to-96");
    assert_eq!(after["pendingModel"], Value::Null);
    assert_eq!(after["embedded"], after["passages"]);
    assert_ne!(after["revision"], during["revision"]);
    assert_eq!(models_of_vectors(&lore).await, ["hash-to-96"]);
    assert_eq!(names(&by_meaning(&lore).await)[0], "Broth of Mending");

    // It stays, and there is nothing to do again.
    let lore = reopened(lore).await;
    lore.install(HashEmbedder::with_dimension(96));
    assert_eq!(lore.embed().await, 0);
    assert_eq!(status(&lore).await, after);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_previous_model_the_new_vectors_answer_as_they_come() {
    let upstream = Upstream::start().await;
    let lore = reopened(Lore::filled(&upstream).await).await;
    let (model, permit) = Gated::to(64);
    lore.install(model);
    let work = half_done(&lore, &permit).await;
    let during = status(&lore).await;
    assert_eq!(during["model"], "hash-to-64");
    assert!(during["embedded"].as_i64() < during["passages"].as_i64());
    let found = by_meaning(&lore).await;
    let warning = found["meta"]["warnings"][0].as_str().unwrap();
    let told = format!("of {} passages have their new vectors", during["passages"]);
    assert!(warning.contains(&told), "{warning}");

    // Cut off, it goes on where it was, and still says so.
    work.abort();
    drop(permit);
    let _ = work.await;
    let lore = reopened(lore).await;
    lore.install(HashEmbedder::with_dimension(64));
    let rest = lore.embed().await;
    let all = usize::try_from(during["passages"].as_i64().unwrap()).unwrap();
    assert!(rest > 0 && rest < all, "{rest} of {all}");
    let found = by_meaning(&lore).await;
    assert_eq!(names(&found)[0], "Broth of Mending");
    assert_eq!(found["meta"]["warnings"], json!([]));
    assert_eq!(models_of_vectors(&lore).await, ["hash-to-64"]);
    lore.stop().await;
}

#[tokio::test]
async fn the_longest_vectors_fit_and_longer_ones_are_refused() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Missing, &[]).await;
    lore.install(HashEmbedder::with_dimension(2000));
    assert!(lore.sync().await.embedded > 100);
    assert_eq!(names(&by_meaning(&lore).await)[0], "Broth of Mending");
    let refused = Embedder::new(HashEmbedder::with_dimension(2001)).err();
    let refused = refused.unwrap();
    assert!(refused.to_string().contains("2001 dimensions"), "{refused}");
    lore.stop().await;
}

async fn found(lore: &Lore, candidates: &Candidates, index: Option<semantic::Index>) -> Vec<(i64, f64)> {
    let vector = QueryVector {
        model: lore.app.models.model_id().unwrap(),
        vector: lore.app.models.serving().query(OWN_WORDS).await.unwrap(),
    };
    let db = &lore.app.store.pool;
    let nearest = semantic::nearest(db, candidates, &vector, index, 500).await;
    nearest.unwrap()
}

/// Only a Postgres server has one; the embedded store scans.
#[tokio::test]
async fn an_index_of_vectors_gives_what_a_scan_gives() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let db = &lore.app.store;
    // None is needed where the process holds the vectors.
    let held = background::index_vectors(db, &lore.app.models, 1, u64::MAX).await;
    assert!(!held.unwrap());
    let built = index_vectors(&lore).await;
    let index = semantic::index(&db.pool, "hash-1", 384).await.unwrap();
    assert_eq!(built, index.is_some());
    let Some(index) = index else {
        println!("the embedded store has no index of vectors: nothing to compare");
        lore.stop().await;
        return;
    };
    assert!(!index_vectors(&lore).await);
    let narrowed = || Condition::all().add(Expr::cust("length(name) > 5"));
    for candidates in [
        Candidates::of("search_entry", Condition::all()),
        Candidates::of("search_entry", narrowed()),
        Candidates::of("creature", Condition::all()),
        Candidates::of("creature", narrowed()),
    ] {
        let scanned = found(&lore, &candidates, None).await;
        let best = scanned.len().min(20);
        assert!(best > 5, "{candidates:?}");
        // Through the index, and with too few candidates for it.
        let through = found(&lore, &candidates, Some(index.from(1))).await;
        assert_eq!(scanned[..best], through[..best], "{candidates:?}");
        assert_eq!(scanned, found(&lore, &candidates, Some(index)).await);
    }

    // Each way is there for who can go it.
    let planned = async |candidates: &Candidates| {
        let vector = store::vector_text(&vec![0.1; 384]);
        let (model, vector) = ("'hash-1'", format!("'{vector}'"));
        let signal = semantic::signal((model, &vector), 10, Some(index.from(1)), candidates);
        let ids = candidates.ids.to_string(PostgresQueryBuilder);
        let explain = format!("EXPLAIN WITH candidate AS MATERIALIZED ({ids}), {signal} SELECT * FROM semantic");
        let tx = db.pool.begin().await.unwrap();
        // Among so few all other ways are cheaper.
        let only = "SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off";
        tx.execute_unprepared(only).await.unwrap();
        let rows = tx.query_all_raw(sql(&explain)).await.unwrap();
        let lines = rows.iter().map(|row| row.try_get_by_index::<String>(0));
        lines.collect::<Result<Vec<_>, _>>().unwrap().join("\n")
    };
    for table in ["search_entry", "spell"] {
        for condition in [Condition::all(), narrowed()] {
            let plan = planned(&Candidates::of(table, condition)).await;
            let nearest = format!("using {}", store::index_name("hash-1"));
            assert!(plan.contains(&nearest), "{plan}");
            let family = plan.contains("using passage_vector_family");
            assert_eq!(family, table == "spell", "{plan}");
        }
    }

    // Few of a family are looked up one by one, which finds of them what reading all of it does.
    let one_in_four = Condition::all().add(Expr::cust("id % 4 = 0"));
    let all = found(&lore, &Candidates::of("creature", Condition::all()), None).await;
    let few = found(&lore, &Candidates::of("creature", one_in_four), None).await;
    assert!(1 < few.len() && few.len() * 3 < all.len(), "{}", all.len());
    let among: Vec<_> = all.into_iter().filter(|(id, _)| id % 4 == 0).collect();
    assert_eq!(few, among);

    // It goes with its model.
    let lore = reopened(lore).await;
    lore.install(HashEmbedder::with_dimension(48));
    lore.embed().await;
    assert!(index_vectors(&lore).await);
    let db = &lore.app.store;
    let former = semantic::index(&db.pool, "hash-1", 384).await.unwrap();
    assert_eq!(former, None);
    let index = semantic::index(&db.pool, "hash-to-48", 48).await.unwrap();
    assert!(index.is_some());
    lore.stop().await;
}
