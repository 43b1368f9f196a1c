//! In-process executor of GraphQL operations, for the MCP adapter and for commands.

use async_graphql::{Request, Variables};
use async_trait::async_trait;
use lorekeeper_graphql::error::Error;
use lorekeeper_graphql::{Caller, RequestPipeline};
use lorekeeper_mcp::{Author, Executor, ExecutorError, GraphqlRequest};
use serde_json::{Value, json};

/// Executes operations in this process.
#[derive(Clone)]
pub struct InProcessExecutor {
    pipeline: RequestPipeline,
}

impl InProcessExecutor {
    /// An executor over the request pipeline.
    #[must_use]
    pub fn new(pipeline: RequestPipeline) -> Self {
        Self { pipeline }
    }

    /// The answer to an operation: `data` and, perhaps, `errors`. No JSON text is written on the way.
    pub async fn answer(&self, request: GraphqlRequest) -> Value {
        let caller = match request.author {
            Author::Program => Caller::Internal,
            Author::Client => Caller::Public,
        };
        let variables = Variables::from_json(Value::Object(request.variables));
        let mut operation = Request::new(request.query).variables(variables);
        operation.operation_name = request.operation_name;
        let response = self.pipeline.respond_to(operation, caller).await;
        serde_json::to_value(response).unwrap_or_else(|cause| {
            let error = Error::internal("The answer could not be read.", cause);
            json!({"errors": [{"message": error.message, "extensions": {"code": error.code.as_str()}}]})
        })
    }
}

#[async_trait]
impl Executor for InProcessExecutor {
    async fn execute(&self, request: GraphqlRequest) -> Result<Value, ExecutorError> {
        Ok(self.answer(request).await)
    }
}
