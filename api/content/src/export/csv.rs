//! CSV: JSON records as the lines of a table for spreadsheets. Lines end with a line feed alone.
//!
//! Quotes stand around every text: some spreadsheets take semicolons and tabs for the ends of cells, too.

use super::{Credit, json};
use crate::{Family, families};
use serde_json::Value;

/// First characters that make a spreadsheet take a text for a formula. Those of East Asian width and the small ones count,
/// too.
const FORMULA_STARTS: [char; 14] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];

/// Whether a character has no width: a program may drop it, and begin with the next one.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// The columns of a family's table: the paths of the fields of its records (`speed.walk`).
pub fn columns(family: Family) -> Vec<String> {
    macro_rules! empty_record {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => {
            match family {
                $(Family::$variant => {
                    json::record(&crate::$module::Model::default(), &Credit::of("", None))
                })*
            }
        };
    }
    let mut columns = Vec::new();
    leaves("", &families!(empty_record), &mut columns);
    columns
}

fn leaves(path: &str, value: &Value, columns: &mut Vec<String>) {
    let Value::Object(fields) = value else {
        columns.push(path.to_owned());
        return;
    };
    for (name, value) in fields {
        let dot = if path.is_empty() { "" } else { "." };
        leaves(&format!("{path}{dot}{name}"), value, columns);
    }
}

/// The mark of Unicode, without which spreadsheets read another encoding.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The head of a table, which begins the file.
pub fn head(columns: &[String]) -> String {
    format!("{BYTE_ORDER_MARK}{}\n", columns.join(","))
}

/// The line of a record.
pub fn row(columns: &[String], record: &Value) -> String {
    let cells: Vec<String> = columns
        .iter()
        .map(|path| {
            let value = path.split('.').try_fold(record, |value, key| value.get(key));
            value.map(cell).unwrap_or_default()
        })
        .collect();
    cells.join(",") + "\n"
}

/// The cell of a value: items of a list of texts are divided by semicolons, other lists and objects are JSON. A text
/// that a spreadsheet would compute gets an apostrophe in front.
fn cell(value: &Value) -> String {
    let text = match value {
        Value::Null => return String::new(),
        Value::Bool(_) | Value::Number(_) => return value.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            texts.map_or_else(|| value.to_string(), |texts| texts.join("; "))
        }
        Value::Object(_) => value.to_string(),
    };
    let shown = text.trim_start_matches(|c: char| is_invisible(c) || c == ' ');
    let mark = if text.starts_with(FORMULA_STARTS) || shown.starts_with(FORMULA_STARTS) { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}
