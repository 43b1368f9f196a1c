//! Empty results: what is said about them, and that nothing is said otherwise.

use crate::cases::cases;
use crate::nodes::text;
use lorekeeper_store::{self as store, Unannounced};
use lorekeeper_tests::harness::{Lore, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

async fn message(lore: &Reader, field: &str, arguments: &str) -> String {
    let query = format!("{{ {field}({arguments}) {{ totalCount meta {{ message }} }} }}");
    let data = lore.ask(&query).await;
    assert_eq!(data[field]["totalCount"], 0, "{arguments}");
    text(&data[field], "/meta/message").to_owned()
}

#[tokio::test]
async fn why_and_what_would_help() {
    let upstream = Upstream::start().await;
    upstream.fail("/", 404, usize::MAX);
    let lore = Lore::start(&upstream).await;
    for field in ["spells(name: \"x\")", "search(query: \"x\")", "documents", "rules"] {
        let query = format!("{{ it: {field} {{ meta {{ message }} }} }}");
        let data = lore.ask(&query).await;
        let said = text(&data, "/it/meta/message");
        assert!(said.starts_with("Nothing is stored yet."), "{field}: {said}");
    }
    {
        let _syncing = lore.app.store.syncing.lock(&lore.app.store).await.unwrap();
        let said = message(&lore, "spells", "first: 1").await;
        assert!(said.contains("being loaded right now"), "{said}");
        let data = lore.ask("{ status { syncing entityCount } }").await;
        assert_eq!(data["status"], json!({"syncing": true, "entityCount": 0}));
    }
    upstream.recover();
    lore.sync().await;

    for case in cases(include_str!("no_results.txt")) {
        case.check_words(&message(&lore, case.heading, case.given).await);
    }

    // Rows that are being written are not indexed yet: to find nothing means nothing.
    let db = &lore.app.store.pool;
    store::mark_unannounced(db, Unannounced::Rows).await.unwrap();
    let query = "{ spells(search: \"xylograph\", mode: LEXICAL) { nodes { name } meta { message warnings } } status { searchable } }";
    let data = lore.ask(query).await;
    assert_eq!(data["status"], json!({"searchable": false}));
    let meta = &data["spells"]["meta"];
    for said in [&meta["message"], &meta["warnings"][0]] {
        let said = said.as_str().unwrap();
        assert!(said.contains("being loaded right now"), "{said}");
    }
    store::clear_unannounced(db, Unannounced::Rows).await.unwrap();
    let data = lore.ask(query).await;
    assert_eq!(data["status"], json!({"searchable": true}));
    assert_eq!(data["spells"]["meta"]["warnings"], json!([]));
    assert!(text(&data, "/spells/meta/message").starts_with("Nothing has the words"));

    // Where something was found nothing is said; a page beyond the end is no reason to say anything.
    let query = "query($after: String) { spells(first: 9, after: $after) { edges { cursor } meta { message } } }";
    let page = lore.query(query, json!({})).await["spells"].take();
    assert_eq!(page["meta"]["message"], Value::Null);
    let beyond = lore.query(query, json!({"after": page["edges"][8]["cursor"]})).await["spells"].take();
    assert_eq!(beyond, json!({"edges": [], "meta": {"message": null}}));
    lore.stop().await;
}

#[tokio::test]
async fn what_other_books_have_is_offered() {
    let lore = Reader::shared().await;
    let offer = async |field: &str, arguments: &str| -> Option<String> {
        let query = format!("{{ {field}({arguments}) {{ meta {{ warnings }} }} }}");
        let data = lore.ask(&query).await;
        let warnings = data[field]["meta"]["warnings"].as_array().unwrap().iter();
        let mut warnings = warnings.filter_map(Value::as_str);
        let offer = warnings.find(|warning| warning.contains("Other books have one"));
        offer.map(str::to_owned)
    };
    let expected = "The books asked for have no entry called \"Ember Ward\". Other books have one: \"spell:srd-2024:ember-ward\" (5e-2024), \"spell:srd-2014:ember-ward\" (5e-2014).";
    for (field, arguments) in [
        ("spells", "search: \"ember ward\", documents: [\"hearth-2024\"]"),
        ("spells", "name: \"Ember Ward\", documents: [\"hearth-2024\"]"),
        ("search", "query: \"Ember-Ward\", documents: [\"hearth-2024\"]"),
    ] {
        let offered = offer(field, arguments).await.unwrap_or_default();
        assert!(offered == expected, "{field}({arguments}): {offered}");
    }
    for (field, arguments) in [
        ("search", "query: \"ember ward\""),
        ("spells", "search: \"ember ward\", documents: [\"srd-2014\"]"),
        ("search", "query: \"wards of embers\", documents: [\"hearth-2024\"]"),
        ("creatures", "search: \"ember ward\", documents: [\"hearth-2024\"]"),
    ] {
        assert_eq!(offer(field, arguments).await, None, "{field}({arguments})");
    }
}

#[tokio::test]
async fn the_character_that_no_text_has() {
    let lore = Reader::shared().await;
    for (field, argument) in [
        ("spells(name: $t)", "name"),
        ("spells(search: $t)", "search"),
        ("spells(documents: [$t])", "documents"),
        ("spells(gameSystem: $t)", "gameSystem"),
        ("spells(filter: {name: {contains: $t}})", "filter.name.contains"),
        ("spells(filter: {or: [{classes: {hasAny: [$t]}}]})", "filter.or.classes.hasAny"),
        ("search(query: $t)", "query"),
        ("search(query: \"a\", documents: [$t])", "documents"),
        ("documents(gameSystem: $t)", "gameSystem"),
        ("document(key: $t)", "key"),
        ("spell(slug: $t)", "slug"),
        ("spell(slug: \"ember-ward\", document: $t)", "document"),
        ("suggest(text: $t)", "text"),
        ("suggestDocuments(text: $t)", "text"),
    ] {
        let query = format!("query($t: String!) {{ {field} {{ __typename }} }}");
        let expected = format!("`{argument}` contains the character U+0000");
        let variables = json!({"t": "fire\u{0}ball"});
        let message = lore.refuses(&query, variables, "BAD_USER_INPUT", "").await;
        assert!(message.starts_with(&expected), "{query}: {message}");
    }
    // Among ids it is one that there is not.
    let ids =
        ["spell:srd-2014:ember-ward", "\u{0}", "spell:srd\u{0}:x", "rule:a:\u{0}:b", "a:b", "", "document:srd-2014"];
    let query = "query($ids: [ID!]!) { nodes(ids: $ids) { id } node(id: \"\\u0000\") { id } }";
    let data = lore.query(query, json!({"ids": ids})).await;
    assert_eq!(data, json!({"nodes": [{"id": ids[0]}, null, null, null, null, null, {"id": ids[6]}], "node": null}));
}
