//! Which books a tool looks at, and names where they are not shown.

use super::{entities, shared};
use crate::shown::text;
use serde_json::{Value, json};

#[tokio::test]
async fn books_and_editions() {
    let mcp = shared().await;
    let spells = async |arguments: Value| {
        let content = mcp.call("search_spell", arguments).await;
        (
            entities(&content).len(),
            text(&content, "/message").to_owned(),
        )
    };
    let silent = |count: usize| (count, String::new());
    assert_eq!(spells(json!({})).await, silent(9));
    assert_eq!(spells(json!({"documents": null})).await, silent(9));
    for alias in [
        "srd-2014",
        "SRD-2014",
        "srd",
        "System Reference Document 5.1",
    ] {
        assert_eq!(
            spells(json!({"documents": [alias]})).await,
            silent(4),
            "{alias}"
        );
    }
    assert_eq!(
        spells(json!({"documents": ["srd", "srd-2024"]})).await,
        silent(5)
    );
    let (found, message) = spells(json!({"documents": []})).await;
    assert_eq!(found, 0);
    assert!(message.contains("Leave out documents"), "{message}");
    let (found, message) = spells(json!({"documents": ["heart-2014"]})).await;
    assert_eq!(found, 0);
    assert!(
        message.contains("no document \"heart-2014\"") && message.contains("\"hearth-2014\""),
        "{message}"
    );
    let (found, message) = spells(json!({"documents": ["heart-2014", "srd-2024"]})).await;
    assert_eq!(found, 1);
    assert!(message.contains("\"heart-2014\""), "{message}");

    assert_eq!(spells(json!({"game_system": "5e-2014"})).await, silent(6));
    assert_eq!(spells(json!({"game_system": "5E-2024"})).await, silent(3));
    let (found, message) = spells(json!({"game_system": "6e"})).await;
    assert_eq!(found, 0);
    assert!(
        message.contains("\"6e\"") && message.contains("5e-2014, 5e-2024"),
        "{message}"
    );

    // The others look at the same books.
    for (tool, arguments, count) in [
        ("search_creature", json!({"documents": ["srd"]}), 2),
        ("search_equipment", json!({"documents": ["srd"]}), 10),
        (
            "search_character_option",
            json!({"type": "class", "game_system": "5e-2024"}),
            2,
        ),
        (
            "search_rule",
            json!({"rule_type": "condition", "documents": ["hearth-2014"]}),
            1,
        ),
        ("lookup_creature", json!({"game_system": "5e-2024"}), 2),
    ] {
        let content = mcp.call(tool, arguments.clone()).await;
        assert_eq!(content["total"], count, "{tool} {arguments}");
    }
    let everything = json!({"query": "ember", "documents": ["hearth-2024"], "limit": 100});
    let everything = mcp.call("search_all", everything).await;
    assert_eq!(everything["total"], 16);
    assert!(
        entities(&everything)
            .iter()
            .all(|e| e.ends_with("hearth-2024"))
    );
    drop(mcp);
}

#[tokio::test]
async fn names_are_honoured_where_they_are_not_shown() {
    let mcp = shared().await;
    let listed = mcp.ask("tools/list", json!({})).await;
    let shows_name = |tool: &str| {
        let tools = listed["result"]["tools"].as_array().expect("tools");
        let tool = tools.iter().find(|t| t["name"] == tool).expect(tool);
        tool["inputSchema"]["properties"].get("name").is_some()
    };
    for (family, arguments, expected) in [
        (
            "spell",
            json!({"name": "ember ward"}),
            &["Ember Ward, srd-2014", "Ember Ward, srd-2024"][..],
        ),
        (
            "creature",
            json!({"name": "lamp w*"}),
            &["Lamp Warden, srd-2014", "Lamp Wyrm, srd-2024"],
        ),
        (
            "equipment",
            json!({"name": "wick", "documents": ["srd"]}),
            &["Wick, srd-2014"],
        ),
        (
            "character_option",
            json!({"name": "keeper", "type": "subclass"}),
            &[
                "Ember Keeper, hearth-2014",
                "Keeper of Wicks, srd-2024",
                "Wickkeeper, srd-2014",
            ],
        ),
        (
            "rule",
            json!({"name": "peckish", "rule_type": "condition", "game_system": "5e-2024"}),
            &["Peckish, srd-2024"],
        ),
    ] {
        for vocabulary in ["search", "lookup"] {
            let tool = format!("{vocabulary}_{family}");
            let content = mcp.call(&tool, arguments.clone()).await;
            assert_eq!(entities(&content), expected, "{tool} {arguments}");
            assert_eq!(shows_name(&tool), vocabulary == "lookup", "{tool}");
        }
    }

    // Both vocabularies under all the names of their arguments.
    for (arguments, same) in [
        (json!({"semantic_query": "fire"}), json!({"search": "fire"})),
        (
            json!({"semantic_query": "fire", "level": 3}),
            json!({"search": "fire", "level": 3}),
        ),
    ] {
        let lookup = mcp.call("lookup_spell", arguments).await;
        let other = mcp.call("lookup_spell", same.clone()).await;
        let search = mcp.call("search_spell", same).await;
        assert_eq!(entities(&lookup), entities(&search));
        assert_eq!(entities(&other), entities(&search));
    }
    drop(mcp);
}
