//! Sort keys.

use crate::shown::entities;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const BROTH: &str = "Broth of Mending, srd-2014";
const CINDER_DART: &str = "Cinder Dart, hearth-2024";
const EMBER_WARD: &str = "Ember Ward, srd-2014";
const EMBER_WARD_24: &str = "Ember Ward, srd-2024";
const KETTLE_BURST: &str = "Kettle Burst, hearth-2014";
const KETTLE_BURST_24: &str = "Kettle Burst, hearth-2024";
const LAMP_DART: &str = "Lamp Dart, srd-2014";
const STEW: &str = "Watchful Stew, hearth-2014";
const WALL: &str = "Wall of Aprons, srd-2014";

#[tokio::test]
async fn sort_keys() {
    let lore = Reader::shared().await;
    let ordered = async |order: Value| {
        let query = "query($order: [SpellOrder!]) { spells(orderBy: $order) { nodes { name document { key } } } }";
        entities(&lore.query(query, json!({"order": order})).await["spells"])
    };
    let by_name = [
        BROTH,
        CINDER_DART,
        EMBER_WARD,
        EMBER_WARD_24,
        KETTLE_BURST,
        KETTLE_BURST_24,
        LAMP_DART,
        WALL,
        STEW,
    ];
    assert_eq!(ordered(json!(null)).await, by_name);
    assert_eq!(ordered(json!([])).await, by_name);
    let mut backwards = by_name;
    backwards.reverse();
    let back = ordered(
        json!([{"field": "NAME", "direction": "DESC"}, {"field": "DOCUMENT", "direction": "DESC"}]),
    )
    .await;
    assert_eq!(back, backwards);
    assert_eq!(
        ordered(json!([{"field": "LEVEL"}])).await,
        [
            CINDER_DART,
            LAMP_DART,
            BROTH,
            EMBER_WARD,
            EMBER_WARD_24,
            STEW,
            KETTLE_BURST,
            KETTLE_BURST_24,
            WALL
        ]
    );
    assert_eq!(
        ordered(
            json!([{"field": "LEVEL", "direction": "DESC"}, {"field": "NAME", "direction": "DESC"}])
        )
        .await,
        [
            WALL,
            KETTLE_BURST,
            KETTLE_BURST_24,
            STEW,
            EMBER_WARD,
            EMBER_WARD_24,
            BROTH,
            LAMP_DART,
            CINDER_DART
        ]
    );

    // What is missing comes last, either way.
    for direction in ["ASC", "DESC"] {
        let first = ordered(json!([{"field": "MATERIAL_COST", "direction": direction}])).await;
        let rest: Vec<_> = by_name.into_iter().filter(|s| *s != KETTLE_BURST).collect();
        assert_eq!(
            first.first().map(String::as_str),
            Some(KETTLE_BURST),
            "{direction}"
        );
        assert_eq!(first.get(1..).unwrap_or_default(), rest, "{direction}");
    }
    let data = lore
        .ask("{ equipment(filter: {kind: {eq: MAGIC_ITEM}}, orderBy: [{field: RARITY_RANK, direction: DESC}]) { nodes { name rarity } } }")
        .await;
    let rarities: Vec<_> = data["equipment"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n["rarity"].as_str().unwrap())
        .collect();
    assert_eq!(
        rarities,
        [
            "legendary",
            "rare",
            "rare",
            "uncommon",
            "uncommon",
            "uncommon",
            "common",
            "varies"
        ]
    );
}
