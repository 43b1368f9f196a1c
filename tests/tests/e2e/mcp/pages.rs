//! Pagination of tools: pages until the end, nothing twice, nothing left out.

use super::{ids, results, shared};
use crate::cases::cases;
use crate::nodes::text;
use lorekeeper_tests::mcp::Mcp;
use serde_json::{Value, json};

/// The ids of all results, one a page; the total is right on every page.
async fn one_by_one(mcp: &Mcp, tool: &str, arguments: &Value) -> Vec<String> {
    let mut arguments = arguments.clone();
    arguments["limit"] = json!(1);
    let mut found = Vec::new();
    let mut total = None;
    loop {
        let content = mcp.call(tool, arguments.clone()).await;
        assert_eq!(content["count"], 1, "{tool} {arguments}");
        assert_eq!(*total.get_or_insert(content["total"].clone()), content["total"]);
        found.extend(keys(&content));
        assert!(found.len() <= 200, "{tool}: it never ends");
        let Some(cursor) = content.get("next_cursor") else {
            assert_eq!(total, Some(json!(found.len())), "{tool} {arguments}");
            return found;
        };
        arguments["cursor"] = cursor.clone();
    }
}

/// What identifies each result.
fn keys(content: &Value) -> Vec<String> {
    let key = |r: &Value| text(r, "/document_key").to_owned();
    match text(content, "/results/0/id") {
        "" => results(content).iter().map(key).collect(),
        _ => ids(content),
    }
}

#[tokio::test]
async fn until_the_end() {
    let mcp = shared().await;
    for case in cases(include_str!("pages.txt")) {
        let (tool, arguments): (_, Value) = (case.heading, case.json());
        let mut at_once = arguments.clone();
        at_once["limit"] = json!(100);
        let whole = mcp.call(tool, at_once).await;
        assert_eq!(whole.get("next_cursor"), None);
        let whole = keys(&whole);
        let mut distinct = whole.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), whole.len(), "{tool} {arguments}");
        case.check(&whole);
        let pages = one_by_one(&mcp, tool, &arguments).await;
        assert_eq!(pages, whole, "{tool} {arguments}");
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_question() {
    let mcp = shared().await;
    let first = mcp.call("search_spell", json!({"limit": 1})).await;
    let cursor = &first["next_cursor"];
    for other in [
        json!({"cursor": cursor, "level": 1}),
        json!({"cursor": cursor, "search": "fire"}),
        json!({"cursor": cursor, "documents": ["srd-2014"]}),
        json!({"cursor": cursor, "name": "ember*"}),
    ] {
        let sentence = mcp.refusal("search_spell", other.clone()).await;
        assert!(
            sentence.contains("cursor")
                && !sentence.contains("after")
                && sentence.contains("belongs to another query")
                && sentence.contains("the same arguments, or start without a cursor"),
            "{other}: {sentence}"
        );
    }
    let sentence = mcp.refusal("search_creature", json!({"cursor": cursor})).await;
    assert!(sentence.contains("belongs to another query"), "{sentence}");
    let sentence = mcp.refusal("search_spell", json!({"cursor": "soup"})).await;
    assert!(sentence.contains("not one of ours"), "{sentence}");

    // How much is wanted of each result, and how many, may change on the way.
    let next = json!({"cursor": cursor, "limit": 2, "detail": "summary"});
    let next = mcp.call("search_spell", next).await;
    assert_eq!(ids(&next), ["spell:hearth-2024:cinder-dart", "spell:srd-2014:ember-ward"]);
    assert_eq!(next["results"][0]["detail"], "summary");
}
