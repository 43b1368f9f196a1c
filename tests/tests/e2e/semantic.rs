//! Search by meaning: with the real model where it can be had, else with the deterministic one.
//!
//! The model is looked for in `LOREKEEPER_TEST_MODEL_DIR`, then in `LOREKEEPER_TEST_ASSETS` (default: the
//! user's cache), then fetched. The test's output says which model it was.

use crate::nodes::{entities, names};
use lorekeeper_embed::assets::{Assets, Choice, ModelFiles};
use lorekeeper_embed::{Embed, HashEmbedder, OnnxModel};
use lorekeeper_tests::assets;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::path::PathBuf;

pub async fn real_model() -> Result<OnnxModel, String> {
    load(real_files().await?).await
}

async fn real_files() -> Result<ModelFiles, String> {
    let choice = assets::named_folder("LOREKEEPER_TEST_MODEL_DIR").map_or_else(Choice::default, Choice::folder);
    let assets = Assets::new(assets::folder(), choice, false);
    assets.model().await.map_err(|e| e.to_string())
}

async fn load(files: ModelFiles) -> Result<OnnxModel, String> {
    tokio::task::spawn_blocking(move || OnnxModel::load(&files)).await.unwrap().map_err(|e| e.to_string())
}

#[tokio::test]
async fn an_optimized_graph_makes_nearly_the_same_vectors() {
    let Ok(files) = real_files().await else {
        println!("skipped: the real model cannot be had");
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let kept = dir.path().join("kept");
    let vectors = async |optimized: PathBuf| {
        let mut model = load(ModelFiles { optimized, ..files.clone() }).await.unwrap();
        let texts = ["a bowl of broth", "Whoever drinks it regains some hit points, said the cook."];
        model.embed(&texts).unwrap()
    };
    let stored = || {
        let folders = std::fs::read_dir(&kept).unwrap().flatten();
        let folders: Vec<_> = folders.map(|folder| folder.path()).collect();
        assert_eq!(folders.len(), 1, "{folders:?}");
        folders[0].join("weights.bin")
    };
    // No folder can be made in a file.
    let no_folder = dir.path().join("file");
    std::fs::write(&no_folder, "").unwrap();
    let plain = vectors(no_folder).await;
    let expected = vectors(kept.clone()).await;
    for (one, other) in plain.iter().zip(&expected) {
        // Where products are computed in eight bits, they are rounded.
        let similarity: f32 = one.iter().zip(other).map(|(a, b)| a * b).sum();
        assert!(similarity > 0.998, "{similarity}");
    }
    let written = stored().metadata().unwrap().modified().unwrap();
    assert_eq!(vectors(kept.clone()).await, expected);
    assert_eq!(stored().metadata().unwrap().modified().unwrap(), written);

    // A damaged one is made again at the next start; at this one the plain graph takes its place.
    std::fs::write(stored(), "").unwrap();
    assert_eq!(vectors(kept.clone()).await, plain);
    assert_eq!(vectors(kept.clone()).await, expected);
    assert!(stored().metadata().unwrap().len() > 0);
}

const SPELLS: &str = "query($search: String, $mode: SearchMode) { spells(search: $search, mode: $mode) {
    edges { score similarityScore matchedBy node { name document { key } } } meta { warnings }
} }";

#[tokio::test]
async fn by_meaning() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Missing, &[]).await;
    let real = match real_model().await {
        Ok(model) => {
            lore.install(model);
            let id = lore.app.models.model_id().unwrap();
            println!("semantic search was tested with the real model {id}");
            true
        }
        Err(reason) => {
            lore.install(HashEmbedder::default());
            println!("semantic search was tested with hashed words only: {reason}");
            false
        }
    };
    let synced = lore.sync().await;
    assert!(synced.embedded > 100, "{}", synced.embedded);
    assert_eq!(lore.sync().await.embedded, 0);
    let status = lore.ask("{ status { model passages embedded } }").await;
    assert_eq!(status["status"]["model"], json!(lore.app.models.model_id()));
    assert_eq!(status["status"]["embedded"], status["status"]["passages"]);

    // A text is nearest to itself, under either model.
    let own_words = "Broth of Mending. A bowl of broth appears. Whoever drinks it regains some hit points.";
    let own_words = json!({"search": own_words, "mode": "SEMANTIC"});
    let found = lore.query(SPELLS, own_words).await;
    assert_eq!(names(&found["spells"])[0], "Broth of Mending");
    let best = &found["spells"]["edges"][0];
    assert!(best["score"].as_f64().unwrap() > 0.5, "{best}");
    assert_eq!(best["matchedBy"], json!(["SEMANTIC"]));

    if real {
        // Not a word in common.
        for (search, expected) in [
            ("explosion that hurts a crowd", "Kettle Burst"),
            ("food standing sentry outside our tents", "Watchful Stew"),
        ] {
            let by_meaning = json!({"search": search, "mode": "SEMANTIC"});
            let found = lore.query(SPELLS, by_meaning).await;
            let found = entities(&found["spells"]);
            assert!(found[0].starts_with(expected), "{search}: {found:?}");
            let hybrid = lore.query(SPELLS, json!({"search": search})).await;
            let first = &entities(&hybrid["spells"])[0];
            assert!(first.starts_with(expected), "{search}: {hybrid:#}");
            assert_eq!(hybrid["spells"]["meta"]["warnings"], json!([]));
        }
        let insect = "{ creatures(search: \"small flying insect\", mode: SEMANTIC) { nodes { name } } }";
        let insect = lore.ask(insect).await;
        assert_eq!(names(&insect["creatures"])[0], "Lantern Moth");
        for (search, expected) in [("hungry", "Peckish"), ("sleepy", "Drowsy")] {
            let query = "query($search: String) { rules(search: $search, mode: SEMANTIC, filter: {kind: {eq: CONDITION}}) { nodes { name } } }";
            let found = lore.query(query, json!({"search": search})).await;
            assert_eq!(names(&found["rules"])[0], expected, "{search}");
        }
    }
    assert_ne!(lore.ask("{ status { revision } }").await["status"]["revision"], Value::Null);
    lore.stop().await;
}
