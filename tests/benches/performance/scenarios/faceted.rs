//! Facets: values and counts.

use super::{Baseline, Protocol, Scenario, float, int};
use crate::baseline::Statement;
use crate::samples::pick;
use serde_json::{Value, json};

pub const SCENARIO: Scenario = Scenario {
    name: "faceted",
    about: "three facets of creatures under two filters, and their number",
    protocol: Protocol::Graphql(
        "query($rating: ChallengeRating, $most: Int) {
            creatures(filter: {challengeRating: {gte: $rating}, hitPoints: {lte: $most}}) {
                totalCount
                facets(names: [\"size\", \"type\", \"alignment\"]) { name values { value count } }
            }
        }",
    ),
    variables: |_, number| {
        let rating = pick(&[0.0, 0.25, 0.5, 1.0, 2.0, 5.0], number);
        json!({"rating": rating, "most": 10_000 + number})
    },
    // The number of all is a row of its own.
    rows: |answer| {
        let facets = answer.pointer("/data/creatures/facets").and_then(Value::as_array);
        let values = |facet: &Value| facet.get("values").and_then(Value::as_array).map_or(0, Vec::len);
        facets.map_or(0, |facets| 1 + facets.iter().map(values).sum::<usize>())
    },
    baseline: Baseline::Sql(Statement {
        sql: "WITH found AS MATERIALIZED (
                SELECT size, creature_type, alignment, count(*)::int AS n FROM creature
                WHERE challenge_rating >= $1 AND hit_points <= $2
                GROUP BY 1, 2, 3
            )
            SELECT 'size' AS facet, size AS value, sum(n) FROM found WHERE size <> '' GROUP BY size
            UNION ALL
            SELECT 'type', creature_type, sum(n) FROM found WHERE creature_type <> '' GROUP BY creature_type
            UNION ALL
            SELECT 'alignment', alignment, sum(n) FROM found WHERE alignment <> '' GROUP BY alignment
            UNION ALL
            SELECT 'all', NULL, sum(n) FROM found
            ORDER BY 1, 3 DESC, 2",
        parameters: |variables| vec![float(variables, "rating"), int(variables, "most")],
    }),
};
