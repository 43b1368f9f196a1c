//! Refusals: one sentence each, which names the argument.

use super::JUDGE;
use super::candidates::PROPOSE;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

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
        (json!({"party": vec![1; 13], "creatures": []}), "`party` has 13 characters, but at most 12"),
        (json!({"party": [5, 0], "creatures": []}), "`party` has a character of level 0"),
        (json!({"party": [21], "creatures": []}), "`party` has a character of level 21"),
        (json!({"party": [3], "creatures": vec![gremlin.clone(); 21]}), "`creatures` has 21 entries, but at most 20"),
        (with(json!({"count": 10_000})), "`creatures` has a count of 10000, but must be from 1 to 100."),
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
        (json!({"party": [3], "creatures": [{"count": 2}]}), "`creatures` has an entry without any of them"),
        (with(json!({"name": "?!"})), "`creatures` has an empty name"),
        (
            with(json!({"name": "Soot Gremlyn"})),
            "`creatures` has the name \"Soot Gremlyn\", which no creature has. Did you mean \"Soot Gremlin\"?",
        ),
        (
            with(json!({"document": "hearth-2014"})),
            "`creatures` has the name \"Soot Gremlin\", which is in \"srd-2014\", but not in the document \"hearth-2014\".",
        ),
        (with(json!({"document": "hearth-2041"})), "There is no document \"hearth-2041\"."),
        (
            json!({"party": [3], "creatures": [{"id": "creature:srd-2014:nobody"}]}),
            "`creatures` has the id \"creature:srd-2014:nobody\", which no creature has",
        ),
        (
            json!({"party": [3], "creatures": [{"id": "spell:srd-2014:ember-ward"}]}),
            "which is not the id of a creature",
        ),
        (with(json!({"name": "a\u{0}b"})), "`creatures.name` contains the character U+0000"),
        (json!({"party": [3], "creatures": [{"challengeRating": "1/3"}]}), "challenge rating"),
    ] {
        lore.refuses(JUDGE, variables, "BAD_USER_INPUT", words).await;
    }
    for (variables, words) in [
        (json!({"party": []}), "`party` is empty"),
        (json!({"party": [3], "count": 0}), "`count` is 0, but must be from 1 to 100."),
        (json!({"party": [3], "difficulty": "HARD", "rules": "RULES_2024"}), "give LOW, MODERATE or HIGH"),
        (json!({"party": [3], "difficulty": "LOW", "rules": "RULES_2014"}), "give EASY, MEDIUM, HARD or DEADLY"),
        (json!({"party": [3], "first": 101}), "first"),
    ] {
        lore.refuses(PROPOSE, variables, "BAD_USER_INPUT", words).await;
    }
}
