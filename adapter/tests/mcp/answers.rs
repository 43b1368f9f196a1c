//! Tool results: what a client gets of what the endpoint answers.

use crate::endpoint::{page, spell};
use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::answer::{Answer, answer};
use lorekeeper_mcp::arguments::read;
use lorekeeper_mcp::catalogue::Catalogue;
use lorekeeper_mcp::conformance::misfits;
use lorekeeper_mcp::operation::Kind;
use serde_json::{Value, json};

fn answered(tool: &str, given: &Value, response: &Value) -> Answer {
    let catalogue = Catalogue::load(ToolSet::All).unwrap();
    let tool = catalogue.tool(tool).unwrap();
    let call = read(tool, given.as_object().unwrap()).unwrap();
    let answer = answer(tool, &call, response["data"].clone(), "2026-01-01T00:00:00Z");
    let schema = Value::Object(tool.descriptor.output_schema.as_deref().unwrap().clone());
    assert_eq!(misfits(&schema, &answer.structured), [""; 0]);
    answer
}

#[test]
fn a_result_has_what_the_contract_says() {
    let answer = answered("search_spell", &json!({}), &page(vec![spell(1, 10)], false));
    let expected = json!({
        "results": [{
            "id": "spell:hearth:ember-1", "name": "Ember 1", "slug": "ember-1", "family": "spell",
            "document": "Hearth", "document_key": "hearth", "document_name": "Hearth", "document_source": "open5e_v2",
            "game_system": "5e-2024",
            "level": 1, "school": "evocation", "classes": ["wizard"], "damage_types": [],
            "text": "xxxxxxxxxx", "source_url": "http://example.invalid/ember", "detail": "full",
        }],
        "count": 1, "total": 1,
        "meta": {"generated_at": "2026-01-01T00:00:00Z", "cache_status": "fresh", "sources": ["open5e_v2"]},
    });
    assert_eq!(answer.structured, expected);
    assert_eq!(answer.text, answer.structured.to_string());
    // Identity first: that is how models read it.
    assert!(answer.text.starts_with(r#"{"results":[{"id":"#), "{}", answer.text);
}

#[test]
fn similarity_is_there_exactly_when_meaning_took_part() {
    let mut edge = spell(1, 10);
    edge["similarity_score"] = json!(0.5);
    let answer = answered("search_spell", &json!({}), &page(vec![edge], false));
    assert_eq!(answer.structured["results"][0]["similarity_score"], json!(0.5));
}

#[test]
fn the_best_are_whole_and_the_rest_are_summaries() {
    let response = page((0..5).map(|n| spell(n, 10_000)).collect(), false);
    let details = |given: Value| -> Vec<String> {
        let answer = answered("search_spell", &given, &response);
        let results = answer.structured["results"].as_array().unwrap().clone();
        results
            .iter()
            .map(|r| format!("{}{}", &r["detail"].as_str().unwrap()[..1], u8::from(r.get("text").is_some())))
            .collect()
    };
    assert_eq!(details(json!({})), ["f1", "s0", "s0", "s0", "s0"]);
    assert_eq!(details(json!({"detail": "full"})), ["f1"; 5]);
    assert_eq!(details(json!({"detail": "summary"})), ["s0"; 5]);
    let answer = answered("search_spell", &json!({}), &response);
    assert_eq!(answer.structured["results"][3]["snippet"], "Embers.");
    assert_eq!(answer.structured["results"][0].get("snippet"), None);
    // What was searched for is where the edge says, not at the beginning.
    let mut edge = spell(1, 10);
    edge["snippet"] = json!("… a **kettle** bursts …");
    let answer = answered("search_spell", &json!({"detail": "summary"}), &page(vec![edge], false));
    let result = &answer.structured["results"][0];
    assert_eq!(result["snippet"], "… a **kettle** bursts …");
    assert_eq!(result.get("cursor"), None);
}

#[test]
fn names_are_all_that_is_wanted() {
    let response = page(vec![spell(1, 10), spell(2, 10)], false);
    let answer = answered("search_spell", &json!({"detail": "names"}), &response);
    let expected = json!([
        {"id": "spell:hearth:ember-1", "name": "Ember 1", "level": 1},
        {"id": "spell:hearth:ember-2", "name": "Ember 2", "level": 1},
    ]);
    assert_eq!(answer.structured["results"], expected);
    // With what they are sorted by, else the order cannot be seen.
    let given = json!({"detail": "names", "order_by": "school desc"});
    let answer = answered("search_spell", &given, &response);
    assert_eq!(
        answer.structured["results"][0],
        json!({"id": "spell:hearth:ember-1", "name": "Ember 1", "level": 1, "school": "evocation"})
    );
    let given = json!({"detail": "names", "order_by": "document"});
    let answer = answered("search_spell", &given, &response);
    assert_eq!(answer.structured["results"][0]["document"], "Hearth");
}

/// Every order has a key in the results of its tool, but for the place of a rule in its section.
#[test]
fn what_results_are_sorted_by_can_be_shown() {
    let catalogue = Catalogue::load(ToolSet::Search).unwrap();
    let mut orders = 0;
    for tool in &catalogue.tools {
        let schema = Value::Object(tool.descriptor.output_schema.as_deref().unwrap().clone());
        let results = &schema["properties"]["results"]["items"]["properties"];
        let variables = tool.operation.variables.iter();
        for word in variables
            .filter_map(|variable| match &variable.kind {
                Kind::Order(words) => Some(words),
                _ => None,
            })
            .flatten()
        {
            orders += 1;
            // A rarity has its rank.
            let key = word.shown.trim_end_matches("_rank");
            // What results share is described with none of them.
            let is_shown = results.get(key).is_some() || ["order", "document"].contains(&key);
            assert!(is_shown, "{}: {key}", tool.name());
        }
    }
    assert!(orders > 30, "{orders}");
}

#[test]
fn what_summaries_say_alike_of_their_book_stands_once() {
    let mut other = spell(3, 10);
    other["node"]["document"]["document_source"] = json!("open5e_v1");
    let response = page(vec![spell(1, 10), spell(2, 10), other], false);
    let answer = answered("search_spell", &json!({"detail": "summary"}), &response);
    let shared = json!({
        "document": "Hearth", "document_key": "hearth", "document_name": "Hearth", "game_system": "5e-2024",
    });
    assert_eq!(answer.structured["shared"], shared);
    for result in answer.structured["results"].as_array().unwrap() {
        assert_eq!(result.get("document_key"), None, "{result}");
        assert!(result["document_source"].is_string(), "{result}");
        // What can be filtered on is there, even where it is empty.
        assert_eq!(result["damage_types"], json!([]), "{result}");
    }
    // Whole records have all of their own, and so has a summary that is alone.
    for (detail, edges) in [("full", 2), ("summary", 1)] {
        let edges = (0..edges).map(|number| spell(number, 10)).collect();
        let answer = answered("search_spell", &json!({"detail": detail}), &page(edges, false));
        assert_eq!(answer.structured.get("shared"), None);
        assert_eq!(answer.structured["results"][0]["document_key"], "hearth");
    }
}

#[test]
fn facets_are_values_with_their_counts() {
    let mut response = page(vec![spell(1, 10)], false);
    response["data"]["page"]["facets"] = json!([
        {"name": "damageTypes", "values": [{"value": "fire", "count": 3}, {"value": "Cold_x", "count": 1}]},
        {"name": "level", "values": []},
    ]);
    let given = json!({"facets": ["damage_types", "level"]});
    let answer = answered("search_spell", &given, &response);
    let expected = json!({"damage_types": {"fire": 3, "Cold_x": 1}, "level": {}});
    assert_eq!(answer.structured["facets"], expected);
}

#[test]
fn what_does_not_fit_is_left_to_the_next_page() {
    let response = page((0..5).map(|n| spell(n, 30_000)).collect(), true);
    let answer = answered("search_spell", &json!({"detail": "full"}), &response);
    assert_eq!(answer.structured["count"], 3);
    assert_eq!(answer.structured["total"], 6);
    assert_eq!(answer.structured["next_cursor"], "c2");
    assert!(answer.text.len() < 100_000, "{}", answer.text.len());
    // All of them fit as summaries; the endpoint has more.
    let answer = answered("search_spell", &json!({"detail": "summary"}), &response);
    assert_eq!(answer.structured["next_cursor"], "c4");
}

#[test]
fn one_record_over_the_limit_is_given_whole() {
    let answer = answered("search_spell", &json!({}), &page(vec![spell(1, 150_000), spell(2, 10)], false));
    assert_eq!(answer.structured["count"], 2, "the first as a summary");
    let answer =
        answered("search_spell", &json!({"detail": "full"}), &page(vec![spell(1, 150_000), spell(2, 10)], false));
    assert_eq!(answer.structured["count"], 1);
    assert_eq!(answer.structured["next_cursor"], "c1");
    assert!(answer.structured["warnings"][0].as_str().unwrap().contains("given whole"));
    let text = answer.structured["results"][0]["text"].as_str().unwrap();
    assert_eq!(text.len(), 150_000, "text is never cut");
}

#[test]
fn records_by_id_name_what_is_not_there() {
    let node = spell(1, 10)["node"].clone();
    let meta = json!({"cacheStatus": "FRESH", "sources": [], "message": null, "warnings": []});
    let response = json!({"data": {"nodes": [node, null], "meta": meta}});
    let answer = answered("get", &json!({"ids": ["spell:hearth:ember-1", "spell:hearth:nope"]}), &response);
    assert_eq!(answer.structured["count"], 1);
    assert_eq!(answer.structured["results"][0]["level"], 1);
    assert!(answer.structured["warnings"][0].as_str().unwrap().contains("spell:hearth:nope"));
    let response = json!({"data": {"nodes": [null], "meta": meta}});
    let answer = answered("get", &json!({"ids": ["x"]}), &response);
    assert_eq!(answer.structured["results"], json!([]));
    assert!(answer.structured["message"].as_str().unwrap().contains("the id x"));
}

#[test]
fn records_by_id_that_do_not_fit_are_named() {
    let nodes: Vec<Value> = (0..5).map(|n| spell(n, 30_000)["node"].clone()).collect();
    let ids: Vec<String> = (0..5).map(|n| format!("spell:hearth:ember-{n}")).collect();
    let meta = json!({"cacheStatus": "FRESH", "sources": [], "message": null, "warnings": []});
    let answer = answered("get", &json!({"ids": ids}), &json!({"data": {"nodes": nodes, "meta": meta}}));
    assert_eq!(answer.structured["count"], 3);
    assert_eq!(answer.structured.get("next_cursor"), None);
    let warning = answer.structured["warnings"][0].as_str().unwrap();
    assert!(warning.contains("spell:hearth:ember-3, spell:hearth:ember-4"), "{warning}");
}

#[test]
fn documents_as_columns() {
    let document = |key: &str, name: &str, count: i64| json!({"cursor": key, "node": {"document_key": key, "document_name": name, "source_api": "open5e_v2", "game_system": "5e-2024", "entity_count": count, "aliases": [], "counts": []}});
    let response = page(vec![document("hearth", "Tales of the Hearth", 120), document("ash", "Ash", 7)], false);
    let answer = answered("list_documents", &json!({"format": "text"}), &response);
    let lines: Vec<&str> = answer.text.lines().collect();
    assert_eq!(
        lines,
        [
            "document_key  document_name        source_api  game_system  entity_count",
            "hearth        Tales of the Hearth  open5e_v2   5e-2024      120",
            "ash           Ash                  open5e_v2   5e-2024      7",
        ]
    );
    assert_eq!(answer.structured["count"], 2);
}

#[test]
fn chosen_fields_come_alone() {
    let mut edge = spell(1, 10);
    edge["snippet"] = json!("Embers fly.");
    edge["similarity_score"] = json!(0.5);
    let response = page(vec![edge, spell(2, 10)], false);
    for (given, expected) in [
        (json!({"fields": ["level"]}), json!({"id": "spell:hearth:ember-1", "name": "Ember 1", "level": 1})),
        (
            json!({"fields": "[\"Document Key\", \"damageTypes\", \"healing\"]"}),
            json!({"id": "spell:hearth:ember-1", "name": "Ember 1", "document_key": "hearth", "damage_types": []}),
        ),
        // Whichever detail has them.
        (
            json!({"fields": ["text", "snippet", "similarity_score"], "detail": "names"}),
            json!({
                "id": "spell:hearth:ember-1", "name": "Ember 1", "snippet": "Embers fly.", "text": "xxxxxxxxxx",
                "similarity_score": 0.5,
            }),
        ),
    ] {
        let answer = answered("search_spell", &given, &response);
        assert_eq!(answer.structured["results"][0], expected, "{given}");
        assert_eq!(answer.structured.get("shared"), None);
    }
}

#[test]
fn an_answer_may_be_one_object() {
    let rolled = json!({"data": {"rollDice": {
        "total": 9, "expression": "2d6", "seed": 7,
        "dice": [{"dice": "2d6", "sum": 9, "rolls": [
            {"value": 4, "kept": true, "rerolled_from": null}, {"value": 5, "kept": true, "rerolled_from": 1},
        ]}],
    }}});
    let answer = answered("roll", &json!({"dice": "2d6", "sessionId": "s"}), &rolled);
    let expected = json!({
        "total": 9, "expression": "2d6", "seed": 7,
        "dice": [{"dice": "2d6", "sum": 9, "rolls": [
            {"value": 4, "kept": true}, {"value": 5, "kept": true, "rerolled_from": 1},
        ]}],
        "warnings": ["roll has no such arguments, and ignored them: \"sessionId\"."],
    });
    assert_eq!(answer.structured, expected);
    let compared = json!({"data": {"compare": {
        "entities": [{"__typename": "Spell", "id": "spell:a:b", "name": "B"}],
        "fields": [{"name": "castingTime", "values": ["action", null]}],
    }}});
    let answer = answered("compare", &json!({"ids": ["spell:a:b", "spell:c:b"]}), &compared);
    assert_eq!(answer.structured["fields"], json!({"casting_time": ["action", null]}));
}
