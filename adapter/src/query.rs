//! Queries of clients: checked before they are sent, and their responses made into answers.
//!
//! Limits are the endpoint's. A query only reads, whatever rights this program has at the endpoint: that is checked
//! here.

use crate::arguments::shown;
use crate::executor::{Author, GraphqlRequest};
use crate::schema_search::Advice;
use apollo_compiler::Name;
use apollo_compiler::ast::{Definition, Document, OperationType};
use apollo_compiler::parser::Parser;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Most bytes of a query.
const MAX_QUERY_BYTES: usize = 64 * 1024;

/// Deepest nesting that is parsed: more than any endpoint answers.
const MAX_NESTING: usize = 128;

/// Most operations that are named.
const MAX_NAMES: usize = 20;

/// Most errors that are told.
const MAX_ERRORS: usize = 10;

/// Most parts that an answer that is too long is said to consist of.
const MAX_PARTS: usize = 3;

/// The request for a client's query, or why it is not sent.
pub fn request(
    query: &str,
    variables: Map<String, Value>,
    operation_name: Option<String>,
) -> Result<GraphqlRequest, String> {
    if query.len() > MAX_QUERY_BYTES {
        return Err(format!(
            "query has {} bytes, but at most {MAX_QUERY_BYTES} are read. Send values as variables, and ask in several calls.",
            query.len()
        ));
    }
    let parsed = Parser::new().recursion_limit(MAX_NESTING).parse_ast(query, "query");
    let document = parsed.map_err(|broken| {
        let problem = broken.errors.iter().next();
        problem.map_or_else(String::new, |problem| {
            let reason = problem.error.to_string();
            let reason = reason.trim_start_matches("syntax error: ");
            let place = problem.line_column_range();
            let place = place.map(|place| at(place.start.line, place.start.column));
            let place = place.unwrap_or_default();
            format!("query is not GraphQL: {}{place}.", reason.trim_end_matches('.'))
        })
    })?;
    check(&document, &variables, operation_name.as_deref())?;
    Ok(GraphqlRequest { query: query.to_owned(), variables, operation_name, author: Author::Client, written: None })
}

/// Refuses all but queries, and one that cannot be told or lacks a variable.
fn check(document: &Document, variables: &Map<String, Value>, operation_name: Option<&str>) -> Result<(), String> {
    let mut operations = Vec::new();
    for definition in &document.definitions {
        let kind = match definition {
            Definition::FragmentDefinition(_) => continue,
            Definition::OperationDefinition(operation) => match operation.operation_type {
                OperationType::Query => {
                    operations.push(operation);
                    continue;
                }
                OperationType::Mutation => "a mutation",
                OperationType::Subscription => "a subscription",
            },
            _ => "a definition of a schema",
        };
        return Err(format!(
            "query has {kind}, but this tool only reads: all operations must be queries, such as {{ status {{ version }} }}."
        ));
    }
    let names: Vec<&str> =
        operations.iter().filter_map(|operation| operation.name.as_ref().map(Name::as_str)).collect();
    let operation = match (operation_name, operations.as_slice()) {
        (_, []) => {
            return Err("query has no operation. It looks like: { status { version } }.".to_owned());
        }
        (None, [operation]) => operation,
        (None, several) => {
            return Err(format!(
                "query has {} operations. Say in operation_name which to answer, of: {}.",
                several.len(),
                listed(&names)
            ));
        }
        (Some(wanted), all) => {
            let is_it = |name: &Name| name == wanted;
            let mut all = all.iter();
            all.find(|operation| operation.name.as_ref().is_some_and(is_it)).ok_or_else(|| {
                let given = shown(&json!(wanted));
                format!("operation_name is {given}, but query has: {}.", listed(&names))
            })?
        }
    };
    let missing = operation.variables.iter().find(|variable| {
        let is_given = variables.get(variable.name.as_str()).is_some_and(|value| !value.is_null());
        variable.ty.is_non_null() && variable.default_value.is_none() && !is_given
    });
    missing.map_or(Ok(()), |variable| {
        let (name, ty) = (&variable.name, &variable.ty);
        Err(format!("variables has no {name}, but query needs it: ${name}: {ty}."))
    })
}

/// Names in a sentence, as many as there is room for.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "operations without a name".to_owned(),
        names => names.iter().take(MAX_NAMES).copied().collect::<Vec<_>>().join(", "),
    }
}

/// What a client is told of a response.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// There is data, perhaps beside errors.
    Data(Value),
    /// There is none, or too much: what is wrong, in sentences.
    Problem(String),
}

/// What a client is told of a response of at most `max_bytes`.
pub fn outcome(mut response: Value, max_bytes: usize, advise: impl Fn(&str) -> Advice) -> Outcome {
    let errors = response.get("errors").and_then(Value::as_array);
    let errors: Vec<Value> = errors.into_iter().flatten().map(error).collect();
    let data = response.get_mut("data").map(Value::take);
    let data = data.unwrap_or_default();
    // Where nothing but nulls is left, the errors are the answer.
    let is_empty = |data: &Value| {
        let fields = data.as_object();
        fields.is_none_or(|fields| fields.values().all(Value::is_null))
    };
    if !errors.is_empty() && is_empty(&data) {
        return Outcome::Problem(sentences(&errors, advise));
    }
    let length = data.to_string().len();
    if length > max_bytes {
        return Outcome::Problem(too_long(&data, length, max_bytes));
    }
    let mut answer = json!({"data": data});
    if !errors.is_empty()
        && let Some(answer) = answer.as_object_mut()
    {
        let told = errors.into_iter().take(MAX_ERRORS).collect();
        answer.insert("errors".into(), Value::Array(told));
    }
    Outcome::Data(answer)
}

/// An error with what a client can act on: message, path, line and column.
fn error(error: &Value) -> Value {
    let mut told = Map::new();
    for key in ["message", "path", "locations"] {
        let value = error.get(key);
        let is_something = |value: &&Value| value.as_array().is_none_or(|list| !list.is_empty());
        if let Some(value) = value.filter(is_something) {
            told.insert(key.to_owned(), value.clone());
        }
    }
    Value::Object(told)
}

/// The errors, one a line, with what helps.
fn sentences(errors: &[Value], advise: impl Fn(&str) -> Advice) -> String {
    let mut lines = Vec::new();
    let mut definitions = BTreeSet::new();
    for error in errors.iter().take(MAX_ERRORS) {
        let message = error.get("message").and_then(Value::as_str);
        let message = message.unwrap_or("The query failed.");
        let path = error.get("path").and_then(Value::as_array);
        let place = match (path, error.pointer("/locations/0")) {
            (Some(path), _) => format!("{}: ", joined(path)),
            (None, Some(location)) => {
                let number = |key| location.get(key).and_then(Value::as_u64).unwrap_or_default();
                format!("line {}, column {}: ", number("line"), number("column"))
            }
            (None, None) => String::new(),
        };
        let mut line = format!("{place}{message}");
        match advise(message) {
            Advice::Nothing => {}
            Advice::Sentence(sentence) => {
                if !line.ends_with(['.', '?', ')']) {
                    line.push('.');
                }
                line = format!("{line} {sentence}");
            }
            Advice::Definition(name) => {
                definitions.insert(name);
            }
        }
        lines.push(line);
    }
    if errors.len() > MAX_ERRORS {
        lines.push(format!("{} more errors.", errors.len() - MAX_ERRORS));
    }
    if !definitions.is_empty() {
        let names: Vec<String> = definitions.into_iter().collect();
        let words = json!(names.join(" "));
        lines.push(format!("search_schema {{\"words\": {words}}} gives the definition."));
    }
    lines.join("\n")
}

/// A path in a response: `spells.nodes.0.name`.
fn joined(path: &[Value]) -> String {
    let steps: Vec<String> =
        path.iter().map(|step| step.as_str().map_or_else(|| step.to_string(), str::to_owned)).collect();
    steps.join(".")
}

fn at(line: usize, column: usize) -> String {
    format!(" (line {line}, column {column})")
}

/// What an answer that is too long consists of, and how to ask for less.
fn too_long(data: &Value, length: usize, max_bytes: usize) -> String {
    let mut parts = BTreeMap::new();
    measure(data, &mut String::new(), &mut parts);
    let mut parts: Vec<(String, usize)> = parts.into_iter().collect();
    parts.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    let parts: Vec<String> = parts.iter().take(MAX_PARTS).map(|(path, bytes)| format!("`{path}` ({bytes})")).collect();
    format!(
        "The answer has {length} bytes, but at most {max_bytes} are given. Most of them are in {}. Leave fields out, ask for fewer with `first`, and for the rest with `after` and `pageInfo {{ endCursor }}`.",
        parts.join(", ")
    )
}

/// Adds the bytes of every scalar to its field; items of lists count as one field.
fn measure(value: &Value, path: &mut String, parts: &mut BTreeMap<String, usize>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let length = path.len();
                if length > 0 {
                    path.push('.');
                }
                path.push_str(name);
                measure(value, path, parts);
                path.truncate(length);
            }
        }
        Value::Array(items) => {
            for item in items {
                measure(item, path, parts);
            }
        }
        scalar => *parts.entry(path.clone()).or_default() += scalar.to_string().len(),
    }
}

#[cfg(test)]
mod tests;
