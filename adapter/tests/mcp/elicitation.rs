//! Elicitation: the user is asked for what a call lacks, where the client can ask.

use crate::endpoint::Endpoint;
use crate::protocol::Client;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::transport::http::{Access, router};
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

fn encounter() -> Arc<Endpoint> {
    Endpoint::new(|_| Ok(json!({"data": {"page": null, "encounter": {"summary": "Easy."}}})))
}

fn call(arguments: &Value) -> Value {
    json!({"name": "plan_encounter", "arguments": arguments})
}

#[tokio::test]
async fn a_client_of_before_is_asked_over_its_connection() {
    for (reply, party) in [
        (
            json!({"action": "accept", "content": {"party": "3, 3 and 4", "rules": "rules-2014"}}),
            Some(json!([3, 3, 4])),
        ),
        (json!({"action": "decline"}), None),
    ] {
        let endpoint = encounter();
        let server = endpoint.server(ToolSet::Search);
        let mut client = Client::that_can(server, json!({"elicitation": {}})).await;
        let request = json!({"jsonrpc": "2.0", "id": "c", "method": "tools/call",
            "params": call(&json!({"creatures": [{"name": "Troll"}]}))});
        client.say(&request.to_string()).await;
        let asked = client.hear().await;
        assert_eq!(asked["method"], "elicitation/create", "{asked}");
        let form = &asked["params"]["requestedSchema"];
        assert_eq!(form["required"], json!(["party"]), "{asked}");
        assert_eq!(form["properties"]["party"]["type"], "string");
        assert_eq!(form["properties"]["rules"]["enum"], json!(["rules-2014", "rules-2024"]));
        let answer = json!({"jsonrpc": "2.0", "id": asked["id"], "result": reply});
        client.say(&answer.to_string()).await;
        let heard = loop {
            let heard = client.hear().await;
            if heard["id"] == "c" {
                break heard;
            }
        };
        let asked = endpoint.asked.lock().unwrap();
        if let Some(party) = party {
            assert_eq!(asked[0].variables["party"], party);
            assert_eq!(asked[0].variables["rules"], "RULES_2014");
        } else {
            assert!(asked.is_empty());
            let said = heard["result"]["content"][0]["text"].as_str().unwrap();
            assert!(said.contains("party is missing"), "{said}");
        }
    }
}

#[tokio::test]
async fn a_client_that_cannot_ask_is_told() {
    let endpoint = encounter();
    let mut client = Client::new(&endpoint).await;
    let answer = client.call("plan_encounter", json!({})).await;
    let said = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(said.contains("party is missing"), "{said}");
}

/// Without a session the server answers what it needs, and the client calls again with it.
#[tokio::test]
async fn over_http_the_client_calls_again_with_the_answer() {
    let endpoint = encounter();
    let routes = router(&endpoint.server(ToolSet::Search), &Access::default());
    let ask = async |capabilities: Value, more: Value| -> Value {
        let mut params = call(&json!({"creatures": [{"name": "Troll"}]}));
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let request = Request::post("/mcp")
            .header("content-type", "application/json")
            .header("host", "localhost")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "plan_encounter")
            .body(Body::from(body.to_string()))
            .unwrap();
        let answer = routes.clone().oneshot(request).await.unwrap();
        let bytes = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        serde_json::from_slice(&bytes).unwrap()
    };
    let needed = ask(json!({"elicitation": {"form": {}}}), json!({})).await;
    assert_eq!(needed["result"]["resultType"], "input_required", "{needed}");
    let request = &needed["result"]["inputRequests"]["arguments"];
    assert_eq!(request["method"], "elicitation/create", "{needed}");
    let given = json!({"arguments": {"action": "accept", "content": {"party": "5 5 5"}}});
    let answer = ask(json!({"elicitation": {"form": {}}}), json!({"inputResponses": given})).await;
    assert_eq!(answer["result"]["isError"], json!(false), "{answer}");
    assert_eq!(endpoint.asked.lock().unwrap()[0].variables["party"], json!([5, 5, 5]));
    let declined = json!({"arguments": {"action": "cancel"}});
    let answer = ask(json!({"elicitation": {"form": {}}}), json!({"inputResponses": declined})).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    // A client without elicitation is told.
    let answer = ask(json!({}), json!({})).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}
