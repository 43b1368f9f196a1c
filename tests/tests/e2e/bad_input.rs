//! What cannot be answered is refused in a sentence, without a word about our insides.

use lorekeeper_tests::harness::{Lore, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const SPELLS: &str = "query($name: String, $search: String, $filter: SpellFilter, $documents: [String!], $system: String, $order: [SpellOrder!], $mode: SearchMode, $first: Int, $after: String) {
    spells(name: $name, search: $search, filter: $filter, documents: $documents, gameSystem: $system, orderBy: $order, mode: $mode, first: $first, after: $after) { totalCount nodes { name } meta { warnings } }
}";

/// Words that only a look behind the scenes could have brought.
const INSIDES: [&str; 10] = [
    "sqlx", "sea_orm", "DbErr", "panicked", "SELECT ", "stack", "src/", ".rs:", "postgres", "UTF8",
];

fn no_insides(message: &str) {
    for word in INSIDES {
        assert!(!message.contains(word), "{message}");
    }
    assert!(!message.is_empty() && message.len() < 700, "{message}");
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
        let (_, message) = lore.refusal(SPELLS, variables.clone()).await;
        assert!(!message.is_empty(), "{variables}");
        no_insides(&message);
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
        let (_, message) = lore.refusal(query, json!({})).await;
        no_insides(&message);
    }
    // As deep as the graph, but not for ever.
    let mut deep = "name".to_owned();
    for _ in 0..30 {
        deep = format!("otherVersions {{ {deep} }}");
    }
    let (_, message) = lore
        .refusal(&format!("{{ spells {{ nodes {{ {deep} }} }} }}"), json!({}))
        .await;
    no_insides(&message);
}

#[tokio::test]
async fn of_strange_characters_and_lengths() {
    let lore = Reader::shared().await;

    // Too long is said with the length; long within bounds is looked for.
    let (code, message) = lore
        .refusal(SPELLS, json!({"name": "x".repeat(10_000)}))
        .await;
    assert_eq!(code, "BAD_USER_INPUT");
    assert!(
        message.contains("10000") || message.contains("10,000"),
        "{message}"
    );
    no_insides(&message);
    let found = lore.query(SPELLS, json!({"name": "ö".repeat(200)})).await;
    assert_eq!(found["spells"]["totalCount"], 0);

    // Whatever the letters, there is an answer or a refusal that its reader can act on, and never a fault.
    let strange = [
        "\u{0}",
        "fire\u{0}ball",
        "'; DROP TABLE spell; --",
        "\\",
        "\\'",
        "$1",
        "{}",
        "%s",
        "\u{202e}",
        "🔥",
        "\u{fffd}",
        "a\u{301}",
        "ﬁre",
        "%",
        "%%",
        "*",
        "_",
        "\"",
        "&|!():*",
        "<script>",
        "\r\n\t",
    ];
    for text in strange {
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
            let answer = lore.answer(SPELLS, variables.clone()).await;
            if let Some(errors) = answer.get("errors").and_then(Value::as_array) {
                assert_eq!(
                    errors[0]["extensions"]["code"], "BAD_USER_INPUT",
                    "{variables}: {answer}"
                );
                no_insides(errors[0]["message"].as_str().unwrap());
            }
        }
        for query in [
            "query($t: String!) { document(key: $t) { key } }",
            "query($t: String!) { spell(slug: $t) { name } }",
            "query($t: String!) { spell(slug: \"ember-ward\", document: $t) { name } }",
            "query($t: String!) { search(query: $t) { totalCount } }",
            "query($t: String!) { documents(gameSystem: $t) { totalCount } }",
        ] {
            let answer = lore.answer(query, json!({"t": text})).await;
            if let Some(errors) = answer.get("errors").and_then(Value::as_array) {
                assert_eq!(
                    errors[0]["extensions"]["code"], "BAD_USER_INPUT",
                    "{query} {text:?}: {answer}"
                );
                no_insides(errors[0]["message"].as_str().unwrap());
            }
        }
    }
    // It is all still there.
    assert_eq!(
        lore.query(SPELLS, json!({})).await["spells"]["totalCount"],
        9
    );
}

/// What is nested deeper than it can be read is refused before anybody tries.
#[tokio::test]
async fn nested_too_deep_or_too_many() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let nested = |depth: usize| {
        (0..depth).fold(
            json!({"name": {"eq": "x"}}),
            |inner, _| json!({"and": [inner]}),
        )
    };
    let query = "query($filter: SpellFilter) { spells(filter: $filter) { totalCount } }";
    for depth in [12, 40, 55] {
        let (code, message) = lore.refusal(query, json!({"filter": nested(depth)})).await;
        assert_eq!(code, "TOO_COMPLEX");
        assert!(message.contains("nested"), "{message}");
    }
    let literal = "{and: [".repeat(12) + "{name: {eq: \"x\"}}" + &"]}".repeat(12);
    let (code, _) = lore
        .refusal(
            &format!("{{ spells(filter: {literal}) {{ totalCount }} }}"),
            json!({}),
        )
        .await;
    assert_eq!(code, "TOO_COMPLEX");
    let many: Vec<_> = (0..30_000).map(|n| n.to_string()).collect();
    let (code, message) = lore
        .refusal(query, json!({"filter": {"name": {"in": many}}}))
        .await;
    assert_eq!(code, "TOO_COMPLEX");
    assert!(message.contains("values"), "{message}");
    let fine = lore
        .query(
            query,
            json!({"filter": {"and": [{"or": [{"name": {"eq": "x"}}]}]}}),
        )
        .await;
    assert_eq!(fine["spells"]["totalCount"], 0);
    lore.stop().await;
}
