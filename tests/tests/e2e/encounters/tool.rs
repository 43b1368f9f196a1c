//! The tool `plan_encounter`.

use crate::nodes::text;
use lorekeeper_tests::harness::Reader;
use lorekeeper_tests::mcp::Mcp;
use serde_json::json;

#[tokio::test]
async fn a_tool_judges_or_proposes() {
    let mcp = Mcp::connect(&Reader::shared().await.url).await;
    let arguments = json!({
        "party": [3, 3, 3, 2],
        "creatures": [{"name": "Chimney Sage"}, {"challenge_rating": "1/4", "count": 3}],
        "rules": "rules_2014",
    });
    let judged = mcp.call("plan_encounter", arguments).await;
    assert_eq!((&judged["results"], &judged["total"]), (&json!([]), &json!(0)));
    let message = text(&judged, "/message");
    assert!(message.starts_with("The encounter is of medium difficulty for 4 characters:"), "{message}");
    let encounter = &judged["encounter"];
    assert_eq!(encounter["difficulty"], "medium");
    assert_eq!(encounter["adjusted_experience_points"], 700);
    assert_eq!(
        encounter["creatures"],
        json!([
            {
                "id": "creature:hearth-2014:chimney-sage", "name": "Chimney Sage", "challenge_rating": "1",
                "count": 1, "experience_points": 200,
            },
            {"count": 3, "experience_points": 50},
        ])
    );
    assert_eq!((encounter.get("message"), judged.get("budget")), (None, None));

    // The rules are those of the difficulty, else of the edition, where creatures say nothing of them.
    for (arguments, rules, difficulty) in [
        (json!({"difficulty": "hard"}), "rules_2014", "medium"),
        (json!({"difficulty": "high"}), "rules_2024", "moderate"),
        (json!({"game_system": "5e-2014"}), "rules_2014", "medium"),
        (json!({}), "rules_2024", "moderate"),
    ] {
        let mut arguments = arguments;
        arguments["party"] = json!([3, 3, 3, 3]);
        arguments["creatures"] = json!([{"challenge_rating": "3"}]);
        let judged = mcp.call("plan_encounter", arguments).await;
        let encounter = &judged["encounter"];
        assert_eq!((&encounter["rules"], &encounter["difficulty"]), (&json!(rules), &json!(difficulty)));
    }

    let arguments = json!({"party": [1, 1, 1, 1], "difficulty": "High", "limit": 2});
    let proposed = mcp.call("plan_encounter", arguments).await;
    assert_eq!((&proposed["count"], &proposed["total"]), (&json!(2), &json!(3)));
    assert_eq!(proposed["budget"]["experience_points"], 400);
    assert_eq!(proposed["results"][0]["name"], "Chimney Sage");
    assert_eq!(proposed["results"][0]["max_count"], 2);
    assert!(proposed.get("next_cursor").is_some() && proposed.get("encounter").is_none());

    for (arguments, words) in [
        (json!({}), "party is missing"),
        (json!({"party": [0]}), "party is [0], but must be a list, each a whole number from 1 to 20."),
        (
            json!({"party": [3], "creatures": ["Owl"]}),
            "must be a list, each an object with some of: challenge_rating, count, document, id, name",
        ),
        (
            json!({"party": [3], "creatures": [{"name": "Soot Gremlin", "count": 10_000}]}),
            "creatures has a count of 10000",
        ),
        (json!({"party": [3], "creatures": [{"name": "Soot Gremlyn"}]}), "Did you mean \"Soot Gremlin\"?"),
        (json!({"party": [3], "difficulty": "hard", "rules": "rules_2024"}), "difficulty is one of the rules of 2014"),
        (
            json!({
                "party": [3], "difficulty": "low", "rules": "rules_2014",
                "creatures": [{"challenge_rating": "1"}],
            }),
            "difficulty is one of the rules of 2024",
        ),
    ] {
        let refused = mcp.refusal("plan_encounter", arguments).await;
        assert!(refused.contains(words), "{refused}");
    }
}
