//! Asking all questions, over all ways there are.

use super::questions::{self, COMPLETIONS, IDS, PATHS, QUESTIONS, RESOURCES, TOOLS};
use lorekeeper::export::vault;
use lorekeeper_mcp::HttpExecutor;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::mcp::Mcp;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// All that is asked, each with its answer.
pub type Answers = BTreeMap<String, String>;

/// The answers to everybody, or to somebody with a token.
pub async fn ask_all(lore: &Lore, token: Option<&str>) -> Answers {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let mut headers = vec![("content-type", "application/json")];
    headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    let mut answers = Answers::new();
    let mut put = |what: String, answer: String| {
        answers.insert(what, answer);
    };
    let asked = QUESTIONS.iter().map(|(_, query)| (*query, json!({})));
    let by_id = IDS.iter().flat_map(|query| {
        let id = questions::ID;
        [id, questions::NO_ID].map(|id| (*query, json!({"id": id})))
    });
    for (query, variables) in asked.chain(by_id) {
        let body = json!({"query": query, "variables": variables}).to_string();
        // Twice: the second answer may be one that was kept.
        for _ in 0..2 {
            let reply = lore.send("/graphql", &headers, Some(body.clone())).await;
            put(format!("{query} {variables}"), reply.body);
        }
    }
    for path in PATHS {
        let reply = lore.send(path, &headers, None).await;
        let is_metrics = *path == "/metrics";
        // Of the metrics only these are of what is stored.
        let is_kept = |line: &&str| !is_metrics || line.contains("_entities{") || line.contains("_passages ");
        let lines: BTreeSet<&str> = reply.body.lines().filter(is_kept).collect();
        let lines: Vec<&str> = lines.into_iter().collect();
        put((*path).to_owned(), format!("{} {}", reply.status, lines.join("\n")));
    }
    let mcp = Mcp::connect(&lore.url).await;
    let messages = calls(TOOLS, RESOURCES, COMPLETIONS);
    for (method, params) in messages {
        let message = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        let (_, answer) = mcp.post(&headers[1..], message.to_string()).await;
        let mut answer: Value = serde_json::from_str(&answer).unwrap();
        forget_times(&mut answer);
        put(format!("{method} {params}"), answer.to_string());
    }
    let folder = tempfile::tempdir().unwrap();
    let endpoint = HttpExecutor::new(&format!("{}/graphql", lore.url), token).unwrap();
    vault::write(folder.path(), &[], Arc::new(endpoint)).await.unwrap();
    let notes: BTreeSet<String> = crate::vault::files(folder.path())
        .iter()
        .map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string())
        .collect();
    put("vault".to_owned(), format!("{notes:#?}"));
    answers
}

/// Asserts that all answers are what they were, and shows where the others differ.
pub fn assert_same(now: &Answers, before: &Answers) {
    assert_eq!(now.len(), before.len());
    let mut changed = Vec::new();
    for (what, now) in now {
        let was = before.get(what).map_or("", String::as_str);
        if now != was {
            let pairs = now.bytes().zip(was.bytes());
            let at = pairs.take_while(|(a, b)| a == b).count();
            let part = |text: &str| {
                let from = text.floor_char_boundary(at.saturating_sub(100));
                text[from..].chars().take(400).collect::<String>()
            };
            changed.push(format!("{what}\n{}\nwas\n{}", part(now), part(was)));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n\n"));
}

/// The messages to an MCP server.
fn calls(tools: &[(&str, &str)], resources: &[&str], completions: &[(&str, &str, &str)]) -> Vec<(&'static str, Value)> {
    let tools = tools.iter().map(|(name, arguments)| {
        let arguments: Value = serde_json::from_str(arguments).unwrap();
        ("tools/call", json!({"name": name, "arguments": arguments}))
    });
    let resources = resources.iter().map(|uri| ("resources/read", json!({"uri": uri})));
    let completions = completions.iter().map(|(uri, name, value)| {
        let argument = json!({"name": name, "value": value});
        ("completion/complete", json!({"ref": {"type": "ref/resource", "uri": uri}, "argument": argument}))
    });
    tools.chain(resources).chain(completions).collect()
}

/// Takes the times out of an answer, also of JSON within its texts.
fn forget_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.contains("_at") && name != "cursor" && name != "next_cursor");
            fields.values_mut().for_each(forget_times);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_times),
        Value::String(text) => {
            if let Ok(mut inner) = serde_json::from_str::<Value>(text)
                && inner.is_object()
            {
                forget_times(&mut inner);
                *text = inner.to_string();
            }
        }
        _ => {}
    }
}
