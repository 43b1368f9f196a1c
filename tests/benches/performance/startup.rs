//! Startup time of a server and of an MCP server over stdio, and memory of a server at rest.

use crate::Result;
use crate::program::{Program, Settings};
use crate::report::{Figure, megabytes, milliseconds};
use crate::server::Server;
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

/// A server is at rest that long after its last request.
const REST: Duration = Duration::from_secs(5);

/// The figure of the startup time, by store.
pub const FIRST_ANSWER: &str = "serve to first answer, ";

/// The figure of the time until a tool answers over stdio, by store.
pub const FIRST_TOOL: &str = "mcp to first tool answer, ";

/// The same where a server runs on the store already.
pub const FIRST_TOOL_BESIDE: &str = "mcp beside a server to first tool answer, ";

/// The figure of the memory at rest, by store.
pub const MEMORY_AT_REST: &str = "memory at rest with the model, ";

/// Starts a server on a filled store several times, and as often an MCP server over stdio, without a server and beside
/// one: the median times to the first answer, and the memory of the last server once it has the model and nothing to do.
/// Each start is a new process, but the files that it reads may still be in memory. The last server goes on.
pub async fn measure(
    program: &Program,
    settings: &Settings,
    (store, repeats): (&str, usize),
) -> Result<(Server, Vec<Figure>)> {
    eprintln!("starting servers, {store}");
    let (mut took, mut alone, mut beside) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 1..repeats {
        let server = Server::start(program, settings).await?;
        took.push(server.first_answer);
        server.stop().await?;
    }
    for _ in 0..repeats {
        alone.push(first_tool_answer(program, settings).await?);
    }
    let server = Server::start(program, settings).await?;
    took.push(server.first_answer);
    server.until_searchable().await?;
    tokio::time::sleep(REST).await;
    let memory = megabytes(server.process.resident());
    for _ in 0..repeats {
        beside.push(first_tool_answer(program, settings).await?);
    }
    let median = |name: &str, mut took: Vec<Duration>| {
        took.sort_unstable();
        let median = took.get(took.len() / 2).copied().unwrap_or_default();
        Figure::new(format!("{name}{store}"), milliseconds(median), "ms")
    };
    let figures = vec![
        median(FIRST_ANSWER, took),
        median(FIRST_TOOL, alone),
        median(FIRST_TOOL_BESIDE, beside),
        Figure::new(format!("{MEMORY_AT_REST}{store}"), memory, "MB"),
    ];
    Ok((server, figures))
}

/// From the start of `lorekeeper mcp` to the answer of a tool.
async fn first_tool_answer(program: &Program, settings: &Settings) -> Result<Duration> {
    let began = Instant::now();
    let mut child = program.command(&["mcp"], settings).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (mut input, output) = input.zip(output).ok_or("the program has no pipes")?;
    let client = json!({"name": "benchmark", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let call = json!({"name": "search_creature", "arguments": {"cr": 1, "limit": 1}});
    for message in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}),
    ] {
        input.write_all(format!("{message}\n").as_bytes()).await?;
    }
    let mut lines = BufReader::new(output).lines();
    while let Some(line) = lines.next_line().await? {
        let answer: Value = serde_json::from_str(&line)?;
        if answer.get("id") != Some(&json!(2)) {
            continue;
        }
        let took = began.elapsed();
        let found = answer.pointer("/result/structuredContent/count");
        if found != Some(&json!(1)) {
            return Err(format!("the tool found no creature: {line}").into());
        }
        // At the end of its input it ends.
        drop(input);
        child.wait().await?;
        return Ok(took);
    }
    Err("lorekeeper mcp ended without an answer".into())
}
