//! Bad input: what cannot be answered is refused in a sentence, without a word about our insides.

use crate::nodes::text;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const SPELLS: &str = "query($name: String, $search: String, $filter: SpellFilter, $documents: [String!], $system: String, $order: [SpellOrder!], $mode: SearchMode, $first: Int, $after: String) {
    spells(name: $name, search: $search, filter: $filter, documents: $documents, gameSystem: $system, orderBy: $order, mode: $mode, first: $first, after: $after) { totalCount nodes { name } meta { warnings } }
}";

/// Words that only a look behind the scenes could have brought.
const INSIDES: [&str; 10] =
    ["sqlx", "sea_orm", "DbErr", "panicked", "SELECT ", "stack", "src/", ".rs:", "postgres", "UTF8"];

fn no_insides(message: &str) {
    for word in INSIDES {
        assert!(!message.contains(word), "{message}");
    }
    assert!(!message.is_empty() && message.len() < 700, "{message}");
}

/// Asks, and takes an answer or a refusal that its reader can act on.
async fn answers_or_refuses(lore: &Reader, query: &str, variables: Value) {
    let shown = variables.to_string();
    let answer = lore.answer(query, variables).await;
    if let Some(error) = answer.pointer("/errors/0") {
        let code = &error["extensions"]["code"];
        assert_eq!(code, "BAD_USER_INPUT", "{query} {shown}: {answer}");
        no_insides(text(error, "/message"));
    }
}

#[tokio::test]
async fn of_the_wrong_type() {
    let lore = Reader::shared().await;
    for variables in [
        json!({"filter": {"level": {"eq": "three"}}}),
        json!({"filter": {"level": {"eq": 1.5}}}),
        json!({"filter": {"level": 3}}),
        json!({"filter": {"level": {"eq": 99_999_999_999_i64}}}),
        json!({"filter": {"school": {"eq": 3}}}),
        json!({"filter": {"ritual": {"eq": "yes"}}}),
        json!({"filter": {"classes": {"has": ["wizard"]}}}),
        json!({"filter": {"nonsense": {"eq": 1}}}),
        json!({"filter": {"level": {"like": 1}}}),
        json!({"filter": []}),
        json!({"filter": "level = 3"}),
        json!({"order": [{"field": "NONSENSE"}]}),
        json!({"order": [{"field": "LEVEL", "direction": "SIDEWAYS"}]}),
        json!({"mode": "TELEPATHIC"}),
        json!({"first": "many"}),
        json!({"documents": {"key": "srd"}}),
        json!({"name": 3}),
    ] {
        no_insides(&lore.refusal(SPELLS, variables).await.1);
    }
    for query in [
        "{ spells(filter: {challengeRating: {eq: 1}}) { totalCount } }",
        "{ creatures(filter: {challengeRating: {eq: \"a quarter\"}}) { totalCount } }",
        "{ creatures(filter: {challengeRating: {eq: \"1/0\"}}) { totalCount } }",
        "{ creatures(filter: {challengeRating: {eq: \"1/inf\"}}) { totalCount } }",
        "{ creatures(filter: {challengeRating: {gte: -1}}) { totalCount } }",
        "{ creatures(filter: {challengeRating: {lt: 1e999}}) { totalCount } }",
        "{ equipment(filter: {kind: {eq: SPOON}}) { totalCount } }",
        "{ spells(nonsense: 1) { totalCount } }",
        "{ nonsense }",
        "{ spells { nodes } }",
        "{ spells { nodes { name } }",
        "",
        "\u{0}",
    ] {
        no_insides(&lore.refusal(query, json!({})).await.1);
    }
    // As deep as the graph, but not for ever.
    let mut deep = "name".to_owned();
    for _ in 0..30 {
        deep = format!("otherVersions {{ {deep} }}");
    }
    let deep = format!("{{ spells {{ nodes {{ {deep} }} }} }}");
    no_insides(&lore.refusal(&deep, json!({})).await.1);
}

#[tokio::test]
async fn of_strange_characters_and_lengths() {
    let lore = Reader::shared().await;

    // Too long is said with the length; long within bounds is looked for.
    let long = json!({"name": "x".repeat(10_000)});
    no_insides(&lore.refuses(SPELLS, long, "BAD_USER_INPUT", "10000").await);
    let found = lore.query(SPELLS, json!({"name": "ö".repeat(200)})).await;
    assert_eq!(found["spells"]["totalCount"], 0);

    // Whatever the letters, there is an answer or a refusal that its reader can act on, and never a fault.
    let strange = "\u{0} | fire\u{0}ball | '; DROP TABLE spell; -- | \\ | \\' | $1 | {} | %s | \u{202e} | 🔥 | \u{fffd} | \
        a\u{301} | ﬁre | % | %% | * | _ | \" | &|!():* | <script> | \r\n\t";
    for text in strange.split(" | ") {
        for variables in [
            json!({"name": text}),
            json!({"search": text}),
            json!({"search": text, "mode": "LEXICAL"}),
            json!({"search": text, "mode": "SEMANTIC"}),
            json!({"filter": {"name": {"eq": text}}}),
            json!({"filter": {"name": {"contains": text, "startsWith": text}}}),
            json!({"filter": {"name": {"in": [text], "nin": [text]}}}),
            json!({"filter": {"classes": {"has": text}}}),
            json!({"filter": {"classes": {"hasAny": [text]}}}),
            json!({"documents": [text]}),
            json!({"system": text}),
            json!({"after": text}),
        ] {
            answers_or_refuses(&lore, SPELLS, variables).await;
        }
        for query in [
            "query($t: String!) { document(key: $t) { key } }",
            "query($t: String!) { spell(slug: $t) { name } }",
            "query($t: String!) { spell(slug: \"ember-ward\", document: $t) { name } }",
            "query($t: String!) { search(query: $t) { totalCount } }",
            "query($t: String!) { documents(gameSystem: $t) { totalCount } }",
        ] {
            answers_or_refuses(&lore, query, json!({"t": text})).await;
        }
    }
    // It is all still there.
    let all = lore.query(SPELLS, json!({})).await;
    assert_eq!(all["spells"]["totalCount"], 9);
}

/// What is nested deeper than it can be read is refused before anybody tries.
#[tokio::test]
async fn nested_too_deep_or_too_many() {
    let lore = Reader::shared().await;
    let nested = |depth: usize| (0..depth).fold(json!({"name": {"eq": "x"}}), |inner, _| json!({"and": [inner]}));
    let query = "query($filter: SpellFilter) { spells(filter: $filter) { totalCount } }";
    for depth in [12, 40, 55] {
        lore.refuses(query, json!({"filter": nested(depth)}), "TOO_COMPLEX", "nested").await;
    }
    let literal = "{and: [".repeat(12) + "{name: {eq: \"x\"}}" + &"]}".repeat(12);
    let literal = format!("{{ spells(filter: {literal}) {{ totalCount }} }}");
    lore.refuses(&literal, json!({}), "TOO_COMPLEX", "").await;
    let many: Vec<_> = (0..30_000).map(|n| n.to_string()).collect();
    lore.refuses(query, json!({"filter": {"name": {"in": many}}}), "TOO_COMPLEX", "values").await;
    let fine = json!({"filter": {"and": [{"or": [{"name": {"eq": "x"}}]}]}});
    let fine = lore.query(query, fine).await;
    assert_eq!(fine["spells"]["totalCount"], 0);
}
