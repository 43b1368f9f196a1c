//! An HTTP client of a running `LoreKeeper`: it asks, and has no way to write.

use reqwest::RequestBuilder;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

/// Asks a running `LoreKeeper` over HTTP.
pub struct Reader {
    /// The address of the server, without a final slash.
    pub url: String,
    client: reqwest::Client,
}

impl Reader {
    /// A client of the server at an address. Its connections belong to the runtime of the test that makes it.
    pub fn new(url: String) -> Self {
        let client = crate::http::client().build().expect("an HTTP client");
        Self { url, client }
    }

    /// A client of the shared server, which has all fixtures and serves every tool.
    pub async fn shared() -> Self {
        Self::new(super::shared::url().await)
    }

    /// The data of an answer without errors.
    pub async fn query(&self, text: &str, variables: Value) -> Value {
        let mut answer = self.answer(text, variables).await;
        if let Some(errors) = answer.get("errors") {
            panic!("{text}\n{errors:#}");
        }
        answer.get_mut("data").map(Value::take).expect("data")
    }

    /// The data of an answer to a query without variables.
    pub async fn ask(&self, text: &str) -> Value {
        self.query(text, json!({})).await
    }

    /// The code (empty when the server's own checks refused it) and the sentence of the only error.
    pub async fn refusal(&self, text: &str, variables: Value) -> (String, String) {
        let answer = self.answer(text, variables).await;
        let errors = answer.get("errors").and_then(Value::as_array);
        let Some([error]) = errors.map(Vec::as_slice) else { panic!("one error was expected for {text}: {answer:#}") };
        let word = |path: &str| error.pointer(path).and_then(Value::as_str).unwrap_or_default();
        (word("/extensions/code").to_owned(), word("/message").to_owned())
    }

    /// A query is refused with one error, which has this code and says these words; the sentence.
    pub async fn refuses(&self, text: &str, variables: Value, code: &str, words: &str) -> String {
        let shown = variables.to_string();
        let (found, message) = self.refusal(text, variables).await;
        assert_eq!(found, code, "{text} {shown}: {message}");
        assert!(message.contains(words), "{text} {shown}: {message}");
        message
    }

    /// The whole answer to a query.
    pub async fn answer(&self, text: &str, variables: Value) -> Value {
        let body = json!({"query": text, "variables": variables}).to_string();
        let headers = [("content-type", "application/json")];
        self.send("/graphql", &headers, Some(body)).await.json()
    }

    /// The status, content type and body at a path of the server.
    pub async fn get(&self, path: &str, accept: &str) -> (u16, String, String) {
        let reply = self.send(path, &[("accept", accept)], None).await;
        let kind = reply.header("content-type").to_owned();
        (reply.status, kind, reply.body)
    }

    /// The status and the body that a path of the server answers to a body.
    pub async fn post(&self, path: &str, headers: &[(&str, &str)], body: impl Into<Vec<u8>>) -> (u16, String) {
        let request = self.client.post(format!("{}{path}", self.url));
        let reply = Reply::to(request.body(body.into()), headers).await;
        (reply.status, reply.body)
    }

    /// All that comes back for a request: without a body a GET, with one a POST.
    pub async fn send(&self, path: &str, headers: &[(&str, &str)], body: Option<String>) -> Reply {
        let url = format!("{}{path}", self.url);
        let request = match body {
            Some(body) => self.client.post(url).body(body),
            None => self.client.get(url),
        };
        Reply::to(request, headers).await
    }
}

/// What came back for a request.
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl Reply {
    /// What comes back for a request with these headers.
    pub(crate) async fn to(mut request: RequestBuilder, headers: &[(&str, &str)]) -> Self {
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.expect("an answer");
        Self {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.text().await.expect("a body"),
        }
    }

    /// A header; empty where there is none.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).map(|value| value.to_str());
        value.and_then(Result::ok).unwrap_or_default()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.body))
    }

    /// The code of the first error; empty where there is none.
    pub fn code(&self) -> String {
        let json = self.json();
        let code = json.pointer("/errors/0/extensions/code");
        code.and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}
