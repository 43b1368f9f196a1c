//! The MCP server: a catalogue over a GraphQL endpoint.

mod elicitation;
mod graphql;
mod handler;
mod loose_call;
mod view_data;

use crate::answer::{Answer, answer};
use crate::arguments;
use crate::catalogue::{Called, Catalogue, ToolSet};
use crate::executor::{Executor, ExecutorError, GraphqlRequest};
use crate::loading::{FirstLoad, found_nothing};
use crate::log::Log;
use crate::operation::{Kind, Operation, OperationError, Variable};
use crate::resource::Resource;
use crate::tool::{Root, Tool};
use crate::views::{self, Views, search};
use crate::vocabulary::own_words;
use rmcp::model::{CallToolResult, ContentBlock, Reference};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Most addresses that are suggested for one where nothing is.
const MAX_SUGGESTIONS: usize = 3;

/// An MCP server over a GraphQL endpoint.
#[derive(Clone)]
pub struct Server {
    catalogue: Arc<Catalogue>,
    executor: Arc<dyn Executor>,
    log: Log,
    /// The pages that clients can show beside answers.
    views: Option<Views>,
    /// Whether there has been content; if so, an empty answer is the answer.
    stocked: Arc<AtomicBool>,
}

impl Server {
    /// A server with a set of tools.
    pub fn new(executor: Arc<dyn Executor>, set: ToolSet) -> Result<Self, OperationError> {
        Ok(Self {
            catalogue: Arc::new(Catalogue::load(set)?),
            executor,
            log: Log::default(),
            views: None,
            stocked: Arc::default(),
        })
    }

    /// The same server with pages that clients can show beside answers.
    pub fn with_views(self, views: Option<Views>) -> Self {
        Self { views, ..self }
    }

    /// The same server over another endpoint.
    pub fn over(&self, executor: Arc<dyn Executor>) -> Self {
        Self { executor, stocked: Arc::default(), ..self.for_client() }
    }

    /// The views, for a client that shows them.
    fn views_for(&self, context: &RequestContext<RoleServer>) -> Option<&Views> {
        self.views.as_ref().filter(|_| views::are_shown_to(context))
    }

    /// The same server for another client: with a log level of its own.
    pub fn for_client(&self) -> Self {
        Self { log: Log::default(), ..self.clone() }
    }

    /// What the endpoint answers: its data, or why there is none.
    async fn ask(&self, operation: &Operation, variables: Map<String, Value>) -> Result<Value, Problem> {
        self.ask_for(operation, variables, None).await
    }

    /// What the endpoint answers, the nodes of a root field as JSON where the endpoint is in this process.
    async fn ask_for(
        &self,
        operation: &Operation,
        variables: Map<String, Value>,
        written: Option<String>,
    ) -> Result<Value, Problem> {
        let mut request = GraphqlRequest::new(&operation.text, variables.clone());
        request.written = written;
        let mut response = self.executor.execute(request).await?;
        let errors = response.get("errors").and_then(Value::as_array);
        let Some(errors) = errors.filter(|errors| !errors.is_empty()) else {
            let data = response.get_mut("data").map(Value::take);
            return Ok(data.unwrap_or_default());
        };
        let sentences = errors.iter().filter_map(|e| e.get("message")?.as_str());
        let sentences: Vec<String> = sentences.map(|sentence| own_words(operation, &variables, sentence)).collect();
        let sentence = sentences.join("\n");
        let code = |e: &Value| e.pointer("/extensions/code").cloned().unwrap_or_default();
        if errors.iter().any(|e| code(e) == "INTERNAL") {
            Err(Problem::Endpoint(sentence))
        } else {
            Err(Problem::Request(sentence))
        }
    }

    /// The result of a call.
    async fn call(
        &self,
        tool: Called<'_>,
        given: &Map<String, Value>,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        match tool {
            Called::Operation(tool) => self.call_operation(tool, given, context).await,
            Called::SearchSchema(tools) => tools.search(given).map_or_else(refused, result),
            Called::QueryGraphql(tools) => self.call_query(tools, given, context).await,
        }
    }

    async fn call_operation(
        &self,
        tool: &Tool,
        given: &Map<String, Value>,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        let call = match arguments::read(tool, given) {
            Ok(call) => call,
            Err(problem) => return refused(problem),
        };
        let ask = || {
            let root = match &tool.root {
                Root::Connection(key) | Root::List(key) => Some(key.clone()),
                Root::Object(_) => None,
            };
            self.ask_for(&tool.operation, call.variables.clone(), root)
        };
        let mut outcome = ask().await;
        let mut load = FirstLoad::new();
        while !self.stocked.load(Ordering::Relaxed)
            && outcome.as_ref().is_ok_and(found_nothing)
            && load.wait(&self.catalogue.loading, self.executor.as_ref(), context).await
        {
            outcome = ask().await;
        }
        if load.found_stocked() {
            self.stocked.store(true, Ordering::Relaxed);
        }
        match outcome {
            Ok(data) => {
                let now = chrono::Utc::now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
                let answer = answer(tool, &call, data, &now);
                if let Some(sentence) = answer.refusal {
                    return refused(sentence);
                }
                let log = self.log.answered(context, tool.name(), &answer.structured);
                log.await;
                let mut result = result(answer);
                if let (Some(_), Some(content)) = (self.views_for(context), &result.structured_content) {
                    result.meta = search(tool, &call.variables, content);
                }
                result
            }
            Err(problem) => {
                let sentence = problem.to_string();
                self.log.failed(context, tool.name(), &sentence).await;
                refused(sentence)
            }
        }
    }

    /// The values that a variable offers for what was typed; none after an error, which helps nobody who types.
    async fn offered(&self, variable: &Variable, typed: &str) -> Vec<String> {
        if let Kind::Text(words) = &variable.kind
            && !words.is_empty()
        {
            let typed = typed.trim().to_lowercase();
            let fits = |word: &&String| word.starts_with(&typed);
            return words.iter().filter(fits).cloned().collect();
        }
        let completion = variable.complete.as_ref().and_then(|name| {
            let mut completions = self.catalogue.completions.iter();
            completions.find(|c| c.operation.name == *name)
        });
        let Some(completion) = completion else {
            return Vec::new();
        };
        let variables = completion.variables(typed);
        match self.ask(&completion.operation, variables).await {
            Ok(data) => completion.read(&data),
            Err(problem) => {
                tracing::debug!(%problem, "a completion failed");
                Vec::new()
            }
        }
    }

    /// Addresses of a resource that look like one where nothing is.
    async fn near(&self, resource: &Resource, places: &Map<String, Value>) -> Vec<String> {
        let mut near = Vec::new();
        for variable in &resource.operation.variables {
            let typed = places.get(&variable.name).and_then(Value::as_str);
            let typed = typed.unwrap_or_default();
            for value in self.offered(variable, typed).await.into_iter().take(MAX_SUGGESTIONS) {
                let mut places = places.clone();
                places.insert(variable.name.clone(), Value::String(value));
                near.extend(resource.template.fill(&Value::Object(places)));
            }
        }
        near
    }

    /// The variable of a prompt or a resource.
    fn variable(&self, reference: &Reference, name: &str) -> Option<&Variable> {
        let operation = match reference {
            Reference::Prompt(prompt) => &self.catalogue.prompt(&prompt.name)?.operation,
            Reference::Resource(resource) => &self.catalogue.resource(&resource.uri)?.operation,
            _ => return None,
        };
        operation.variables.iter().find(|v| v.name == name)
    }
}

/// Why there is no data.
#[derive(Debug, thiserror::Error)]
enum Problem {
    /// The request is not right; a client can mend it.
    #[error("{0}")]
    Request(String),
    /// The endpoint cannot answer.
    #[error("{0}")]
    Endpoint(String),
}

impl From<ExecutorError> for Problem {
    fn from(error: ExecutorError) -> Self {
        Self::Endpoint(error.to_string())
    }
}

fn result(answer: Answer) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(answer.text)]);
    result.structured_content = Some(answer.structured);
    result
}

fn refused(problem: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(problem)])
}
