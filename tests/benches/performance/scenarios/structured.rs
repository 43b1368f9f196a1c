//! Creatures by type, challenge rating and hit points, in an order.

use super::{Baseline, Protocol, Scenario, float, int, length, text};
use crate::baseline::Statement;
use crate::client::Request;
use crate::samples::{Samples, pick};
use serde_json::{Value, json};

pub const SCENARIO: Scenario = Scenario {
    name: "structured",
    about: "20 creatures by three filters, sorted",
    protocol: Protocol::Graphql(DOCUMENT),
    variables,
    rows: |answer| length(answer, "/data/creatures/nodes"),
    baseline: Baseline::Sql(Statement {
        sql: "SELECT name, size, creature_type, alignment, armor_class, hit_points, challenge_rating
            FROM creature
            WHERE creature_type = $1 AND challenge_rating >= $2 AND hit_points <= $3
            ORDER BY challenge_rating, name, document_key, id LIMIT 20",
        parameters: |variables| vec![text(variables, "type"), float(variables, "rating"), int(variables, "most")],
    }),
};

const DOCUMENT: &str = "query($type: String, $rating: ChallengeRating, $most: Int) {
    creatures(
        filter: {type: {eq: $type}, challengeRating: {gte: $rating}, hitPoints: {lte: $most}}
        orderBy: [{field: CHALLENGE_RATING}, {field: NAME}]
        first: 20
    ) {
        nodes { name size type alignment armorClass hitPoints challengeRating }
        pageInfo { hasNextPage }
    }
}";

/// The same as a limit of others.
pub fn request(samples: &Samples, number: u64) -> Request {
    Request::graphql(DOCUMENT, variables(samples, number))
}

fn variables(samples: &Samples, number: u64) -> Value {
    let rating = pick(&[0.0, 0.25, 0.5, 1.0, 2.0], number);
    // More than any creature has: the number makes the request another one, and not the answer.
    json!({"type": pick(&samples.types, number), "rating": rating, "most": 10_000 + number})
}
