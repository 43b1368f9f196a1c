//! The schema as the MCP adapter's way to answers, without a network between them.

use super::Schema;
use crate::error::Error;
use async_graphql::Variables;
use async_trait::async_trait;
use lorekeeper_mcp::{Executor, ExecutorError, GraphqlRequest};
use serde_json::{Value, json};

/// Answers operations in this process.
#[derive(Clone)]
pub struct Local {
    schema: Schema,
}

impl Local {
    /// Over a schema.
    #[must_use]
    pub fn new(schema: Schema) -> Self {
        Self { schema }
    }

    /// The answer to an operation: `data` and, perhaps, `errors`.
    pub async fn answer(&self, request: GraphqlRequest) -> Value {
        let request = async_graphql::Request::new(request.query)
            .variables(Variables::from_json(Value::Object(request.variables)));
        let answer = self.schema.execute(request).await;
        serde_json::to_value(answer).unwrap_or_else(|cause| {
            let error = Error::internal("The answer could not be written down.", cause);
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
