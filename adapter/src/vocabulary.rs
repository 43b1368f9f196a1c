//! The endpoint's sentences in the words of the tool: it names GraphQL arguments, marked like `gameSystem`.

use crate::operation::Operation;
use serde_json::{Map, Value};

/// The sentence with the tool's arguments in place of the GraphQL ones: those that were given, else all that go
/// into the same place.
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
    let inside =
        |place: &str| place.strip_prefix(argument).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let all: Vec<&str> = operation
        .variables
        .iter()
        .filter(|v| v.place.as_deref().is_some_and(inside))
        .map(|v| v.name.as_str())
        .collect();
    let asked: Vec<&str> = all.iter().copied().filter(|name| given.contains_key(*name)).collect();
    match (asked.as_slice(), all.as_slice()) {
        ([], [only]) => (*only).to_owned(),
        ([], _) => argument.to_owned(),
        (asked, _) => asked.join(" and "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ToolSet;
    use crate::catalogue::Catalogue;
    use serde_json::json;

    #[test]
    fn arguments_are_named_as_the_tool_names_them() {
        let catalogue = Catalogue::load(ToolSet::All).unwrap();
        for (tool, given, sentence, own) in [
            (
                "search_spell",
                json!({"level": 9, "ritual": true, "full": true}),
                "Loosen `filter` or `gameSystem`.",
                "Loosen level and ritual or game_system.",
            ),
            ("search_spell", json!({}), "`after` is wrong.", "cursor is wrong."),
            (
                "search_equipment",
                json!({"rarity": "rare"}),
                "Or `filter.magic` true, not `filter`.",
                "Or is_magic true, not rarity.",
            ),
            ("lookup_rule", json!({"type": "RULE"}), "`search` and `type`", "semantic_query and type"),
            ("search_spell", json!({}), "`filter`, `soup`", "filter, soup"),
        ] {
            let operation = &catalogue.tool(tool).unwrap().operation;
            let given = given.as_object().unwrap();
            assert_eq!(own_words(operation, given, sentence), own, "{tool}");
        }
    }
}
