//! Queries of clients: refusals, and the outcomes of responses.

use super::*;

fn refusal(query: &str) -> String {
    request(query, Map::new(), None).unwrap_err()
}

fn told(response: Value) -> Outcome {
    outcome(response, 1_000, |message| match message {
        "Unknown field \"lvl\" on type \"Spell\"" => Advice::Sentence("Did you mean level?".into()),
        "Field \"a\" of type \"Spell\"" => Advice::Definition("Spell.a".into()),
        _ => Advice::Nothing,
    })
}

#[test]
fn only_queries_are_sent() {
    for (query, said) in [
        ("mutation { sync { id } }", "a mutation"),
        ("query A { spells { totalCount } } mutation B { sync { id } }", "a mutation"),
        ("# query\n\u{feff}mutation{sync{id}}", "a mutation"),
        ("subscription { content { revision } }", "a subscription"),
        ("type Query { a: Int }", "a definition of a schema"),
        ("fragment F on Spell { name }", "no operation"),
        ("", "not GraphQL: Unexpected <EOF> (line 1, column 1)."),
        ("{ spells", "not GraphQL"),
        ("{ spells(filter: ) { totalCount } }", "line 1, column"),
    ] {
        let refusal = refusal(query);
        assert!(refusal.contains(said), "{query}: {refusal}");
        assert!(refusal.len() < 400 && refusal.ends_with(['.', '}']), "{refusal}");
    }
}

#[test]
fn hostile_queries_are_refused_in_a_sentence() {
    let long = format!("{{ {} }}", "a ".repeat(100_000));
    assert!(refusal(&long).contains("200004 bytes, but at most 65536"));
    for deep in
        ["{a".repeat(20_000), "{a(b:".to_owned() + &"[".repeat(60_000), "{a(b:{".to_owned() + &"c:{".repeat(20_000)]
    {
        assert!(refusal(&deep).len() < 400);
    }
    assert!(refusal(&"\u{0}".repeat(60_000)).len() < 400);
    assert!(refusal(&format!("{{ a(b: \"{}", "x".repeat(60_000))).len() < 400);
}

#[test]
fn errors_name_their_place_and_what_helps() {
    let response = json!({"data": null, "errors": [
        {"message": "Unknown field \"lvl\" on type \"Spell\"", "locations": [{"line": 1, "column": 20}], "extensions": {"code": "BAD_USER_INPUT"}},
        {"message": "No such cursor.", "path": ["spells", "nodes", 0, "similar"]},
        {"message": "Field \"a\" of type \"Spell\""},
    ]});
    let Outcome::Problem(problem) = told(response) else {
        panic!("a problem");
    };
    assert_eq!(
        problem,
        "line 1, column 20: Unknown field \"lvl\" on type \"Spell\". Did you mean level?\nspells.nodes.0.similar: No such cursor.\nField \"a\" of type \"Spell\"\nsearch_schema {\"words\": \"Spell.a\"} gives the definition."
    );
}

#[test]
fn what_a_query_lacks_is_named() {
    let two = "query A($l: Int!) { a } query B { b }";
    let named = |name: Option<&str>, variables| request(two, variables, name.map(str::to_owned));
    let refused = |name| named(name, Map::new()).unwrap_err();
    assert_eq!(refused(None), "query has 2 operations. Say in operation_name which to answer, of: A, B.");
    assert_eq!(refused(Some("C")), "operation_name is \"C\", but query has: A, B.");
    assert_eq!(refused(Some("A")), "variables has no l, but query needs it: $l: Int!.");
    assert!(named(Some("A"), Map::from_iter([("l".to_owned(), json!(3))])).is_ok());
    assert!(named(Some("B"), Map::new()).is_ok());
    let many = (0..200).fold(String::new(), |text, n| text + &format!("query Operation{n} {{ a }} "));
    assert!(refusal(&many).len() < 400);
}

#[test]
fn errors_beside_data_are_part_of_the_answer() {
    let error = json!({"message": "No.", "path": ["b"]});
    let with_code = json!({"message": "No.", "path": ["b"], "extensions": {"code": "BAD_USER_INPUT"}, "locations": []});
    let partial = json!({"data": {"a": {"x": 1}, "b": null}, "errors": [with_code]});
    let answer = json!({"data": {"a": {"x": 1}, "b": null}, "errors": [error]});
    assert_eq!(told(partial), Outcome::Data(answer));
    let nothing = json!({"data": {"b": null}, "errors": [error]});
    assert_eq!(told(nothing), Outcome::Problem("b: No.".into()));
}

#[test]
fn an_answer_that_is_too_long_says_of_what() {
    let node = json!({"name": "Ember", "text": "x".repeat(300)});
    let response = json!({"data": {"spells": {"totalCount": 5, "nodes": [node, node, node, node]}}});
    let Outcome::Problem(problem) = told(response) else {
        panic!("a problem");
    };
    assert!(problem.contains("but at most 1000 are given"), "{problem}");
    assert!(problem.contains("`spells.nodes.text` (1208), `spells.nodes.name` (28)"), "{problem}");
}
