//! From what a client gives to the variables that are sent.

use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::arguments::{Call, Layout, read};
use lorekeeper_mcp::catalogue::Catalogue;
use lorekeeper_mcp::operation::Detail;
use serde_json::{Value, json};

fn call(tool: &str, given: &Value) -> Result<Call, String> {
    let catalogue = Catalogue::load(ToolSet::All).unwrap();
    read(catalogue.tool(tool).unwrap(), given.as_object().unwrap())
}

#[track_caller]
fn sent(tool: &str, given: Value, expected: Value) {
    let variables = Value::Object(call(tool, &given).unwrap().variables);
    assert_eq!(variables, expected, "{given}");
}

#[test]
fn words_are_recognised_in_any_case() {
    let full = |mut expected: Value| {
        expected["full"] = json!(true);
        expected
    };
    sent(
        "search_spell",
        json!({"school": " EVOCATION "}),
        full(json!({"school": "evocation"})),
    );
    sent(
        "search_equipment",
        json!({"type": "Magic Item"}),
        full(json!({"type": "MAGIC_ITEM"})),
    );
    sent(
        "search_equipment",
        json!({"rarity": "Very Rare"}),
        full(json!({"rarity": "very-rare"})),
    );
    sent(
        "search_equipment",
        json!({"requires_attunement": "Yes"}),
        full(json!({"requires_attunement": true})),
    );
    sent(
        "search_equipment",
        json!({"requires_attunement": false}),
        full(json!({"requires_attunement": false})),
    );
    sent(
        "search_rule",
        json!({"rule_type": "damage-type"}),
        full(json!({"rule_type": "DAMAGE_TYPE"})),
    );
    sent(
        "search_all",
        json!({"query": "x", "content_types": ["characteroption", "Item"]}),
        full(json!({"query": "x", "content_types": ["CHARACTER_OPTION", "ITEM"]})),
    );
    sent(
        "lookup_rule",
        json!({"rule_type": "skill", "name": "stealth"}),
        full(json!({"type": "SKILL", "name": "stealth"})),
    );
    sent(
        "search_dnd_content",
        json!({"query": "x", "semantic": false}),
        full(json!({"query": "x", "semantic": "LEXICAL"})),
    );
}

#[test]
fn challenge_ratings_are_numbers_or_fractions() {
    for (given, number) in [
        (json!(0.25), 0.25),
        (json!("1/4"), 0.25),
        (json!(5), 5.0),
        (json!("5"), 5.0),
    ] {
        let call = call("search_creature", &json!({"cr": given})).unwrap();
        assert_eq!(call.variables["cr"], json!(number));
    }
}

#[test]
fn null_and_blank_are_as_good_as_nothing() {
    sent(
        "search_spell",
        json!({"level": null, "search": " ", "documents": null}),
        json!({"full": true}),
    );
    // No documents at all is something else.
    sent(
        "search_spell",
        json!({"documents": []}),
        json!({"documents": [], "full": true}),
    );
}

#[test]
fn how_much_and_how() {
    let call = call("search_spell", &json!({"detail": "Summary"})).unwrap();
    assert_eq!(
        (call.detail, &call.variables["full"]),
        (Some(Detail::Summary), &json!(false))
    );
    let call = self::call("list_documents", &json!({"format": "TEXT"})).unwrap();
    assert_eq!(call.layout, Layout::Columns);
    assert!(self::call("list_documents", &json!({"detail": "full"})).is_err());
}

#[test]
fn what_is_wrong_is_named_with_what_is_valid() {
    for (tool, given, said) in [
        (
            "search_spell",
            json!({"level": 12}),
            vec!["level is 12", "from 0 to 9"],
        ),
        (
            "search_spell",
            json!({"level": "three"}),
            vec!["level is \"three\"", "whole number"],
        ),
        (
            "search_spell",
            json!({"level": 1.5}),
            vec!["level is 1.5", "whole number"],
        ),
        (
            "search_spell",
            json!({"limit": 0}),
            vec!["limit is 0", "from 1 to 100"],
        ),
        ("search_spell", json!({"limit": 101}), vec!["limit is 101"]),
        (
            "search_spell",
            json!({"limit": 99_999_999_999_u64}),
            vec!["limit is 99999999999"],
        ),
        (
            "search_spell",
            json!({"school": "fire"}),
            vec!["school is \"fire\"", "abjuration, conjuration"],
        ),
        (
            "search_spell",
            json!({"lvl": 1}),
            vec![
                "\"lvl\" is not an argument",
                "Did you mean level?",
                "school",
            ],
        ),
        (
            "search_spell",
            json!({"search": 5}),
            vec!["search is 5", "text"],
        ),
        (
            "search_spell",
            json!({"search": "a\u{0}b"}),
            vec!["search is", "U+0000"],
        ),
        (
            "search_spell",
            json!({"search": "a\u{fffd}b"}),
            vec!["search is", "broken characters"],
        ),
        (
            "search_spell",
            json!({"documents": "srd"}),
            vec!["documents is \"srd\"", "list of texts"],
        ),
        (
            "search_spell",
            json!({"documents": [1]}),
            vec!["documents is [1]"],
        ),
        (
            "search_spell",
            json!({"concentration": "maybe"}),
            vec!["concentration is \"maybe\"", "true or false"],
        ),
        (
            "search_spell",
            json!({"detail": "some"}),
            vec!["detail is \"some\"", "auto, full, summary"],
        ),
        (
            "search_creature",
            json!({"cr": "1/3"}),
            vec!["cr is \"1/3\"", "\"1/4\""],
        ),
        (
            "search_equipment",
            json!({"requires_attunement": "perhaps"}),
            vec!["\"yes\" or \"no\""],
        ),
        (
            "search_rule",
            json!({}),
            vec!["rule_type is missing", "one of: ", "damage-type"],
        ),
        (
            "search_rule",
            json!({"rule_type": "laws"}),
            vec!["rule_type is \"laws\"", "weapon-property"],
        ),
        (
            "search_all",
            json!({"query": "  "}),
            vec!["query is \"  \"", "not empty"],
        ),
        (
            "search_all",
            json!({"query": "x", "content_types": ["Spells"]}),
            vec!["content_types", "CharacterOption"],
        ),
        ("get", json!({"ids": []}), vec!["ids is []", "not empty"]),
        (
            "get",
            json!({"full": true, "ids": ["x"]}),
            vec!["\"full\" is not an argument"],
        ),
    ] {
        let problem = call(tool, &given).expect_err(&given.to_string());
        for part in said {
            assert!(problem.contains(part), "{given}: {problem}");
        }
    }
    let both = call("search_spell", &json!({"level": 12, "limit": 0})).unwrap_err();
    assert_eq!(both.lines().count(), 2, "{both}");
}

#[test]
fn a_name_is_taken_where_it_is_not_shown() {
    sent(
        "search_spell",
        json!({"name": "fire*"}),
        json!({"name": "fire*", "full": true}),
    );
}

/// Names are whatever a client sends: comparing them must not take longer than reading them.
#[test]
fn long_and_many_unknown_names_are_refused_without_being_compared() {
    let long = call("search_spell", &json!({"a".repeat(4_000_000): 1})).unwrap_err();
    assert!(
        long.contains("is not an argument of search_spell"),
        "{long}"
    );
    assert!(long.contains("It takes: ") && long.len() < 1_000, "{long}");
    let many = (0..100_000).map(|n| (format!("argument {n}"), json!(n)));
    let many = call("search_spell", &Value::Object(many.collect())).unwrap_err();
    assert!(many.contains("More than 32 of the arguments"), "{many}");
    assert!(many.len() < 1_000, "{many}");
    let some = (0..32).map(|n| (format!("lvl{n}"), json!(n)));
    let some = call("search_spell", &Value::Object(some.collect())).unwrap_err();
    assert_eq!(some.lines().count(), 32, "{some}");
}
