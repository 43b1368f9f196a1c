//! Tools: one operation each, the input schema from its variables, the output schema from its selection.

use crate::answer::ResultCache;
use crate::arguments::{Parameters, ResultField};
use crate::operation::{Operation, OperationError, Shape, Variable, load_text, object};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use rmcp::model::{Icon, JsonObject, Tool as Descriptor, ToolAnnotations};
use serde_json::{Value, json};
use std::sync::Arc;

/// Most characters of a description that clients show in full.
const MAX_DESCRIPTION_CHARS: usize = 2048;

/// A tool.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The operation.
    pub operation: Operation,
    /// What the operation's root field gives.
    pub root: Root,
    /// What the operation selects beside the results: the paths of objects that have a key of their own in the answer.
    pub asides: Vec<Vec<String>>,
    /// The keys that are the columns of the answer as text.
    pub columns: Vec<String>,
    /// The fields that a result can have, by name; none where a client cannot choose among them.
    pub fields: Vec<ResultField>,
    /// The view that shows its answers.
    pub view: Option<String>,
    /// A picture for people, which clients of the newer revisions show.
    pub icon: Option<Icon>,
    /// What clients are told of the tool.
    pub descriptor: Descriptor,
    /// The results that were made of nodes last.
    pub(crate) results: ResultCache,
}

/// What an operation's root field gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// A connection: a page of edges.
    Connection(String),
    /// A list, each item for one of the ids in a variable.
    List(String),
    /// An object, which is the answer.
    Object(String),
}

impl Tool {
    /// The tool of an operation.
    pub(crate) fn new(operation: Operation, results: &ResultCache) -> Result<Self, OperationError> {
        let root = root(&operation).map_err(|reason| operation.error(reason))?;
        if operation.description.chars().count() > MAX_DESCRIPTION_CHARS {
            return Err(operation.error("the description is longer than 2,048 characters"));
        }
        let columns: Vec<String> = operation
            .directive("format", "columns")
            .and_then(|columns| columns.as_list())
            .unwrap_or_default()
            .iter()
            .filter_map(|column| column.as_str().map(str::to_owned))
            .collect();
        let mut descriptor = Descriptor::new(
            operation.name.clone(),
            operation.description.clone(),
            Arc::new(input(&operation, &root, !columns.is_empty())),
        );
        descriptor.title = Some(operation.title());
        let asides = asides(&operation.shape, &root);
        descriptor.output_schema = Some(Arc::new(output(&operation, &root, &asides)));
        descriptor.annotations = Some(annotations());
        Ok(Self {
            fields: fields(&operation, &root),
            icon: icon_of(&operation)?,
            view: operation.directive("view", "name").and_then(|name| name.as_str()).map(str::to_owned),
            operation,
            root,
            asides,
            columns,
            descriptor,
            results: results.clone(),
        })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.operation.name
    }

    /// What the tool takes.
    pub fn parameters(&self) -> Parameters<'_> {
        Parameters {
            tool: self.name(),
            variables: &self.operation.variables,
            fields: &self.fields,
            detail: self.has_detail(),
            format: self.has_format(),
        }
    }

    /// Whether the tool takes `detail`.
    pub fn has_detail(&self) -> bool {
        self.operation.detail().is_some()
    }

    /// Whether the tool takes `format`.
    pub fn has_format(&self) -> bool {
        !self.columns.is_empty()
    }
}

/// The icon that the operation file names.
fn icon_of(operation: &Operation) -> Result<Option<Icon>, OperationError> {
    let name = operation.directive("icon", "name");
    let name = name.and_then(|name| name.as_str());
    let missing = || operation.error("there is no such icon");
    let icon = name.map(|name| icon(name).ok_or_else(missing));
    icon.transpose()
}

/// An icon of `operations/icons`, whole in its address.
pub(crate) fn icon(name: &str) -> Option<Icon> {
    let picture = load_text(&format!("icons/{name}.svg"))?;
    let encoded = utf8_percent_encode(picture.trim(), PICTURE);
    let icon = Icon::new(format!("data:image/svg+xml,{encoded}"));
    Some(icon.with_mime_type("image/svg+xml").with_sizes(vec!["any".to_owned()]))
}

/// What a picture's text may not have in an address.
const PICTURE: &AsciiSet = &CONTROLS.add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b' ');

/// The fields that a result can have, where clients choose how much they get.
fn fields(operation: &Operation, root: &Root) -> Vec<ResultField> {
    if operation.detail().is_none() {
        return Vec::new();
    }
    let shape = &operation.shape;
    let shapes = match root {
        Root::Connection(key) => [
            shape.below(&[key, "edges", "node"]).cloned(),
            shape.below(&[key, "edges"]).map(|edges| edges.without("node").without("cursor")),
        ],
        Root::List(key) | Root::Object(key) => [shape.at(key).cloned(), None],
    };
    let mut fields: Vec<ResultField> = Vec::new();
    for shape in shapes.iter().flatten() {
        for (name, parts) in shape.result_fields() {
            let parts = parts.into_iter().map(str::to_owned);
            match fields.iter_mut().find(|field| field.name == name) {
                Some(field) => field.parts.extend(parts),
                None => fields.push(ResultField { name: name.to_owned(), parts: parts.collect() }),
            }
        }
    }
    fields
}

/// What every tool says of itself: it only reads what is stored.
pub(crate) fn annotations() -> ToolAnnotations {
    ToolAnnotations::new().read_only(true).idempotent(true).open_world(false)
}

fn root(operation: &Operation) -> Result<Root, &'static str> {
    let shape = &operation.shape;
    for key in shape.keys() {
        if shape.is_list(key) {
            return Ok(Root::List(key.to_owned()));
        }
        let Some(page) = shape.at(key).filter(|page| page.at("edges").is_some()) else {
            continue;
        };
        let wanted: [&[&str]; 6] = [
            &["totalCount"],
            &["pageInfo", "hasNextPage"],
            &["edges", "cursor"],
            &["meta", "message"],
            &["meta", "warnings"],
            &["meta", "cacheStatus"],
        ];
        return if wanted.iter().all(|path| page.below(path).is_some()) {
            Ok(Root::Connection(key.to_owned()))
        } else {
            Err(
                "the connection must select totalCount, pageInfo.hasNextPage, edges.cursor and meta { cacheStatus sources message warnings }, under these names",
            )
        };
    }
    let object = shape.keys().find(|key| shape.is_object(key));
    object
        .map(|key| Root::Object(key.to_owned()))
        .ok_or("the query has neither a connection nor a list nor an object at its root")
}

/// Keys of an object in an answer that are keys of the answer itself.
pub const SHARED_KEYS: [&str; 2] = ["message", "warnings"];

/// The objects that an operation selects beside its results.
fn asides(shape: &Shape, root: &Root) -> Vec<Vec<String>> {
    let within = |path: &[&str], taken: &[&str]| -> Vec<Vec<String>> {
        let Some(shape) = shape.below(path) else {
            return Vec::new();
        };
        let keys = shape.keys().filter(|key| !taken.contains(key) && shape.is_object(key));
        let path = |key: &str| path.iter().copied().chain([key]).map(str::to_owned).collect();
        keys.map(path).collect()
    };
    match root {
        Root::Object(_) => Vec::new(),
        Root::List(key) => within(&[], &[key, "meta"]),
        Root::Connection(key) => {
            let beside = within(&[], &[key, "meta"]);
            [beside, within(&[key], &["pageInfo", "edges", "meta"])].concat()
        }
    }
}

fn input(operation: &Operation, root: &Root, format: bool) -> JsonObject {
    let mut properties = properties(&operation.variables);
    if operation.detail().is_some() {
        properties.insert(
            "detail".into(),
            json!({
                "type": "string", "enum": ["auto", "names", "summary", "full"], "default": "auto",
                "description": match root {
                    Root::Connection(_) => "`auto`: the best in full, the rest as summaries.",
                    Root::List(_) | Root::Object(_) => {
                        "`auto`: in full, as far as they fit into an answer."
                    }
                },
            }),
        );
        properties.insert(
            "fields".into(),
            json!({
                "type": "array", "items": {"type": "string"},
                "description": "Only these: [\"hit_points\"].",
            }),
        );
    }
    if format {
        properties.insert(
            "format".into(),
            json!({
                "type": "string", "enum": ["json", "text"], "default": "json",
                "description": "`text`: aligned columns.",
            }),
        );
    }
    input_schema(&operation.variables, properties)
}

/// The JSON Schema of the variables that clients are told of.
pub(crate) fn properties(variables: &[Variable]) -> JsonObject {
    let shown = variables.iter().filter(|v| v.shown);
    shown.map(|variable| (variable.name.clone(), Value::Object(property(variable)))).collect()
}

/// The JSON Schema of an object of arguments.
pub(crate) fn input_schema(variables: &[Variable], properties: JsonObject) -> JsonObject {
    let required = variables.iter().filter(|v| v.required);
    let required: Vec<&str> = required.map(|v| v.name.as_str()).collect();
    let mut schema = object(json!({"type": "object", "properties": properties}));
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    schema
}

fn property(variable: &Variable) -> JsonObject {
    let mut property = variable.kind.schema();
    property.insert("description".into(), json!(variable.description));
    if let Some(default) = &variable.default {
        property.insert("default".into(), default.clone());
    }
    property
}

/// The schema of an answer; its results are those of the nodes and of what the edges say beside them.
fn output(operation: &Operation, root: &Root, asides: &[Vec<String>]) -> JsonObject {
    let shape = &operation.shape;
    if let Root::Object(key) = root {
        let mut properties = shape.at(key).map(Shape::properties).unwrap_or_default();
        properties.insert("warnings".into(), json!({"type": "array"}));
        let schema = json!({"type": "object", "properties": properties, "additionalProperties": true});
        return object(schema);
    }
    let edges = match root {
        Root::List(_) | Root::Object(_) => None,
        Root::Connection(key) => shape.below(&[key, "edges"]),
    };
    let node = match root {
        Root::List(key) => shape.at(key),
        Root::Connection(_) => edges.and_then(|edges| edges.at("node")),
        Root::Object(_) => None,
    };
    let mut properties = node.map(Shape::properties).unwrap_or_default();
    let beside = edges.map(Shape::properties).unwrap_or_default().into_iter();
    properties.extend(beside.filter(|(key, _)| key != "node" && key != "cursor"));
    if operation.detail().is_some() {
        let detail = json!({"type": "string"});
        properties.insert("detail".into(), detail);
    }
    let mut result = object(json!({"type": "object", "properties": properties}));
    if node.is_some_and(Shape::is_open) {
        result.insert("additionalProperties".into(), json!(true));
    }
    let mut schema = json!({
        "type": "object",
        "properties": {
            "results": {"type": "array", "items": result},
            "count": {"type": "integer"},
            "total": {"type": "integer"},
            "matching": {"type": "integer"},
            "next_cursor": {"type": "string"},
            "message": {"type": "string"},
            "warnings": {"type": "array"},
            "meta": {"type": "object"},
        },
        "required": ["results", "count", "total", "meta"],
    });
    if let Some(answer) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for path in asides {
            let aside = json!({"type": "object"});
            answer.extend(path.last().map(|key| (key.clone(), aside)));
        }
        if node.is_some_and(|node| !node.shared().is_empty()) && operation.detail().is_some() {
            answer.insert("shared".into(), json!({"type": "object"}));
        }
    }
    object(schema)
}
