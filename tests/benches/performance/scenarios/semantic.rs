//! Spells by meaning: with a call of the model for every text, and with vectors that the server remembers.

use super::{Limit, Scenario, Way, hardly, length, structured, texts};
use crate::limits::Bare;
use serde_json::json;

pub const FRESH: Scenario = Scenario {
    name: "semantic",
    about: "20 spells by meaning, every text for the first time",
    way: Way::Graphql(DOCUMENT),
    variables: |_, number| json!({"text": texts::text(number), "least": hardly(number)}),
    rows: |answer| length(answer, "/data/spells/edges"),
    limit: Limit::ModelAndSql(NEAREST),
};

pub const CACHED: Scenario = Scenario {
    name: "semantic-cached",
    about: "the same with sixteen texts that were asked before",
    way: Way::Graphql(DOCUMENT),
    variables: |_, number| json!({"text": texts::text(number % 16 * 31), "least": hardly(number)}),
    rows: |answer| length(answer, "/data/spells/edges"),
    limit: Limit::Request("structured", structured::request),
};

const DOCUMENT: &str = "query($text: String, $least: Float) {
    spells(search: $text, mode: SEMANTIC, minSimilarity: $least, first: 20) {
        edges { score node { name level school } }
        meta { warnings }
    }
}";

/// The nearest, by the best of their passages.
pub const NEAREST: Bare = Bare {
    statement: "SELECT s.name, s.level, s.school, nearest.distance
        FROM (
            SELECT v.entity_id AS id, min(v.embedding <=> $1) AS distance
            FROM passage_vector v JOIN spell s ON s.id = v.entity_id
            WHERE v.model = $2 GROUP BY v.entity_id ORDER BY distance LIMIT 20
        ) AS nearest JOIN spell s USING (id)
        ORDER BY nearest.distance",
    parameters: |_| Vec::new(),
};
