//! HTTP client with one kept-alive connection.

use crate::Result;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Body, StatusCode};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    path: &'static str,
    /// The JSON that is posted; nothing for a GET.
    body: Option<String>,
}

impl Request {
    /// A GraphQL operation.
    pub fn graphql(document: &str, variables: Value) -> Self {
        Self::post("/graphql", &json!({"query": document, "variables": variables}))
    }

    /// A call of an MCP tool: its name and arguments.
    pub fn tool(call: &Value) -> Self {
        Self::post("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}))
    }

    /// A GET of a path.
    pub fn get(path: &'static str) -> Self {
        Self { path, body: None }
    }

    fn post(path: &'static str, body: &Value) -> Self {
        Self { path, body: Some(body.to_string()) }
    }
}

/// A response.
#[derive(Clone, Debug)]
pub struct Response {
    status: StatusCode,
    /// The uncompressed body.
    pub body: String,
    /// From sending the request to the last byte of the body.
    pub took: Duration,
}

impl Response {
    /// Fails where the request was refused: by status, GraphQL error, JSON-RPC error or tool error.
    pub fn ok(self) -> Result<Self> {
        let errors = ["\"errors\":[", "\"error\":{", "\"isError\":true"];
        if self.status == StatusCode::OK && !errors.iter().any(|mark| self.body.contains(mark)) {
            return Ok(self);
        }
        let start: String = self.body.chars().take(300).collect();
        Err(format!("{}: {start}", self.status).into())
    }

    /// Whether the answer is degraded, such as ranked without a vector.
    pub fn is_degraded(&self) -> bool {
        self.body.contains("\"warnings\":[\"")
    }
}

/// A client.
pub struct Client {
    http: reqwest::Client,
    address: SocketAddr,
}

impl Client {
    /// A client of the server at an address.
    pub fn new(address: SocketAddr) -> Result<Self> {
        let http = lorekeeper_tests::http::client().no_gzip().build()?;
        Ok(Self { http, address })
    }

    /// Sends a request and waits for the whole response.
    pub async fn send(&self, request: &Request) -> Result<Response> {
        let url = format!("http://{}{}", self.address, request.path);
        let http = match &request.body {
            None => self.http.get(url),
            Some(body) => self.http.post(url).body(Body::from(body.clone())),
        };
        let http = http.header(CONTENT_TYPE, "application/json").header(ACCEPT, "application/json, text/event-stream");
        let began = Instant::now();
        let response = http.send().await?;
        let status = response.status();
        let body = response.text().await?;
        Ok(Response { status, body, took: began.elapsed() })
    }
}
