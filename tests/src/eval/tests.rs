use super::*;
use async_trait::async_trait;

/// A server with one answer; it keeps nothing.
struct Fixed(Value);

#[async_trait]
impl Executor for Fixed {
    async fn execute(&self, _: GraphqlRequest) -> Result<Value, ExecutorError> {
        Ok(self.0.clone())
    }
}

fn queries(family: &str) -> Vec<Labelled> {
    let line = json!({
        "id": "q1", "query": "soup", "family": family, "category": "concept",
        "relevant": {"spell:broth-of-mending": 3},
    });
    parse(&line.to_string()).unwrap()
}

fn answer(names: &[&str], warnings: &[&str]) -> Value {
    let edge = |name: &&str| {
        json!({
            "score": 0.5,
            "explain": {"scoreComponents": [{"by": "NAME", "score": 0.25, "rank": 2, "weight": 0.3}]},
            "node": {"name": name, "family": "SPELL", "document": {"key": "pond"}},
        })
    };
    let edges: Vec<Value> = names.iter().map(edge).collect();
    json!({"data": {"found": {"meta": {"warnings": warnings, "correctedQuery": "soups", "understood": [{"field": "level", "value": "3"}]}, "edges": edges}}})
}

async fn run(answer: Value) -> Result<Vec<Run>, EvalError> {
    evaluate(&Fixed(answer), queries("spell"), &[], Mode::Hybrid.into()).await
}

#[tokio::test]
async fn namesakes_are_one_result() {
    let names = ["Watchful Stew", "Watchful Stew", "Broth of Mending"];
    let runs = run(answer(&names, &[])).await.unwrap();
    assert_eq!(runs[0].results, ["spell:watchful-stew", "spell:broth-of-mending"]);
    assert!((runs[0].measures.reciprocal_rank - 0.5).abs() < 1e-9);
    let told = summary(&runs, true);
    for word in ["nDCG@10", "concept", "0.500", "(p50)", "0.63 q1 concept: soup"] {
        assert!(told.contains(word), "{told}");
    }
    assert!(!summary(&runs, false).contains("q1"));
    let told = explanation(&runs[0]);
    for word in ["(searched for: soups)", "0.250 × 0.30, #2", "Broth of Mending"] {
        assert!(told.contains(word), "{told}");
    }
}

#[tokio::test]
async fn a_search_that_went_without_something_is_not_measured() {
    let warning = "The embedding model is not loaded (yet).";
    let error = run(answer(&[], &[warning])).await.unwrap_err();
    assert_eq!(error.to_string(), format!("Query q1: {warning}"));
    let refused = json!({"errors": [{"message": "No."}]});
    assert_eq!(run(refused).await.unwrap_err().to_string(), "Query q1: No.");
    let strange = run(json!({"data": {}})).await.unwrap_err().to_string();
    assert!(strange.contains("q1"), "{strange}");
}
