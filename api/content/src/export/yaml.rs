//! YAML writer: JSON values in block style, with texts quoted as JSON quotes them, which every YAML parser reads. What
//! YAML does not print is escaped.

use serde_json::Value;
use std::fmt::Write as _;

/// An object as a document.
pub(super) fn document(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value, 0);
    // Only quoted texts have such characters.
    let mut printable = String::with_capacity(out.len());
    for c in out.chars() {
        if matches!(c, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}') {
            let _ = write!(printable, "\\u{:04x}", u32::from(c));
        } else {
            printable.push(c);
        }
    }
    printable
}

/// Writes the lines of a value; a value that is no object and no list is one line.
fn write(out: &mut String, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let _ = write!(out, "{indent}{}:", quoted_key(key));
                write_after(out, value, depth + 1);
            }
        }
        Value::Array(items) => {
            for item in items {
                let mut block = String::new();
                write(&mut block, item, depth + 1);
                // The first line of an item stands behind its dash.
                let _ = write!(out, "{indent}- {}", block.trim_start());
            }
        }
        scalar => {
            let _ = writeln!(out, "{indent}{scalar}");
        }
    }
}

/// Writes a value behind its key: on the same line, or as a block below.
fn write_after(out: &mut String, value: &Value, depth: usize) {
    let is_flat = match value {
        Value::Object(fields) => fields.is_empty(),
        Value::Array(items) => !items.iter().any(|item| item.is_object() || item.is_string()),
        _ => true,
    };
    if is_flat {
        let _ = writeln!(out, " {value}");
    } else {
        out.push('\n');
        write(out, value, depth);
    }
}

/// A key as it is where it is a plain word, else in quotes.
fn quoted_key(key: &str) -> String {
    let is_plain = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { key.to_owned() } else { Value::from(key).to_string() }
}
