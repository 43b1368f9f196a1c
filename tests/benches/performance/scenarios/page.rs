//! The search of the home page: the operation that its script sends.

use super::{Baseline, Protocol, Scenario, length, structured};
use crate::samples::text;
use serde_json::json;

pub const SEARCH: Scenario = Scenario {
    name: "page",
    about: "the search of the home page, every text for the first time",
    protocol: Protocol::Graphql(include_str!("../../../../api/server/pages/src/home/operations/search.graphql")),
    variables: |_, number| json!({"query": text(number), "before": "<mark>", "behind": "</mark>"}),
    rows: |answer| length(answer, "/data/found/edges"),
    baseline: Baseline::Request("structured", structured::request),
};
