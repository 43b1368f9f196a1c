//! Calls of the views: their own operations, by name.

use super::{Server, refused};
use crate::arguments::{Parameters, read_parameters};
use crate::executor::GraphqlRequest;
use crate::views::{VIEW_DATA, Views};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

impl Server {
    /// The answer to an operation of a view. Its document is the program's own, its variables are the client's.
    pub(super) async fn call_view_data(&self, views: &Views, given: &Map<String, Value>) -> CallToolResult {
        match self.view_data(views, given).await {
            Ok(data) => {
                let said = ContentBlock::text("The data of a view.");
                let mut result = CallToolResult::success(vec![said]);
                result.structured_content = Some(json!({"data": data}));
                result
            }
            Err(problem) => refused(problem),
        }
    }

    async fn view_data(&self, views: &Views, given: &Map<String, Value>) -> Result<Value, String> {
        let parameters =
            Parameters { tool: VIEW_DATA, variables: &Views::variables(), fields: &[], detail: false, format: false };
        let mut call = read_parameters(parameters, given)?.variables;
        let name = call.get("operation").and_then(Value::as_str);
        let document = views.operation(name.unwrap_or_default())?;
        let variables = match call.remove("variables") {
            Some(Value::Object(variables)) => variables,
            _ => Map::new(),
        };
        let request = GraphqlRequest::new(document, variables);
        let mut response = self.executor.execute(request).await.map_err(|e| e.to_string())?;
        let errors = response.get("errors").and_then(Value::as_array);
        let sentences = errors.into_iter().flatten();
        let sentences: Vec<&str> = sentences.filter_map(|e| e.get("message")?.as_str()).collect();
        if !sentences.is_empty() {
            return Err(sentences.join("\n"));
        }
        Ok(response.get_mut("data").map(Value::take).unwrap_or_default())
    }
}
