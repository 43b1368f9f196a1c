//! `lorekeeper mcp`: an assistant that starts the program.

#[path = "../../../../tests/src/conversation.rs"]
mod conversation;

use crate::leadership::Server;
use crate::{Program, refused, text};
use conversation::Conversation;
use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::catalogue::Catalogue;
use serde_json::{Value, json};

/// What a store without content answers to a search.
fn finds_nothing(client: &mut Conversation) {
    let result = client.call("search_spell", &json!({"search": "fire"}));
    let content = &result["structuredContent"];
    assert_eq!(content["results"], json!([]), "{result}");
    let message = content["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("Nothing is stored yet."), "{result}");
}

#[test]
fn alone() {
    let program = Program::new();
    let mut client = Conversation::start(&mut program.command(&["mcp"]));
    finds_nothing(&mut client);
    let tools = client.ask("tools/list", &json!({}));
    let listed = tools["result"]["tools"].as_array().map(Vec::len);
    let catalogue = Catalogue::load(ToolSet::Search).unwrap();
    assert_eq!(listed, Some(catalogue.descriptors().count()));
    // It holds the store while it runs, and the others attach to it.
    program.succeeds(&["status"], &["leader     process"]);
    client.end();
    program.succeeds(&["status"], &["this process"]);
}

#[test]
fn beside_a_server_and_after_it() {
    let program = Program::new();
    let server = Server::ready(&program);
    let mut one = Conversation::start(&mut program.command(&["mcp", "--log", "off"]));
    let mut two = Conversation::start(program.command(&["mcp", "--log", "off"]).env("LOREKEEPER_MCP_TOOLS", "lookup"));
    finds_nothing(&mut one);
    let result = two.call("lookup_spell", &json!({"name": "fire*"}));
    assert_eq!(result["structuredContent"]["count"], 0, "{result}");
    program.succeeds(&["status"], &[&server.leads()]);
    // The server is gone without a word: one of the two takes its place.
    server.kill();
    finds_nothing(&mut one);
    let result = two.call("lookup_spell", &json!({"name": "fire*"}));
    assert_eq!(result["structuredContent"]["count"], 0, "{result}");
    assert_eq!(one.end(), "");
    assert_eq!(two.end(), "");
}

/// Whoever hangs up before a word is said is no error.
#[test]
fn hung_up() {
    let program = Program::new();
    let client = Conversation::silent(&mut program.command(&["mcp", "--log", "error"]));
    assert_eq!(client.end(), "");
}

#[test]
fn configurations() {
    let program = Program::new();
    let print = ["mcp", "--print-config", "--bind", "127.0.0.1:9999"];
    let output = program.run_with(&print, "LOREKEEPER_MCP_TOOLS", "all");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    let said = text(&output.stdout);
    let blocks: Vec<Value> = said
        .split("# ")
        .filter_map(|part| part.split_once('\n'))
        // The first says what to do.
        .skip(1)
        .map(|(_, block)| serde_json::from_str(block).expect(block))
        .collect();
    let entry = |block: &Value| {
        let servers = block.as_object().and_then(|b| b.values().next()).cloned();
        servers.unwrap_or_default()["lorekeeper"].clone()
    };
    let entries: Vec<Value> = blocks.iter().map(entry).collect();
    assert_eq!(entries.len(), 4, "{said}");
    for entry in &entries[..2] {
        assert_eq!(entry["command"], env!("CARGO_BIN_EXE_lorekeeper"), "{said}");
        assert_eq!(entry["args"], json!(["mcp"]));
        // Settings that were in force while it was printed.
        assert_eq!(entry["env"]["LOREKEEPER_MCP_TOOLS"], "all");
        // Nothing is served at an address.
        assert_eq!(entry["env"].get("LOREKEEPER_BIND"), None);
    }
    for entry in &entries[2..] {
        assert_eq!(*entry, json!({"type": "http", "url": "http://127.0.0.1:9999/mcp"}));
    }
    assert!(!program.data_dir().join("store").exists());
}

#[test]
fn a_configuration_has_no_passwords() {
    let program = Program::new();
    let mut command = program.command(&["mcp", "--print-config"]);
    let output =
        command.env("DATABASE_URL", "postgres://me:hunter2@127.0.0.1:1/lore").output().expect("the program runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(!said.contains("hunter2"), "{said}");
    let note = said.lines().find(|line| line.contains("Not printed"));
    let note = note.unwrap_or_default();
    for word in ["database_url", "lorekeeper.toml"] {
        assert!(note.contains(word), "{said}");
    }
}

/// What is printed works: the program that it names, started as it says, answers.
#[test]
fn a_configuration_that_was_pasted() {
    let program = Program::new();
    let said = program.prints(&["mcp", "--print-config"]);
    let block = said.split("# ").nth(2).and_then(|p| p.split_once('\n'));
    let block: Value = serde_json::from_str(block.expect("a block").1).expect("JSON");
    let entry = &block["mcpServers"]["lorekeeper"];
    let mut command = std::process::Command::new(entry["command"].as_str().expect("a program"));
    for argument in entry["args"].as_array().into_iter().flatten() {
        command.arg(argument.as_str().expect("text"));
    }
    for (name, value) in entry["env"].as_object().into_iter().flatten() {
        command.env(name, value.as_str().expect("text"));
    }
    let mut client = Conversation::start(&mut command);
    finds_nothing(&mut client);
    client.end();
}

#[test]
fn settings_that_cannot_be() {
    let program = Program::new();
    let output = program.run_with(&["mcp"], "LOREKEEPER_MCP_TOOLS", "lokup");
    refused(&output, &["mcp_tools", "lokup", "search", "lookup", "all"]);
    assert!(!program.data_dir().join("store").exists());
}
