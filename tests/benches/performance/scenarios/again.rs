//! The same request again: what keeping answers is good for.

use super::{Limit, Scenario, Way, length};
use crate::connection::Request;
use serde_json::json;

pub const SCENARIO: Scenario = Scenario {
    name: "again",
    about: "the same 100 creatures again and again: an answer that is kept",
    way: Way::Graphql(
        "{ creatures(first: 100) { nodes { name size type armorClass hitPoints text } } }",
    ),
    variables: |_, _| json!({}),
    rows: |answer| length(answer, "/data/creatures/nodes"),
    limit: Limit::Request("bare HTTP", |_, _| Request::get("/health/live")),
};
