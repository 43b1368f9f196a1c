//! Encounters: how hard creatures are for a party, which others fit, and what is refused.

mod candidates;
mod refusals;
mod tool;

use crate::nodes::texts;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const JUDGE: &str = "query($party: [Int!]!, $creatures: [EncounterCreature!]!, $rules: EncounterRules) {
    encounter(party: $party, creatures: $creatures, rules: $rules) {
        rules summary difficulty experiencePoints adjustedExperiencePoints multiplier remaining warnings
        thresholds { difficulty experiencePoints }
        creatures { count experiencePoints creature { id } }
        basis { rule book page note }
    }
}";

async fn judged(lore: &Reader, variables: Value) -> Value {
    lore.query(JUDGE, variables).await["encounter"].take()
}

#[tokio::test]
async fn an_encounter_is_judged() {
    let lore = Reader::shared().await;
    let creatures = json!([
        {"name": "chimney sage"},
        {"id": "creature:srd-2014:soot-gremlin", "count": 3},
    ]);
    let encounter = judged(&lore, json!({"party": [3, 3, 3, 2], "creatures": creatures})).await;
    // 200 and three times 50, doubled for four creatures, against 275, 550, 825 and 1,400.
    assert_eq!(
        encounter,
        json!({
            "rules": "RULES_2014",
            "summary": "The encounter is of medium difficulty for 4 characters: 4 creatures of 350 experience points in all, adjusted to 700.",
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
    assert_eq!(encounter["difficulty"], "LOW");
    assert_eq!(encounter["adjustedExperiencePoints"], 350);
    // Three times 150 and 100 may be spent.
    assert_eq!(encounter["remaining"], 200);
    assert_eq!(encounter["basis"]["page"], "202");
}

#[tokio::test]
async fn names_editions_and_ratings() {
    let lore = Reader::shared().await;
    let party = [5, 5, 5];
    let judge = async |creatures: Value| judged(&lore, json!({"party": party, "creatures": creatures})).await;
    // Two books have one: the first by key.
    let drake = judge(json!([{"name": "Ash Drake"}])).await;
    assert_eq!((&drake["rules"], &drake["experiencePoints"]), (&json!("RULES_2014"), &json!(1800)));
    let warning = &texts(&drake["warnings"], "")[0];
    assert!(warning.starts_with("\"Ash Drake\" is in 2 documents: that of \"hearth-2014\""), "{warning}");
    let drake = judge(json!([{"name": "Ash Drake", "document": "hearth-2024"}])).await;
    assert_eq!(
        (&drake["rules"], &drake["experiencePoints"], &drake["difficulty"]),
        (&json!("RULES_2024"), &json!(2300), &json!("HIGH"))
    );
    // Its rating of 6 is above level 5.
    let warnings = texts(&drake["warnings"], "");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("challenge rating is higher"), "{warnings:?}");
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
        (&rated["rules"], &rated["experiencePoints"], &rated["difficulty"]),
        (&json!("RULES_2024"), &json!(450), &json!("LOW"))
    );
    assert_eq!(rated["creatures"][0]["creature"], Value::Null);
    let warnings = texts(&rated["warnings"], "");
    assert!(warnings[0].contains("more than two creatures"), "{warnings:?}");
    // More than the high budget.
    let many = judge(json!([{"challengeRating": 10}])).await;
    let warnings = texts(&many["warnings"], "");
    assert!(
        warnings[0].contains("5900 experience points, 2600 more than the party's high budget of 3300"),
        "{warnings:?}"
    );
    // Nothing to fight, but the thresholds.
    let nothing = judge(json!([])).await;
    assert_eq!(nothing["difficulty"], "LOW");
    assert_eq!(
        nothing["summary"],
        "For 3 characters an encounter is low up to 1500, moderate up to 2250, high up to 3300 experience points."
    );
}
