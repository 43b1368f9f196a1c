//! What the inner parts of an answer take, each by itself:
//!
//! ```sh
//! cargo bench -p lorekeeper --bench inner
//! ```
//!
//! The content is the tests' own. Only the gate needs a store: an embedded one, and empty.

#![expect(
    clippy::expect_used,
    reason = "a measurement that cannot be set up says why"
)]

mod adapter;
mod answering;
mod drawing;
mod gate;

use criterion::{Criterion, criterion_group, criterion_main};
use std::time::Duration;

/// A page of creatures as a client with a list and a detail view asks for it.
const DOCUMENT: &str = "query Creatures($type: String, $first: Int = 20, $after: String) {
    creatures(filter: {type: {eq: $type}, challengeRating: {gte: 1}}, orderBy: [{field: NAME}], first: $first, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { ...Block document { name licenses { name } } spells { name level document { name } } }
    }
}
fragment Block on Creature {
    id name size type alignment armorClass hitPoints hitDice challengeRatingText
    speed { walk fly swim } abilityScores { strength dexterity constitution intelligence wisdom charisma }
    actions { name text attacks { toHit reach damage { dice bonus type } } save { ability dc } }
}";

fn settings() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
}

criterion_group! {
    name = inner;
    config = settings();
    targets = gate::measure, drawing::measure, answering::measure, adapter::measure
}
criterion_main!(inner);
