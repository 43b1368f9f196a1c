//! EDN as JSON.
//!
//! The syntax is read by `clojure-reader`, down to its tree and not to its values, for its values are
//! stricter than the files are: they refuse a key that comes twice. What else it refuses, [`mend`] mends
//! first, byte for byte, so that every place stays where it is in the file.

mod json;
mod mend;
mod place;

pub(super) use place::Fault;

use clojure_reader::error::{Code, Error};
use clojure_reader::parse::{NodeKind, SourceReader, parse};
use serde_json::Value;

/// What a text says.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// The maps of the text, as a rule one. Keywords are strings without their colon, sets are arrays, and
    /// what JSON has not is null.
    pub maps: Vec<Value>,
    /// Keys that come twice in their map, with the line of the second.
    pub twice: Vec<(String, usize)>,
    /// How many values it holds at most.
    pub values: usize,
}

/// Reads a text that is one map, or several in a row, with no more values than `most`.
pub(super) fn read(text: &str, most: usize) -> Result<Said, Fault> {
    let mended = mend::mend(text, most)?;
    let mut said = Said {
        values: mended.values,
        ..Said::default()
    };
    let mut reader = SourceReader::new(&mended.text);
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
        Some(key) => mend::after_text(key).is_none_or(|rest| !unspaced(rest).starts_with(':')),
        // An empty map is both, and holds nothing of either.
        None => !inside.starts_with('}'),
    }
}

/// What a value is, in words.
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
        Code::InvalidNumber | Code::InvalidRadix(_) => {
            "what begins like a number is none; words need quotation marks"
        }
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
