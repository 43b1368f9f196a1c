//! Conversion of the syntax tree to JSON.

use super::cleanup::OTHER_ESCAPE;
use clojure_reader::parse::{Node, NodeKind};
use serde_json::{Map, Number, Value};
use std::collections::BTreeSet;

/// The value of a node. Keys that come twice are added to `twice`; the last of them counts.
pub(super) fn value(node: &Node<'_>, twice: &mut Vec<(String, usize)>) -> Value {
    match &node.kind {
        NodeKind::Map(entries, _) => map(entries, None, twice),
        NodeKind::Tagged(tag, _, inner) => match (tag.strip_prefix(':'), &inner.kind) {
            (Some(namespace), NodeKind::Map(entries, _)) => {
                map(entries, Some(namespace.trim_start_matches(':')), twice)
            }
            // A tag such as `#inst` says how to read a value, which stays what it is.
            _ => value(inner, twice),
        },
        NodeKind::Vector(items, _) | NodeKind::List(items, _) => {
            Value::Array(items.iter().map(|item| value(item, twice)).collect())
        }
        NodeKind::Set(items, _) => {
            let mut seen = BTreeSet::new();
            let values = items.iter().map(|item| value(item, twice));
            Value::Array(values.filter(|v| seen.insert(v.to_string())).collect())
        }
        NodeKind::Key(name) => Value::String(keyword(name)),
        NodeKind::Symbol(name) => Value::String((*name).to_owned()),
        NodeKind::Str(raw) => Value::String(unescaped(raw)),
        NodeKind::Int(number) => Value::Number((*number).into()),
        NodeKind::Double(number) => Number::from_f64(number.0).map_or(Value::Null, Value::Number),
        NodeKind::Rational((over, under)) => Value::String(format!("{over}/{under}")),
        NodeKind::Char(c) => Value::String(c.to_string()),
        NodeKind::Bool(truth) => Value::Bool(*truth),
        _ => Value::Null,
    }
}

fn map(entries: &[(Node<'_>, Node<'_>)], namespace: Option<&str>, twice: &mut Vec<(String, usize)>) -> Value {
    let mut map = Map::new();
    for (key, item) in entries {
        let item = value(item, twice);
        let Some(name) = key_of(key, namespace) else {
            continue;
        };
        // Where an editor was opened on it: a copy of the thing as it was, copies of copies included.
        if name == "edit-event" {
            continue;
        }
        if map.insert(name.clone(), item).is_some() {
            twice.push((name, key.span.0.line));
        }
    }
    Value::Object(map)
}

/// A key as a string; `None` for `nil`, a leftover that names nothing.
fn key_of(key: &Node<'_>, namespace: Option<&str>) -> Option<String> {
    match (&key.kind, namespace) {
        (NodeKind::Nil, _) => None,
        (NodeKind::Key(name), Some(namespace)) => Some(match name.split_once('/') {
            None if !namespace.is_empty() => format!("{namespace}/{}", keyword(name)),
            Some(("_", bare)) => bare.to_owned(),
            _ => keyword(name),
        }),
        _ => match value(key, &mut Vec::new()) {
            Value::String(name) => Some(name),
            other => Some(other.to_string()),
        },
    }
}

fn keyword(name: &str) -> String {
    name.trim_start_matches(':').to_owned()
}

/// A string without its escapes. An unknown escape is the character behind the backslash.
fn unescaped(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.chars();
    while let Some(c) = rest.next() {
        if c != '\\' && c != OTHER_ESCAPE {
            text.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('u') => {
                let (c, length) = code_point(rest.as_str());
                text.extend(c);
                rest = rest.as_str().get(length..).map_or_else(|| "".chars(), str::chars);
            }
            Some(other) => text.push(other),
            None => {}
        }
    }
    text.retain(|c| c != '\0');
    text
}

/// The character of a `\u` escape, and its length in the text. A surrogate pair is one character.
fn code_point(rest: &str) -> (Option<char>, usize) {
    let unit = |from: usize| u32::from_str_radix(rest.get(from..from + 4)?, 16).ok();
    let Some(first) = unit(0) else {
        return (Some('u'), 0);
    };
    if let (0xd800..=0xdbff, Some("\0u" | "\\u"), Some(second @ 0xdc00..=0xdfff)) = (first, rest.get(4..6), unit(6)) {
        let pair = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        return (char::from_u32(pair), 10);
    }
    (char::from_u32(first), 4)
}
