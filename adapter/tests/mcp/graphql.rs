//! The tools over the schema: what is asked of the endpoint, and what comes of its responses.

use crate::endpoint::Endpoint;
use crate::protocol::Client;
use lorekeeper_mcp::{Author, ExecutorError, ToolSet};
use serde_json::{Value, json};
use std::sync::Arc;

/// Says how many tools there are, and has no spell `soup`.
fn endpoint() -> Arc<Endpoint> {
    Endpoint::new(|request| {
        Ok(match request.operation_name.as_deref() {
            Some("Long") => json!({"data": {"spells": {"nodes": [{"text": "x".repeat(200_000)}]}}}),
            Some("Wrong") => {
                json!({"data": null, "errors": [{"message": "Unknown field \"lvl\" on type \"Spell\".", "locations": [{"line": 1, "column": 3}]}]})
            }
            _ => json!({"data": {"spell": request.variables.get("name")}}),
        })
    })
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap()
}

#[tokio::test]
async fn they_are_served_where_the_set_has_them() {
    let endpoint = endpoint();
    for (set, served) in
        [(ToolSet::Search, false), (ToolSet::Lookup, false), (ToolSet::Graphql, true), (ToolSet::All, true)]
    {
        let mut client = Client::with(&endpoint, set).await;
        let listed = client.ask("tools/list", json!({})).await.to_string();
        for tool in ["search_schema", "query_graphql"] {
            assert_eq!(listed.contains(tool), served, "{set:?}");
            let called = client.call(tool, json!({"words": "level", "query": "{ a }"})).await;
            assert_eq!(called.get("error").is_none(), served, "{set:?} {called}");
        }
    }
}

#[tokio::test]
async fn a_query_is_asked_as_the_clients_own_and_its_response_passed_on() {
    let endpoint = endpoint();
    let mut client = Client::with(&endpoint, ToolSet::Graphql).await;
    let query = "query A($name: String) { spell(slug: $name) { name } }";
    for variables in [json!({"name": "soup"}), json!("{\"name\": \"soup\"}")] {
        let arguments = json!({"query": query, "variables": variables, "operation_name": "A"});
        let answer = client.call("query_graphql", arguments).await;
        assert_eq!(answer["result"]["structuredContent"], json!({"data": {"spell": "soup"}}));
        assert_eq!(text(&answer).parse::<Value>().unwrap(), answer["result"]["structuredContent"]);
    }
    let asked = endpoint.asked.lock().unwrap();
    for request in asked.iter() {
        assert_eq!((request.query.as_str(), request.author), (query, Author::Client));
        assert_eq!(request.operation_name.as_deref(), Some("A"));
    }
    assert_eq!(asked.len(), 2);
}

/// What is refused is not asked.
#[tokio::test]
async fn what_is_wrong_is_said_in_a_sentence() {
    let endpoint = endpoint();
    let mut client = Client::with(&endpoint, ToolSet::Graphql).await;
    for (tool, arguments, said) in [
        ("query_graphql", json!({}), "query is missing, but must be given: text."),
        ("query_graphql", json!({"query": " "}), "query is \" \", but must be text, and not empty."),
        ("query_graphql", json!({"query": 5}), "query is 5, but must be text."),
        (
            "query_graphql",
            json!({"query": "{ a }", "variables": [1]}),
            "variables is [1], but must be an object, such as {\"level\": 3}.",
        ),
        ("query_graphql", json!({"query": "{ a }", "variables": "no"}), "variables is \"no\", but must be an object"),
        ("query_graphql", json!({"query": "{ a }", "operationName": "A"}), "Did you mean operation_name?"),
        (
            "query_graphql",
            json!({"query": "mutation { sync { id } }"}),
            "query has a mutation, but this tool only reads",
        ),
        (
            "query_graphql",
            json!({"query": "a ".repeat(100_000)}),
            "query has 200000 bytes, but at most 65536 are read.",
        ),
        ("search_schema", json!({}), "words is missing, but must be given: text."),
        (
            "search_schema",
            json!({"words": "level", "limit": 31}),
            "limit is 31, but must be a whole number from 1 to 30.",
        ),
    ] {
        let answer = client.call(tool, arguments).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert!(text(&answer).contains(said), "{answer}");
        assert!(text(&answer).len() < 1_000, "{answer}");
    }
    assert_eq!(endpoint.asked.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn what_the_endpoint_refuses_and_what_is_too_long_is_an_error() {
    let endpoint = endpoint();
    let mut client = Client::with(&endpoint, ToolSet::Graphql).await;
    let long = client.call("query_graphql", json!({"query": "query Long { a }", "operation_name": "Long"})).await;
    assert_eq!(long["result"]["isError"], true);
    assert!(text(&long).contains("at most 100000 are given. Most of them are in `spells.nodes.text`"), "{long}");
    let wrong = client.call("query_graphql", json!({"query": "query Wrong { a }", "operation_name": "Wrong"})).await;
    assert_eq!(wrong["result"]["isError"], true);
    assert_eq!(text(&wrong), "line 1, column 3: Unknown field \"lvl\" on type \"Spell\". Did you mean level?");
    let away = Endpoint::new(|_| Err(ExecutorError::Unreachable("http://127.0.0.1:9/graphql".into())));
    let mut client = Client::with(&away, ToolSet::Graphql).await;
    let answer = client.call("query_graphql", json!({"query": "{ a }"})).await;
    assert!(text(&answer).contains("does not answer"), "{answer}");
    // The schema is there all the same.
    let found = client.call("search_schema", json!({"words": "spell level"})).await;
    assert_eq!(found["result"]["structuredContent"]["results"][0]["name"], "Spell.level", "{found}");
}
