//! The response cache: the same request again.

use super::{Baseline, Protocol, Scenario, length};
use crate::client::Request;
use serde_json::json;

pub const SCENARIO: Scenario = Scenario {
    name: "again",
    about: "the same 100 creatures again and again: a cached answer",
    protocol: Protocol::Graphql("{ creatures(first: 100) { nodes { name size type armorClass hitPoints text } } }"),
    variables: |_, _| json!({}),
    rows: |answer| length(answer, "/data/creatures/nodes"),
    baseline: Baseline::Request("bare HTTP", |_, _| Request::get("/health/live")),
};
