//! MCP over HTTP as clients in the field speak it, by public reports about other servers.

use super::{entities, shared};
use crate::nodes::text;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const JSON: (&str, &str) = ("content-type", "application/json");

fn initialize() -> String {
    let params =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string()
}

#[tokio::test]
async fn whatever_is_accepted() {
    let lore = Reader::shared().await;
    for accept in [
        None,
        Some("*/*"),
        Some("application/json"),
        Some("application/*;q=0.8"),
        Some("application/json, text/event-stream"),
        Some("text/html"),
    ] {
        for path in ["/mcp", "/mcp/"] {
            let mut headers = vec![JSON];
            headers.extend(accept.map(|accept| ("accept", accept)));
            let reply = lore.send(path, &headers, Some(initialize())).await;
            assert_eq!(reply.status, 200, "{path} {accept:?}: {}", reply.body);
            assert_eq!(reply.header("content-type"), "application/json");
            assert_eq!(reply.json()["result"]["serverInfo"]["name"], "lorekeeper");
        }
    }
    let stream = [JSON, ("accept", "text/event-stream")];
    let reply = lore.send("/mcp", &stream, Some(initialize())).await;
    assert_eq!(reply.header("content-type"), "text/event-stream");
    assert!(reply.body.contains("data: {"), "{}", reply.body);
    // No version is as good as an old one; one that is no revision, as none.
    for version in ["latest", "2025-03-26", "2025-06-18, 2025-06-18"] {
        let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
        let headers = [JSON, ("mcp-protocol-version", version)];
        let reply = lore.send("/mcp", &headers, Some(list)).await;
        assert_eq!(reply.status, 200, "{version}: {}", reply.body);
    }
    // The handshake names the revision itself.
    let headers = [JSON, ("mcp-protocol-version", "2025-03-26")];
    let reply = lore.send("/mcp", &headers, Some(initialize())).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
}

#[tokio::test]
async fn slashes_at_the_end_and_what_is_not_there() {
    let lore = Reader::shared().await;
    let query = json!({"query": "{ __typename }"}).to_string();
    let reply = lore.send("/graphql/", &[JSON], Some(query)).await;
    assert_eq!(reply.json(), json!({"data": {"__typename": "Query"}}));
    assert_eq!(lore.get("/graphql/ws/", "*/*").await.0, lore.get("/graphql/ws", "*/*").await.0);
    for path in [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-authorization-server",
        "/mcp/.well-known/openid-configuration",
    ] {
        let (status, _, body) = lore.get(path, "*/*").await;
        assert_eq!((status, body.contains('<')), (404, false), "{path}");
    }
    assert_eq!(lore.send("/register", &[JSON], Some("{}".into())).await.status, 404);
}

#[tokio::test]
async fn arguments_as_frameworks_send_them() {
    let mcp = shared().await;
    let call = async |arguments: Value| -> Value {
        let params = json!({"name": "search_spell", "arguments": arguments});
        mcp.ask("tools/call", params).await["result"].take()
    };
    let plain = call(json!({"level": 2})).await;
    assert_eq!(entities(&plain["structuredContent"]), ["Watchful Stew, hearth-2014"]);
    let added = call(json!({"level": "2", "school": "", "toolCallId": "call_1", "sessionId": "s1"})).await;
    assert_eq!(entities(&added["structuredContent"]), ["Watchful Stew, hearth-2014"]);
    let warning = text(&added["structuredContent"], "/warnings/0");
    assert!(warning.contains("\"toolCallId\", \"sessionId\""), "{warning}");
    // The whole as JSON in a text, and nothing.
    let text_of = |arguments: Value| json!(arguments.to_string());
    let whole = call(text_of(json!({"level": 2}))).await;
    assert_eq!(entities(&whole["structuredContent"]), ["Watchful Stew, hearth-2014"]);
    // All of them under one name, as an object or as JSON.
    for wrapped in [json!({"arguments": {"level": 2}}), json!({"input": "{\"level\": 2}"})] {
        let found = call(wrapped.clone()).await;
        assert_eq!(entities(&found["structuredContent"]), ["Watchful Stew, hearth-2014"], "{wrapped}");
    }
    for nothing in [Value::Null, json!(""), json!("{}"), json!([])] {
        let all = call(nothing.clone()).await;
        assert_eq!(all["structuredContent"]["total"], 9, "{nothing}");
    }
    let missing = mcp.ask("tools/call", json!({"name": "search_spell"})).await;
    assert_eq!(missing["result"]["structuredContent"]["total"], 9);
    for (wrong, words) in [
        (text_of(text_of(json!({"level": 2}))), "must be an object"),
        (json!("level: 2"), "must be an object"),
        (json!({"shcool": "evocation"}), "Did you mean school?"),
        (json!({"level": "three"}), "a whole number from 0 to 9"),
        (json!({"documents": "srd-2014, the book of soups"}), "no document \"srd-2014, the book of soups\""),
    ] {
        let refused = call(wrong.clone()).await;
        assert_eq!(refused["isError"], true, "{wrong}: {refused}");
        let sentence = text(&refused, "/content/0/text");
        assert!(sentence.contains(words), "{wrong}: {sentence}");
    }
}

#[tokio::test]
async fn prompts_take_lists_however_they_are_written() {
    let mcp = shared().await;
    let draft = async |party: Value| {
        let arguments = json!({"party": party, "difficulty": "High", "theme": ""});
        let params = json!({"name": "draft_encounter", "arguments": arguments});
        let answer = mcp.ask("prompts/get", params).await;
        text(&answer, "/result/messages/0/content/text").to_owned()
    };
    let plain = draft(json!("5, 5, 6")).await;
    assert!(plain.contains("3 characters of level 5, 5, 6"), "{plain}");
    for party in [json!("5,5,6"), json!("[5, 5, 6]"), json!("5 5 6"), json!("5; 5 and 6"), json!([5, "5", 6.0])] {
        assert_eq!(draft(party.clone()).await, plain, "{party}");
    }
    let whole = json!({"party": "5, 5, 6", "difficulty": "high"}).to_string();
    let whole = json!({"name": "draft_encounter", "arguments": whole});
    let whole = mcp.ask("prompts/get", whole).await;
    assert_eq!(text(&whole, "/result/messages/0/content/text"), plain);
}
