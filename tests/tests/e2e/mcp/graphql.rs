//! Equivalence of tools and schema: the same question over `/graphql` and over `/mcp` gives the same things in
//! the same order.

use super::{ids, shared};
use crate::cases::cases;
use crate::nodes::texts;
use lorekeeper_tests::harness::Reader;
use serde_json::json;

#[tokio::test]
async fn the_same_question() {
    let (lore, mcp) = (Reader::shared().await, shared().await);
    for case in cases(include_str!("graphql.txt")) {
        let (tool, field) = (case.heading, case.expected);
        let (call, rest) = field.rsplit_once(')').expect("arguments");
        let asked = format!("{{ page: {call}, first: 20){rest} {{ totalCount nodes {{ id }} }} }}");
        let page = lore.ask(&asked).await["page"].take();
        let expected = texts(&page, "/id");
        assert!(!expected.is_empty(), "{field}");

        let content = mcp.call(tool, case.json()).await;
        assert_eq!(ids(&content), expected, "{tool} {field}");
        assert_eq!(content["total"], page["totalCount"], "{tool} {field}");
    }
}

/// What a result says is what the schema says, field by field.
#[tokio::test]
async fn the_same_record() {
    let (lore, mcp) = (Reader::shared().await, shared().await);
    let id = "creature:hearth-2014:ash-drake";
    let content = mcp.call("get", json!({"ids": [id]})).await;
    let drake = &content["results"][0];
    let query = "query($id: ID!) { node(id: $id) { ... on Creature {
        id name slug text armorClass hitPoints challengeRating challengeRatingText experiencePoints damageImmunities
        speed { walk fly } savingThrows { wisdom } actions { name text }
        document { key name license gameSystem } source { url } } } }";
    let data = lore.query(query, json!({"id": id})).await;
    let node = &data["node"];
    for (key, path) in [
        ("id", "/id"),
        ("name", "/name"),
        ("slug", "/slug"),
        ("text", "/text"),
        ("armor_class", "/armorClass"),
        ("hit_points", "/hitPoints"),
        ("cr", "/challengeRating"),
        ("challenge_rating", "/challengeRatingText"),
        ("experience_points", "/experiencePoints"),
        ("damage_immunities", "/damageImmunities"),
        ("document", "/document/name"),
        ("document_name", "/document/name"),
        ("document_key", "/document/key"),
        ("license", "/document/license"),
        ("game_system", "/document/gameSystem"),
        ("source_url", "/source/url"),
    ] {
        let expected = node.pointer(path).expect(path);
        assert!(!expected.is_null(), "{path}");
        assert_eq!(&drake[key], expected, "{key}");
    }
    assert_eq!(drake["family"], "creature");
    assert_eq!(drake["document_source"], "open5e_v2");
    assert_eq!(drake["speed"]["fly"], node["speed"]["fly"]);
    assert_eq!(drake["saving_throws"]["wisdom"], node["savingThrows"]["wisdom"]);
    for key in ["/name", "/text"] {
        assert_eq!(texts(&drake["actions"], key), texts(&node["actions"], key));
    }
}
