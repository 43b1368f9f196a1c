//! Retrieval evaluation of a running server.

use crate::nodes::texts;
use lorekeeper_mcp::HttpExecutor;
use lorekeeper_tests::eval::{self, Mode};
use lorekeeper_tests::harness::Reader;
use serde_json::json;

#[tokio::test]
async fn queries_of_every_family_are_measured() {
    let lore = Reader::shared().await;
    let mut lines = String::new();
    let families = ["any", "spell", "creature", "equipment", "character_option", "rule"];
    for family in families {
        let filters = match family {
            "spell" => json!({"level": 1}),
            "rule" => json!({"kind": "condition"}),
            _ => json!({}),
        };
        let line = json!({
            "id": family, "query": "Broth of Mending", "family": family, "filters": filters, "category": "exact",
            "relevant": {"spell:broth-of-mending": 3},
        });
        lines = format!("{lines}{line}\n");
    }
    let server = HttpExecutor::new(&format!("{}/graphql", lore.url), None).unwrap();
    let documents = lore.ask("{ documents { nodes { key } } }").await;
    let documents = texts(&documents["documents"], "/key");
    for mode in [Mode::Hybrid, Mode::Semantic, Mode::Lexical] {
        let queries = eval::parse(&lines).unwrap();
        let runs = eval::evaluate(&server, queries, &documents, mode.into()).await;
        let runs = runs.unwrap();
        assert_eq!(runs.len(), families.len());
        for run in runs {
            let family = run.labelled.id.as_str();
            let first = run.results.first().map(String::as_str);
            if mode == Mode::Hybrid && ["any", "spell"].contains(&family) {
                assert_eq!(first, Some("spell:broth-of-mending"));
                assert!((run.measures.ndcg - 1.0).abs() < 1e-9);
            }
            if family != "any" {
                let mut found = run.results.iter();
                assert!(found.all(|result| result.starts_with(&format!("{family}:"))));
            }
        }
    }
}
