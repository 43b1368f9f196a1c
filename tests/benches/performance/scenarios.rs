//! Scenarios: what is asked, and the baseline of each.

mod again;
mod faceted;
mod last_page;
mod lexical;
mod named;
mod nested;
mod page;
mod semantic;
mod structured;
mod tool;

use crate::baseline::Statement;
use crate::client::Request;
use crate::samples::Samples;
use serde_json::Value;

/// A question in many variants.
#[derive(Clone, Copy)]
pub struct Scenario {
    /// Its name in the table.
    pub name: &'static str,
    /// What it asks for, in a few words.
    pub about: &'static str,
    /// How it is asked.
    pub protocol: Protocol,
    /// The variables, or the arguments, of a number. No two numbers give the same, so that no answer comes from a cache,
    /// except where that is what is measured.
    pub variables: fn(&Samples, u64) -> Value,
    /// The number of rows of an answer.
    pub rows: fn(&Value) -> usize,
    /// The baseline.
    pub baseline: Baseline,
}

/// How a scenario is asked.
#[derive(Clone, Copy)]
pub enum Protocol {
    /// By a GraphQL document.
    Graphql(&'static str),
    /// By MCP tools; the variables are the name and the arguments of the call.
    Tool,
}

/// What a scenario is compared with.
#[derive(Clone, Copy)]
pub enum Baseline {
    /// The statement that gives the same rows.
    Sql(Statement),
    /// A statement that gives rows by an index of words, ranked more simply.
    SimilarSql {
        /// The statement that makes the index, which the program does without.
        index: &'static str,
        /// The statement that finds.
        statement: Statement,
    },
    /// The call of the model for the variable `text`, and a statement with the vector as its first parameter and the
    /// model's name as its second.
    ModelAndSql(Statement),
    /// Another request.
    Request(&'static str, fn(&Samples, u64) -> Request),
}

impl Baseline {
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sql(_) | Self::SimilarSql { .. } => "bare SQL",
            Self::ModelAndSql(_) => "model + SQL",
            Self::Request(name, _) => name,
        }
    }
}

impl Scenario {
    /// The request of a number.
    pub fn request(&self, samples: &Samples, number: u64) -> Request {
        let variables = (self.variables)(samples, number);
        match self.protocol {
            Protocol::Graphql(document) => Request::graphql(document, variables),
            Protocol::Tool => Request::tool(&variables),
        }
    }
}

/// All scenarios, in the order of the table.
pub const ALL: [Scenario; 17] = [
    structured::SCENARIO,
    named::SCENARIO,
    faceted::SCENARIO,
    nested::SCENARIO,
    lexical::SCENARIO,
    semantic::UNCACHED,
    semantic::CACHED_VECTOR,
    semantic::CACHED_RANKING,
    semantic::HYBRID,
    tool::ONE,
    tool::PAGE,
    tool::SUMMARY,
    tool::FULL,
    tool::TEXT,
    tool::SESSION,
    page::SEARCH,
    again::SCENARIO,
];

/// The scenario that is also measured beside slow requests and while a sync writes.
pub const STRUCTURED: Scenario = structured::SCENARIO;

/// The scenario that only the scale curves have.
pub const LAST_PAGE: Scenario = last_page::SCENARIO;

/// The length of the list at a path of an answer.
fn length(answer: &Value, path: &str) -> usize {
    answer.pointer(path).and_then(Value::as_array).map_or(0, Vec::len)
}

/// A text among variables, as a parameter.
fn text(variables: &Value, name: &str) -> sea_orm::Value {
    variables.get(name).and_then(Value::as_str).unwrap_or_default().into()
}

/// A number among variables, as a parameter.
fn float(variables: &Value, name: &str) -> sea_orm::Value {
    variables.get(name).and_then(Value::as_f64).unwrap_or_default().into()
}

/// A whole number among variables, as a parameter.
fn int(variables: &Value, name: &str) -> sea_orm::Value {
    variables.get(name).and_then(Value::as_i64).unwrap_or_default().into()
}
