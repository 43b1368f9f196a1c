//! Semantic and hybrid search: with a call of the model for every text, with cached vectors, with cached rankings.

use super::{Baseline, Protocol, Scenario, int, length, structured};
use crate::baseline::Statement;
use crate::samples::text as search_text;
use serde_json::{Value, json};

pub const UNCACHED: Scenario = Scenario {
    name: "semantic",
    about: "20 spells by meaning, every text for the first time",
    protocol: Protocol::Graphql(DOCUMENT),
    variables: |_, number| json!({"text": search_text(number), "most": 9, "least": 0}),
    rows,
    baseline: Baseline::ModelAndSql(UP_TO_A_LEVEL),
};

pub const CACHED_VECTOR: Scenario = Scenario {
    name: "semantic-vector",
    about: "the same with sixteen texts whose vectors are cached, ranked anew",
    protocol: Protocol::Graphql(DOCUMENT),
    variables: |_, number| json!({"text": repeated_text(number), "most": 10 + number, "least": 0}),
    rows,
    baseline: Baseline::Request("structured", structured::request),
};

pub const CACHED_RANKING: Scenario = Scenario {
    name: "semantic-ranking",
    about: "the same with sixteen texts whose rankings are cached",
    protocol: Protocol::Graphql(DOCUMENT),
    variables: |_, number| json!({"text": repeated_text(number), "most": 9, "least": negligible(number)}),
    rows,
    baseline: Baseline::Request("structured", structured::request),
};

pub const HYBRID: Scenario = Scenario {
    name: "hybrid",
    about: "20 spells by words, names and meaning, every text for the first time",
    protocol: Protocol::Graphql(
        "query($text: String) {
            spells(search: $text, first: 20) {
                edges { score node { name level school } }
                meta { warnings }
            }
        }",
    ),
    variables: |_, number| json!({"text": search_text(number)}),
    rows,
    baseline: Baseline::ModelAndSql(NEAREST),
};

/// A bound of levels that nothing reaches makes a ranking another one; the least relevance only what is shown of it.
const DOCUMENT: &str = "query($text: String, $most: Int, $least: Float) {
    spells(search: $text, mode: SEMANTIC, filter: {level: {lte: $most}}, minSimilarity: $least, first: 20) {
        edges { score node { name level school } }
        meta { warnings }
    }
}";

fn rows(answer: &Value) -> usize {
    length(answer, "/data/spells/edges")
}

/// One of sixteen texts.
fn repeated_text(number: u64) -> String {
    search_text((1 << 40) + number % 16 * 31)
}

/// A relevance so small that it leaves nothing out: the number makes a request another one, and not its answer.
#[expect(clippy::cast_precision_loss, reason = "there are no 2^52 requests")]
fn negligible(number: u64) -> f64 {
    number as f64 * 1e-12
}

/// A statement for the nearest spells under a condition, ranked as the program ranks them: by the entity as a whole and
/// the best of its passages.
macro_rules! nearest {
    ($condition:literal) => {
        concat!(
            "SELECT s.name, s.level, s.school, nearest.score
            FROM (
                SELECT id, (max(alike) + coalesce(max(alike) FILTER (WHERE ord = 0), 0)) / 2 AS score
                FROM (
                    SELECT v.entity_id AS id, v.ord, -(v.embedding <#> $1) AS alike
                    FROM passage_vector v JOIN spell s ON s.id = v.entity_id
                    WHERE v.family = 'spell' AND v.model = $2 AND ",
            $condition,
            " OFFSET 0
                ) AS compared
                GROUP BY id ORDER BY score DESC LIMIT 20
            ) AS nearest JOIN spell s USING (id)
            ORDER BY nearest.score DESC, s.name, s.document_key, s.id"
        )
    };
}

/// The nearest of all.
const NEAREST: Statement = Statement { sql: nearest!("true"), parameters: |_| Vec::new() };

/// The nearest up to a level.
const UP_TO_A_LEVEL: Statement =
    Statement { sql: nearest!("s.level <= $3"), parameters: |variables| vec![int(variables, "most")] };
