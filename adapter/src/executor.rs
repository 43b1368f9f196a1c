//! Executors of GraphQL operations: the border to an endpoint, and the executor over HTTP.

use async_trait::async_trait;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;
use serde_json::{Map, Value};
use std::time::Duration;

/// Longest wait for an answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Longest wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The header in which a request gives up the rights that its token has: it is answered like the public's.
pub const CALLER_HEADER: HeaderName = HeaderName::from_static("lorekeeper-caller");

/// The value of [`CALLER_HEADER`].
pub const PUBLIC_CALLER: &str = "public";

/// A GraphQL operation with its variables.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GraphqlRequest {
    /// The document.
    pub query: String,
    /// The variables.
    pub variables: Map<String, Value>,
    /// The operation to execute, where the document has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_name: Option<String>,
    /// The author of the document.
    #[serde(skip)]
    pub author: Author,
    /// The root field whose nodes an endpoint in this process writes as JSON, each a text in the place of its object.
    #[serde(skip)]
    pub written: Option<String>,
}

/// The author of a document.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Author {
    /// This program.
    #[default]
    Program,
    /// A client. The document is answered like any that comes over the network, whatever rights this program has.
    Client,
}

impl GraphqlRequest {
    /// An operation of this program.
    pub fn new(query: impl Into<String>, variables: Map<String, Value>) -> Self {
        Self { query: query.into(), variables, operation_name: None, author: Author::Program, written: None }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExecutorError {
    /// The address is not one.
    #[error("{0} is not the address of a GraphQL endpoint. It looks like http://127.0.0.1:8080/graphql.")]
    Address(String),
    /// The token cannot be sent.
    #[error("The token has characters that cannot be sent in a header.")]
    Token,
    /// The endpoint does not answer.
    #[error("The LoreKeeper endpoint {0} does not answer. Check the address, and that the server is running.")]
    Unreachable(String),
    /// The endpoint answers too late.
    #[error("The LoreKeeper endpoint {0} took longer than 30 seconds. Try again, or ask for less.")]
    Slow(String),
    /// The endpoint wants another token, or one at all.
    #[error("The LoreKeeper endpoint {0} refuses the request. Give the right token with --token or LOREKEEPER_TOKEN.")]
    Refused(String),
    /// The endpoint has had too many requests.
    #[error("The LoreKeeper endpoint {0} has had too many requests. Wait a little, then try again.")]
    Busy(String),
    /// The endpoint answers, but not as LoreKeeper does.
    #[error(
        "{0} answers, but not as LoreKeeper does. Check that the address is LoreKeeper's, with /graphql at its end."
    )]
    NotLoreKeeper(String),
    /// The store cannot be opened; why, in a sentence.
    #[error("{0}")]
    NoStore(String),
}

/// An executor of GraphQL operations.
#[async_trait]
pub trait Executor: Send + Sync {
    /// The answer: a GraphQL response with `data` and, perhaps, `errors`.
    async fn execute(&self, request: GraphqlRequest) -> Result<Value, ExecutorError>;
}

/// An endpoint over HTTP.
#[derive(Clone, Debug)]
pub struct HttpExecutor {
    client: reqwest::Client,
    endpoint: reqwest::Url,
}

impl HttpExecutor {
    /// An executor for an address such as `http://127.0.0.1:8080/graphql`, perhaps with a bearer token.
    pub fn new(endpoint: &str, token: Option<&str>) -> Result<Self, ExecutorError> {
        let address = || ExecutorError::Address(endpoint.to_owned());
        let url = reqwest::Url::parse(endpoint).map_err(|_| address())?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(address());
        }
        let mut headers = HeaderMap::new();
        if let Some(token) = token {
            let mut value = HeaderValue::try_from(format!("Bearer {token}")).map_err(|_| ExecutorError::Token)?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        // It stays as it is where the process has one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .default_headers(headers)
            .user_agent(concat!("lorekeeper-mcp/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|cause| {
                tracing::error!(%cause, "no HTTP client");
                address()
            })?;
        Ok(Self { client, endpoint: url })
    }
}

#[async_trait]
impl Executor for HttpExecutor {
    async fn execute(&self, request: GraphqlRequest) -> Result<Value, ExecutorError> {
        let endpoint = || self.endpoint.to_string();
        let author = request.author;
        let mut request = self.client.post(self.endpoint.clone()).json(&request);
        if author == Author::Client {
            request = request.header(CALLER_HEADER, PUBLIC_CALLER);
        }
        let response = request.send().await.map_err(|cause| {
            tracing::warn!(%cause, "the endpoint cannot be reached");
            if cause.is_timeout() && !cause.is_connect() {
                ExecutorError::Slow(endpoint())
            } else {
                ExecutorError::Unreachable(endpoint())
            }
        })?;
        match response.status().as_u16() {
            401 | 403 => return Err(ExecutorError::Refused(endpoint())),
            429 => return Err(ExecutorError::Busy(endpoint())),
            502..=504 => return Err(ExecutorError::Unreachable(endpoint())),
            _ => {}
        }
        let answer: Value = response.json().await.map_err(|cause| {
            tracing::warn!(%cause, "the endpoint's answer cannot be read");
            if cause.is_timeout() { ExecutorError::Slow(endpoint()) } else { ExecutorError::NotLoreKeeper(endpoint()) }
        })?;
        let errors = answer.get("errors").and_then(Value::as_array);
        let foreign = errors.is_some_and(|errors| errors.iter().any(is_foreign));
        if foreign || (answer.get("data").is_none() && errors.is_none()) {
            tracing::warn!(%answer, "the endpoint's answer is not LoreKeeper's");
            return Err(ExecutorError::NotLoreKeeper(endpoint()));
        }
        Ok(answer)
    }
}

/// The codes of LoreKeeper's errors.
const CODES: [&str; 8] = [
    "BAD_USER_INPUT", "NOT_FOUND", "UPSTREAM_UNAVAILABLE", "TOO_COMPLEX", "RATE_LIMITED", "UNAUTHENTICATED",
    "READ_ONLY", "INTERNAL",
];

/// Whether an error says that the endpoint does not know LoreKeeper's schema: it has none of LoreKeeper's codes.
fn is_foreign(error: &Value) -> bool {
    let code = error.pointer("/extensions/code").and_then(Value::as_str);
    code.is_none_or(|code| !CODES.contains(&code))
}
