//! Completions: operations that offer values while a client types.

use crate::operation::{Operation, OperationError};
use serde_json::{Map, Value, json};

/// Most values of an answer.
pub const MAX_VALUES: usize = 100;

/// Offers values. Its query takes `$text` and selects a list of objects with `value`.
#[derive(Clone, Debug)]
pub struct Completion {
    /// The query.
    pub operation: Operation,
}

impl Completion {
    /// The completion of an operation.
    pub fn new(operation: Operation) -> Result<Self, OperationError> {
        if operation.variables.iter().any(|v| v.name == "text") {
            Ok(Self { operation })
        } else {
            Err(operation.error("the variable $text is missing"))
        }
    }

    /// The variables for what was typed.
    pub fn variables(&self, typed: &str) -> Map<String, Value> {
        Map::from_iter([("text".to_owned(), json!(typed))])
    }

    /// The values of an answer, each once.
    pub fn read(&self, data: &Value) -> Vec<String> {
        let list = self.operation.shape.keys().next().and_then(|key| data.get(key));
        let mut values = Vec::new();
        for item in list.and_then(Value::as_array).into_iter().flatten() {
            if let Some(value) = item.get("value").and_then(Value::as_str)
                && !values.iter().any(|known| known == value)
                && values.len() < MAX_VALUES
            {
                values.push(value.to_owned());
            }
        }
        values
    }
}
