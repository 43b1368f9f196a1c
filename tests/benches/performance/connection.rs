//! A client's connection, kept alive between requests: as little as can be between clock and server.

use crate::Result;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{ACCEPT, CONTENT_TYPE, HOST};
use hyper::{Method, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;

/// What a client asks.
#[derive(Clone, Debug)]
pub struct Request {
    method: Method,
    path: &'static str,
    body: Bytes,
}

impl Request {
    /// An operation.
    pub fn graphql(document: &str, variables: Value) -> Self {
        Self::post(
            "/graphql",
            &json!({"query": document, "variables": variables}),
        )
    }

    /// A call of an MCP tool.
    pub fn tool(name: &str, arguments: &Value) -> Self {
        let params = json!({"name": name, "arguments": arguments});
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        Self::post("/mcp", &call)
    }

    /// What stands at a path.
    pub fn get(path: &'static str) -> Self {
        Self {
            method: Method::GET,
            path,
            body: Bytes::new(),
        }
    }

    fn post(path: &'static str, body: &Value) -> Self {
        Self {
            method: Method::POST,
            path,
            body: body.to_string().into(),
        }
    }
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    status: StatusCode,
    /// The body as it came: nobody asked for it to be compressed.
    pub body: Bytes,
    /// From the first byte sent to the last one received.
    pub took: Duration,
}

impl Answer {
    /// Whether it is an answer, and not a refusal.
    pub fn sound(&self) -> Result<()> {
        let refused = [
            b"\"errors\":[".as_slice(),
            b"\"error\":{",
            b"\"isError\":true",
        ];
        if self.status == StatusCode::OK && !refused.iter().any(|mark| self.has(mark)) {
            return Ok(());
        }
        let body = String::from_utf8_lossy(&self.body);
        let some: String = body.chars().take(300).collect();
        Err(format!("{}: {some}", self.status).into())
    }

    /// Whether it says that it had to do without something, such as a vector.
    pub fn warns(&self) -> bool {
        self.has(b"\"warnings\":[\"")
    }

    fn has(&self, mark: &[u8]) -> bool {
        self.body.windows(mark.len()).any(|part| part == mark)
    }
}

/// A connection.
pub struct Connection {
    sender: SendRequest<Full<Bytes>>,
    address: SocketAddr,
    host: String,
}

impl Connection {
    /// Opens one.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        Ok(Self {
            sender: Self::dial(address).await?,
            address,
            host: address.to_string(),
        })
    }

    async fn dial(address: SocketAddr) -> Result<SendRequest<Full<Bytes>>> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // Ends with the connection; its requests say what went wrong.
        tokio::spawn(async { connection.await.unwrap_or_default() });
        Ok(sender)
    }

    /// Sends a request and waits for the whole answer.
    pub async fn send(&mut self, request: &Request) -> Result<Answer> {
        // The server closes what lies idle.
        if self.sender.ready().await.is_err() {
            self.sender = Self::dial(self.address).await?;
        }
        let request = hyper::Request::builder()
            .method(request.method.clone())
            .uri(request.path)
            .header(HOST, &self.host)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .body(Full::new(request.body.clone()))?;
        let began = Instant::now();
        let response = self.sender.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        Ok(Answer {
            status,
            body,
            took: began.elapsed(),
        })
    }
}
