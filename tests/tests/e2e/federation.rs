//! The schema as a subgraph of Apollo Federation, where the settings say so.

use crate::nodes::text;
use lorekeeper_tests::harness::{Lore, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const ENTITIES: &str = "query($representations: [_Any!]!) { _entities(representations: $representations) {
    __typename ... on Spell { id name document { name } } ... on Creature { name } ... on Document { id name } } }";

#[tokio::test]
async fn there_is_none_unless_it_is_set() {
    let lore = Reader::shared().await;
    let (code, _) = lore.refusal("{ _service { sdl } }", json!({})).await;
    assert_eq!(code, "BAD_USER_INPUT");
    assert!(!lorekeeper_graphql::sdl(false).contains("_entities"));
}

#[tokio::test(flavor = "multi_thread")]
async fn entities_are_found_by_their_keys() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &[("federation", "true")]).await;
    let sdl = lore.ask("{ _service { sdl } }").await;
    let sdl = text(&sdl, "/_service/sdl");
    assert!(sdl.contains("federation/v2"));
    assert_eq!(sdl.matches(" @key(fields: \"id\")").count(), 6);
    assert!(sdl.contains("type PageInfo @shareable"));
    let few =
        "{ spells(first: 9) { nodes { id name document { id name } } } creatures(first: 1) { nodes { id name } } }";
    let known = lore.ask(few).await;
    let spells = known["spells"]["nodes"].as_array().unwrap().clone();
    let creature = &known["creatures"]["nodes"][0];
    let mut wanted: Vec<Value> = spells.iter().map(|spell| json!({"__typename": "Spell", "id": spell["id"]})).collect();
    wanted.extend([
        json!({"__typename": "Creature", "id": creature["id"]}),
        json!({"__typename": "Document", "id": spells[0]["document"]["id"]}),
        json!({"__typename": "Spell", "id": "spell:srd-2014:no-such-spell"}),
        // A key of another type.
        json!({"__typename": "Spell", "id": creature["id"]}),
    ]);
    let found = lore.query(ENTITIES, json!({"representations": wanted})).await;
    let found = found["_entities"].as_array().unwrap();
    for (spell, found) in spells.iter().zip(found) {
        assert_eq!((&spell["id"], &spell["name"]), (&found["id"], &found["name"]));
        assert_eq!(spell["document"]["name"], found["document"]["name"]);
    }
    let rest = &found[spells.len()..];
    assert_eq!(rest[0], json!({"__typename": "Creature", "name": creature["name"]}));
    assert_eq!(rest[1]["id"], spells[0]["document"]["id"]);
    assert_eq!(rest[2..], [Value::Null, Value::Null]);
    for (wrong, words) in [
        (json!({"__typename": "Spell"}), "name of a type and an id"),
        (json!({"__typename": "Potion", "id": "x"}), "no entities of the type Potion"),
        (json!("Spell"), "name of a type and an id"),
    ] {
        let (_, sentence) = lore.refusal(ENTITIES, json!({"representations": [wrong]})).await;
        assert!(sentence.contains(words), "{sentence}");
    }
    let many = vec![wanted[0].clone(); 10_000];
    let (code, sentence) = lore.refusal(ENTITIES, json!({"representations": many})).await;
    assert_eq!(code, "TOO_COMPLEX");
    assert!(sentence.contains("10000 values, but at most 1000"), "{sentence}");
    let similar = "query($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on Spell { similar { node { name } } } } }";
    let many = vec![wanted[0].clone(); 1000];
    let (code, sentence) = lore.refusal(similar, json!({"representations": many})).await;
    assert_eq!(code, "TOO_COMPLEX", "{sentence}");
    lore.stop().await;
}
