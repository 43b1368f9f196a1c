//! Ranking of tools: the order of results, and how sure it is.

use super::{entities, results, shared};
use crate::cases::cases;
use crate::nodes::text;
use lorekeeper_ingest::Due;
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

/// The scores, where every result has one.
fn scores(content: &Value) -> Vec<f64> {
    let score = |r: &Value| r["similarity_score"].as_f64().expect("a score");
    results(content).iter().map(score).collect()
}

fn has_no_scores(content: &Value) -> bool {
    let found = results(content);
    !found.is_empty() && found.iter().all(|r| r.get("similarity_score").is_none())
}

#[tokio::test]
async fn scores_descend_where_meaning_took_part() {
    let mcp = shared().await;
    for case in cases(include_str!("ranking.txt")) {
        let (tool, best) = (case.heading, case.expected);
        let content = mcp.call(tool, case.json()).await;
        if best == "no scores" {
            assert!(has_no_scores(&content), "{tool} {}", case.given);
            continue;
        }
        let found = entities(&content);
        assert!(found[0].starts_with(best), "{tool} {}: {found:?}", case.given);
        let scores = scores(&content);
        assert!(scores.len() > 1 && scores[0] > 0.4, "{tool}: {scores:?}");
        assert!(scores.is_sorted_by(|a, b| a >= b), "{tool}: {scores:?}");
        assert!(scores.iter().all(|s| (0.0..=1.0).contains(s)), "{scores:?}");
        assert_eq!(content.get("warnings"), None, "{tool}");
    }
}

#[tokio::test]
async fn without_a_model_words_rank_and_it_is_said() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Missing, &[]).await;
    // Without vectors, and without the model that would be fetched for them.
    lore.fetch(Due::All, Removals::Guarded).await;
    let mcp = Mcp::connect(&lore.url).await;
    let content = mcp.call("search_spell", json!({"search": "ember ward"})).await;
    assert_eq!(entities(&content)[..2], ["Ember Ward, srd-2024", "Ember Ward, srd-2014"]);
    assert!(has_no_scores(&content), "{content}");
    let warning = text(&content, "/warnings/0");
    assert!(warning.contains("model is not loaded") && warning.contains("by words and names only"), "{warning}");
    // Where nothing is ranked there is nothing to warn of.
    let listed = mcp.call("search_spell", json!({"level": 1})).await;
    assert_eq!(listed.get("warnings"), None);
    drop(mcp);
    lore.stop().await;
}
