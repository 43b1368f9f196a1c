//! Prompts: what an assistant is asked to do, with what the books say put in.
//!
//! A prompt is a query and, beside it, a template (`.md`) that is filled in with the arguments (`arguments`)
//! and the answer (`data`). Texts of books are data: the template attaches them (`attached`), each as a resource in a message
//! of its own, where they cannot pass for words of the user.

use crate::arguments::{self, missing};
use crate::operation::{Kind, Operation, OperationError, is_nothing, load_text};
use crate::resource::MARKDOWN;
use crate::uri::encoded;
use minijinja::{Environment, filters};
use rmcp::model::{ContentBlock, Prompt as Descriptor, PromptArgument};
use rmcp::model::{PromptMessage, ResourceContents, Role};
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// A prompt.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The query for what the books say.
    pub operation: Operation,
    template: &'static str,
}

impl Prompt {
    /// The prompt of an operation.
    pub fn new(operation: Operation) -> Result<Self, OperationError> {
        let path = operation.file.replace(".graphql", ".md");
        let template = load_text(&path).ok_or_else(|| operation.error(format!("the template {path} is missing")))?;
        environment(&Attached::default())
            .template_from_str(template)
            .map_err(|cause| operation.error(format!("{path}: {cause}")))?;
        Ok(Self { operation, template })
    }

    /// What clients are told of it.
    pub fn descriptor(&self) -> Descriptor {
        let shown = self.operation.variables.iter().filter(|v| v.shown);
        let arguments = shown.map(|variable| {
            let description = &variable.description;
            let description = match &variable.default {
                Some(Value::String(default)) => format!("{description} Default: {default}."),
                Some(default) => format!("{description} Default: {default}."),
                None => description.clone(),
            };
            PromptArgument::new(variable.name.clone()).with_description(description).with_required(variable.required)
        });
        Descriptor::new(
            self.operation.name.clone(),
            Some(self.operation.description.clone()),
            Some(arguments.collect()),
        )
        .with_title(self.operation.title())
    }

    /// The variables for a prompt's arguments, which by the protocol are all texts.
    pub fn variables(&self, given: &Map<String, Value>) -> Result<Map<String, Value>, String> {
        let mut variables = Map::new();
        let mut problems = Vec::new();
        let shown = self.operation.variables.iter().filter(|v| v.shown);
        let known: Vec<&str> = shown.clone().map(|v| v.name.as_str()).collect();
        let mut unknown = given.keys().filter(|name| !known.contains(&name.as_str()));
        if let Some(name) = unknown.next() {
            problems.push(format!(
                "{} is not an argument of {}. It takes: {}.",
                arguments::shown(&json!(name)),
                self.operation.name,
                known.join(", ")
            ));
        }
        for variable in shown {
            let given = given.get(&variable.name).unwrap_or(&Value::Null);
            if is_nothing(given) {
                problems.extend(variable.required.then(|| missing(variable)));
                continue;
            }
            let value = match (&variable.kind, given) {
                (Kind::List(_), Value::String(text)) => items(text),
                _ => given.clone(),
            };
            match variable.kind.read(&value) {
                Ok(value) => {
                    variables.insert(variable.name.clone(), value);
                }
                Err(wanted) => {
                    problems.push(format!("{} is {}, but must be {wanted}.", variable.name, arguments::shown(given)));
                }
            }
        }
        if problems.is_empty() { Ok(variables) } else { Err(problems.join(" ")) }
    }

    /// The variables that are sent.
    pub fn sent(&self, variables: &Map<String, Value>) -> Map<String, Value> {
        let mut sent = variables.clone();
        for variable in self.operation.variables.iter().filter(|v| !v.sent) {
            sent.remove(&variable.name);
        }
        sent
    }

    /// The messages: the text, filled in, and each text of a book that it attaches.
    pub fn fill(&self, arguments: &Map<String, Value>, data: &Value) -> Result<Vec<PromptMessage>, minijinja::Error> {
        let defaults = self.operation.variables.iter().filter_map(|v| Some((v.name.clone(), v.default.clone()?)));
        let mut all: Map<String, Value> = defaults.collect();
        all.extend(arguments.clone());
        let attached = Attached::default();
        let text = environment(&attached).render_str(self.template, json!({"arguments": all, "data": data}))?;
        let text = ContentBlock::text(text.trim());
        let attached = std::mem::take(&mut *attached.lock().unwrap_or_else(PoisonError::into_inner));
        let attached = attached.into_iter().map(ContentBlock::resource);
        let contents = std::iter::once(text).chain(attached);
        Ok(contents.map(|content| PromptMessage::new(Role::User, content)).collect())
    }
}

/// The items of a list, however it is written: `5, 5, 5`, `5 5 5`, `[5, 5, 5]`, `5, 5 and 5`.
pub(crate) fn items(text: &str) -> Value {
    let ends = |c: char| c.is_whitespace() || ",;/|[](){}\"".contains(c);
    let items = text.split(ends);
    items.filter(|item| !matches!(*item, "" | "and")).map(Value::from).collect()
}

/// The texts that a template attaches, in its order.
type Attached = Arc<Mutex<Vec<ResourceContents>>>;

/// What templates are rendered with: the filters that they use, of some seventy, and `attached`, which takes a text of books
/// out of the message and leaves its address there.
fn environment(attached: &Attached) -> Environment<'static> {
    let mut environment = Environment::empty();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.add_filter("join", filters::join);
    environment.add_filter("length", filters::length);
    environment.add_filter("lower", filters::lower);
    environment.add_filter("map", filters::map);
    let attached = Arc::clone(attached);
    environment.add_filter("attached", move |text: String, address: String| {
        let address = encoded(&address);
        let contents = ResourceContents::text(text.trim(), address.clone());
        let mut attached = attached.lock().unwrap_or_else(PoisonError::into_inner);
        attached.push(contents.with_mime_type(MARKDOWN));
        address
    });
    environment
}
