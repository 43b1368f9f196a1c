//! Spells by words.

use super::{Limit, Scenario, Way, hardly, length, text};
use crate::content::pick;
use crate::limits::Bare;
use serde_json::json;

pub const SCENARIO: Scenario = Scenario {
    name: "lexical",
    about: "20 spells by two words of names and texts",
    way: Way::Graphql(
        "query($text: String, $least: Float) {
            spells(search: $text, mode: LEXICAL, minSimilarity: $least, first: 20) {
                edges { score node { name level school } }
                meta { warnings }
            }
        }",
    ),
    variables: |samples, number| {
        let word = |of: u64| pick(&samples.words, of).map_or("fire", String::as_str);
        json!({"text": format!("{} {}", word(number), word(number / 400)), "least": hardly(number)})
    },
    rows: |answer| length(answer, "/data/spells/edges"),
    limit: Limit::LikeSql(Bare {
        statement: "SELECT s.name, s.level, s.school, ts_rank(e.terms, q) AS score
            FROM (SELECT replace(plainto_tsquery('lore', $1)::text, '&', '|')::tsquery AS q) AS asked,
                search_entry e JOIN spell s ON s.id = e.id
            WHERE e.family = 'spell' AND e.terms @@ q
            ORDER BY score DESC, s.name, s.document_key LIMIT 20",
        parameters: |variables| vec![text(variables, "text")],
    }),
};
