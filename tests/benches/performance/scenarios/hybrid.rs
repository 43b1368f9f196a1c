//! Spells as people search for them: by words, names and meaning.

use super::{Limit, Scenario, Way, length, semantic, texts};
use serde_json::json;

pub const SCENARIO: Scenario = Scenario {
    name: "hybrid",
    about: "20 spells by words, names and meaning, every text for the first time",
    way: Way::Graphql(
        "query($text: String) {
            spells(search: $text, first: 20) {
                edges { score node { name level school } }
                meta { warnings }
            }
        }",
    ),
    variables: |_, number| json!({"text": texts::text(number)}),
    rows: |answer| length(answer, "/data/spells/edges"),
    limit: Limit::ModelAndSql(semantic::NEAREST),
};
