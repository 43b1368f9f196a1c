//! Dice, chances and comparisons; and answers of chosen fields.

use super::{ids, shared};
use crate::nodes::text;
use serde_json::{Value, json};

#[tokio::test]
async fn dice_are_rolled_with_every_die() {
    let mcp = shared().await;
    let given = json!({"expression": "4d6kh3 + 2", "seed": 11});
    let rolled = mcp.call("roll", given.clone()).await;
    let again = mcp.call("roll", given).await;
    assert_eq!(rolled, again, "a seed gives the same roll");
    let rolls = rolled["dice"][0]["rolls"].as_array().unwrap();
    assert_eq!(rolls.len(), 4);
    let kept = rolls.iter().filter(|die| die["kept"] == true);
    let sum: i64 = kept.filter_map(|die| die["value"].as_i64()).sum();
    assert_eq!(rolled["total"], sum + 2, "{rolled}");
    let twice = mcp.call("roll", json!({"expression": "d20", "advantage": "advantage"}));
    assert_eq!(twice.await["expression"], "2d20kh1");
    for (given, said) in [
        (json!({"expression": "1000000d1000000"}), "at most 1,000 dice"),
        (json!({"expression": "d0"}), "1 to 1,000 sides"),
        (json!({"expression": "(".repeat(10_000)}), "at most 200 characters"),
        (json!({"expression": "2d6", "advantage": "advantage"}), "one twenty-sided die"),
    ] {
        let refused = mcp.refusal("roll", given).await;
        assert!(refused.contains(said), "{refused}");
    }
}

#[tokio::test]
async fn chances_are_exact() {
    let mcp = shared().await;
    let attack = json!({"attack_bonus": 5, "armor_class": 15, "damage": "1d8+3"});
    let odds = mcp.call("odds", attack).await;
    assert_eq!(odds["hit_chance"], 0.55);
    assert_eq!(odds["average_damage"], 4.35);
    assert_eq!(odds.get("save_chance"), None);
    let refused = mcp.refusal("odds", json!({"attack_bonus": 5})).await;
    assert!(refused.contains("is missing"), "{refused}");
}

#[tokio::test]
async fn entities_are_compared_field_by_field() {
    let mcp = shared().await;
    let both = json!(["creature:hearth-2014:ash-drake", "creature:hearth-2024:ash-drake"]);
    let differing = mcp.call("compare", json!({"ids": both})).await;
    assert_eq!(differing["fields"]["hit_points"], json!([85, 95]), "{differing}");
    assert_eq!(differing["fields"].get("type"), None);
    let all = mcp.call("compare", json!({"ids": both, "differing": false})).await;
    assert_eq!(all["fields"]["type"], json!(["dragon", "dragon"]));
    assert_eq!(text(&all, "/entities/1/id"), "creature:hearth-2024:ash-drake");
    for (given, said) in [
        (json!(["creature:hearth-2014:ash-drake"]), "Two to four entities are compared"),
        (json!(["creature:hearth-2014:ash-drake", "spell:srd-2014:ember-ward"]), "of creature and spell"),
        (json!(["soup", "creature:hearth-2014:ash-drake"]), "is no id of an entity"),
        (
            json!(["creature:hearth-2014:ash-drake", "creature:hearth-2014:soup"]),
            "No entity has the id creature:hearth-2014:soup",
        ),
    ] {
        let refused = mcp.refusal("compare", json!({"ids": given})).await;
        assert!(refused.contains(said), "{refused}");
    }
    let refused = mcp.refusal("roll_table", json!({"id": "spell:srd-2014:ember-ward"})).await;
    assert!(refused.contains("no table that is rolled on"), "{refused}");
}

#[tokio::test]
async fn one_number_needs_no_stat_block() {
    let mcp = shared().await;
    let given = json!({"ids": ["creature:hearth-2024:ash-drake"], "fields": ["HP", "hitPoints"]});
    let refused = mcp.refusal("get", given).await;
    assert!(refused.contains("Did you mean hit_points?"), "{refused}");
    let given = json!({"ids": ["creature:hearth-2024:ash-drake"], "fields": ["hitPoints"]});
    let content = mcp.call("get", given).await;
    let expected = json!([{"id": "creature:hearth-2024:ash-drake", "name": "Ash Drake", "hit_points": 95}]);
    assert_eq!(content["results"], expected);
    let given = json!({"type": "dragon", "fields": ["armor_class"]});
    let content = mcp.call("search_creature", given).await;
    let results = content["results"].as_array().unwrap();
    let keys = |result: &Value| result.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>());
    assert!(
        results.iter().all(|result| keys(result) == Some(vec!["id".into(), "name".into(), "armor_class".into()])),
        "{results:?}"
    );
}

#[tokio::test]
async fn a_field_answers_to_its_part_and_to_its_upstream_name() {
    let mcp = shared().await;
    for (asked, field) in [("darkvision", "senses"), ("description", "text"), ("desc", "text")] {
        let given = json!({"ids": ["creature:hearth-2024:ash-drake"], "fields": [asked]});
        let content = mcp.call("get", given).await;
        let whole = json!({"ids": ["creature:hearth-2024:ash-drake"], "fields": [field]});
        assert_eq!(content["results"], mcp.call("get", whole).await["results"]);
        assert!(content["results"][0].get(field).is_some(), "{content}");
    }
}

#[tokio::test]
async fn names_and_ids_narrow_a_search() {
    let mcp = shared().await;
    let given = json!({"names": "Ash Drake, Soup Golem"});
    let content = mcp.call("search_creature", given).await;
    let message = content["message"].as_str().unwrap();
    let hint = "names is a list: write [\"Ash Drake\",\"Soup Golem\"].";
    assert!(message.ends_with(hint), "{message}");
    assert!(!message.contains("spell:") && !message.contains(" as id"), "{message}");
    let flying = mcp.call("search_creature", json!({"flies": "yes"})).await;
    assert_eq!(ids(&flying), ids(&mcp.call("search_creature", json!({"flies": true})).await));
    let given = json!({"damage_type": "fire", "weapon_range": "melee", "type": "weapon"});
    let fire = mcp.call("search_equipment", given).await;
    let given = json!({"type": "weapon"});
    assert!(ids(&fire).len() < ids(&mcp.call("search_equipment", given).await).len());
    let given = json!({"names": ["ash drake"], "game_system": "5e-2014"});
    let content = mcp.call("search_creature", given).await;
    assert_eq!(ids(&content), ["creature:hearth-2014:ash-drake"]);
    let given = json!({"ids": ["spell:srd-2024:ember-ward", "spell:srd-2014:ember-ward"], "documents": ["srd-2014"]});
    let content = mcp.call("search_spell", given).await;
    assert_eq!(ids(&content), ["spell:srd-2014:ember-ward"]);
    let given = json!({"ids": ["equipment:srd-2014:weapon:skillet"]});
    let content = mcp.call("search_equipment", given).await;
    assert_eq!(ids(&content), ["equipment:srd-2014:weapon:skillet"]);
}

#[tokio::test]
async fn a_part_of_a_text_comes_by_its_heading() {
    let mcp = shared().await;
    let given = json!({"ids": ["creature:hearth-2024:ash-drake"], "heading": "soup"});
    let refused = mcp.refusal("get", given).await;
    assert!(refused.contains("Ash Drake has no heading \"soup\". It has: "), "{refused}");
    let headings = refused.split_once("It has: ").unwrap().1;
    let heading = headings.split(", ").last().unwrap().trim_end_matches('.');
    let given = json!({"ids": ["creature:hearth-2024:ash-drake"], "heading": heading, "fields": ["part"]});
    let content = mcp.call("get", given).await;
    assert!(text(&content, "/results/0/part").contains(heading), "{content}");
}
