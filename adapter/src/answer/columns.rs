//! Results as a text of aligned columns.

use serde_json::Value;
use std::fmt::Write as _;

/// Results as aligned columns under a head.
pub fn columns(keys: &[String], results: &[Value]) -> String {
    if results.is_empty() {
        return "Nothing was found.".into();
    }
    let cell = |result: &Value, key: &String| match result.get(key) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.replace(['\n', '\r'], " "),
        Some(other) => other.to_string(),
    };
    let mut lines = vec![String::new(); results.len() + 1];
    for key in keys {
        let cells = results.iter().map(|result| cell(result, key));
        let column: Vec<String> = [key.clone()].into_iter().chain(cells).collect();
        let width = column.iter().map(|text| text.chars().count()).max();
        let width = width.unwrap_or_default() + 2;
        for (line, text) in lines.iter_mut().zip(column) {
            // Writing to a text does not fail.
            let _ = write!(line, "{text:<width$}");
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}
