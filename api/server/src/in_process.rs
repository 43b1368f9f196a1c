//! In-process executor of GraphQL operations, for the MCP adapter and for commands.

use async_graphql::{Request, Value as ConstValue, Variables};
use async_trait::async_trait;
use lorekeeper_graphql::error::Error;
use lorekeeper_graphql::rendered;
use lorekeeper_graphql::{Caller, RequestPipeline};
use lorekeeper_mcp::{Author, Executor, ExecutorError, GraphqlRequest};
use lorekeeper_store::Reader;
use serde_json::{Value, json};

/// Executes operations in this process.
#[derive(Clone)]
pub struct InProcessExecutor {
    pipeline: RequestPipeline,
    reader: Reader,
}

impl InProcessExecutor {
    /// An executor over the request pipeline, on behalf of a reader.
    pub fn new(pipeline: RequestPipeline, reader: Reader) -> Self {
        Self { pipeline, reader }
    }

    /// The same on behalf of a reader.
    pub fn read_by(&self, reader: Reader) -> Self {
        Self::new(self.pipeline.clone(), reader)
    }

    /// The answer to an operation: `data` and, perhaps, `errors`.
    pub async fn answer(&self, request: GraphqlRequest) -> Value {
        let caller = match (request.author, self.reader) {
            (Author::Program, reader) => Caller::Internal(reader),
            (Author::Client, Reader::Everyone) => Caller::Public,
            (Author::Client, Reader::Owner) => Caller::Owner,
        };
        let variables = Variables::from_json(Value::Object(request.variables));
        let mut operation = Request::new(request.query).variables(variables);
        operation.operation_name = request.operation_name;
        let mut response = self.pipeline.respond_to(operation, caller).await;
        if let (Some(key), ConstValue::Object(data)) = (request.written, &mut response.data)
            && let Some(found) = data.get_mut(key.as_str())
        {
            write_nodes(found);
        }
        rendered::read(&mut response.data);
        serde_json::to_value(response).unwrap_or_else(|cause| {
            let error = Error::internal("The answer could not be read.", cause);
            json!({"errors": [{"message": error.message, "extensions": {"code": error.code.as_str()}}]})
        })
    }
}

/// Writes the nodes of a connection or a list as JSON, each into the place of its object.
fn write_nodes(found: &mut ConstValue) {
    let write = |node: &mut ConstValue| {
        if let ConstValue::Object(_) | ConstValue::Binary(_) = node
            && let Ok(written) = rendered::write(node)
            && let Ok(written) = String::from_utf8(written)
        {
            *node = ConstValue::String(written);
        }
    };
    match found {
        ConstValue::List(nodes) => nodes.iter_mut().for_each(write),
        ConstValue::Object(connection) => {
            if let Some(ConstValue::List(edges)) = connection.get_mut("edges") {
                let edges = edges.iter_mut().filter_map(|edge| match edge {
                    ConstValue::Object(edge) => edge.get_mut("node"),
                    _ => None,
                });
                edges.for_each(write);
            }
        }
        _ => {}
    }
}

#[async_trait]
impl Executor for InProcessExecutor {
    async fn execute(&self, request: GraphqlRequest) -> Result<Value, ExecutorError> {
        Ok(self.answer(request).await)
    }
}
