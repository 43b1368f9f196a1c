//! Tool arguments: the variables that are sent for what a client gives.

use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::arguments::{Call, Layout, read};
use lorekeeper_mcp::catalogue::Catalogue;
use lorekeeper_mcp::operation::Detail;
use serde_json::{Value, json};

fn call(tool: &str, given: &Value) -> Result<Call, String> {
    let catalogue = Catalogue::load(ToolSet::All).unwrap();
    read(catalogue.tool(tool).unwrap(), given.as_object().unwrap())
}

#[test]
fn arguments_become_variables_or_a_sentence() {
    let mut tool = "";
    for line in include_str!("arguments.txt").lines() {
        if let Some(name) = line.strip_prefix("## ") {
            tool = name;
        } else if let Some((given, expected)) = line.split_once(" => ") {
            match (call(tool, &given.parse().unwrap()), expected.parse::<Value>()) {
                (Ok(call), Ok(variables)) => {
                    assert_eq!(Value::Object(call.variables), variables, "{tool} {given}");
                }
                (Err(problem), Err(_)) => {
                    for part in expected.split("; ") {
                        assert!(problem.contains(part), "{tool} {given}: {problem}");
                    }
                }
                (found, _) => panic!("{tool} {given}: {:?}", found.map(|call| call.variables)),
            }
        }
    }
    let both = call("search_spell", &json!({"level": 12, "limit": 101})).unwrap_err();
    assert_eq!(both.lines().count(), 2, "{both}");
}

#[test]
fn how_much_and_how() {
    let call = call("search_spell", &json!({"detail": "Summary"})).unwrap();
    assert_eq!((call.detail, &call.variables["full"]), (Some(Detail::Summary), &json!(false)));
    let call = self::call("list_documents", &json!({"format": "TEXT"})).unwrap();
    assert_eq!(call.layout, Layout::Columns);
    // It has no records, so none in full.
    let call = self::call("list_documents", &json!({"detail": "full"})).unwrap();
    assert!(call.warning.unwrap().contains("\"detail\""));
}

/// Names are whatever a client sends: comparing them must not take longer than reading them.
#[test]
fn long_and_many_unknown_names_are_refused_without_being_compared() {
    let long = call("search_spell", &json!({"a".repeat(4_000_000): 1})).unwrap_err();
    assert!(long.contains("is not an argument of search_spell"), "{long}");
    assert!(long.contains("It takes: ") && long.len() < 1_000, "{long}");
    let many = (0..100_000).map(|n| (format!("argument {n}"), json!(n)));
    let many = call("search_spell", &Value::Object(many.collect())).unwrap_err();
    assert!(many.contains("More than 32 of the arguments"), "{many}");
    assert!(many.len() < 1_000, "{many}");
    let some = (0..32).map(|n| (format!("level_{n}"), json!(n)));
    let some = call("search_spell", &Value::Object(some.collect())).unwrap_err();
    assert_eq!(some.lines().count(), 32, "{some}");
}

#[test]
fn what_is_ignored_is_said_once() {
    let given = json!({"toolCallId": "call_1", "sessionId": "s1", "limit": 3});
    let warning = call("search_spell", &given).unwrap().warning;
    assert_eq!(
        warning.as_deref(),
        Some("search_spell has no such arguments, and ignored them: \"toolCallId\", \"sessionId\".")
    );
    assert_eq!(call("search_spell", &json!({"limit": 3})).unwrap().warning, None);
    // Beside a slip of the pen it is not worth a word.
    let given = json!({"toolCallId": "call_1", "shcool": "evocation"});
    let problem = call("search_spell", &given).unwrap_err();
    assert!(!problem.contains("toolCallId") && problem.contains("school"), "{problem}");
}
