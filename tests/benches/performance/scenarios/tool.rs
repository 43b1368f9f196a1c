//! An MCP tool; the baseline is its GraphQL operation.

use super::{Baseline, Protocol, Scenario, length};
use crate::client::Request;
use crate::samples::{Samples, pick};
use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::arguments::read;
use lorekeeper_mcp::catalogue::Catalogue;
use serde_json::{Value, json};
use std::sync::LazyLock;

const TOOL: &str = "search_creature";

pub const ONE: Scenario = calls(
    "mcp-one",
    "one creature by the tool search_creature",
    |samples, number| arguments(samples, number, 1),
    |samples, number| operation(&arguments(samples, number, 1)),
);

pub const PAGE: Scenario = calls(
    "mcp",
    "20 creatures by the tool search_creature",
    |samples, number| arguments(samples, number, 20),
    |samples, number| operation(&arguments(samples, number, 20)),
);

/// Calls of the tool, with their operations as the baseline.
const fn calls(
    name: &'static str,
    about: &'static str,
    variables: fn(&Samples, u64) -> Value,
    operation: fn(&Samples, u64) -> Request,
) -> Scenario {
    Scenario {
        name,
        about,
        protocol: Protocol::Tool(TOOL),
        variables,
        rows,
        baseline: Baseline::Request("GraphQL", operation),
    }
}

fn rows(answer: &Value) -> usize {
    length(answer, "/result/structuredContent/results")
}

/// More hit points than a negative number everything has: it makes the call another one, and not the answer.
fn arguments(samples: &Samples, number: u64, limit: u64) -> Value {
    let below = i64::try_from(number).map(|number| -number).unwrap_or_default();
    json!({"type": pick(&samples.types, number), "cr_min": 0, "hit_points_min": below, "limit": limit})
}

/// The operation of the tool.
fn operation(arguments: &Value) -> Request {
    static CATALOGUE: LazyLock<Option<Catalogue>> = LazyLock::new(|| Catalogue::load(ToolSet::Search).ok());
    let tool = CATALOGUE.as_ref().and_then(|catalogue| catalogue.tool(TOOL));
    let call = tool.zip(arguments.as_object()).and_then(|(tool, arguments)| {
        let call = read(tool, arguments).ok()?;
        Some(Request::graphql(&tool.operation.text, json!(call.variables)))
    });
    // A request that is refused says that the tool is gone.
    call.unwrap_or_else(|| Request::graphql("", Value::Null))
}
