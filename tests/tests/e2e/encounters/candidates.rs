//! Candidates: the creatures that fit into what is left of a budget.

use crate::nodes::{list, text};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

pub const PROPOSE: &str = "query(
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
        budget { rules difficulty experiencePoints remaining reached }
        facets(names: [\"type\"]) { values { value count } }
        meta { message }
    }
}";

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
async fn candidates_fit_into_what_is_left() {
    let lore = Reader::shared().await;
    let first = [1, 1, 1, 1];
    let page = proposed(&lore, json!({"party": first, "difficulty": "HIGH"})).await;
    assert_eq!(
        fitting(&page),
        [
            "Chimney Sage, hearth-2014: 2 of 200", "Soot Gremlin, srd-2014: 8 of 50",
            "Lantern Moth, hearth-2014: 16 of 25"
        ]
    );
    assert_eq!(page["totalCount"], 3);
    assert_eq!(
        page["budget"],
        json!({"rules": "RULES_2024", "difficulty": "HIGH", "experiencePoints": 400, "remaining": 400, "reached": "LOW"})
    );
    let types: i64 = list(&page["facets"][0]["values"]).iter().filter_map(|value| value["count"].as_i64()).sum();
    assert_eq!(types, 3);
    // Beside others, and several of each.
    let sage = json!([{"name": "Chimney Sage"}]);
    let page = proposed(
        &lore,
        json!({"party": first, "difficulty": "HIGH", "creatures": sage, "rules": "RULES_2024", "count": 2}),
    )
    .await;
    assert_eq!(fitting(&page), ["Soot Gremlin, srd-2014: 4 of 50", "Lantern Moth, hearth-2014: 8 of 25"]);
    assert_eq!(page["budget"]["remaining"], 200);
    // With the multipliers of 2014, which the difficulty stands for.
    let page = proposed(&lore, json!({"party": [5, 5, 5], "difficulty": "DEADLY"})).await;
    assert_eq!(
        fitting(&page),
        [
            "Ash Drake, hearth-2024: 1 of 2300", "Ash Drake, hearth-2014: 1 of 1800",
            "Lamp Warden, srd-2014: 3 of 700", "Chimney Sage, hearth-2014: 8 of 200",
            "Soot Gremlin, srd-2014: 21 of 50", "Lantern Moth, hearth-2014: 43 of 25"
        ]
    );
    // The edition chooses the rules, and the difficulty in the middle.
    let page = proposed(&lore, json!({"party": first, "system": "5e-2014"})).await;
    assert_eq!((&page["budget"]["rules"], &page["budget"]["difficulty"]), (&json!("RULES_2014"), &json!("MEDIUM")));
    let trivial = json!({"party": first, "difficulty": "TRIVIAL"});
    let trivial = &proposed(&lore, trivial).await["budget"];
    assert_eq!((&trivial["rules"], &trivial["experiencePoints"]), (&json!("RULES_2014"), &json!(99)));
    // Narrowed and searched like other creatures, page by page.
    let narrowed = json!({"party": [5, 5, 5], "difficulty": "DEADLY", "filter": {"type": {"eq": "Dragon"}}});
    assert_eq!(proposed(&lore, narrowed).await["totalCount"], 2);
    let searched = json!({"party": [5, 5, 5], "difficulty": "DEADLY", "search": "soot gremlin"});
    let searched = proposed(&lore, searched).await;
    assert_eq!(fitting(&searched)[0], "Soot Gremlin, srd-2014: 21 of 50");
    let mut seen = Vec::new();
    let mut after = Value::Null;
    loop {
        let variables = json!({"party": [5, 5, 5], "difficulty": "DEADLY", "first": 4, "after": after});
        let page = proposed(&lore, variables).await;
        seen.extend(fitting(&page));
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
        after = page["pageInfo"]["endCursor"].clone();
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

/// Four whose hard encounters are worth 675 to 999: what is first makes one.
#[tokio::test]
async fn a_hard_encounter_of_2014_can_be_reached() {
    let lore = Reader::shared().await;
    let party = [2, 2, 2, 3];
    let page = proposed(&lore, json!({"party": party, "difficulty": "HARD"})).await;
    assert_eq!(fitting(&page)[0], "Lamp Warden, srd-2014: 1 of 700");
    assert_eq!(page["budget"]["experiencePoints"], 999);
    let warden = json!([{"name": "Lamp Warden"}]);
    let page = proposed(&lore, json!({"party": party, "difficulty": "HARD", "creatures": warden})).await;
    assert_eq!(
        page["budget"],
        json!({"rules": "RULES_2014", "difficulty": "HARD", "experiencePoints": 999, "remaining": 299, "reached": "HARD"})
    );
    // One below the hard encounters.
    let page = proposed(&lore, json!({"party": party, "difficulty": "MEDIUM"})).await;
    assert_eq!(page["budget"]["experiencePoints"], 674);
    assert_eq!(fitting(&page)[0], "Chimney Sage, hearth-2014: 2 of 200");
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
