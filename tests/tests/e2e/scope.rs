//! Scope of a query: which books `gameSystem` and `documents` leave, and the documents themselves.

use crate::cases::cases;
use crate::nodes::{entities, names, text};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const SPELLS: &str = "query($documents: [String!], $system: String) {
    spells(documents: $documents, gameSystem: $system, first: 100) {
        totalCount meta { message warnings } nodes { name document { key } }
    }
}";

#[tokio::test]
async fn books_and_editions() {
    let lore = Reader::shared().await;
    for case in cases(include_str!("scope.txt")) {
        let spells = lore.query(SPELLS, case.json()).await["spells"].take();
        let found = entities(&spells).len();
        assert_eq!(spells["totalCount"], found, "{}", case.given);
        case.check_told(found, text(&spells, "/meta/message"));
    }

    // What no book describes belongs to every edition.
    for (system, mine, other) in [("5e-2014", "srd-2014", "srd-2024"), ("5e-2024", "srd-2024", "srd-2014")] {
        let query =
            "query($system: String) { rules(gameSystem: $system, first: 100) { nodes { name document { key } } } }";
        let data = lore.query(query, json!({"system": system})).await;
        let found = entities(&data["rules"]);
        for (rule, there) in [
            ("Volcano, core".to_owned(), true),
            (format!("Stealth, {mine}"), true),
            (format!("Stealth, {other}"), false),
        ] {
            assert_eq!(found.contains(&rule), there, "{system} {rule}: {found:?}");
        }
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
    assert!(fetched_at.as_str().is_some_and(|at| at.starts_with("20")), "{fetched_at}");
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
            {"family": "CHARACTER_OPTION", "count": 18},
            {"family": "RULE", "count": 6},
        ],
    });
    assert_eq!(document, expected);

    // A Creative Commons licence wants to be attributed, with the names of work, maker and licence.
    let data = lore.ask("{ document(key: \"srd\") { key attribution } }").await;
    assert_eq!(data["document"]["key"], "srd-2014");
    let attribution = text(&data, "/document/attribution");
    for part in ["System Reference Document 5.1", "Wizards of the Coast", "Creative Commons Attribution 4.0"] {
        assert!(attribution.contains(part), "{attribution}");
    }
    let nothing = lore.ask("{ document(key: \"nothing\") { key } }").await;
    assert_eq!(nothing["document"], Value::Null);

    let all = [
        "5e Core Concepts",
        "The Hearthside Compendium",
        "The Hearthside Compendium, Second Helping",
        "System Reference Document 5.1",
        "System Reference Document 5.2",
    ];
    let query = "query($first: Int, $after: String, $system: String) { documents(first: $first, after: $after, gameSystem: $system) {
        totalCount nodes { name } pageInfo { endCursor hasNextPage } } }";
    let documents = async |variables: Value, expected: &[&str], more: bool| {
        let page = lore.query(query, variables).await["documents"].take();
        assert_eq!(names(&page), expected);
        assert_eq!(page["pageInfo"]["hasNextPage"], more);
        page
    };
    let page = documents(json!({}), &all, false).await;
    assert_eq!(page["totalCount"], 5);
    let page = documents(json!({"first": 2}), &all[..2], true).await;
    let next = json!({"first": 2, "after": page["pageInfo"]["endCursor"]});
    documents(next, &all[2..4], true).await;
    documents(json!({"system": "5e-2024"}), &[all[2], all[4]], false).await;
}
