//! The endpoint's sentences in the words of the tool: it names GraphQL arguments, marked like `gameSystem`.

use crate::operation::{Operation, Variable};
use serde_json::{Map, Value};

/// The sentence with the tool's arguments in place of the GraphQL ones: those that were given, else all that go
/// into the same place.
#[must_use]
pub fn own_words(operation: &Operation, given: &Map<String, Value>, sentence: &str) -> String {
    let mut text = String::new();
    for (number, part) in sentence.split('`').enumerate() {
        // Every other part stands between two marks.
        if number % 2 == 0 {
            text.push_str(part);
        } else {
            text.push_str(&named(operation, given, part));
        }
    }
    text
}

fn named(operation: &Operation, given: &Map<String, Value>, argument: &str) -> String {
    let (place, inside) = argument
        .split_once('.')
        .map_or((argument, ""), |(place, _)| (place, argument));
    let there = |v: &&Variable| v.place.as_deref() == Some(place);
    let all: Vec<&str> = operation
        .variables
        .iter()
        .filter(there)
        .map(|v| v.name.as_str())
        .collect();
    let asked: Vec<&str> = all
        .iter()
        .copied()
        .filter(|name| given.contains_key(*name))
        .collect();
    match (asked.as_slice(), all.as_slice()) {
        ([], [only]) => (*only).to_owned(),
        ([], _) if inside.is_empty() => argument.to_owned(),
        ([], _) => inside.to_owned(),
        (asked, _) => asked.join(" and "),
    }
}
