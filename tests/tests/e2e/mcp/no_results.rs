//! Empty results and errors of tools, and what is said about them.

use super::shared;
use crate::cases::cases;
use crate::nodes::text;
use serde_json::{Value, json};

#[tokio::test]
async fn no_match_is_no_error() {
    let mcp = shared().await;
    for case in cases(include_str!("no_results.txt")) {
        let shown = case.given;
        let content = mcp.call(case.heading, case.json()).await;
        assert_eq!(content["results"], json!([]), "{shown}");
        assert_eq!((&content["count"], &content["total"]), (&json!(0), &json!(0)), "{shown}");
        assert_eq!(content.get("next_cursor"), None, "{shown}");
        let message = text(&content, "/message");
        case.check_words(message);
        // The words are the tool's, not the schema's.
        for foreign in ["`", "filter", "gameSystem", "mode: LEXICAL"] {
            assert!(!message.contains(foreign), "{shown}: {message}");
        }
    }
    let found = mcp.call("search_spell", json!({"level": 2})).await;
    assert_eq!(found.get("message"), None);
}

/// What is wrong with arguments, and how that is said, is for the adapter's own tests.
#[tokio::test]
async fn bad_arguments_are_named_one_a_line() {
    let mcp = shared().await;
    let both = json!({"level": 10, "limit": 101});
    let refused = mcp.refusal("search_spell", both).await;
    let level = "level is 10, but must be a whole number from 0 to 9.\n";
    assert!(refused.starts_with(level), "{refused}");
    assert_eq!(refused.lines().count(), 2, "{refused}");
    let refused = mcp.refusal("lookup_rule", json!({"rule_type": "soup"})).await;
    let words = "rule_type is \"soup\", but must be one of: ";
    assert!(refused.starts_with(words), "{refused}");
}

/// What no JSON library would send: lone surrogates, and bytes that are no text.
#[tokio::test]
async fn broken_characters_are_refused() {
    let mcp = shared().await;
    let call = |search: &[u8]| {
        let before =
            br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_spell","arguments":{"search":""#;
        [before, search, br#""}}}"#].concat()
    };
    for search in [&br"a\ud83d"[..], br"\udc00\ud800", b"a\xff", b"\xed\xa0\xbd"] {
        let (status, body) = mcp.post(&[], call(search)).await;
        assert_eq!(status, 200, "{body}");
        let answer: Value = serde_json::from_str(&body).expect(&body);
        assert_eq!(answer["result"]["isError"], true, "{body}");
        let sentence = text(&answer, "/result/content/0/text");
        let ends = sentence.ends_with("without broken characters.");
        assert!(sentence.starts_with("search is \"") && ends, "{sentence}");
    }
    // A pair is a character.
    let (_, body) = mcp.post(&[], call(br"\ud83d\udd25")).await;
    let answer: Value = serde_json::from_str(&body).expect(&body);
    assert_eq!(answer["result"]["isError"], false, "{body}");
}
