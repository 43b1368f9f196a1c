//! Views: HTML pages that a client shows beside a tool's answer, by the extension `io.modelcontextprotocol/ui` of MCP.
//!
//! Only a client that announces the extension is told of them: of the view of each tool, and of one more tool that is the
//! views' alone. What the pages are is the program's: the adapter has their names, and the tools that name them
//! (`@view` in an operation file).

use crate::arguments::shown;
use crate::operation::{Kind, Variable, object};
use crate::tool::{Tool, annotations, input_schema, properties};
use rmcp::model::{JsonObject, MetaObject, ReadResourceResult, ResourceContents, Tool as Descriptor};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The extension.
pub const EXTENSION: &str = "io.modelcontextprotocol/ui";

/// What views are.
const MIME_TYPE: &str = "text/html;profile=mcp-app";

/// The tool of the views.
pub(crate) const VIEW_DATA: &str = "view_data";

/// The header in which a client repeats what the handshake gave it. There are no sessions: its value says that the client
/// shows views, which it announces in the handshake alone.
pub(crate) const SESSION_HEADER: &str = "mcp-session-id";

/// The value of [`SESSION_HEADER`].
pub(crate) const SHOWS_VIEWS: &str = "views";

/// The key under which the answer of a search says how a page asks the same.
const SEARCH_KEY: &str = "lorekeeper/search";

/// Most characters of a search as text.
const MAX_SEARCH_CHARS: usize = 900;

/// The pages of a program.
#[derive(Copy, Clone, Debug)]
pub struct Views {
    /// Their names.
    pub names: &'static [&'static str],
    /// The page of a name.
    pub page: fn(name: &str) -> Option<String>,
    /// The names of the operations that the pages ask with, and their documents.
    pub operations: &'static [(&'static str, &'static str)],
}

impl Views {
    /// The document of an operation; else which there are.
    pub(crate) fn operation(&self, name: &str) -> Result<&'static str, String> {
        let mut operations = self.operations.iter();
        let found = operations.find(|(known, _)| *known == name);
        found.map(|(_, text)| *text).ok_or_else(|| {
            let known: Vec<&str> = self.operations.iter().map(|(name, _)| *name).collect();
            format!("operation is {}, but must be one of: {}.", shown(&json!(name)), known.join(", "))
        })
    }

    /// The view at an address.
    pub(crate) fn read(&self, uri: &str) -> Option<ReadResourceResult> {
        let mut names = self.names.iter();
        let name = names.find(|name| address(name) == uri)?;
        // Nothing is loaded from elsewhere, which is what holds without a policy.
        let meta = object(json!({"ui": {"prefersBorder": true}}));
        let contents =
            ResourceContents::text((self.page)(name)?, uri).with_mime_type(MIME_TYPE).with_meta(MetaObject::from(meta));
        Some(ReadResourceResult::new(vec![contents]))
    }

    /// What a client that shows views is told of a tool.
    pub(crate) fn linked(&self, tool: &Tool, mut descriptor: Descriptor) -> Descriptor {
        let view = tool.view.as_deref().filter(|view| self.names.contains(view));
        if let Some(view) = view {
            let ui = json!({"ui": {"resourceUri": address(view)}});
            descriptor.meta = Some(MetaObject::from(object(ui)));
        }
        descriptor
    }

    /// The tool that answers the views' own operations; models are not shown it.
    pub(crate) fn data_tool() -> Descriptor {
        let variables = Self::variables();
        let input = input_schema(&variables, properties(&variables));
        let description = "Answers the views of this server. Not for assistants.";
        let mut descriptor = Descriptor::new(VIEW_DATA, description, Arc::new(input));
        descriptor.title = Some("Data of a view".to_owned());
        descriptor.annotations = Some(annotations());
        let ui = json!({"ui": {"visibility": ["app"]}});
        descriptor.meta = Some(MetaObject::from(object(ui)));
        descriptor
    }

    /// The arguments of the tool of the views.
    pub(crate) fn variables() -> [Variable; 2] {
        let text = Kind::Text(Vec::new());
        [
            Variable::argument("operation", text, "The name of an operation.").required(),
            Variable::argument("variables", Kind::Json, "The values of its variables."),
        ]
    }
}

/// Whether the client of a request shows views.
pub(crate) fn are_shown_to(context: &RequestContext<RoleServer>) -> bool {
    let capabilities = context.client_capabilities();
    let extensions = capabilities.and_then(|capabilities| capabilities.extensions);
    let is_announced = extensions.is_some_and(|all| all.get(EXTENSION).is_some_and(shows));
    let parts = context.extensions.get::<axum::http::request::Parts>();
    let said = parts.and_then(|parts| parts.headers.get(SESSION_HEADER));
    is_announced || said.is_some_and(|said| said == SHOWS_VIEWS)
}

/// Whether the handshake of a client announces that it shows views.
pub(crate) fn are_announced(message: &Value) -> bool {
    let is_handshake = message.get("method").is_some_and(|m| m == "initialize");
    let extensions = message.pointer("/params/capabilities/extensions");
    let settings = extensions.and_then(|all| all.get(EXTENSION)?.as_object());
    is_handshake && settings.is_some_and(shows)
}

/// Whether the settings of the extension have the type of our views; without a word on types, they have.
fn shows(settings: &JsonObject) -> bool {
    let types = settings.get("mimeTypes").and_then(Value::as_array);
    types.is_none_or(|types| types.iter().any(|ty| ty == MIME_TYPE))
}

fn address(view: &str) -> String {
    format!("ui://lorekeeper/{view}.html")
}

/// How a page asks what a call asked: as text, with its books. Where conditions cannot be said so, its results are named.
pub(crate) fn search(tool: &Tool, variables: &Map<String, Value>, results: &Value) -> Option<MetaObject> {
    if tool.view.as_deref() != Some("list") {
        return None;
    }
    let text = conditions(tool, variables).unwrap_or_else(|| name_results(results));
    let place = |place: &str| {
        let mut all = tool.operation.variables.iter();
        let variable = all.find(|variable| variable.place.as_deref() == Some(place))?;
        variables.get(&variable.name).cloned()
    };
    let search = json!({
        "text": text,
        "game_system": place("gameSystem"),
        "documents": place("documents"),
    });
    let mut search = object(search);
    search.retain(|_, value| !value.is_null());
    let meta = Map::from_iter([(SEARCH_KEY.to_owned(), Value::Object(search))]);
    Some(MetaObject::from(meta))
}

/// The words and the conditions of a call as text; `None` where one of them cannot be said so.
fn conditions(tool: &Tool, variables: &Map<String, Value>) -> Option<String> {
    let (mut words, mut conditions) = ("", Vec::new());
    for variable in &tool.operation.variables {
        let value = variables.get(&variable.name);
        let Some(value) = value.filter(|_| !variable.kind.is_set_by_adapter()) else {
            continue;
        };
        let place = variable.place.as_deref().unwrap_or_default();
        match place.split('.').collect::<Vec<_>>().as_slice() {
            ["gameSystem" | "documents" | "first" | "after" | "orderBy"] | [.., "names"] => {}
            ["search" | "query"] => words = value.as_str()?,
            ["filter", field, "eq" | "has"] => conditions.push(condition(field, ":", value)?),
            ["filter", field, "gte"] => conditions.push(condition(field, ">=", value)?),
            ["filter", field, "lte"] => conditions.push(condition(field, "<=", value)?),
            _ => return None,
        }
    }
    if conditions.is_empty() {
        return Some(words.to_owned());
    }
    // Beside conditions, signs in words would be read as theirs.
    let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && c != '\'';
    let words = words.replace(is_sign, " ");
    let text = [words.trim(), &conditions.join(" ")].join(" ");
    Some(text.trim().to_owned()).filter(|text| text.chars().count() <= MAX_SEARCH_CHARS)
}

fn condition(field: &str, sign: &str, value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.contains('"') => Some(format!("{field}{sign}\"{text}\"")),
        Value::Number(_) | Value::Bool(_) => Some(format!("{field}{sign}{value}")),
        _ => None,
    }
}

/// A search for what was found, as much of it as a text can name.
fn name_results(results: &Value) -> String {
    let results = results.get("results").and_then(Value::as_array);
    let ids = results.into_iter().flatten().filter_map(|result| result.get("id")?.as_str());
    let mut text = String::new();
    for id in ids {
        let next = format!("{}\"{id}\"", if text.is_empty() { "id:" } else { "," });
        if text.chars().count() + next.chars().count() > MAX_SEARCH_CHARS {
            break;
        }
        text.push_str(&next);
    }
    text
}
