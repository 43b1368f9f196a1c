//! The same question over `/graphql` and over `/mcp` gives the same things in the same order.

use super::{ids, shared};
use crate::shown::text;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

#[tokio::test]
async fn the_same_question() {
    let (lore, mcp) = (Reader::shared().await, shared().await);
    for (tool, arguments, field) in [
        (
            "search_spell",
            json!({"search": "fire", "level_max": 3, "class_key": "hearthwarden"}),
            r#"spells(search: "fire", filter: {level: {lte: 3}, classes: {has: "hearthwarden"}})"#,
        ),
        (
            "search_spell",
            json!({"school": "Evocation", "concentration": false, "game_system": "5e-2014"}),
            r#"spells(filter: {and: [{school: {eq: "evocation"}}, {concentration: {eq: false}}]}, gameSystem: "5e-2014")"#,
        ),
        (
            "search_spell",
            json!({"search": "ember", "name": "ward", "documents": ["srd"]}),
            r#"spells(search: "ember", name: "ward", documents: ["srd-2014"])"#,
        ),
        (
            "search_creature",
            json!({"search": "lamp", "cr_min": "1/4", "hit_points_min": 20}),
            r#"creatures(search: "lamp", filter: {challengeRating: {gte: 0.25}, hitPoints: {gte: 20}})"#,
        ),
        (
            "search_creature",
            json!({"type": "dragon", "size": "large", "armor_class_min": 17}),
            r#"creatures(filter: {type: {eq: "dragon"}, size: {eq: "large"}, armorClass: {gte: 17}})"#,
        ),
        (
            "search_equipment",
            json!({"search": "lamp", "type": "armor", "weight_max": 30}),
            r#"equipment(search: "lamp", type: ARMOR, filter: {weight: {lte: 30}})"#,
        ),
        (
            "search_equipment",
            json!({"is_magic": true, "requires_attunement": "no", "rarity": "uncommon"}),
            r#"equipment(filter: {kind: {eq: MAGIC_ITEM}, requiresAttunement: {eq: false}, rarity: {eq: "uncommon"}})"#,
        ),
        (
            "search_character_option",
            json!({"type": "race", "search": "ember"}),
            r#"characterOptions(search: "ember", filter: {kind: {in: [RACE, SUBRACE]}})"#,
        ),
        (
            "search_rule",
            json!({"rule_type": "rule", "section": "order of the table", "search": "sit"}),
            r#"rules(search: "sit", filter: {kind: {in: [RULE, SECTION]}, chapter: {eq: "order-of-the-table"}})"#,
        ),
        (
            "search_all",
            json!({"query": "kettle", "content_types": ["Spell", "Creature"]}),
            r#"search(query: "kettle", families: [SPELL, CREATURE])"#,
        ),
        (
            "lookup_spell",
            json!({"semantic_query": "embers", "level_max": 1}),
            r#"spells(search: "embers", filter: {level: {lte: 1}})"#,
        ),
        (
            "search_dnd_content",
            json!({"query": "embr ward", "semantic": false, "enable_fuzzy": true}),
            r#"search(query: "embr ward", mode: LEXICAL, fuzzy: true)"#,
        ),
    ] {
        let (call, rest) = field.rsplit_once(')').expect("arguments");
        let asked = format!("{{ page: {call}, first: 20){rest} {{ totalCount nodes {{ id }} }} }}");
        let page = lore.ask(&asked).await["page"].take();
        let nodes = page["nodes"].as_array().expect("nodes");
        let expected: Vec<&str> = nodes.iter().map(|n| text(n, "/id")).collect();
        assert!(!expected.is_empty(), "{field}");

        let content = mcp.call(tool, arguments.clone()).await;
        assert_eq!(ids(&content), expected, "{tool} {arguments}");
        assert_eq!(content["total"], page["totalCount"], "{tool} {arguments}");
    }
    drop(mcp);
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
    assert_eq!(
        drake["saving_throws"]["wisdom"],
        node["savingThrows"]["wisdom"]
    );
    let words = |actions: &Value, key: &str| -> Vec<Value> {
        let actions = actions.as_array().expect("actions");
        actions.iter().map(|action| action[key].clone()).collect()
    };
    for key in ["name", "text"] {
        assert_eq!(words(&drake["actions"], key), words(&node["actions"], key));
    }
    drop(mcp);
}
