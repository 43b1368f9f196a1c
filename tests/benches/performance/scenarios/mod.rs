//! What is asked: a scenario a file, each with what it cannot do without.

mod again;
mod faceted;
mod hybrid;
mod lexical;
mod named;
mod nested;
mod semantic;
mod structured;
pub mod texts;
mod tool;

use crate::connection::Request;
use crate::content::Samples;
use crate::limits::{Bare, Parameter};
use serde_json::Value;

/// A question in many variants.
#[derive(Clone, Copy)]
pub struct Scenario {
    /// Its name in the table.
    pub name: &'static str,
    /// What it asks for, in a few words.
    pub about: &'static str,
    /// How it asks.
    pub way: Way,
    /// The variables, or the arguments, of a number. No two numbers give the same, so that no answer is one that was
    /// kept, but where that is what is measured.
    pub variables: fn(&Samples, u64) -> Value,
    /// How many rows an answer has.
    pub rows: fn(&Value) -> usize,
    /// What it cannot do without.
    pub limit: Limit,
}

/// How a scenario asks.
#[derive(Clone, Copy)]
pub enum Way {
    /// By an operation.
    Graphql(&'static str),
    /// By the MCP tool of this name.
    Tool(&'static str),
}

/// What a scenario cannot do without.
#[derive(Clone, Copy)]
pub enum Limit {
    /// The statement that gives the same rows.
    Sql(Bare),
    /// A statement that only resembles the question: it gives rows by the same index, ranked more simply.
    LikeSql(Bare),
    /// The call of the model for the variable `text`, and a statement that has the vector as its first parameter and
    /// the model's name as its second.
    ModelAndSql(Bare),
    /// Another request.
    Request(&'static str, fn(&Samples, u64) -> Request),
}

impl Limit {
    /// What it is, for the table.
    pub fn what(self) -> &'static str {
        match self {
            Self::Sql(_) | Self::LikeSql(_) => "bare SQL",
            Self::ModelAndSql(_) => "model + SQL",
            Self::Request(what, _) => what,
        }
    }
}

impl Scenario {
    /// The request of a number.
    pub fn request(&self, samples: &Samples, number: u64) -> Request {
        let variables = (self.variables)(samples, number);
        match self.way {
            Way::Graphql(document) => Request::graphql(document, variables),
            Way::Tool(name) => Request::tool(name, &variables),
        }
    }
}

/// All of them, in the order of the table.
pub const ALL: [Scenario; 12] = [
    structured::SCENARIO,
    named::SCENARIO,
    faceted::SCENARIO,
    nested::SCENARIO,
    lexical::SCENARIO,
    semantic::FRESH,
    semantic::REMEMBERED,
    semantic::RANKED,
    hybrid::SCENARIO,
    tool::ONE,
    tool::PAGE,
    again::SCENARIO,
];

/// What is read while a sync writes.
pub const STRUCTURED: Scenario = structured::SCENARIO;

/// How many there are in the list at a path of an answer.
fn length(answer: &Value, path: &str) -> usize {
    answer
        .pointer(path)
        .and_then(Value::as_array)
        .map_or(0, Vec::len)
}

/// A text among variables, as a parameter.
fn text(variables: &Value, name: &str) -> Parameter {
    let text = variables.get(name).and_then(Value::as_str);
    Parameter::Text(text.unwrap_or_default().to_owned())
}

/// A number among variables, as a parameter.
fn float(variables: &Value, name: &str) -> Parameter {
    Parameter::Float(
        variables
            .get(name)
            .and_then(Value::as_f64)
            .unwrap_or_default(),
    )
}

/// A whole number among variables, as a parameter.
fn int(variables: &Value, name: &str) -> Parameter {
    Parameter::Int(
        variables
            .get(name)
            .and_then(Value::as_i64)
            .unwrap_or_default(),
    )
}
