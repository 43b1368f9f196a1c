//! The best hits of a search, looked at again.

use crate::shown::names;
use lorekeeper::rerank::{Rerank, RerankError};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::time::Duration;

/// Takes whatever is about stew for the answer, and its time over some queries.
struct Hungry;

impl Rerank for Hungry {
    fn score(&mut self, query: &str, text: &str) -> Result<f32, RerankError> {
        match query {
            "a slow broth" => std::thread::sleep(Duration::from_millis(400)),
            "a broken broth" => return Err(RerankError::Failed),
            _ => {}
        }
        Ok(if text.contains("Stew") { 7.0 } else { -7.0 })
    }
}

async fn spells(lore: &Lore, search: &str, mode: &str) -> Value {
    let query = "query($search: String, $mode: SearchMode) { spells(search: $search, mode: $mode) {
        totalCount edges { score node { name } } meta { warnings }
    } }";
    let asked = json!({"search": search, "mode": mode});
    lore.query(query, asked).await["spells"].take()
}

fn place(found: &Value, name: &str) -> usize {
    let place = names(found)
        .iter()
        .position(|found| found.starts_with(name));
    place.unwrap_or_else(|| panic!("{name} is not among {found:#}"))
}

#[tokio::test]
async fn a_second_look_reorders_the_best() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let before = spells(&lore, "a broth that mends and a stew", "HYBRID").await;
    let alone = spells(&lore, "a slow broth", "HYBRID").await;
    lore.app.reranker.install(Hungry).unwrap();

    let after = spells(&lore, "a broth that mends and a stew", "HYBRID").await;
    assert_eq!(after["totalCount"], before["totalCount"]);
    assert_eq!(after["meta"]["warnings"], json!([]));
    let (was, is) = (
        place(&before, "Watchful Stew"),
        place(&after, "Watchful Stew"),
    );
    assert!(is < was, "{was} {is}: {before:#}");
    let scores: Vec<f64> = after["edges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edge| edge["score"].as_f64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");

    // An exact name stays first, and other modes are left alone.
    let exact = spells(&lore, "Broth of Mending", "HYBRID").await;
    assert_eq!(names(&exact)[0], "Broth of Mending");
    assert_eq!(exact["edges"][0]["score"], 1.0);
    let lexical = spells(&lore, "a slow broth", "LEXICAL").await;
    assert_eq!(lexical["meta"]["warnings"], json!([]));

    // One that fails or takes too long changes nothing, and is told of.
    for (search, told) in [("a broken broth", "failed"), ("a slow broth", "too long")] {
        let found = spells(&lore, search, "HYBRID").await;
        let warning = found["meta"]["warnings"][0].as_str().unwrap();
        assert!(warning.contains(told), "{warning}");
        if search == "a slow broth" {
            assert_eq!(names(&found), names(&alone));
        }
    }
    lore.stop().await;
}
