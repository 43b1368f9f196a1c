//! The MCP server: a catalogue over a GraphQL endpoint.

mod handler;

use crate::answer::answer;
use crate::arguments;
use crate::catalogue::{Catalogue, ToolSet};
use crate::executor::{Executor, ExecutorError, GraphqlRequest};
use crate::loading;
use crate::log::Log;
use crate::operation::{Operation, OperationError};
use crate::tool::Tool;
use rmcp::model::{CallToolResult, ContentBlock, Reference};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// An MCP server over a GraphQL endpoint.
#[derive(Clone)]
pub struct Server {
    catalogue: Arc<Catalogue>,
    executor: Arc<dyn Executor>,
    log: Log,
}

impl Server {
    /// A server with a set of tools.
    pub fn new(executor: Arc<dyn Executor>, set: ToolSet) -> Result<Self, OperationError> {
        Ok(Self {
            catalogue: Arc::new(Catalogue::load(set)?),
            executor,
            log: Log::default(),
        })
    }

    /// The same server for another client: with a log level of its own.
    #[must_use]
    pub fn for_client(&self) -> Self {
        Self {
            log: Log::default(),
            ..self.clone()
        }
    }

    /// What the endpoint answers: its data, or a sentence that says why there is none.
    async fn ask(
        &self,
        operation: &Operation,
        variables: Map<String, Value>,
    ) -> Result<Value, String> {
        let request = GraphqlRequest {
            query: operation.text.clone(),
            variables,
        };
        let mut response = self
            .executor
            .execute(request)
            .await
            .map_err(|error: ExecutorError| error.to_string())?;
        let errors = response
            .get("errors")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
            .unwrap_or_default();
        if errors.is_empty() {
            return Ok(response
                .get_mut("data")
                .map(Value::take)
                .unwrap_or_default());
        }
        let sentences: Vec<&str> = errors
            .iter()
            .filter_map(|e| e.get("message").and_then(Value::as_str))
            .collect();
        Err(sentences.join("\n"))
    }

    async fn call(
        &self,
        tool: &Tool,
        given: &Map<String, Value>,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        let call = match arguments::read(tool, given) {
            Ok(call) => call,
            Err(problem) => return refused(problem),
        };
        let mut outcome = self.ask(&tool.operation, call.variables.clone()).await;
        let mut waited = false;
        if outcome.as_ref().is_ok_and(loading::found_nothing) {
            waited = loading::wait(&self.catalogue.loading, self.executor.as_ref(), context).await;
        }
        if waited {
            outcome = self.ask(&tool.operation, call.variables.clone()).await;
        }
        match outcome {
            Ok(data) => {
                let now = chrono::Utc::now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
                let answer = answer(tool, &call, &data, &now);
                let warnings = answer.structured.get("warnings").and_then(Value::as_array);
                for warning in warnings.into_iter().flatten() {
                    self.log.warning(context, tool.name(), warning).await;
                }
                let count = answer.structured.get("count").cloned().unwrap_or_default();
                self.log
                    .info(context, tool.name(), &json!(format!("{count} results.")))
                    .await;
                let mut result = CallToolResult::success(vec![ContentBlock::text(answer.text)]);
                result.structured_content = Some(answer.structured);
                result
            }
            Err(problem) => {
                self.log.error(context, tool.name(), &json!(problem)).await;
                refused(problem)
            }
        }
    }

    /// The completion for an argument, if there is one.
    fn completion(
        &self,
        reference: &Reference,
        argument: &str,
    ) -> Option<&crate::completion::Completion> {
        let operation = match reference {
            Reference::Prompt(prompt) => {
                &self
                    .catalogue
                    .prompts
                    .iter()
                    .find(|p| p.operation.name == prompt.name)?
                    .operation
            }
            Reference::Resource(resource) => {
                &self
                    .catalogue
                    .resources
                    .iter()
                    .find(|r| r.template.as_str() == resource.uri)?
                    .operation
            }
            _ => return None,
        };
        let name = operation
            .variables
            .iter()
            .find(|v| v.name == argument)?
            .complete
            .as_deref()?;
        self.catalogue
            .completions
            .iter()
            .find(|completion| completion.operation.name == name)
    }
}

fn refused(problem: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(problem)])
}
