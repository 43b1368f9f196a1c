//! The tools over the schema: `search_schema` and `query_graphql`.

use super::shared;
use crate::admin::{ADMIN, TOKEN};
use crate::nodes::{list, text};
use lorekeeper_mcp::{Author, Executor, GraphqlRequest, HttpExecutor};
use lorekeeper_tests::harness::{Lore, Model, Reader};
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Map, Value, json};

/// The answer is the endpoint's.
#[tokio::test]
async fn a_query_is_answered_as_over_graphql() {
    let (lore, mcp) = (Reader::shared().await, shared().await);
    let query = "query Few($level: Int) { spells(filter: {level: {lte: $level}}, orderBy: [{field: LEVEL}], first: 3) {
        totalCount facets(names: [\"level\"]) { name values { value count } }
        nodes { name level classes { name } document { key } } } }
        query Many { status { store } }";
    let variables = json!({"level": 2});
    let arguments = json!({"query": query, "variables": variables, "operation_name": "Few"});
    let content = mcp.call("query_graphql", arguments).await;
    let few = query.split_once("query Many").expect("two operations").0;
    assert_eq!(content, json!({"data": lore.query(few, variables).await}));
    assert!(!list(&content["data"]["spells"]["nodes"]).is_empty());
    // To count, no result is needed.
    let count = json!({"query": "{ spells(first: 0) { totalCount nodes { name } meta { message } pageInfo { hasNextPage } } }"});
    let counted = mcp.call("query_graphql", count).await;
    let spells = &counted["data"]["spells"];
    assert_eq!((&spells["nodes"], &spells["meta"]["message"]), (&json!([]), &Value::Null));
    assert!(spells["totalCount"].as_u64() > Some(3), "{spells}");
    assert_eq!(spells["pageInfo"]["hasNextPage"], true);
}

#[tokio::test]
async fn what_is_wrong_with_a_query_is_said() {
    let mcp = shared().await;
    let deep = format!("{{ spells {{ nodes {}name{} }} }}", "{ similar { node ".repeat(30), " } }".repeat(30));
    let costly = "{ creatures(first: 100) { nodes { otherVersions { otherVersions { otherVersions { otherVersions { name } } } } } } }";
    for (query, variables, said) in [
        (deep.as_str(), json!({}), "deep"),
        (costly, json!({}), "complexity"),
        ("{ spells { nodes { nmae } } }", json!({}), "Did you mean name?"),
        ("{ spells { nodes } }", json!({}), "search_schema {\"words\": \"Spell\"}"),
        ("{ spels { totalCount } }", json!({}), "Did you mean"),
        ("{ spells(filter: {lvl: {eq: 3}}) { totalCount } }", json!({}), "Did you mean level?"),
        (
            "query($level: Int!) { spells(filter: {level: {eq: $level}}) { totalCount } }",
            json!({"level": "three"}),
            "level",
        ),
        ("{ spells(first: 101) { totalCount } }", json!({}), "spells: `first` is 101, but must be from 0 to 100."),
    ] {
        let shown: String = query.chars().take(60).collect();
        let refusal = mcp.refusal("query_graphql", json!({"query": query, "variables": variables})).await;
        assert!(refusal.contains(said), "{shown}: {refusal}");
        assert!(refusal.len() < 2_000, "{shown}: {refusal}");
    }
}

/// What is there stays beside what failed.
#[tokio::test]
async fn one_field_that_fails_leaves_the_others() {
    let mcp = shared().await;
    let query = "{ status { store } node(id: \"soup\") { id } }";
    let content = mcp.call("query_graphql", json!({"query": query})).await;
    assert!(content["data"]["status"]["store"].is_string(), "{content}");
}

/// Every path that is found can be asked, once its gaps are filled.
#[tokio::test]
async fn what_is_found_in_the_schema_can_be_asked() {
    let mcp = shared().await;
    for (words, field) in [
        ("conditions that a creature inflicts", "conditionsInflicted"),
        ("hit dice", "hitDice"),
        ("casting time", "casting"),
    ] {
        let found = mcp.call("search_schema", json!({"words": words, "limit": 5})).await;
        let results = list(&found["results"]);
        let fields = results.iter().filter(|r| text(r, "/kind") == "field");
        let mut paths = fields.map(|r| text(r, "/path")).filter(|path| path.contains(field));
        let path = paths.next().unwrap_or_else(|| panic!("{words}: {found}"));
        let query = format!("{{ {} }}", path.replace("{ … }", "{ __typename }"));
        let answer = mcp.call("query_graphql", json!({"query": query})).await;
        assert!(answer.get("errors").is_none(), "{path}: {answer}");
    }
}

/// A document of a client has no more rights than the public, even where the adapter has the admin's token.
#[tokio::test]
async fn a_token_gives_a_clients_query_no_more_rights() {
    let upstream = Upstream::start().await;
    let settings = [ADMIN, ("introspection", "false"), ("mcp_tools", "graphql")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let executor = HttpExecutor::new(&format!("{}/graphql", lore.url), Some(TOKEN)).unwrap();
    let ask = async |query: &str, author| {
        let mut request = GraphqlRequest::new(query, Map::new());
        request.author = author;
        executor.execute(request).await.expect("an answer")
    };
    let schema = "{ __schema { queryType { name } } }";
    let name = "/data/__schema/queryType/name";
    assert_eq!(text(&ask(schema, Author::Program).await, name), "Query");
    let message = |answer: &Value| text(answer, "/errors/0/message").to_owned();
    let refused = ask(schema, Author::Client).await;
    assert!(message(&refused).contains("Introspection is switched off"), "{refused}");
    let mutation = "mutation { removeDocument(document: \"soup\") { key } }";
    let refused = ask(mutation, Author::Client).await;
    assert!(message(&refused).contains("Only the admin may do this"), "{refused}");
    // The server's own tools are no other way round it, but know the schema.
    let mcp = Mcp::connect(&lore.url).await;
    let refused = mcp.refusal("query_graphql", json!({"query": schema})).await;
    assert!(refused.contains("Introspection is switched off"), "{refused}");
    let found = mcp.call("search_schema", json!({"words": "Spell"})).await;
    assert_eq!(found["count"], 1, "{found}");
    drop(mcp);
    lore.stop().await;
}
