//! Views: told to clients that announce them, and to no others.

use crate::endpoint::{Endpoint, page, spell};
use crate::protocol::Client;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use lorekeeper_mcp::transport::http::{Access, router};
use lorekeeper_mcp::{Server, ToolSet, Views};
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

const VIEWS: Views = Views {
    names: &["card", "list", "encounter"],
    page: |name| Some(format!("<!doctype html><title>{name}</title>")),
    operations: &[("entity", "query Entity($id: ID!) { node(id: $id) { id } }")],
};

fn endpoint() -> Arc<Endpoint> {
    Endpoint::new(|request| {
        Ok(if request.query.contains("query search_spell") {
            page(vec![spell(1, 10)], false)
        } else if request.variables.contains_key("fail") {
            json!({"data": null, "errors": [{"message": "That is too much."}]})
        } else {
            json!({"data": {"node": {"id": "spell:hearth:ember-1"}}})
        })
    })
}

fn server(endpoint: &Arc<Endpoint>) -> Server {
    endpoint.server(ToolSet::Search).with_views(Some(VIEWS))
}

fn announced() -> Value {
    json!({"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}})
}

#[tokio::test]
async fn a_client_that_shows_views_is_told_of_them() {
    let endpoint = endpoint();
    let mut client = Client::that_can(server(&endpoint), announced()).await;
    let listed = client.ask("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let view = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        tool["_meta"]["ui"]["resourceUri"].clone()
    };
    assert_eq!(view("get"), "ui://lorekeeper/card.html");
    assert_eq!(view("search_all"), "ui://lorekeeper/list.html");
    assert_eq!(view("plan_encounter"), "ui://lorekeeper/encounter.html");
    assert_eq!(view("list_documents"), Value::Null);
    let data = tools.last().unwrap();
    assert_eq!(data["name"], "view_data");
    assert_eq!(data["_meta"]["ui"]["visibility"], json!(["app"]));
    let read = client.ask("resources/read", json!({"uri": view("get")})).await;
    let contents = &read["result"]["contents"][0];
    assert_eq!(contents["mimeType"], "text/html;profile=mcp-app");
    assert!(contents["text"].as_str().unwrap().contains("card"));
    assert_eq!(contents["_meta"]["ui"].get("csp"), None, "nothing is loaded from elsewhere");
}

#[tokio::test]
async fn a_view_asks_by_name_and_is_told_what_is_wrong() {
    let endpoint = endpoint();
    let mut client = Client::that_can(server(&endpoint), announced()).await;
    let given = json!({"operation": "entity", "variables": {"id": "spell:hearth:ember-1"}});
    let answer = client.call("view_data", given).await;
    assert_eq!(answer["result"]["structuredContent"]["data"]["node"]["id"], "spell:hearth:ember-1", "{answer}");
    let asked = endpoint.asked.lock().unwrap().pop().unwrap();
    assert!(asked.query.starts_with("query Entity"), "{asked:?}");
    for (given, said) in [
        (json!({"operation": "drop"}), "operation is \"drop\", but must be one of: entity."),
        (json!({}), "operation is missing"),
        (json!({"operation": "entity", "variables": {"fail": true}}), "That is too much."),
    ] {
        let answer = client.call("view_data", given.clone()).await;
        assert_eq!(answer["result"]["isError"], true, "{given}");
        let sentence = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(sentence.contains(said), "{sentence}");
    }
    let unknown = client.call("view_soup", json!({})).await;
    let sentence = unknown["error"]["message"].as_str().unwrap();
    assert!(sentence.contains("There is no tool \"view_soup\""), "{sentence}");
}

#[tokio::test]
async fn a_search_says_how_a_page_asks_the_same() {
    let endpoint = endpoint();
    let mut client = Client::that_can(server(&endpoint), announced()).await;
    for (given, expected) in [
        (json!({"search": "fire (big)"}), json!({"text": "fire (big)"})),
        (
            json!({"search": "fire (big)", "level_min": 2, "school": "evocation", "ritual": false,
                "class_key": "druid", "documents": ["hearth"], "limit": 5}),
            json!({
                "text": "fire  big level>=2 school:\"evocation\" classes:\"druid\" ritual:false",
                "documents": ["hearth"],
            }),
        ),
        // What no text can say is the list of what was found.
        (json!({"names": ["Ember 1"]}), json!({"text": "id:\"spell:hearth:ember-1\""})),
    ] {
        let answer = client.call("search_spell", given.clone()).await;
        assert_eq!(answer["result"]["_meta"]["lorekeeper/search"], expected, "{given}");
    }
}

#[tokio::test]
async fn others_see_nothing_of_views() {
    let endpoint = endpoint();
    let other_type = json!({"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/uri-list"]}}});
    for capabilities in [json!({}), other_type] {
        let mut with = Client::that_can(server(&endpoint), capabilities.clone()).await;
        let mut without = Client::that_can(endpoint.server(ToolSet::Search), capabilities).await;
        for (method, params) in [
            ("tools/list", json!({})),
            ("resources/list", json!({})),
            ("resources/read", json!({"uri": "ui://lorekeeper/card.html"})),
            ("tools/call", json!({"name": "view_data", "arguments": {"operation": "entity"}})),
        ] {
            let (one, other) = (with.ask(method, params.clone()).await, without.ask(method, params).await);
            assert_eq!(one.to_string(), other.to_string(), "{method}");
        }
        let answer = with.call("search_spell", json!({})).await;
        assert_eq!(answer["result"].get("_meta"), None, "{answer}");
    }
}

/// Over HTTP there are no sessions: what the handshake announced comes back in a header.
#[tokio::test]
async fn over_http_the_announcement_comes_back_with_each_message() {
    let endpoint = endpoint();
    let routes = router(&server(&endpoint), &Access::default());
    let ask = async |session: Option<&str>, method: &str, params: Value| {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let mut request = Request::post("/mcp").header("content-type", "application/json").header("host", "localhost");
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        let request = request.body(Body::from(body.to_string())).unwrap();
        let answer = routes.clone().oneshot(request).await.unwrap();
        let session = answer.headers().get("mcp-session-id").cloned();
        let bytes = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        let answer: Value = serde_json::from_slice(&bytes).unwrap();
        (session, answer)
    };
    let hello = |capabilities: Value| {
        json!({"protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"}})
    };
    let (none, _) = ask(None, "initialize", hello(json!({}))).await;
    assert_eq!(none, None);
    let (session, _) = ask(None, "initialize", hello(announced())).await;
    let session = session.unwrap();
    for (session, expected) in [(session.to_str().ok(), true), (None, false)] {
        let (_, listed) = ask(session, "tools/list", json!({})).await;
        let tools = listed["result"]["tools"].as_array().unwrap();
        let has_data = tools.iter().any(|tool| tool["name"] == "view_data");
        assert_eq!(has_data, expected, "{session:?}");
    }
}
