//! The last page of a long list.

use super::{Baseline, Protocol, Scenario, int, length};
use crate::baseline::Statement;
use serde_json::json;

pub const SCENARIO: Scenario = Scenario {
    name: "last-page",
    about: "the last 20 of all creatures",
    protocol: Protocol::Graphql(
        "query($most: Int) {
            creatures(filter: {hitPoints: {lte: $most}}, last: 20) {
                nodes { name type challengeRating }
                pageInfo { hasPreviousPage }
            }
        }",
    ),
    variables: |_, number| json!({"most": 10_000 + number}),
    rows: |answer| length(answer, "/data/creatures/nodes"),
    baseline: Baseline::Sql(Statement {
        sql: "SELECT name, creature_type, challenge_rating FROM creature WHERE hit_points <= $1
            ORDER BY name DESC, document_key DESC, id DESC LIMIT 20",
        parameters: |variables| vec![int(variables, "most")],
    }),
};
