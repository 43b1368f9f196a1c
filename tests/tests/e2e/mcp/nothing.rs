//! What is said when nothing matches, and when a call cannot be answered.

use super::shared;
use crate::shown::text;
use serde_json::{Value, json};

#[tokio::test]
async fn no_match_is_no_error() {
    let mcp = shared().await;
    for (tool, arguments, words) in [
        (
            "search_spell",
            json!({"level": 9}),
            &["No spell matches level."][..],
        ),
        (
            "search_spell",
            json!({"name": "Embr Ward"}),
            &[
                "No spell is called \"Embr Ward\"",
                "Did you mean \"Ember Ward\"?",
            ],
        ),
        ("search_creature", json!({"cr": 30}), &["No creature"]),
        (
            "search_equipment",
            json!({"type": "weapon", "rarity": "uncommon"}),
            &["matches type and rarity together", "where is_magic is true"],
        ),
        (
            "search_character_option",
            json!({"type": "feat", "name": "xyzzy"}),
            &["called \"xyzzy\""],
        ),
        (
            "search_rule",
            json!({"rule_type": "condition", "section": "travel"}),
            &["No rule"],
        ),
        (
            "search_dnd_content",
            json!({"query": "xyzzyplugh", "semantic": false}),
            &["\"xyzzyplugh\""],
        ),
        (
            "search_all",
            json!({"query": "ember", "documents": []}),
            &["No document was asked for", "Leave out documents"],
        ),
        (
            "list_documents",
            json!({"source": "orcbrew"}),
            &["No document"],
        ),
    ] {
        let content = mcp.call(tool, arguments.clone()).await;
        assert_eq!(content["results"], json!([]), "{tool} {arguments}");
        assert_eq!(content["count"], 0, "{tool} {arguments}");
        assert_eq!(content["total"], 0, "{tool} {arguments}");
        assert_eq!(content.get("next_cursor"), None, "{tool} {arguments}");
        let message = text(&content, "/message");
        // The words are the tool's, not the schema's.
        for foreign in ["`", "filter", "gameSystem", "mode: LEXICAL"] {
            assert!(!message.contains(foreign), "{tool} {arguments}: {message}");
        }
        for word in words {
            assert!(message.contains(word), "{tool} {arguments}: {message}");
        }
    }
    let found = mcp.call("search_spell", json!({"level": 2})).await;
    assert_eq!(found.get("message"), None);
    drop(mcp);
}

#[tokio::test]
async fn bad_arguments() {
    let mcp = shared().await;
    for (tool, arguments, said) in [
        (
            "search_spell",
            json!({"level": 10}),
            "level is 10, but must be a whole number from 0 to 9.",
        ),
        (
            "search_spell",
            json!({"school": "cookery"}),
            "school is \"cookery\", but must be one of: abjuration, conjuration, divination, enchantment, evocation, illusion, necromancy, transmutation.",
        ),
        (
            "search_creature",
            json!({"cr": "1/3"}),
            "cr is \"1/3\", but must be a challenge rating: 0, 0.125, 0.25, 0.5 or a whole number up to 30, or text such as \"1/4\".",
        ),
        (
            "search_equipment",
            json!({"type": "spoon"}),
            "type is \"spoon\", but must be one of: ",
        ),
        (
            "search_rule",
            json!({"search": "x"}),
            "rule_type is missing, but must be given: one of: ",
        ),
        (
            "search_all",
            json!({"query": "x", "content_types": ["Soup"]}),
            "content_types is [\"Soup\"], but must be ",
        ),
        (
            "search_spell",
            json!({"search": "a\u{0}b"}),
            "search is \"a\\u0000b\", but must be text without U+0000",
        ),
        (
            "search_spell",
            json!({"documents": ["srd\u{0}"]}),
            "documents is [\"srd\\u0000\"], but must be ",
        ),
        ("get", json!({"ids": []}), "ids is [], but must be "),
        (
            "search_spell",
            json!({"shcool": "evocation"}),
            "\"shcool\" is not an argument of search_spell. Did you mean school? It takes: search, level, ",
        ),
        (
            "lookup_rule",
            json!({"rule_type": "soup"}),
            "rule_type is \"soup\", but must be one of: ",
        ),
    ] {
        let sentence = mcp.refusal(tool, arguments.clone()).await;
        assert!(sentence.starts_with(said), "{arguments}: {sentence}");
    }
    // Both problems are named at once, one a line.
    let both = mcp
        .refusal("search_spell", json!({"level": 10, "limit": 0}))
        .await;
    assert_eq!(both.lines().count(), 2, "{both}");
    drop(mcp);
}

/// What no JSON library would send: lone surrogates, and bytes that are no text.
#[tokio::test]
async fn broken_characters() {
    let mcp = shared().await;
    let call = |search: &[u8]| {
        let before = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_spell","arguments":{"search":""#;
        [before, search, br#""}}}"#].concat()
    };
    for search in [
        &br"a\ud83d"[..],
        br"\udc00\ud800",
        b"a\xff",
        b"\xed\xa0\xbd",
    ] {
        let (status, body) = mcp.post(&[], call(search)).await;
        assert_eq!(status, 200, "{body}");
        let answer: Value = serde_json::from_str(&body).expect(&body);
        assert_eq!(answer["result"]["isError"], true, "{body}");
        let sentence = text(&answer, "/result/content/0/text");
        assert!(
            sentence.starts_with("search is \"")
                && sentence.ends_with("without broken characters."),
            "{sentence}"
        );
    }
    // A pair is a character.
    let (_, body) = mcp.post(&[], call(br"\ud83d\udd25")).await;
    let answer: Value = serde_json::from_str(&body).expect(&body);
    assert_eq!(
        answer["result"].get("isError"),
        Some(&json!(false)),
        "{body}"
    );
    drop(mcp);
}
