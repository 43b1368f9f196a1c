//! The `name` argument: the narrowest match that exists, kind by kind, after all other filters.

use crate::shown::entities;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

async fn called(lore: &Reader, field: &str, name: &str, rest: &str) -> Vec<String> {
    let query = format!(
        "query($name: String) {{ {field}(name: $name, first: 100 {rest}) {{ totalCount nodes {{ name document {{ key }} }} }} }}"
    );
    let data = lore.query(&query, json!({"name": name})).await;
    let found = entities(&data[field]);
    assert_eq!(
        data[field]["totalCount"],
        Value::from(found.len()),
        "{name}"
    );
    found
}

#[tokio::test]
async fn narrowest_match() {
    let lore = Reader::shared().await;

    // The exact name, whatever its case and the space around it; then the slug.
    let wards = ["Ember Ward, srd-2014", "Ember Ward, srd-2024"];
    for name in ["Ember Ward", " eMBER wARD  ", "ember-ward"] {
        assert_eq!(called(&lore, "spells", name, "").await, wards, "{name}");
    }
    let packs = called(&lore, "equipment", "lampwrights pack", "").await;
    assert_eq!(packs, ["Lampwright's Pack, srd-2014"]);

    // Else the names that contain it.
    let darts = ["Cinder Dart, hearth-2024", "Lamp Dart, srd-2014"];
    assert_eq!(called(&lore, "spells", "dart", "").await, darts);
    assert!(called(&lore, "spells", "dragon", "").await.is_empty());

    // Kind by kind: a skill of exactly that name does not hide the proficiency that contains it.
    assert_eq!(
        called(&lore, "rules", "arcana", "").await,
        [
            "Arcana, srd-2014",
            "Arcana, srd-2024",
            "Skill: Arcana, srd-2014",
            "Skill: Arcana, srd-2024"
        ]
    );
    assert_eq!(
        called(&lore, "equipment", "kettle", "").await,
        ["Copper Kettle, srd-2014", "Everwarm Kettle, hearth-2014"]
    );
    // Within a kind the exact name does hide what only contains it.
    assert_eq!(
        called(&lore, "equipment", "wick", "").await,
        ["Wick, srd-2014", "Wick, srd-2024"]
    );

    // All other filters come first.
    assert_eq!(
        called(
            &lore,
            "equipment",
            "wick",
            ", filter: {category: {eq: \"tools\"}}"
        )
        .await,
        ["Wick Trimmer, srd-2014", "Wick Trimmer, srd-2024"]
    );
    assert_eq!(
        called(&lore, "spells", "ember ward", ", documents: [\"srd-2024\"]").await,
        ["Ember Ward, srd-2024"]
    );
    assert_eq!(
        called(&lore, "spells", "ember ward", ", gameSystem: \"5e-2014\"").await,
        ["Ember Ward, srd-2014"]
    );

    // Wildcards.
    assert_eq!(called(&lore, "spells", "*dart", "").await, darts);
    assert_eq!(called(&lore, "spells", "%WARD", "").await, wards);
    assert_eq!(
        called(&lore, "spells", "w*st*", "").await,
        ["Watchful Stew, hearth-2014"]
    );
    assert!(called(&lore, "spells", "dart*", "").await.is_empty());
    for everything in ["*", "%", "%%%", "", "   "] {
        assert_eq!(
            called(&lore, "spells", everything, "").await.len(),
            9,
            "{everything:?}"
        );
    }
    // What SQL alone takes for a wildcard is none.
    for nothing in ["_", "E_ber Ward", "*_*", "\\", "*\\*"] {
        assert!(
            called(&lore, "spells", nothing, "").await.is_empty(),
            "{nothing:?}"
        );
    }
}
