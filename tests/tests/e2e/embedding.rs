//! Resilience of embedding: it goes on after errors of the store, and past texts that the model fails on.

use lorekeeper::services::Services;
use lorekeeper_embed::{Embed, EmbedError, HashEmbedder};
use lorekeeper_ingest::Due;
use lorekeeper_ingest::embedding::background;
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

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
        HashEmbedder::default().dimension()
    }

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        std::thread::sleep(self.pause);
        if !self.word.is_empty() && texts.iter().any(|text| text.contains(self.word)) {
            return Err(EmbedError::Inference);
        }
        HashEmbedder::default().embed(texts)
    }

    fn embed_queries(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        HashEmbedder::default().embed(texts)
    }
}

/// An app with content and such a model, of which nothing is embedded yet.
async fn stumbling(upstream: &Upstream, model: Stumbling) -> Lore {
    let lore = Lore::with(upstream, Model::Missing, &[]).await;
    lore.fetch(Due::All, Removals::Guarded).await;
    lore.install(model);
    lore
}

async fn status(lore: &Lore) -> Value {
    let status = "{ status { passages embedded embedding failedPassages } }";
    lore.ask(status).await["status"].take()
}

/// Embeds in the background until a number of vectors is stored.
async fn until_embedded(app: &Services, passages: usize) {
    let waited = tokio::time::timeout(Duration::from_mins(1), async {
        while app.models.embedded() < passages {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let done = waited.await;
    assert!(done.is_ok(), "{} of {passages}", app.models.embedded());
}

#[tokio::test(flavor = "multi_thread")]
async fn embedding_goes_on_after_an_error_of_the_store() {
    let upstream = Upstream::start().await;
    let model = Stumbling { pause: Duration::from_millis(10), word: "" };
    let lore = stumbling(&upstream, model).await;
    let passages = status(&lore).await["passages"].as_u64().unwrap();
    let passages = usize::try_from(passages).unwrap();
    let working = tokio::spawn(background::run(Arc::clone(&lore.app.ingest)));
    until_embedded(&lore.app, 1).await;
    lore.run("ALTER TABLE passage_vector RENAME TO elsewhere").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let stopped = lore.app.models.embedded();
    assert!(stopped < passages, "{stopped}");
    lore.run("ALTER TABLE elsewhere RENAME TO passage_vector").await;
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
    let model = Stumbling { pause: Duration::ZERO, word: "A bowl of broth appears" };
    let lore = stumbling(&upstream, model).await;
    let cursed = "SELECT count(*) FROM passage WHERE text LIKE '%A bowl of broth appears%'";
    let cursed = lore.number(cursed).await;
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
