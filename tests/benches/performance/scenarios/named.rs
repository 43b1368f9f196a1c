//! A spell by its name.

use super::{Baseline, Protocol, Scenario, length, text};
use crate::baseline::Statement;
use crate::samples::pick;
use serde_json::json;

pub const SCENARIO: Scenario = Scenario {
    name: "named",
    about: "a spell by its name, in every book that has it, with its text",
    protocol: Protocol::Graphql(
        "query($name: String, $most: Int) {
            spells(name: $name, filter: {level: {lte: $most}}) {
                nodes { name level school castingTimeLabel rangeText duration text }
            }
        }",
    ),
    variables: |samples, number| json!({"name": pick(&samples.spells, number), "most": 10 + number}),
    rows: |answer| length(answer, "/data/spells/nodes"),
    baseline: Baseline::Sql(Statement {
        sql: "SELECT name, level, school, casting_time_label, range_text, duration, text
            FROM spell WHERE lower(name) = lower($1)
            ORDER BY name, document_key, id LIMIT 20",
        parameters: |variables| vec![text(variables, "name")],
    }),
};
