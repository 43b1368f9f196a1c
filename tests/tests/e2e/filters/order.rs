//! Sort keys.

use crate::nodes::{entities, texts};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const BY_NAME: [&str; 9] = [
    "Broth of Mending, srd-2014", "Cinder Dart, hearth-2024", "Ember Ward, srd-2014", "Ember Ward, srd-2024",
    "Kettle Burst, hearth-2014", "Kettle Burst, hearth-2024", "Lamp Dart, srd-2014", "Wall of Aprons, srd-2014",
    "Watchful Stew, hearth-2014",
];

#[tokio::test]
async fn rows_come_in_the_order_that_is_asked_for() {
    let lore = Reader::shared().await;
    // Each order, and the places in `BY_NAME` of what it gives.
    for (order, places) in [
        (json!(null), [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (json!([]), [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (json!([["NAME", "DESC"], ["DOCUMENT", "DESC"]]), [8, 7, 6, 5, 4, 3, 2, 1, 0]),
        (json!([["LEVEL", null]]), [1, 6, 0, 2, 3, 8, 4, 5, 7]),
        (json!([["LEVEL", "DESC"], ["NAME", "DESC"]]), [7, 4, 5, 8, 2, 3, 0, 6, 1]),
        // What is missing comes last, either way.
        (json!([["MATERIAL_COST", "ASC"]]), [4, 0, 1, 2, 3, 5, 6, 7, 8]),
        (json!([["MATERIAL_COST", "DESC"]]), [4, 0, 1, 2, 3, 5, 6, 7, 8]),
    ] {
        let query = "query($order: [SpellOrder!]) { spells(orderBy: $order) { nodes { name document { key } } } }";
        let key = |key: &Value| match &key[1] {
            Value::Null => json!({"field": key[0]}),
            direction => json!({"field": key[0], "direction": direction}),
        };
        let keys = order.as_array().map(|keys| keys.iter().map(key).collect::<Vec<_>>());
        let data = lore.query(query, json!({"order": keys})).await;
        let expected = places.map(|place| BY_NAME[place]);
        assert_eq!(entities(&data["spells"]), expected, "{order}");
    }
    let query = "{ equipment(collapse: NONE, filter: {kind: {eq: MAGIC_ITEM}}, orderBy: [{field: RARITY_RANK, direction: DESC}]) { nodes { rarity } } }";
    let data = lore.ask(query).await;
    let expected = "legendary rare rare uncommon uncommon uncommon common varies";
    assert_eq!(texts(&data["equipment"], "/rarity").join(" "), expected);
}
