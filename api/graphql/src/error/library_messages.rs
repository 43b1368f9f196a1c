//! Messages of the GraphQL library, rewritten as sentences that a user can act on.

use lorekeeper_content::{Regex, pattern};
use std::sync::LazyLock;

/// The drawing of the parser: ` --> 1:2`, the line with a mark below it, and what was expected there.
static SYNTAX: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?s)^ --> (?P<line>\d+):(?P<column>\d+)\n.*= (?P<what>[^\n]+)$"));

/// A scalar that a value is none of, with the reason and the types around it.
static SCALAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#"(?s)^Failed to parse "(?P<scalar>\w+)": (?P<reason>.*?)(?: \(occurred while parsing "[^"]+"\))*$"#)
});

/// The message as a sentence; nothing where it is one.
pub fn rewrite(message: &str) -> Option<String> {
    if let Some(found) = SYNTAX.captures(message) {
        let part = |name| found.name(name).map_or("", |part| part.as_str());
        let what = part("what").replace('_', " ");
        return Some(format!("The query cannot be read at line {}, column {}: {what}.", part("line"), part("column")));
    }
    let found = SCALAR.captures(message)?;
    let part = |name| found.name(name).map_or("", |part| part.as_str());
    let reason = part("reason").trim_end_matches('.');
    Some(match part("scalar") {
        "DateTime" => "A time is written as 2026-01-31T00:00:00Z.".to_owned(),
        _ => format!("{reason}."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_sentences() {
        let syntax = " --> 1:2\n  |\n1 | {\n  |  ^---\n  |\n  = expected selection_set or name";
        let rating = "Failed to parse \"ChallengeRating\": \"1/3\" is none: give 0 (occurred while parsing \"F\") \
                      (occurred while parsing \"G\")";
        for (message, sentence) in [
            (syntax, "The query cannot be read at line 1, column 2: expected selection set or name."),
            ("Failed to parse \"DateTime\": premature end of input", "A time is written as 2026-01-31T00:00:00Z."),
            (rating, "\"1/3\" is none: give 0."),
        ] {
            assert_eq!(rewrite(message).as_deref(), Some(sentence));
        }
        assert_eq!(rewrite("Unknown field \"spels\" on type \"Query\"."), None);
    }
}
