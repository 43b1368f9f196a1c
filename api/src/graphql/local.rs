//! The schema as the MCP adapter's way to answers, without a network between them.

use super::gate::{Caller, Gate};
use crate::error::Error;
use async_graphql::Variables;
use async_trait::async_trait;
use lorekeeper_mcp::{Executor, ExecutorError, GraphqlRequest};
use serde_json::{Value, json};

/// Answers operations in this process.
#[derive(Clone)]
pub struct Local {
    gate: Gate,
}

impl Local {
    /// Through the gate.
    #[must_use]
    pub fn new(gate: Gate) -> Self {
        Self { gate }
    }

    /// The answer to an operation: `data` and, perhaps, `errors`.
    pub async fn answer(&self, request: GraphqlRequest) -> Value {
        let request = async_graphql::Request::new(request.query)
            .variables(Variables::from_json(Value::Object(request.variables)));
        let answer = self.gate.answer(request, Caller::Own).await;
        serde_json::from_slice(&answer.body).unwrap_or_else(|cause| {
            let error = Error::internal("The answer could not be read.", cause);
            json!({"errors": [{"message": error.message, "extensions": {"code": error.code.as_str()}}]})
        })
    }
}

#[async_trait]
impl Executor for Local {
    async fn execute(&self, request: GraphqlRequest) -> Result<Value, ExecutorError> {
        Ok(self.answer(request).await)
    }
}
