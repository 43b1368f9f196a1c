//! Scope of a tool: which books it looks at, and names where they are not shown.

use super::{entities, shared};
use crate::cases::cases;
use crate::nodes::{list, text};
use serde_json::{Value, json};

#[tokio::test]
async fn books_and_editions() {
    let mcp = shared().await;
    for case in cases(include_str!("scope.txt")) {
        let mut arguments: Value = case.json();
        arguments["limit"] = json!(100);
        let content = mcp.call(case.heading, arguments).await;
        let found = entities(&content).len();
        assert_eq!(content["total"], found, "{}", case.given);
        case.check_told(found, text(&content, "/message"));
    }
    let everything = json!({"query": "ember", "documents": ["hearth-2024"], "limit": 100});
    let everything = mcp.call("search_all", everything).await;
    assert_eq!(everything["total"], 19);
    let mut found = entities(&everything).into_iter();
    assert!(found.all(|entity| entity.ends_with("hearth-2024")));
}

#[tokio::test]
async fn names_are_honoured_where_they_are_not_shown() {
    let mcp = shared().await;
    let listed = mcp.ask("tools/list", json!({})).await;
    let shows_name = |tool: &str| {
        let mut tools = list(&listed["result"]["tools"]).iter();
        let tool = tools.find(|t| t["name"] == tool).expect(tool);
        tool["inputSchema"]["properties"].get("name").is_some()
    };
    for case in cases(include_str!("names.txt")) {
        for vocabulary in ["search", "lookup"] {
            let tool = format!("{vocabulary}_{}", case.heading);
            let content = mcp.call(&tool, case.json()).await;
            case.check(&entities(&content));
            assert_eq!(shows_name(&tool), vocabulary == "lookup", "{tool}");
        }
    }

    // Both vocabularies under all the names of their arguments.
    for (arguments, same) in [
        (json!({"semantic_query": "fire"}), json!({"search": "fire"})),
        (json!({"semantic_query": "fire", "level": 3}), json!({"search": "fire", "level": 3})),
    ] {
        let lookup = mcp.call("lookup_spell", arguments).await;
        let other = mcp.call("lookup_spell", same.clone()).await;
        let search = mcp.call("search_spell", same).await;
        assert_eq!(entities(&lookup), entities(&search));
        assert_eq!(entities(&other), entities(&search));
    }
}
