//! Autocomplete of names and of documents, and the order of documents.

use crate::nodes::{list, names, text, texts};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const SUGGEST: &str =
    "query($text: String!, $types: [ContentType!], $documents: [String!], $system: String, $first: Int) {
    suggest(text: $text, types: $types, documents: $documents, gameSystem: $system, first: $first) {
        name family kind id document { key }
    }
}";

async fn suggested(lore: &Reader, variables: Value) -> Vec<String> {
    names(&lore.query(SUGGEST, variables).await["suggest"])
}

#[tokio::test]
async fn names_as_one_types_them() {
    let lore = Reader::shared().await;

    // What starts with it, then what has a word that starts with it.
    let found = suggested(&lore, json!({"text": "EMBER", "first": 100})).await;
    let starts = found.iter().take_while(|n| n.to_lowercase().starts_with("ember")).count();
    assert!(starts >= 3, "{found:?}");
    let place = |name: &str| found.iter().position(|n| n == name);
    assert!(place("Ember Ward") < Some(starts), "{found:?}");
    let dart = suggested(&lore, json!({"text": "dar", "types": ["SPELL"]})).await;
    assert_eq!(dart, ["Lamp Dart", "Cinder Dart"]);

    // Typos are forgiven, in a word of a longer name too.
    for (typed, name) in [
        ("embr ward", "Ember Ward"),
        ("Emebr Ward", "Ember Ward"),
        ("watchfl stew", "Watchful Stew"),
        // Swapped letters at the beginning, words in any order, words run together, no apostrophes.
        ("emebr", "Ember Ward"),
        ("mebe", "Ember Ward"),
        ("stew watch", "Watchful Stew"),
        ("stew wathc", "Watchful Stew"),
        ("emberward", "Ember Ward"),
        ("kettleb", "Kettle Burst"),
    ] {
        let found = suggested(&lore, json!({"text": typed, "types": ["SPELL"], "first": 1})).await;
        assert_eq!(found, [name], "{typed}");
    }

    // Each name once: the one of the preferred document.
    let wards = json!({"text": "ember ward", "types": ["SPELL"]});
    let data = lore.query(SUGGEST, wards).await;
    let found = list(&data["suggest"]).iter();
    let same: Vec<&Value> = found.filter(|s| s["name"] == "Ember Ward").collect();
    assert_eq!(
        same,
        [&json!({
            "name": "Ember Ward", "family": "SPELL", "kind": null, "id": "spell:srd-2024:ember-ward",
            "document": {"key": "srd-2024"},
        })]
    );
    let older = json!({"text": "ember ward", "gameSystem": "5e-2014", "system": "5e-2014", "types": ["SPELL"]});
    let data = lore.query(SUGGEST, older).await;
    assert_eq!(data["suggest"][0]["id"], "spell:srd-2014:ember-ward");
    let poker = json!({"text": "poker", "types": ["ITEM"], "first": 1});
    let data = lore.query(SUGGEST, poker).await;
    assert_eq!(data["suggest"][0]["kind"], "WEAPON");

    // Blank: names in order. Wildcards of SQL are letters like any other.
    let all = suggested(&lore, json!({"text": " ", "first": 100})).await;
    let mut sorted = all.clone();
    sorted.sort_by_key(|n| n.to_lowercase());
    sorted.dedup();
    assert_eq!(all, sorted);
    assert_eq!(suggested(&lore, json!({"text": ""})).await, all[..10]);
    for nothing in [
        json!({"text": "%"}),
        json!({"text": "_"}),
        json!({"text": "\\"}),
        json!({"text": "xyzzyplugh"}),
        json!({"text": "';--"}),
        json!({"text": "ember", "types": []}),
        json!({"text": "ember", "documents": ["hearth-2024"], "types": ["SPELL"]}),
    ] {
        let found = suggested(&lore, nothing.clone()).await;
        assert_eq!(found, [""; 0], "{nothing}");
    }

    for (variables, word) in [
        (json!({"text": "a", "first": 0}), "first is 0"),
        (json!({"text": "a", "first": 101}), "first is 101"),
        (json!({"text": "a\u{0}"}), "`text` contains"),
        (json!({"text": "a", "documents": ["\u{0}"]}), "`documents` contains"),
        (json!({"text": "x".repeat(201)}), "201 characters"),
    ] {
        lore.refuses(SUGGEST, variables, "BAD_USER_INPUT", word).await;
    }
}

#[tokio::test]
async fn documents() {
    let lore = Reader::shared().await;
    let keys = async |arguments: &str| -> Vec<String> {
        let query = format!("{{ suggestDocuments({arguments}) {{ key }} }}");
        texts(&lore.ask(&query).await["suggestDocuments"], "/key")
    };
    assert_eq!(keys("text: \"srd\"").await, ["srd-2014", "srd-2024"]);
    assert_eq!(keys("text: \"wotc\"").await, ["srd-2014"]);
    let typo = keys("text: \"heart-2014\", first: 1").await;
    assert_eq!(typo, ["hearth-2014"]);
    assert_eq!(keys("text: \"\"").await.len(), 5);

    let data = lore
        .ask("{ documents(orderBy: [{field: ENTITY_COUNT, direction: DESC}]) { nodes { key entityCount license counts { count } } } }")
        .await;
    let documents = list(&data["documents"]["nodes"]);
    let number = |of: &Value, field: &str| of[field].as_i64().unwrap();
    let counts = documents.iter().map(|d| number(d, "entityCount"));
    let counts: Vec<i64> = counts.collect();
    let descends = counts.is_sorted_by(|a, b| a >= b);
    assert!(descends && counts[0] > 0, "{counts:?}");
    for document in documents {
        let of_families = list(&document["counts"]).iter();
        let of_families: i64 = of_families.map(|c| number(c, "count")).sum();
        assert_eq!(document["entityCount"], of_families);
        if document["key"] == "hearth-2014" {
            assert_eq!(document["license"], "OPEN GAME LICENSE Version 1.0a");
        }
    }
    let status = lore.ask("{ status { syncing entityCount } }").await["status"].take();
    assert_eq!(status, json!({"syncing": false, "entityCount": counts.iter().sum::<i64>()}));
    let last = "{ documents(orderBy: [{field: NAME, direction: DESC}], first: 1) { nodes { name } } }";
    let last = names(&lore.ask(last).await["documents"]);
    assert_eq!(last, ["The Hearthside Compendium, Second Helping"]);

    let data = lore
        .ask("{ open: documents(source: OPEN5E_V2) { totalCount meta { message } } second: documents(source: DND5E_API) { nodes { key } } none: documents(source: ORCBREW) { totalCount meta { message } } null: documents(source: null, orderBy: null) { totalCount } }")
        .await;
    assert_eq!(data["open"]["totalCount"], 5);
    assert_eq!(data["null"]["totalCount"], 5);
    // What a source has, whether another is preferred or not.
    assert_eq!(list(&data["second"]["nodes"]).len(), 2);
    assert_eq!(data["open"]["meta"]["message"], Value::Null);
    assert_eq!(data["none"]["totalCount"], 0);
    assert!(text(&data, "/none/meta/message").contains("open5e_v2"));
}
