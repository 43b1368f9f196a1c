//! One operation file: parsed, checked against the schema, and made ready to be sent.
//!
//! A file holds one query. It may use the fragments of `operations/fragments/`, and the adapter's own
//! directives (`operations/directives.graphql`), which are taken out again before the query is sent.

mod files;
mod fragments;
mod kind;
mod shape;
mod strip;
mod usage;
mod variable;
mod words;

pub use files::{File, folder, load_text, subfolders};
pub use fragments::Fragments;
pub use kind::{Choice, Kind, Property, Range};
pub(crate) use kind::{is_nothing, object};
pub use shape::{Detail, Shape};
pub(crate) use usage::one_line;
pub use variable::Variable;
pub use words::Case;
pub(crate) use words::{folded, snake};

use apollo_compiler::executable::Operation as Query;
use apollo_compiler::validation::Valid;
use apollo_compiler::{ExecutableDocument, Node, Schema, ast};

/// Why an operation file cannot be served.
#[derive(Clone, Debug, thiserror::Error)]
#[error("operations/{file}: {reason}")]
pub struct OperationError {
    /// The file, below `operations/`.
    pub file: String,
    /// What is wrong, with the line where it is known.
    pub reason: String,
}

/// An operation, checked and ready to be sent.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The file it comes from, below `operations/`.
    pub file: String,
    /// Name of the query.
    pub name: String,
    /// The comment at the head of the file.
    pub description: String,
    /// The document to send.
    pub text: String,
    /// Its variables, in order.
    pub variables: Vec<Variable>,
    /// What it selects.
    pub shape: Shape,
    query: Node<Query>,
}

impl Operation {
    /// Parses and checks a file.
    pub fn load(schema: &Valid<Schema>, fragments: &Fragments, file: &File) -> Result<Self, OperationError> {
        let broken = |reason: String| OperationError { file: file.path.clone(), reason };
        let mut document =
            ast::Document::parse(file.text.as_str(), &file.path).map_err(|e| broken(e.errors.to_string()))?;
        fragments.complete(&mut document).map_err(&broken)?;
        let definitions = strip::without_local(&mut document);
        let checked = document.to_executable_validate(schema).map_err(|e| broken(e.errors.to_string()))?;
        let query = only_query(&checked).map_err(&broken)?;
        let name = query.name.as_ref().map(ToString::to_string);
        let name = name.ok_or_else(|| broken("the query has no name".into()))?;
        let stem = file.stem();
        if name != stem {
            return Err(broken(format!("the query is called {name}, but the file {stem}")));
        }
        let description = file.description();
        if description.is_empty() {
            return Err(broken("line 1: a comment that describes the operation is missing".into()));
        }
        let variables = variable::variables(schema, &checked, query, &definitions).map_err(&broken)?;
        Ok(Self {
            file: file.path.clone(),
            name,
            description,
            text: strip::sent(&document),
            variables,
            shape: Shape::of(schema, &checked, &query.selection_set),
            query: query.clone(),
        })
    }

    /// The error that this operation cannot be served.
    pub(crate) fn error(&self, reason: impl Into<String>) -> OperationError {
        OperationError { file: self.file.clone(), reason: reason.into() }
    }

    /// The value of an argument of one of the query's directives.
    pub fn directive(&self, directive: &str, argument: &str) -> Option<&ast::Value> {
        let directive = self.query.directives.get(directive)?;
        directive.specified_argument_by_name(argument).map(AsRef::as_ref)
    }

    /// A title for people: the file's, else the name in words.
    pub fn title(&self) -> String {
        self.directive("title", "text")
            .and_then(ast::Value::as_str)
            .map_or_else(|| words::title(&self.name), str::to_owned)
    }

    /// The variable that is true when whole records are wanted.
    pub fn detail(&self) -> Option<&Variable> {
        self.variables.iter().find(|v| v.kind == Kind::Detail(Choice::Free))
    }
}

fn only_query(document: &Valid<ExecutableDocument>) -> Result<&Node<Query>, String> {
    let mut queries = document.operations.iter();
    match (queries.next(), queries.next()) {
        (Some(query), None) if query.is_query() => Ok(query),
        (Some(_), None) => Err("the operation is not a query".into()),
        (None, _) => Err("there is no operation".into()),
        (Some(_), Some(_)) => Err("there is more than one operation".into()),
    }
}
