//! Limits of queries: what would cost too much is refused before it costs anything, and told by how much it is
//! too large.

use lorekeeper_tests::harness::{Lore, Model, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::json;

#[tokio::test]
async fn what_is_too_large_is_refused_with_its_size() {
    let lore = Reader::shared().await;
    let many = |count: usize, each: &dyn Fn(usize) -> String| -> String {
        format!("{{ {} }}", (0..count).map(each).collect::<Vec<_>>().join(" "))
    };
    let bomb = (0..30).fold("{ ...f0 }".to_owned(), |text, i| {
        let next = i + 1;
        text + &format!(" fragment f{i} on Query {{ ...f{next} ...f{next} }}")
    }) + " fragment f30 on Query { __typename }";
    for (text, words) in [
        ("{ otherVersions".repeat(60) + &"}".repeat(60), "60 deep, but at most 25"),
        (many(4_000, &|i| format!("a{i}: __typename")), "12002 tokens"),
        (many(150, &|i| format!("a{i}: spells {{ totalCount }}")), "149 times for a field"),
        (bomb, "but at most"),
        (format!("{{ __typename {} }}", "@skip(if: false)".repeat(300)), "300 directives"),
        (
            "{ spells(first: 100) { nodes { similar(first: 100) { node { otherVersions { name } } } } } }".to_owned(),
            "complexity of",
        ),
        (
            "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }".to_owned(),
            "3 times from types to other types",
        ),
    ] {
        lore.refuses(&text, json!({}), "TOO_COMPLEX", words).await;
    }
    let endless = "{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }";
    lore.refuses(endless, json!({}), "BAD_USER_INPUT", "spreads itself").await;
}

/// A default is as good as a value, be it for what is left out or for what is weighed.
#[tokio::test]
async fn defaults_of_variables_are_values() {
    let lore = Reader::shared().await;
    let text = "query($on: Boolean = true, $off: Boolean = true) { a: spells @include(if: $on) { totalCount } b: spells @skip(if: $off) { totalCount } }";
    let spells = json!({"totalCount": 9});
    assert_eq!(lore.ask(text).await, json!({"a": spells}));
    let off = json!({"on": false, "off": false});
    assert_eq!(lore.query(text, off).await, json!({"b": spells}));
    let many = (0..90).fold(String::new(), |text, i| text + &format!(" a{i}: search(query: $s) {{ totalCount }}"));
    let dear = format!("query($s: String! = \"fire\") {{{many} }}");
    lore.refuses(&dear, json!({}), "TOO_COMPLEX", "").await;
}

/// What tools and people send stays far below the limits.
#[tokio::test]
async fn introspection_and_whole_pages_are_not_too_large() {
    let lore = Reader::shared().await;
    let usual = include_str!("../../fixtures/introspection.graphql");
    let types = lore.ask(usual).await;
    assert!(types["__schema"]["types"].as_array().unwrap().len() > 100);
    let page = "{ creatures(first: 100) { totalCount nodes { name actions { name attacks { damage { dice } } } otherVersions { name } } } }";
    assert!(lore.ask(page).await["creatures"]["totalCount"].is_number());
}

#[tokio::test]
async fn introspection_can_be_switched_off() {
    let upstream = Upstream::start().await;
    let settings = [("introspection", "false"), ("admin_token", "sesame")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let query = "{ __schema { queryType { name } } }";
    lore.refuses(query, json!({}), "BAD_USER_INPUT", "switched off").await;
    assert_eq!(lore.get("/schema.graphql", "*/*").await.0, 404);
    assert_eq!(lore.ask("{ __typename }").await["__typename"], "Query");
    let headers = [("content-type", "application/json"), ("authorization", "Bearer sesame")];
    let body = json!({"query": query}).to_string();
    let answer = lore.send("/graphql", &headers, Some(body)).await.json();
    assert_eq!(answer["data"]["__schema"]["queryType"]["name"], "Query");
    lore.stop().await;
}

#[tokio::test]
async fn a_query_that_takes_too_long_is_stopped() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &[("query_timeout", "1ms")]).await;
    lore.refuses(
        "{ search(query: \"fire\", first: 100) { facets { name } } }",
        json!({}),
        "TOO_COMPLEX",
        "was stopped",
    )
    .await;
    lore.stop().await;
}
