//! Spells by words.

use super::{Baseline, Protocol, Scenario, length};
use crate::baseline::Statement;
use lorekeeper_content::lexemes;
use serde_json::json;

pub const SCENARIO: Scenario = Scenario {
    name: "lexical",
    about: "20 spells by two words of names and texts",
    protocol: Protocol::Graphql(
        "query($text: String) {
            spells(search: $text, mode: LEXICAL, first: 20) {
                edges { score node { name level school } }
                meta { warnings }
            }
        }",
    ),
    variables: |samples, number| json!({"text": two(&samples.words, number)}),
    rows: |answer| length(answer, "/data/spells/edges"),
    baseline: Baseline::SimilarSql {
        index: "CREATE INDEX IF NOT EXISTS baseline_words ON search_entry USING gin (terms)",
        statement: Statement {
            sql: "SELECT s.name, s.level, s.school, ts_rank(e.terms, q) AS score
            FROM (SELECT $1::tsquery AS q) AS asked, search_entry e JOIN spell s ON s.id = e.id
            WHERE e.family = 'spell' AND e.terms @@ q
            ORDER BY score DESC, s.name, s.document_key LIMIT 20",
            parameters: |variables| {
                let text = variables["text"].as_str().unwrap_or_default();
                let stems: Vec<String> = lexemes(text).collect();
                vec![stems.join(" | ").into()]
            },
        },
    },
};

/// Two of some words: another pair for every number, as long as there are any.
fn two(words: &[String], number: u64) -> String {
    let length = u64::try_from(words.len()).unwrap_or(1).max(1);
    let word = |at: u64| {
        let at = usize::try_from(at % length).unwrap_or_default();
        words.get(at).map_or("fire", String::as_str)
    };
    format!("{} {}", word(number), word(number / length + number + 1))
}
