//! An MCP client of a server's `/mcp`, as plain as a message: what is sent and what comes back can be seen.

#![expect(clippy::expect_used, clippy::missing_panics_doc, clippy::panic, reason = "a test that goes wrong says where")]

use crate::harness::Reply;
use lorekeeper_mcp::conformance::misfits;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A client that asks one server.
pub struct Mcp {
    client: reqwest::Client,
    url: String,
    /// The output schemas of the tools.
    schemas: BTreeMap<String, Value>,
}

impl Mcp {
    /// A client of the server at an address without a path, which has listed its tools.
    pub async fn connect(server: &str) -> Self {
        let client = crate::http::client()
            // A connection that is kept open keeps its part of the server.
            .pool_max_idle_per_host(0)
            .build()
            .expect("an HTTP client");
        let mut mcp = Self { client, url: format!("{server}/mcp"), schemas: BTreeMap::new() };
        let listed = mcp.ask("tools/list", json!({})).await;
        for tool in listed.pointer("/result/tools").and_then(Value::as_array).expect("tools") {
            let name = tool.get("name").and_then(Value::as_str).expect("a name");
            let schema = tool.get("outputSchema").expect("an output schema");
            mcp.schemas.insert(name.to_owned(), schema.clone());
        }
        mcp
    }

    /// The names of the tools.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        self.schemas.keys().map(String::as_str)
    }

    /// The status and the body of the answer to a message.
    pub async fn post(&self, headers: &[(&str, &str)], message: impl Into<Vec<u8>>) -> (u16, String) {
        let request = self
            .client
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(message.into());
        let reply = Reply::to(request, headers).await;
        (reply.status, reply.body)
    }

    /// The whole answer to a request, with `result` or `error`.
    pub async fn ask(&self, method: &str, params: Value) -> Value {
        let request = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        let (status, body) = self.post(&[], request.to_string()).await;
        let answer: Value = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{status}, not JSON: {body}"));
        assert_eq!(answer.get("id"), Some(&json!(7)), "{answer}");
        answer
    }

    /// The structured content of a call that succeeds. It fits the tool's output schema, and the text is the
    /// same.
    pub async fn call(&self, tool: &str, arguments: Value) -> Value {
        let (content, text) = self.called(tool, &arguments).await;
        let same: Option<Value> = serde_json::from_str(&text).ok();
        assert_eq!(same.as_ref(), Some(&content), "{tool} {arguments}");
        content
    }

    /// The structured content and the text of a call that succeeds.
    pub async fn called(&self, tool: &str, arguments: &Value) -> (Value, String) {
        let mut result = self.result(tool, arguments).await;
        assert_ne!(result.get("isError"), Some(&json!(true)), "{tool} {arguments}: {result}");
        let content = result.get_mut("structuredContent").map(Value::take).unwrap_or_default();
        let schema = self.schemas.get(tool).expect("a tool that is listed");
        assert_eq!(misfits(schema, &content), [""; 0], "{tool} {arguments}");
        (content, text(&result))
    }

    /// The sentences of a call that is refused.
    pub async fn refusal(&self, tool: &str, arguments: Value) -> String {
        let result = self.result(tool, &arguments).await;
        assert_eq!(result.get("isError"), Some(&json!(true)), "{tool} {arguments}: {result}");
        assert_eq!(result.get("structuredContent"), None, "{tool} {arguments}");
        text(&result)
    }

    async fn result(&self, tool: &str, arguments: &Value) -> Value {
        let call = json!({"name": tool, "arguments": arguments});
        let mut answer = self.ask("tools/call", call).await;
        match answer.get_mut("result") {
            Some(result) => result.take(),
            None => panic!("{tool} {arguments}: {answer}"),
        }
    }
}

/// The only content of a result, which is text.
fn text(result: &Value) -> String {
    let content = result.get("content").and_then(Value::as_array);
    let Some([content]) = content.map(Vec::as_slice) else { panic!("one content was expected: {result}") };
    let text = content.get("text").and_then(Value::as_str);
    text.expect("text").to_owned()
}
