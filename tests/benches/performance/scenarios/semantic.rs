//! Spells by meaning: with a call of the model for every text, and with vectors that the server remembers.

use super::{Limit, Scenario, Way, int, length, structured, texts};
use crate::limits::Bare;
use serde_json::{Value, json};

pub const FRESH: Scenario = Scenario {
    name: "semantic",
    about: "20 spells by meaning, every text for the first time",
    way: Way::Graphql(DOCUMENT),
    variables: |_, number| json!({"text": texts::text(number), "most": 9, "least": 0}),
    rows,
    limit: Limit::ModelAndSql(UP_TO_A_LEVEL),
};

pub const REMEMBERED: Scenario = Scenario {
    name: "semantic-vector",
    about: "the same with sixteen texts whose vectors are remembered, ranked anew",
    way: Way::Graphql(DOCUMENT),
    variables: |_, number| json!({"text": again(number), "most": 10 + number, "least": 0}),
    rows,
    limit: Limit::Request("structured", structured::request),
};

pub const RANKED: Scenario = Scenario {
    name: "semantic-ranking",
    about: "the same with sixteen texts whose rankings are remembered",
    way: Way::Graphql(DOCUMENT),
    variables: |_, number| json!({"text": again(number), "most": 9, "least": hardly(number)}),
    rows,
    limit: Limit::Request("structured", structured::request),
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
fn again(number: u64) -> String {
    texts::text(texts::DIFFERENT - 1 - number % 16 * 31)
}

/// A relevance so small that it leaves nothing out: the number makes a request another one, and not its answer.
#[expect(clippy::cast_precision_loss, reason = "there are no 2^52 requests")]
fn hardly(number: u64) -> f64 {
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
pub const NEAREST: Bare = Bare {
    statement: nearest!("true"),
    parameters: |_| Vec::new(),
};

/// The nearest up to a level.
const UP_TO_A_LEVEL: Bare = Bare {
    statement: nearest!("s.level <= $3"),
    parameters: |variables| vec![int(variables, "most")],
};
