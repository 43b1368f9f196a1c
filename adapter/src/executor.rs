//! The way to a GraphQL endpoint.

use async_trait::async_trait;
use serde::Serialize;
use serde_json::{Map, Value};
use std::time::Duration;

/// A GraphQL operation with its variables.
#[derive(Clone, Debug, Serialize)]
pub struct Operation {
    /// The document.
    pub query: String,
    /// The variables.
    pub variables: Map<String, Value>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExecutorError {
    /// The endpoint does not answer.
    #[error(
        "The LoreKeeper endpoint {0} does not answer. Check the address, and that the server is running."
    )]
    Unreachable(String),
    /// The endpoint answers, but not as LoreKeeper does.
    #[error(
        "{0} answers, but not with GraphQL. Check that the address is that of LoreKeeper, with /graphql at its end."
    )]
    NotGraphql(String),
    /// The store behind the endpoint cannot be had.
    #[error("{0}")]
    NoStore(String),
}

/// Whoever answers GraphQL operations.
#[async_trait]
pub trait Executor: Send + Sync {
    /// The answer: a GraphQL response with `data` and, perhaps, `errors`.
    async fn execute(&self, operation: Operation) -> Result<Value, ExecutorError>;
}

/// An endpoint over HTTP.
#[derive(Clone, Debug)]
pub struct HttpExecutor {
    client: reqwest::Client,
    endpoint: String,
}

impl HttpExecutor {
    /// An executor for an address such as `http://127.0.0.1:8080/graphql`.
    pub fn new(endpoint: &str) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(5))
            .timeout(Duration::from_secs(30))
            .build()?;
        Ok(Self {
            client,
            endpoint: endpoint.to_owned(),
        })
    }
}

#[async_trait]
impl Executor for HttpExecutor {
    async fn execute(&self, operation: Operation) -> Result<Value, ExecutorError> {
        let request = self.client.post(&self.endpoint).json(&operation);
        let response = request
            .send()
            .await
            .map_err(|_| ExecutorError::Unreachable(self.endpoint.clone()))?;
        let answer: Value = response
            .json()
            .await
            .map_err(|_| ExecutorError::NotGraphql(self.endpoint.clone()))?;
        if answer.get("data").is_some() || answer.get("errors").is_some() {
            Ok(answer)
        } else {
            Err(ExecutorError::NotGraphql(self.endpoint.clone()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_endpoint_that_is_away_is_named() {
        // Port 9 on loopback: nobody listens there.
        let executor = HttpExecutor::new("http://127.0.0.1:9/graphql").unwrap();
        let operation = Operation {
            query: "{ status { store } }".into(),
            variables: Map::new(),
        };
        let error = executor.execute(operation).await.unwrap_err();
        assert_eq!(
            error,
            ExecutorError::Unreachable("http://127.0.0.1:9/graphql".into())
        );
    }
}
