//! The hostile corpus of `tests/hostile`: each of its requests is refused, or answered, as the corpus says, and the
//! server goes on answering. How long it takes, and what others feel of it, is for `tests/hostile/run.py`.

use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Write;

/// A request of the corpus, or a heading.
#[derive(Deserialize)]
struct Attack {
    name: Option<String>,
    #[serde(default)]
    expect: String,
    body: Option<Pieces>,
    #[serde(default)]
    latin1: bool,
    query: Option<Pieces>,
    variables: Option<Pieces>,
    operation: Option<String>,
    /// A tool that is called at `/mcp`, with `arguments`.
    tool: Option<String>,
    arguments: Option<Pieces>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Pieces {
    Text(String),
    List(Vec<Piece>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Piece {
    Text(String),
    Repeated { times: usize, text: String },
}

impl Attack {
    fn bytes(&self) -> Vec<u8> {
        if let Some(body) = &self.body {
            let body = body.text();
            return if self.latin1 {
                body.chars().map(|c| u8::try_from(c).unwrap()).collect()
            } else {
                body.into_bytes()
            };
        }
        if let (Some(tool), Some(arguments)) = (&self.tool, &self.arguments) {
            let call = r#""jsonrpc": "2.0", "id": 1, "method": "tools/call", "params""#;
            let arguments = arguments.text();
            let call = format!("{{{call}: {{\"name\": \"{tool}\", \"arguments\": {arguments}}}}}");
            return call.into_bytes();
        }
        let mut body = format!("{{\"query\": {}", json!(self.query.as_ref().unwrap().text()));
        if let Some(variables) = &self.variables {
            write!(body, ", \"variables\": {}", variables.text()).unwrap();
        }
        if let Some(operation) = &self.operation {
            write!(body, ", \"operationName\": {}", json!(operation)).unwrap();
        }
        body.push('}');
        body.into_bytes()
    }

    /// What is wrong with an answer, if anything is.
    fn fault(&self, status: u16, body: &str) -> Option<String> {
        let answer: Value = serde_json::from_str(body).unwrap_or_default();
        let errors = answer["errors"].as_array();
        let codes: Vec<&str> =
            errors.into_iter().flatten().map(|error| error["extensions"]["code"].as_str().unwrap_or("none")).collect();
        let refused = status >= 400
            || (!codes.is_empty() && answer["data"].is_null())
            || (self.tool.is_some() && answer["result"]["isError"] == true);
        let ours = codes.iter().all(|code| ["TOO_COMPLEX", "BAD_USER_INPUT"].contains(code));
        let well = match self.expect.as_str() {
            _ if status >= 500 || !ours => false,
            "bounded" => true,
            "answered" => !refused && codes.is_empty(),
            "refused" => refused,
            code => refused && codes.iter().all(|found| *found == code) && !codes.is_empty(),
        };
        let short: String = body.chars().take(300).collect();
        let name = self.name.as_deref().unwrap_or_default();
        (!well).then(|| format!("{name}: not {}: {status} {short}", self.expect))
    }
}

impl Pieces {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(pieces) => pieces.iter().map(Piece::text).collect(),
        }
    }
}

impl Piece {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Repeated { times, text } => {
                (0..*times).map(|i| text.replace("{i}", &i.to_string()).replace("{j}", &(i + 1).to_string())).collect()
            }
        }
    }
}

/// A server may hang up on a longer body while it is still being sent, which this client takes for a fault.
const MAX_BODY_BYTES: usize = 2_000_000;

#[tokio::test]
async fn corpus() {
    let attacks: Vec<Attack> = serde_json::from_str(include_str!("../../hostile/corpus.json")).unwrap();
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let mut faults = Vec::new();
    for attack in attacks.iter().filter(|attack| attack.name.is_some()) {
        let body = attack.bytes();
        let (path, accept) = match attack.tool {
            Some(_) => ("/mcp", "application/json, text/event-stream"),
            None => ("/graphql", "application/json"),
        };
        // Tools take messages of 4 MiB.
        if body.len() > MAX_BODY_BYTES && attack.tool.is_none() {
            continue;
        }
        let headers = [("content-type", "application/json"), ("accept", accept)];
        let (status, body) = lore.post(path, &headers, body).await;
        faults.extend(attack.fault(status, &body));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let found = lore.ask("{ spells(name: \"ember ward\") { totalCount } }").await;
    assert_eq!(found, json!({"spells": {"totalCount": 2}}));
    lore.stop().await;
}

/// What relations lead to is known only when it is there.
#[tokio::test]
async fn an_answer_that_grows_too_large_is_stopped() {
    let upstream = Upstream::start().await;
    let settings = [("max_response_size", "1")];
    let lore = Lore::filled_with(&upstream, &settings).await;
    let aliases: String = (0..100)
        .fold(String::new(), |text, i| text + &format!(" a{i}: spells {{ nodes {{ markdown source {{ raw }} }} }}"));
    lore.refuses(&format!("{{{aliases} }}"), json!({}), "TOO_COMPLEX", "more than 1 MiB").await;
    lore.ask("{ spells { nodes { markdown source { raw } } } }").await;
    lore.stop().await;
}
