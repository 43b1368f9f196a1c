//! What a tool call costs over the GraphQL request that it makes, side by side, against a running server:
//!
//! ```sh
//! cargo bench -p lorekeeper-mcp -- http://127.0.0.1:8080
//! ```

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a measurement that goes wrong says where"
)]

use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::arguments::read;
use lorekeeper_mcp::catalogue::Catalogue;
use reqwest::Client;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Pairs of requests for each call.
const PAIRS: usize = 300;

#[tokio::main]
async fn main() {
    let Some(base) = std::env::args().find(|a| a.starts_with("http")) else {
        println!("Give the address of a running server, such as http://127.0.0.1:8080.");
        return;
    };
    let client = Client::new();
    println!(
        "{:<34} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "call", "gql p50", "mcp p50", "over", "gql p99", "mcp p99", "over"
    );
    for (tool, arguments) in [
        (
            "search_spell",
            json!({"level": 3, "school": "evocation", "limit": 20}),
        ),
        ("search_spell", json!({"search": "fireball", "limit": 5})),
        (
            "search_creature",
            json!({"cr": 5, "type": "undead", "limit": 20}),
        ),
        ("search_creature", json!({"limit": 100, "detail": "full"})),
        (
            "search_equipment",
            json!({"type": "weapon", "is_simple": true}),
        ),
        ("search_all", json!({"query": "dragon", "limit": 10})),
        (
            "get",
            json!({"ids": ["spell:srd-2014:fireball", "creature:srd-2014:lich"]}),
        ),
        ("list_documents", json!({})),
    ] {
        let name = format!(
            "{tool} {}",
            arguments.to_string().chars().take(18).collect::<String>()
        );
        let (graphql, mcp) = pairs(&client, &base, tool, &arguments).await;
        let at = |times: &[Duration], part: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "an index"
            )]
            let index = ((times.len() - 1) as f64 * part) as usize;
            times[index].as_secs_f64() * 1000.0
        };
        let (g50, m50, g99, m99) = (
            at(&graphql, 0.5),
            at(&mcp, 0.5),
            at(&graphql, 0.99),
            at(&mcp, 0.99),
        );
        println!(
            "{name:<34} {g50:>9.2} {m50:>9.2} {:>9.2} {g99:>9.2} {m99:>9.2} {:>9.2}",
            m50 - g50,
            m99 - g99
        );
    }
    println!("milliseconds; {PAIRS} pairs of requests each, taking turns");
}

async fn pairs(
    client: &Client,
    base: &str,
    tool: &str,
    arguments: &Value,
) -> (Vec<Duration>, Vec<Duration>) {
    let catalogue = Catalogue::load(ToolSet::All).unwrap();
    let tool = catalogue.tool(tool).unwrap();
    let call = read(tool, arguments.as_object().unwrap()).unwrap();
    let question = json!({"query": tool.operation.text, "variables": call.variables});
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool.name(), "arguments": arguments}});
    let (mut graphql, mut mcp) = (Vec::new(), Vec::new());
    for round in 0..PAIRS + 10 {
        let a = timed(client, &format!("{base}/graphql"), &question).await;
        let b = timed(client, &format!("{base}/mcp"), &request).await;
        // The first ones warm up.
        if round >= 10 {
            graphql.push(a);
            mcp.push(b);
        }
    }
    graphql.sort();
    mcp.sort();
    (graphql, mcp)
}

async fn timed(client: &Client, url: &str, body: &Value) -> Duration {
    let body = body.to_string();
    let began = Instant::now();
    let request = client
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(body);
    let answer = request.send().await.unwrap().bytes().await.unwrap();
    let time = began.elapsed();
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    assert!(
        answer.get("errors").is_none() && answer.get("error").is_none(),
        "{answer}"
    );
    time
}
