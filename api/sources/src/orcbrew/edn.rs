//! EDN parser: text to JSON values.
//!
//! `clojure-reader` parses the syntax tree. Its values are not used: they refuse duplicate keys, which real files
//! have. Other syntax that it refuses is rewritten first by [`cleanup`], byte for byte, so that places stay valid.

mod cleanup;
mod json;
mod place;

pub(super) use place::Fault;

use clojure_reader::error::{Code, Error};
use clojure_reader::parse::{NodeKind, SourceReader, parse};
use serde_json::Value;

/// The values of a text.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    /// The maps of the text, as a rule one. Keywords are strings without their colon, sets are arrays, and
    /// what JSON has not is null.
    pub maps: Vec<Value>,
    /// Duplicate keys of maps, with the line of the second.
    pub twice: Vec<(String, usize)>,
    /// An upper bound of the number of values.
    pub values: usize,
}

/// Reads a text that is one map, or several in a row, with no more values than `most`.
pub(super) fn read(text: &str, most: usize) -> Result<Parsed, Fault> {
    let clean = cleanup::clean_up(text, most)?;
    let mut said = Parsed { values: clean.values, ..Parsed::default() };
    let mut reader = SourceReader::new(&clean.text);
    while !is_blank(reader.remaining()) {
        let before = reader.remaining().len();
        let node = parse(&mut reader).map_err(|error| fault(text, &error))?;
        let after = reader.remaining().len();
        match json::value(&node, &mut said.twice) {
            map @ Value::Object(_) => said.maps.push(map),
            Value::Null if node.kind == NodeKind::Nil => {}
            other => {
                let what = what(&other);
                let start = text.len().saturating_sub(before);
                return Err(Fault::at(
                    text,
                    first_sign(text, start),
                    &format!("here is {what}, where a map should be"),
                ));
            }
        }
        if after == before {
            break;
        }
    }
    Ok(said)
}

/// Whether a text begins like an EDN map, and not like a JSON object.
pub(super) fn looks_like_a_map(text: &str) -> bool {
    let text = unspaced(text);
    if text.starts_with("#:") || text.starts_with("#_") {
        return true;
    }
    let Some(inside) = text.strip_prefix('{').map(unspaced) else {
        return false;
    };
    match inside.strip_prefix('"') {
        // Only JSON has a colon between a key and its value.
        Some(key) => cleanup::after_text(key).is_none_or(|rest| !unspaced(rest).starts_with(':')),
        // An empty map is both, and holds nothing of either.
        None => !inside.starts_with('}'),
    }
}

/// The type of a value, in words.
pub(super) fn what(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing (nil)",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a map",
    }
}

fn is_blank(text: &str) -> bool {
    unspaced(text).is_empty()
}

/// The text from its first sign on that is neither space nor comma nor comment.
fn unspaced(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        match rest.strip_prefix(';') {
            Some(comment) => {
                let next = comment.split_once(['\n', '\r']);
                rest = next.map_or("", |(_, next)| next);
            }
            None => return rest,
        }
    }
}

fn first_sign(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    text.len() - unspaced(rest).len()
}

fn fault(text: &str, error: &Error) -> Fault {
    let problem = match &error.code {
        Code::InvalidChar => "a backslash stands here without a character that it could mean",
        Code::InvalidEscape => "a backslash stands before a sign that needs none",
        Code::InvalidKeyword => "a colon stands here without a name",
        Code::InvalidNumber | Code::InvalidRadix(_) => "what begins like a number is none; words need quotation marks",
        Code::InvalidTag => "\"#\" stands here without what it is about",
        Code::UnexpectedEOF => "a key has no value, or the text ends too early",
        Code::UnmatchedDelimiter(_) => "a closing bracket stands where a value is missing",
        _ => "this is no EDN",
    };
    Fault::at(text, error.ptr.unwrap_or(text.len()), problem)
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
