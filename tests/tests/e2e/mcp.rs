//! MCP end to end: tools, resources, prompts and completions over the real store.

mod access;
mod filters;
mod frameworks;
mod graphql;
mod ids;
mod no_results;
mod operations;
mod pages;
mod program;
mod protocol;
mod queries;
mod ranking;
mod real_clients;
mod resources;
mod scope;
mod table;

use crate::nodes::{list, text, texts};
use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::catalogue::Catalogue;
use lorekeeper_tests::harness::{Lore, Reader};
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;
use serde_json::Value;

/// One that has all that `upstream` has, and serves every tool.
async fn filled(upstream: &Upstream) -> (Lore, Mcp) {
    let lore = Lore::filled_with(upstream, &[("mcp_tools", "all")]).await;
    let mcp = Mcp::connect(&lore.url).await;
    (lore, mcp)
}

/// The tools of the server that tests share.
async fn shared() -> Mcp {
    Mcp::connect(&Reader::shared().await.url).await
}

/// Checks that the listed tools are those of a set.
fn are_tools_of(set: ToolSet, listed: &Value) {
    let catalogue = Catalogue::load(set).expect("operations that fit the schema");
    let mut of_set: Vec<&str> = catalogue.descriptors().map(|tool| &*tool.name).collect();
    let mut listed: Vec<&str> = list(listed).iter().map(|tool| text(tool, "/name")).collect();
    of_set.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, of_set);
}

fn results(content: &Value) -> &[Value] {
    list(&content["results"])
}

/// `Ember Ward, srd-2014` for each result.
fn entities(content: &Value) -> Vec<String> {
    let shared = content.pointer("/shared/document_key");
    let entity = |r: &Value| {
        let document = r.get("document_key").or(shared).and_then(Value::as_str);
        format!("{}, {}", text(r, "/name"), document.unwrap_or_default())
    };
    results(content).iter().map(entity).collect()
}

/// The id of each result.
fn ids(content: &Value) -> Vec<String> {
    texts(&content["results"], "/id")
}
