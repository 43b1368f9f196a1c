//! Which books a query looks at: `gameSystem` and `documents`, and the documents themselves.

use crate::shown::{entities, names, text};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const SPELLS: &str = "query($documents: [String!], $system: String) {
    spells(documents: $documents, gameSystem: $system, first: 100) {
        totalCount meta { message warnings } nodes { name document { key } }
    }
}";

/// How many spells are found, and what is said about it.
async fn scoped(lore: &Reader, documents: Value, system: Value) -> (usize, String) {
    let data = lore
        .query(SPELLS, json!({"documents": documents, "system": system}))
        .await;
    let found = entities(&data["spells"]).len();
    assert_eq!(data["spells"]["totalCount"], found);
    (found, text(&data["spells"], "/meta/message").to_owned())
}

#[tokio::test]
async fn books_and_editions() {
    let lore = Reader::shared().await;

    assert_eq!(
        scoped(&lore, json!(null), json!(null)).await,
        (9, String::new())
    );
    let (found, message) = scoped(&lore, json!([]), json!(null)).await;
    assert_eq!(found, 0);
    assert!(message.contains("Leave out `documents`"), "{message}");
    // A document answers to its key, its names and its aliases, whatever their case.
    for name in [
        "srd-2014",
        "SRD-2014",
        "srd",
        "srd-5e",
        "wotc-srd",
        "System Reference Document 5.1",
        "5e 2014 rules",
    ] {
        assert_eq!(
            scoped(&lore, json!([name]), json!(null)).await,
            (4, String::new()),
            "{name}"
        );
    }
    assert_eq!(
        scoped(
            &lore,
            json!(["srd", "srd-2014", "hearth-2024"]),
            json!(null)
        )
        .await
        .0,
        6
    );
    // One that is not there finds nothing, and is named along with one that resembles it.
    let (found, message) = scoped(&lore, json!(["heart-2014"]), json!(null)).await;
    assert_eq!(found, 0);
    assert!(
        message.contains("\"heart-2014\"") && message.contains("\"hearth-2014\""),
        "{message}"
    );
    let (found, message) = scoped(&lore, json!(["heart-2014", "srd-2024"]), json!(null)).await;
    assert_eq!(found, 1);
    assert!(message.contains("heart-2014"), "{message}");

    assert_eq!(
        scoped(&lore, json!(null), json!("5e-2014")).await,
        (6, String::new())
    );
    assert_eq!(
        scoped(&lore, json!(null), json!("5E-2024")).await,
        (3, String::new())
    );
    assert_eq!(
        scoped(&lore, json!(["srd"]), json!("5e-2014")).await,
        (4, String::new())
    );
    assert_eq!(scoped(&lore, json!(["srd"]), json!("5e-2024")).await.0, 0);
    let (found, message) = scoped(&lore, json!(null), json!("6e")).await;
    assert_eq!(found, 0);
    assert!(
        message.contains("\"6e\"") && message.contains("5e-2014"),
        "{message}"
    );

    // What no book describes belongs to every edition.
    for (system, mine, other) in [
        ("5e-2014", "srd-2014", "srd-2024"),
        ("5e-2024", "srd-2024", "srd-2014"),
    ] {
        let data = lore
            .query(
                "query($system: String) { rules(gameSystem: $system, first: 100) { nodes { name document { key } } } }",
                json!({"system": system}),
            )
            .await;
        let found = entities(&data["rules"]);
        assert!(
            found.contains(&"Volcano, core".to_owned()),
            "{system}: {found:?}"
        );
        assert!(
            found.contains(&format!("Stealth, {mine}")),
            "{system}: {found:?}"
        );
        assert!(
            !found.contains(&format!("Stealth, {other}")),
            "{system}: {found:?}"
        );
    }
}

#[tokio::test]
async fn documents() {
    let lore = Reader::shared().await;
    let query = "{ document(key: \"hearth-2014\") {
        id key name displayName publisher gameSystem gameSystemName licenses { key name } aliases description
        type author publicationDate permalink attribution distanceUnit weightUnit source fetchedAt
        counts { family count }
    } }";
    let mut document = lore.ask(query).await["document"].take();
    let fetched_at = document["fetchedAt"].take();
    assert!(
        fetched_at.as_str().is_some_and(|at| at.starts_with("20")),
        "{fetched_at}"
    );
    let expected = json!({
        "id": "document:hearth-2014",
        "key": "hearth-2014",
        "name": "The Hearthside Compendium",
        "displayName": "Hearthside Compendium",
        "publisher": "Hearth Press",
        "gameSystem": "5e-2014",
        "gameSystemName": "5th Edition 2014",
        "licenses": [{"key": "ogl-10a", "name": "OPEN GAME LICENSE Version 1.0a"}],
        "aliases": [],
        "description": "The Hearthside Compendium: a book invented for the tests.",
        "type": "SOURCE",
        "author": "Ada Tallow, Bram Ember",
        "publicationDate": "2024-05-01",
        "permalink": "https://books.example/hearth-2014",
        "attribution": document["attribution"],
        "distanceUnit": "feet",
        "weightUnit": "lb",
        "source": "open5e_v2",
        "fetchedAt": null,
        "counts": [
            {"family": "SPELL", "count": 2},
            {"family": "CREATURE", "count": 3},
            {"family": "EQUIPMENT", "count": 8},
            {"family": "CHARACTER_OPTION", "count": 6},
            {"family": "RULE", "count": 6},
        ],
    });
    assert_eq!(document, expected);

    // A Creative Commons licence wants to be attributed, with the names of work, maker and licence.
    let data = lore
        .ask("{ document(key: \"srd\") { key attribution } }")
        .await;
    assert_eq!(data["document"]["key"], "srd-2014");
    let attribution = text(&data, "/document/attribution");
    for part in [
        "System Reference Document 5.1",
        "Wizards of the Coast",
        "Creative Commons Attribution 4.0",
    ] {
        assert!(attribution.contains(part), "{attribution}");
    }
    assert_eq!(
        lore.ask("{ document(key: \"nothing\") { key } }").await["document"],
        Value::Null
    );

    let data = lore
        .ask("{ documents { totalCount nodes { name } pageInfo { hasNextPage } } }")
        .await;
    assert_eq!(
        names(&data["documents"]),
        [
            "5e Core Concepts",
            "The Hearthside Compendium",
            "The Hearthside Compendium, Second Helping",
            "System Reference Document 5.1",
            "System Reference Document 5.2",
        ]
    );
    assert_eq!(data["documents"]["totalCount"], 5);
    assert_eq!(data["documents"]["pageInfo"]["hasNextPage"], false);
    let page = lore
        .ask("{ documents(first: 2) { edges { cursor } pageInfo { endCursor hasNextPage } } }")
        .await;
    assert_eq!(page["documents"]["pageInfo"]["hasNextPage"], true);
    let page = lore
        .query(
            "query($after: String) { documents(first: 2, after: $after) { nodes { name } } }",
            json!({"after": page["documents"]["pageInfo"]["endCursor"]}),
        )
        .await;
    assert_eq!(
        names(&page["documents"]),
        [
            "The Hearthside Compendium, Second Helping",
            "System Reference Document 5.1"
        ]
    );
    let data = lore
        .ask("{ documents(gameSystem: \"5e-2024\") { nodes { name } } }")
        .await;
    assert_eq!(
        names(&data["documents"]),
        [
            "The Hearthside Compendium, Second Helping",
            "System Reference Document 5.2"
        ]
    );
}
