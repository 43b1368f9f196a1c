//! Resources: operations that read what stands at an address.

use crate::operation::{Operation, OperationError};
use crate::uri::Template;
use apollo_compiler::ast::Value as Constant;
use rmcp::model::{Resource as Descriptor, ResourceTemplate};
use serde_json::Value;

/// Markdown, which is what all resources are.
pub const MARKDOWN: &str = "text/markdown";

/// What can be read at the addresses of a template. Its query selects `name` and `markdown` of one thing.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The query.
    pub operation: Operation,
    /// Its addresses.
    pub template: Template,
}

/// What lists addresses. Its query selects a connection, of whose nodes the fields fill in the address; `name` is
/// the resource's name, and what else is selected is its description.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The query.
    pub operation: Operation,
    /// The addresses it lists.
    pub template: Template,
    /// The response key of the connection.
    pub key: String,
}

impl Resource {
    /// The resource of an operation.
    pub fn new(operation: Operation) -> Result<Self, OperationError> {
        let template = template(&operation, "resource")?;
        let unknown = template.names().find(|name| !operation.variables.iter().any(|v| v.name == *name));
        if let Some(name) = unknown {
            return Err(
                operation.error(format!("the address has a place {name}, but the query no variable of that name"))
            );
        }
        Ok(Self { operation, template })
    }

    /// What clients are told of it.
    pub fn descriptor(&self) -> ResourceTemplate {
        ResourceTemplate::new(self.template.as_str(), self.operation.name.clone())
            .with_title(self.operation.title())
            .with_description(self.operation.description.clone())
            .with_mime_type(MARKDOWN)
    }
}

impl Listing {
    /// The listing of an operation.
    pub fn new(operation: Operation) -> Result<Self, OperationError> {
        let template = template(&operation, "resources")?;
        let key = operation.shape.keys().next().unwrap_or_default().to_owned();
        Ok(Self { operation, template, key })
    }

    /// The resources of an answer, and the cursor of the next page.
    pub fn read(&self, data: &Value) -> (Vec<Descriptor>, Option<String>) {
        let page = data.get(&self.key).unwrap_or(&Value::Null);
        let nodes = page.get("nodes").and_then(Value::as_array);
        let place = |key: &str| self.template.names().any(|name| name == key);
        let resource = |node: &Value| {
            let fields = node.as_object()?;
            let name = fields.get("name")?.as_str()?;
            let others = fields.iter().filter(|(key, _)| *key != "name" && !place(key));
            let sentences: Vec<&str> =
                others.filter_map(|(_, value)| Some(value.as_str()?.trim_end_matches('.'))).collect();
            let resource = Descriptor::new(self.template.fill(node)?, name)
                .with_title(name)
                .with_description(format!("{}.", sentences.join(". ")))
                .with_mime_type(MARKDOWN);
            Some(resource)
        };
        let resources = nodes.into_iter().flatten().filter_map(resource).collect();
        let more = page.pointer("/pageInfo/hasNextPage") == Some(&Value::Bool(true));
        let cursor = page.pointer("/pageInfo/endCursor").and_then(Value::as_str);
        (resources, cursor.filter(|_| more).map(str::to_owned))
    }
}

fn template(operation: &Operation, directive: &str) -> Result<Template, OperationError> {
    operation
        .directive(directive, "uri")
        .and_then(Constant::as_str)
        .map(Template::new)
        .ok_or_else(|| operation.error(format!("@{directive}(uri:) is missing")))
}
