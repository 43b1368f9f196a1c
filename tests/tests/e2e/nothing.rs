//! What is said when nothing is found, and that nothing is said otherwise.

use crate::shown::text;
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
    for field in [
        "spells(name: \"x\")",
        "search(query: \"x\")",
        "documents",
        "rules",
    ] {
        let query = format!("{{ it: {field} {{ totalCount meta {{ message }} }} }}");
        let data = lore.ask(&query).await;
        let said = text(&data, "/it/meta/message");
        assert!(
            said.starts_with("Nothing is stored yet."),
            "{field}: {said}"
        );
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

    for (field, arguments, words) in [
        (
            "spells",
            "name: \"Embr Ward\"",
            &["Did you mean \"Ember Ward\"?"][..],
        ),
        (
            "spells",
            "name: \"ember ward\", filter: {level: {eq: 7}}",
            &["No spell matches `filter`."],
        ),
        (
            "spells",
            "name: \"ember ward\", filter: {level: {gt: 1}}",
            &["\"Ember Ward\" is there", "filter"],
        ),
        (
            "spells",
            "name: \"xyzzyplugh\"",
            &["No spell is called", "wildcard"],
        ),
        ("spells", "name: \"xyzzy*\"", &["has a name like"]),
        (
            "creatures",
            "filter: {challengeRating: {gt: 30}}, gameSystem: \"5e-2014\"",
            &["No creature matches `filter` and `gameSystem` together."],
        ),
        ("spells", "documents: []", &["Leave out `documents`"]),
        (
            "spells",
            "documents: [\"srd-2014\"], gameSystem: \"5e-2024\"",
            &["game system"],
        ),
        (
            "spells",
            "documents: [\"core\"]",
            &["There are no spells in what `documents` asks for."],
        ),
        (
            "spells",
            "documents: [\"hearth-2041\"]",
            &["\"hearth-2014\"", "\"hearth-2024\""],
        ),
        (
            "spells",
            "search: \"xyzzyplugh\", mode: LEXICAL",
            &["leave out `mode`"],
        ),
        (
            "spells",
            "search: \"ember\", minSimilarity: 1",
            &["Lower `minSimilarity`"],
        ),
        (
            "spells",
            "search: \"ember\", filter: {level: {eq: 7}}",
            &["No spell matches `filter`."],
        ),
        (
            "search",
            "query: \"xyzzyplugh\", mode: LEXICAL",
            &["leave out `mode`"],
        ),
        ("search", "query: \"ember\", types: []", &["types"]),
    ] {
        let said = message(&lore, field, arguments).await;
        for word in words {
            assert!(said.contains(word), "{field} {arguments}: {said}");
        }
    }

    // Where something was found nothing is said; a page beyond the end is no reason to say anything.
    let query = "query($after: String) { spells(first: 9, after: $after) { edges { cursor } meta { message } } }";
    let page = lore.query(query, json!({})).await["spells"].take();
    assert_eq!(page["meta"]["message"], Value::Null);
    let beyond = lore
        .query(query, json!({"after": page["edges"][8]["cursor"]}))
        .await["spells"]
        .take();
    assert_eq!(beyond, json!({"edges": [], "meta": {"message": null}}));
    lore.stop().await;
}

#[tokio::test]
async fn the_character_that_no_text_has() {
    let lore = Reader::shared().await;
    for (query, argument) in [
        (
            "query($t: String!) { spells(name: $t) { totalCount } }",
            "name",
        ),
        (
            "query($t: String!) { spells(search: $t) { totalCount } }",
            "search",
        ),
        (
            "query($t: String!) { spells(documents: [$t]) { totalCount } }",
            "documents",
        ),
        (
            "query($t: String!) { spells(gameSystem: $t) { totalCount } }",
            "gameSystem",
        ),
        (
            "query($t: String!) { spells(filter: {name: {contains: $t}}) { totalCount } }",
            "filter.name.contains",
        ),
        (
            "query($t: String!) { spells(filter: {or: [{classes: {hasAny: [$t]}}]}) { totalCount } }",
            "filter.or.classes.hasAny",
        ),
        (
            "query($t: String!) { search(query: $t) { totalCount } }",
            "query",
        ),
        (
            "query($t: String!) { search(query: \"a\", documents: [$t]) { totalCount } }",
            "documents",
        ),
        (
            "query($t: String!) { documents(gameSystem: $t) { totalCount } }",
            "gameSystem",
        ),
        ("query($t: String!) { document(key: $t) { key } }", "key"),
        ("query($t: String!) { spell(slug: $t) { name } }", "slug"),
        (
            "query($t: String!) { spell(slug: \"ember-ward\", document: $t) { name } }",
            "document",
        ),
        ("query($t: String!) { suggest(text: $t) { name } }", "text"),
        (
            "query($t: String!) { suggestDocuments(text: $t) { key } }",
            "text",
        ),
    ] {
        let (code, message) = lore.refusal(query, json!({"t": "fire\u{0}ball"})).await;
        assert_eq!(code, "BAD_USER_INPUT", "{query}");
        let expected = format!("`{argument}` contains the character U+0000");
        assert!(message.starts_with(&expected), "{query}: {message}");
    }
    // Among ids it is one that there is not.
    let ids = [
        "spell:srd-2014:ember-ward",
        "\u{0}",
        "spell:srd\u{0}:x",
        "rule:a:\u{0}:b",
        "a:b",
        "",
        "document:srd-2014",
    ];
    let query = "query($ids: [ID!]!) { nodes(ids: $ids) { id } node(id: \"\\u0000\") { id } }";
    let data = lore.query(query, json!({"ids": ids})).await;
    assert_eq!(
        data,
        json!({"nodes": [{"id": ids[0]}, null, null, null, null, null, {"id": ids[6]}], "node": null})
    );
}
