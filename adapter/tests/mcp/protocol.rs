//! The MCP protocol over standard input and output.

use crate::endpoint::{Endpoint, page, spell};
use lorekeeper_mcp::catalogue::Catalogue;
use lorekeeper_mcp::transport::stdio;
use lorekeeper_mcp::{ExecutorError, Server, ToolSet};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines, ReadHalf, WriteHalf, split};

/// A client that has shaken hands.
pub struct Client {
    lines: Lines<BufReader<ReadHalf<tokio::io::DuplexStream>>>,
    input: WriteHalf<tokio::io::DuplexStream>,
    next: i64,
}

impl Client {
    pub async fn new(endpoint: &Arc<Endpoint>) -> Self {
        Self::with(endpoint, ToolSet::Search).await
    }

    pub async fn with(endpoint: &Arc<Endpoint>, set: ToolSet) -> Self {
        Self::that_can(endpoint.server(set), json!({})).await
    }

    /// A client with capabilities.
    pub async fn that_can(server: Server, capabilities: Value) -> Self {
        let (mine, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = split(theirs);
        tokio::spawn(async move { stdio::serve(&server, input, output).await });
        let (output, input) = split(mine);
        let mut client = Self { lines: BufReader::new(output).lines(), input, next: 0 };
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": {"name": "test", "version": "1"}});
        let answer = client.ask("initialize", hello).await;
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
        client.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string()).await;
        client
    }

    pub async fn say(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    pub async fn hear(&mut self) -> Value {
        serde_json::from_str(&self.lines.next_line().await.unwrap().unwrap()).unwrap()
    }

    pub async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params});
        self.say(&request.to_string()).await;
        loop {
            let heard = self.hear().await;
            if heard["id"] == json!(self.next) {
                return heard;
            }
        }
    }

    pub async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await
    }
}

fn one_spell() -> Arc<Endpoint> {
    Endpoint::new(|request| {
        Ok(if request.query.contains("query search_spell") {
            page(vec![spell(1, 10)], false)
        } else {
            json!({"data": {}})
        })
    })
}

#[tokio::test]
async fn what_is_wrong_leaves_the_next_call_well() {
    let endpoint = one_spell();
    let mut client = Client::new(&endpoint).await;
    let unknown = client.call("search_soup", json!({})).await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    assert!(unknown["error"]["message"].as_str().unwrap().contains("search_spell"));
    let refused = client.call("search_spell", json!({"level": 12})).await;
    assert_eq!(refused["result"]["isError"], true);
    assert_eq!(refused["result"]["content"][0]["text"], "level is 12, but must be a whole number from 0 to 9.");
    assert_eq!(refused["result"].get("structuredContent"), None);
    client.say("this is not JSON").await;
    let answer = client.hear().await;
    assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32700), &Value::Null));
    client.say(r#"{"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"search_spell","arguments":{"search":"a\ud83d"}}}"#).await;
    let answer = client.hear().await;
    assert_eq!(answer["id"], "s");
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("search is "), "{answer}");
    let well = client.call("search_spell", json!({"level": 1})).await;
    assert_eq!(well["result"]["structuredContent"]["count"], 1, "{well}");
    assert_eq!(endpoint.asked.lock().unwrap().len(), 1, "what is wrong is not asked");
}

#[tokio::test]
async fn what_the_endpoint_says_is_passed_on() {
    let endpoint =
        Endpoint::new(|_| Ok(json!({"data": null, "errors": [{"message": "The cursor is another query's."}]})));
    let mut client = Client::new(&endpoint).await;
    let answer = client.call("search_spell", json!({"cursor": "x"})).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(answer["result"]["content"][0]["text"], "The cursor is another query's.");
    let away = Endpoint::new(|_| Err(ExecutorError::Unreachable("http://127.0.0.1:9/graphql".into())));
    let mut client = Client::new(&away).await;
    let answer = client.call("search_spell", json!({})).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("http://127.0.0.1:9/graphql does not answer"), "{text}");
}

#[tokio::test]
async fn the_first_call_waits_for_content_and_says_so() {
    let looks = std::sync::atomic::AtomicUsize::new(0);
    let endpoint = Endpoint::new(move |request| {
        let look = looks.load(std::sync::atomic::Ordering::SeqCst);
        Ok(if request.query.contains("query loading") {
            looks.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            // The first content is not what is asked for.
            let (entities, searchable) = (if look > 1 { 5 } else { 0 }, look > 3);
            let status = json!({"loading": true, "entities": entities, "searchable": searchable});
            json!({"data": {"status": status}})
        } else if look == 3 || look == 4 {
            panic!("a question about content that cannot be searched yet");
        } else if look > 5 {
            page(vec![spell(1, 10)], false)
        } else {
            page(vec![], false)
        })
    });
    let mut client = Client::new(&endpoint).await;
    let request = json!({"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params":
        {"name": "search_spell", "arguments": {}, "_meta": {"progressToken": "p"}}});
    client.say(&request.to_string()).await;
    let progress = client.hear().await;
    assert_eq!(progress["method"], "notifications/progress", "{progress}");
    assert_eq!(progress["params"]["progressToken"], "p");
    let answer = loop {
        let heard = client.hear().await;
        if heard["id"] == "c" {
            break heard;
        }
    };
    assert_eq!(answer["result"]["structuredContent"]["count"], 1);
}

#[tokio::test]
async fn log_messages_come_at_the_level_that_was_set() {
    let mut client = Client::new(&one_spell()).await;
    let level = client.ask("logging/setLevel", json!({"level": "info"})).await;
    assert_eq!(level["result"], json!({}), "{level}");
    client.say(&json!({"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": {"name": "search_spell", "arguments": {}}}).to_string()).await;
    let heard = [client.hear().await, client.hear().await];
    let message = heard.iter().find(|h| h["method"] == "notifications/message").unwrap();
    assert_eq!((&message["params"]["level"], &message["params"]["logger"]), (&json!("info"), &json!("search_spell")));
}

#[tokio::test]
async fn a_call_can_be_cancelled() {
    let endpoint = Endpoint::new(|request| {
        // Nothing is stored, and loading never ends.
        Ok(if request.query.contains("query loading") {
            json!({"data": {"status": {"loading": true, "entities": 0}}})
        } else {
            page(vec![], false)
        })
    });
    let mut client = Client::new(&endpoint).await;
    client.say(&json!({"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": {"name": "search_spell", "arguments": {}}}).to_string()).await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    client
        .say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "c"}}).to_string())
        .await;
    // The next request is answered at once, though the call would have waited for a minute.
    let listed =
        tokio::time::timeout(std::time::Duration::from_secs(5), client.ask("tools/list", json!({}))).await.unwrap();
    let listed = listed["result"]["tools"].as_array().map(Vec::len);
    let catalogue = Catalogue::load(ToolSet::Search).unwrap();
    assert_eq!(listed, Some(catalogue.descriptors().count()));
}

#[tokio::test]
async fn resources_are_read_and_unknown_ones_named() {
    let endpoint = Endpoint::new(|request| {
        let found = request.variables.get("id") == Some(&json!("ember"));
        let spell = found.then(|| json!({"name": "Ember", "markdown": "# Ember"}));
        Ok(json!({"data": {"spell": spell}}))
    });
    let mut client = Client::new(&endpoint).await;
    let read = client.ask("resources/read", json!({"uri": "lore://spell/ember"})).await;
    let content = &read["result"]["contents"][0];
    assert_eq!(*content, json!({"uri": "lore://spell/ember", "mimeType": "text/markdown", "text": "# Ember"}));
    for uri in ["lore://spell/soup", "lore://soup/ember", "nonsense"] {
        let unknown = client.ask("resources/read", json!({"uri": uri})).await;
        assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
        assert_eq!(unknown["error"]["data"]["uri"], uri);
    }
}

#[tokio::test]
async fn completions_offer_names_and_never_fail() {
    let endpoint = Endpoint::new(|request| {
        if request.query.contains("creature_names") {
            Ok(json!({"data": {"suggest": [{"value": "Ash Hound"}, {"value": "Ash Hound"}, {"value": "Ash Wolf"}]}}))
        } else {
            Err(ExecutorError::Unreachable("x".into()))
        }
    });
    let mut client = Client::new(&endpoint).await;
    let mut complete = async |reference: Value, argument: &str| {
        let answer = client
            .ask("completion/complete", json!({"ref": reference, "argument": {"name": argument, "value": "ash"}}))
            .await;
        answer["result"]["completion"]["values"].clone()
    };
    let prompt = json!({"type": "ref/prompt", "name": "explain_stat_block"});
    assert_eq!(complete(prompt.clone(), "creature").await, json!(["Ash Hound", "Ash Wolf"]));
    assert_eq!(complete(prompt.clone(), "document").await, json!([]), "the endpoint is away");
    assert_eq!(complete(prompt, "colour").await, json!([]));
    assert_eq!(complete(json!({"type": "ref/prompt", "name": "soup"}), "x").await, json!([]));
    assert_eq!(complete(json!({"type": "ref/resource", "uri": "lore://soup/{id}"}), "id").await, json!([]));
}
