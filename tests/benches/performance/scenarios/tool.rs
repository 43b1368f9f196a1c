//! MCP tools: a page of creatures or spells in each detail, and the calls of an assistant; the baseline is the GraphQL
//! operation of the tool.

use super::{Baseline, Protocol, Scenario, length};
use crate::client::Request;
use crate::samples::{Samples, pick, text};
use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::arguments::read;
use lorekeeper_mcp::catalogue::Catalogue;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// A call: the tool and its arguments.
type Call = (&'static str, Value);

pub const ONE: Scenario = calls(
    "mcp-one",
    "one creature by the tool search_creature",
    |samples, number| call(creatures(samples, number, 1, "auto")),
    |samples, number| operation(&creatures(samples, number, 1, "auto")),
);

pub const PAGE: Scenario = calls(
    "mcp",
    "20 creatures by the tool search_creature",
    |samples, number| call(creatures(samples, number, 20, "auto")),
    |samples, number| operation(&creatures(samples, number, 20, "auto")),
);

pub const SUMMARY: Scenario = calls(
    "mcp-summary",
    "the same as summaries",
    |samples, number| call(creatures(samples, number, 20, "summary")),
    |samples, number| operation(&creatures(samples, number, 20, "summary")),
);

pub const FULL: Scenario = calls(
    "mcp-full",
    "the same as whole records",
    |samples, number| call(creatures(samples, number, 20, "full")),
    |samples, number| operation(&creatures(samples, number, 20, "full")),
);

pub const TEXT: Scenario = calls(
    "mcp-text",
    "20 spells by the tool search_spell, every text for the first time",
    |_, number| call(spells(number)),
    |_, number| operation(&spells(number)),
);

pub const SESSION: Scenario = calls(
    "mcp-session",
    "a call of an assistant, one of eight that answer a table's questions",
    |samples, number| call(session(samples, number)),
    |samples, number| operation(&session(samples, number)),
);

/// Calls of tools, with their operations as the baseline.
const fn calls(
    name: &'static str,
    about: &'static str,
    call: fn(&Samples, u64) -> Value,
    operation: fn(&Samples, u64) -> Request,
) -> Scenario {
    let baseline = Baseline::Request("GraphQL", operation);
    Scenario { name, about, protocol: Protocol::Tool, variables: call, rows, baseline }
}

fn rows(answer: &Value) -> usize {
    length(answer, "/result/structuredContent/results")
}

/// More hit points than a negative number everything has: it makes the call another one, and not the answer.
fn creatures(samples: &Samples, number: u64, limit: u64, detail: &str) -> Call {
    let creature_type = pick(&samples.types, number);
    let arguments = json!({
        "type": creature_type, "cr_min": 0, "hit_points_min": below_zero(number), "limit": limit, "detail": detail,
    });
    ("search_creature", arguments)
}

fn spells(number: u64) -> Call {
    ("search_spell", json!({"search": text(number), "limit": 20}))
}

/// What an assistant asks for at a table: names, lists under conditions, a text, everything.
fn session(samples: &Samples, number: u64) -> Call {
    let name = pick(&samples.spells, number);
    let word = pick(&samples.words, number);
    match number % 8 {
        0 => ("search_spell", json!({"search": name, "limit": 5})),
        1 => creatures(samples, number, 10, "auto"),
        2 => ("search_all", json!({"search": word, "limit": 10})),
        3 => ("search_spell", json!({"search": text(number), "limit": 10})),
        4 => ("search_rule", json!({"rule_type": "rule", "search": word, "limit": 5})),
        5 => ("search_equipment", json!({"search": word, "limit": 10})),
        6 => ("search_character_option", json!({"type": "feature", "search": word, "limit": 5})),
        _ => creatures(samples, number, 50, "summary"),
    }
}

fn below_zero(number: u64) -> i64 {
    i64::try_from(number).map(|number| -number).unwrap_or_default()
}

/// A call as the parameters of `tools/call`.
fn call((name, arguments): Call) -> Value {
    json!({"name": name, "arguments": arguments})
}

/// The operation of the tool.
fn operation((name, arguments): &Call) -> Request {
    static CATALOGUE: LazyLock<Option<Catalogue>> = LazyLock::new(|| Catalogue::load(ToolSet::Search).ok());
    let tool = CATALOGUE.as_ref().and_then(|catalogue| catalogue.tool(name));
    let call = tool.zip(arguments.as_object()).and_then(|(tool, arguments)| {
        let call = read(tool, arguments).ok()?;
        Some(Request::graphql(&tool.operation.text, json!(call.variables)))
    });
    // A request that is refused says that the tool is gone.
    call.unwrap_or_else(|| Request::graphql("", Value::Null))
}
