//! Encounters: how hard creatures are for a party, which others fit, and what is refused.

use crate::nodes::{list, text, texts};
use lorekeeper_tests::harness::Reader;
use lorekeeper_tests::mcp::Mcp;
use serde_json::{Value, json};

const JUDGE: &str = "query($party: [Int!]!, $creatures: [EncounterCreature!]!, $rules: EncounterRules) {
    encounter(party: $party, creatures: $creatures, rules: $rules) {
        rules summary difficulty experiencePoints adjustedExperiencePoints multiplier remaining warnings
        thresholds { difficulty experiencePoints }
        creatures { count experiencePoints creature { id } }
        basis { rule book page note }
    }
}";

const PROPOSE: &str = "query(
    $party: [Int!]!, $difficulty: EncounterDifficulty, $rules: EncounterRules, $count: Int,
    $creatures: [EncounterCreature!], $search: String, $filter: CreatureFilter, $system: String,
    $documents: [String!], $first: Int, $after: String
) {
    encounterCandidates(
        party: $party, difficulty: $difficulty, rules: $rules, count: $count, creatures: $creatures, search: $search,
        filter: $filter, gameSystem: $system, documents: $documents, first: $first, after: $after
    ) {
        totalCount
        pageInfo { hasNextPage endCursor }
        edges { maxCount experiencePoints node { name document { key } } }
        budget { rules difficulty experiencePoints remaining }
        facets(names: [\"type\"]) { values { value count } }
        meta { message }
    }
}";

async fn judged(lore: &Reader, variables: Value) -> Value {
    lore.query(JUDGE, variables).await["encounter"].take()
}

async fn proposed(lore: &Reader, variables: Value) -> Value {
    lore.query(PROPOSE, variables).await["encounterCandidates"].take()
}

/// `Ash Drake, hearth-2014: 1 of 1800` for each candidate.
fn fitting(page: &Value) -> Vec<String> {
    let fits = |edge: &Value| {
        format!(
            "{}, {}: {} of {}",
            text(edge, "/node/name"),
            text(edge, "/node/document/key"),
            edge["maxCount"],
            edge["experiencePoints"]
        )
    };
    list(&page["edges"]).iter().map(fits).collect()
}

#[tokio::test]
async fn an_encounter_is_judged() {
    let lore = Reader::shared().await;
    let creatures = json!([
        {"name": "chimney sage"},
        {"id": "creature:srd-2014:soot-gremlin", "count": 3},
    ]);
    let encounter = judged(
        &lore,
        json!({"party": [3, 3, 3, 2], "creatures": creatures}),
    )
    .await;
    // 200 and three times 50, doubled for four creatures, against 275, 550, 825 and 1,400.
    assert_eq!(
        encounter,
        json!({
            "rules": "RULES_2014",
            "summary": "4 creatures of 350 experience points in all, adjusted to 700, are a medium encounter for 4 characters.",
            "difficulty": "MEDIUM",
            "experiencePoints": 350,
            "adjustedExperiencePoints": 700,
            "multiplier": 2.0,
            "remaining": 125,
            "warnings": [],
            "thresholds": [
                {"difficulty": "EASY", "experiencePoints": 275},
                {"difficulty": "MEDIUM", "experiencePoints": 550},
                {"difficulty": "HARD", "experiencePoints": 825},
                {"difficulty": "DEADLY", "experiencePoints": 1400},
            ],
            "creatures": [
                {"count": 1, "experiencePoints": 200, "creature": {"id": "creature:hearth-2014:chimney-sage"}},
                {"count": 3, "experiencePoints": 50, "creature": {"id": "creature:srd-2014:soot-gremlin"}},
            ],
            "basis": {
                "rule": "Building Combat Encounters",
                "book": "D&D Basic Rules (2014)",
                "page": "165-166",
                "note": "Not part of the System Reference Document 5.1: no stored document has the text.",
            },
        })
    );
    // The same by the other rules.
    let variables = json!({"party": [3, 3, 3, 2], "creatures": creatures, "rules": "RULES_2024"});
    let encounter = judged(&lore, variables).await;
    assert_eq!(encounter["difficulty"], "TRIVIAL");
    assert_eq!(encounter["adjustedExperiencePoints"], 350);
    // Three times 150 and 100 are low.
    assert_eq!(encounter["remaining"], 200);
    assert_eq!(encounter["basis"]["page"], "202");
}

#[tokio::test]
async fn names_editions_and_ratings() {
    let lore = Reader::shared().await;
    let party = [5, 5, 5];
    let judge = async |creatures: Value| {
        judged(&lore, json!({"party": party, "creatures": creatures})).await
    };
    // Two books have one: the first by key.
    let drake = judge(json!([{"name": "Ash Drake"}])).await;
    assert_eq!(
        (&drake["rules"], &drake["experiencePoints"]),
        (&json!("RULES_2014"), &json!(1800))
    );
    let warning = &texts(&drake["warnings"], "")[0];
    assert!(
        warning.starts_with("\"Ash Drake\" is in 2 documents: that of \"hearth-2014\""),
        "{warning}"
    );
    let drake = judge(json!([{"name": "Ash Drake", "document": "hearth-2024"}])).await;
    assert_eq!(
        (
            &drake["rules"],
            &drake["experiencePoints"],
            &drake["difficulty"]
        ),
        (&json!("RULES_2024"), &json!(2300), &json!("MODERATE"))
    );
    // Its rating of 6 is above level 5.
    let warnings = texts(&drake["warnings"], "");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].contains("challenge rating is higher"),
        "{warnings:?}"
    );
    // Of both editions.
    let mixed = json!([
        {"id": "creature:hearth-2024:ash-drake"}, {"name": "Soot Gremlin"},
    ]);
    let mixed = judge(mixed).await;
    assert_eq!(mixed["rules"], "RULES_2024");
    let warnings = texts(&mixed["warnings"], "");
    assert!(warnings[0].contains("of both editions"), "{warnings:?}");
    // Of none: only a rating.
    let rated = judge(json!([{"challengeRating": "1/4", "count": 9}])).await;
    assert_eq!(
        (
            &rated["rules"],
            &rated["experiencePoints"],
            &rated["difficulty"]
        ),
        (&json!("RULES_2024"), &json!(450), &json!("TRIVIAL"))
    );
    assert_eq!(rated["creatures"][0]["creature"], Value::Null);
    let warnings = texts(&rated["warnings"], "");
    assert!(
        warnings[0].contains("more than two creatures"),
        "{warnings:?}"
    );
    // More than the high budget.
    let many = judge(json!([{"challengeRating": 10}])).await;
    let warnings = texts(&many["warnings"], "");
    assert!(
        warnings[0].contains("5900 experience points, more than the party's high budget of 3300"),
        "{warnings:?}"
    );
    // Nothing to fight, but the thresholds.
    let nothing = judge(json!([])).await;
    assert_eq!(nothing["difficulty"], "TRIVIAL");
    assert_eq!(
        nothing["summary"],
        "For 3 characters an encounter is low from 1500, moderate from 2250, high from 3300 experience points on."
    );
}

#[tokio::test]
async fn candidates_fit_into_what_is_left() {
    let lore = Reader::shared().await;
    let first = [1, 1, 1, 1];
    let page = proposed(&lore, json!({"party": first, "difficulty": "HIGH"})).await;
    assert_eq!(
        fitting(&page),
        [
            "Chimney Sage, hearth-2014: 2 of 200",
            "Soot Gremlin, srd-2014: 8 of 50",
            "Lantern Moth, hearth-2014: 16 of 25"
        ]
    );
    assert_eq!(page["totalCount"], 3);
    assert_eq!(
        page["budget"],
        json!({"rules": "RULES_2024", "difficulty": "HIGH", "experiencePoints": 400, "remaining": 400})
    );
    let types: i64 = list(&page["facets"][0]["values"])
        .iter()
        .filter_map(|value| value["count"].as_i64())
        .sum();
    assert_eq!(types, 3);
    // Beside others, and several of each.
    let sage = json!([{"name": "Chimney Sage"}]);
    let page = proposed(
        &lore,
        json!({"party": first, "difficulty": "HIGH", "creatures": sage, "rules": "RULES_2024", "count": 2}),
    )
    .await;
    assert_eq!(
        fitting(&page),
        [
            "Soot Gremlin, srd-2014: 4 of 50",
            "Lantern Moth, hearth-2014: 8 of 25"
        ]
    );
    assert_eq!(page["budget"]["remaining"], 200);
    // With the multipliers of 2014, which the difficulty stands for.
    let page = proposed(&lore, json!({"party": [5, 5, 5], "difficulty": "DEADLY"})).await;
    assert_eq!(
        fitting(&page),
        [
            "Ash Drake, hearth-2024: 1 of 2300",
            "Ash Drake, hearth-2014: 1 of 1800",
            "Lamp Warden, srd-2014: 2 of 700",
            "Chimney Sage, hearth-2014: 6 of 200",
            "Soot Gremlin, srd-2014: 16 of 50",
            "Lantern Moth, hearth-2014: 33 of 25"
        ]
    );
    // The edition chooses the rules, and the difficulty in the middle.
    let page = proposed(&lore, json!({"party": first, "system": "5e-2014"})).await;
    assert_eq!(
        (&page["budget"]["rules"], &page["budget"]["difficulty"]),
        (&json!("RULES_2014"), &json!("MEDIUM"))
    );
    let trivial = json!({"party": first, "difficulty": "TRIVIAL"});
    assert_eq!(
        proposed(&lore, trivial).await["budget"]["experiencePoints"],
        199
    );
    // Narrowed and searched like other creatures, page by page.
    let narrowed =
        json!({"party": [5, 5, 5], "difficulty": "DEADLY", "filter": {"type": {"eq": "Dragon"}}});
    assert_eq!(proposed(&lore, narrowed).await["totalCount"], 2);
    let searched = json!({"party": [5, 5, 5], "difficulty": "DEADLY", "search": "soot gremlin"});
    let searched = proposed(&lore, searched).await;
    assert_eq!(fitting(&searched)[0], "Soot Gremlin, srd-2014: 16 of 50");
    let mut seen = Vec::new();
    let mut after = Value::Null;
    loop {
        let variables =
            json!({"party": [5, 5, 5], "difficulty": "DEADLY", "first": 4, "after": after});
        let page = proposed(&lore, variables).await;
        seen.extend(fitting(&page));
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
        after = page["pageInfo"]["endCursor"].clone();
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

#[tokio::test]
async fn why_nothing_fits() {
    let lore = Reader::shared().await;
    let drake = json!([{"name": "Ash Drake"}]);
    for (variables, words) in [
        (
            json!({"party": [1], "difficulty": "LOW", "creatures": drake}),
            "No creature matches `difficulty`. Loosen it or leave it out. The creatures given already take the whole budget",
        ),
        (
            json!({"party": [1], "difficulty": "LOW", "filter": {"type": {"eq": "dragon"}}}),
            "No creature matches `difficulty` and `filter` together. Loosen one of them or leave it out. Creatures of 1 to 50 experience points fit.",
        ),
        (
            json!({"party": [1], "difficulty": "LOW", "count": 99}),
            "No more than 50 experience points of the budget are left.",
        ),
        (
            json!({"party": [1], "filter": {"type": {"eq": "dragoon"}}}),
            "Nothing has \"dragoon\" as `filter.type`. Did you mean \"dragon\" (3)?",
        ),
    ] {
        let page = proposed(&lore, variables.clone()).await;
        assert_eq!(page["edges"], json!([]), "{variables}");
        let message = text(&page, "/meta/message");
        assert!(message.contains(words), "{variables}: {message}");
    }
}

#[tokio::test]
async fn what_is_refused() {
    let lore = Reader::shared().await;
    let gremlin = json!({"name": "Soot Gremlin"});
    let with = |fields: Value| {
        let mut creature = gremlin.clone();
        for (name, value) in fields.as_object().expect("fields") {
            creature[name] = value.clone();
        }
        json!({"party": [3], "creatures": [creature]})
    };
    for (variables, words) in [
        (json!({"party": [], "creatures": []}), "`party` is empty"),
        (
            json!({"party": vec![1; 13], "creatures": []}),
            "`party` has 13 characters, but at most 12",
        ),
        (
            json!({"party": [5, 0], "creatures": []}),
            "`party` has a character of level 0",
        ),
        (
            json!({"party": [21], "creatures": []}),
            "`party` has a character of level 21",
        ),
        (
            json!({"party": [3], "creatures": vec![gremlin.clone(); 21]}),
            "`creatures` has 21 entries, but at most 20",
        ),
        (
            with(json!({"count": 10_000})),
            "`creatures` has a count of 10000, but it must be from 1 to 100.",
        ),
        (with(json!({"count": 0})), "`creatures` has a count of 0"),
        (
            json!({"party": [3], "creatures": [
                {"name": "Soot Gremlin", "count": 60}, {"challengeRating": 1, "count": 60},
            ]}),
            "`creatures` has a count of 120 in all",
        ),
        (
            with(json!({"id": "creature:srd-2014:soot-gremlin"})),
            "`creatures` has an entry with id and name, but an entry must have one of",
        ),
        (
            json!({"party": [3], "creatures": [{"count": 2}]}),
            "`creatures` has an entry without any of them",
        ),
        (with(json!({"name": "?!"})), "`creatures` has an empty name"),
        (
            with(json!({"name": "Soot Gremlyn"})),
            "`creatures` has the name \"Soot Gremlyn\", which no creature has. Did you mean \"Soot Gremlin\"?",
        ),
        (
            with(json!({"document": "hearth-2014"})),
            "`creatures` has the name \"Soot Gremlin\", which is in \"srd-2014\", but not in the document \"hearth-2014\".",
        ),
        (
            with(json!({"document": "hearth-2041"})),
            "There is no document \"hearth-2041\".",
        ),
        (
            json!({"party": [3], "creatures": [{"id": "creature:srd-2014:nobody"}]}),
            "`creatures` has the id \"creature:srd-2014:nobody\", which no creature has",
        ),
        (
            json!({"party": [3], "creatures": [{"id": "spell:srd-2014:ember-ward"}]}),
            "which is not the id of a creature",
        ),
        (
            with(json!({"name": "a\u{0}b"})),
            "`creatures.name` contains the character U+0000",
        ),
        (
            json!({"party": [3], "creatures": [{"challengeRating": "1/3"}]}),
            "challenge rating",
        ),
    ] {
        lore.refuses(JUDGE, variables, "BAD_USER_INPUT", words)
            .await;
    }
    for (variables, words) in [
        (json!({"party": []}), "`party` is empty"),
        (
            json!({"party": [3], "count": 0}),
            "`count` is 0, but must be from 1 to 100.",
        ),
        (
            json!({"party": [3], "difficulty": "HARD", "rules": "RULES_2024"}),
            "give LOW, MODERATE or HIGH",
        ),
        (
            json!({"party": [3], "difficulty": "LOW", "rules": "RULES_2014"}),
            "give EASY, MEDIUM, HARD or DEADLY",
        ),
        (json!({"party": [3], "first": 101}), "first"),
    ] {
        lore.refuses(PROPOSE, variables, "BAD_USER_INPUT", words)
            .await;
    }
}

#[tokio::test]
async fn a_tool_judges_or_proposes() {
    let mcp = Mcp::connect(&Reader::shared().await.url).await;
    let arguments = json!({
        "party": [3, 3, 3, 2],
        "creatures": [{"name": "Chimney Sage"}, {"challenge_rating": "1/4", "count": 3}],
        "rules": "rules_2014",
    });
    let judged = mcp.call("plan_encounter", arguments).await;
    assert_eq!(
        (&judged["results"], &judged["total"]),
        (&json!([]), &json!(0))
    );
    let message = text(&judged, "/message");
    assert!(
        message.ends_with("are a medium encounter for 4 characters."),
        "{message}"
    );
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
    assert_eq!(
        (encounter.get("message"), judged.get("budget")),
        (None, None)
    );

    let arguments = json!({"party": [1, 1, 1, 1], "difficulty": "High", "limit": 2});
    let proposed = mcp.call("plan_encounter", arguments).await;
    assert_eq!(
        (&proposed["count"], &proposed["total"]),
        (&json!(2), &json!(3))
    );
    assert_eq!(proposed["budget"]["experience_points"], 400);
    assert_eq!(proposed["results"][0]["name"], "Chimney Sage");
    assert_eq!(proposed["results"][0]["max_count"], 2);
    assert!(proposed.get("next_cursor").is_some() && proposed.get("encounter").is_none());

    for (arguments, words) in [
        (json!({}), "party is missing"),
        (
            json!({"party": [0]}),
            "party is [0], but must be a list, each a whole number from 1 to 20.",
        ),
        (
            json!({"party": [3], "creatures": ["Owl"]}),
            "must be a list, each an object with some of: challenge_rating, count, document, id, name",
        ),
        (
            json!({"party": [3], "creatures": [{"name": "Soot Gremlin", "count": 10_000}]}),
            "creatures has a count of 10000",
        ),
        (
            json!({"party": [3], "creatures": [{"name": "Soot Gremlyn"}]}),
            "Did you mean \"Soot Gremlin\"?",
        ),
        (
            json!({"party": [3], "difficulty": "hard", "rules": "rules_2024"}),
            "difficulty is one of the rules of 2014",
        ),
    ] {
        let refused = mcp.refusal("plan_encounter", arguments).await;
        assert!(refused.contains(words), "{refused}");
    }
}
