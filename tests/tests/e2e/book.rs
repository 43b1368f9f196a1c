//! Queries in the documentation: the server answers each of them without an error.
//!
//! They are the blocks of GraphQL, and the operations inside of programs and commands.

use crate::admin;
use lorekeeper_tests::book::{Block, pages};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::socket::{Socket, Word};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

/// A file for the mutation that imports.
const BOOK: &str = r#"{"Pantry Tales" #:orcpub.dnd.e5{
    :languages {:soupish {:name "Soupish" :description "Spoken over pots."}}}}"#;

/// What stands between a beginning and an end, wherever they are.
fn between<'a>(text: &'a str, beginning: &str, end: &str) -> Vec<&'a str> {
    text.split(beginning).skip(1).filter_map(|rest| rest.split_once(end)).map(|(inside, _)| inside).collect()
}

/// The operations of a block.
fn operations(block: &Block) -> Vec<String> {
    let texts = |found: Vec<&str>| found.into_iter().map(str::to_owned).collect();
    match block.language.as_str() {
        "graphql" => vec![block.text.clone()],
        "js" => texts(between(&block.text, "const query = `", "`")),
        "python" => texts(between(&block.text, "gql(\"", "\")")),
        "sh" => [("-d '", "'"), ("operations='", "'")]
            .into_iter()
            .flat_map(|(beginning, end)| between(&block.text, beginning, end))
            .map(|body| serde_json::from_str(body).expect("a request"))
            // A call of a tool is no operation.
            .filter(|body: &Value| body.get("jsonrpc").is_none())
            .map(|body| body["query"].as_str().expect("a query").to_owned())
            .collect(),
        _ => Vec::new(),
    }
}

/// The server answers an operation; what is wrong otherwise.
async fn run(lore: &Lore, operation: &str) -> Result<(), String> {
    if operation.trim_start().starts_with("subscription") {
        let token = json!({"Authorization": admin::authorization()});
        let mut socket = Socket::begin(&lore.url, token).await;
        socket.subscribe("1", operation).await;
        if operation.contains("syncProgress") {
            // Its first event is that of a job.
            let job = "mutation { startSync(families: [SPELL], embed: false) { joined } }";
            admin::data(lore, admin::query(job, &Value::Null)).await;
        }
        return match socket.hear().await {
            Word::Message(message) if message["type"] == "next" => {
                let errors = message.pointer("/payload/errors");
                errors.map_or(Ok(()), |errors| Err(errors.to_string()))
            }
            word => Err(format!("{word:?}")),
        };
    }
    let body = if operation.contains("Upload") {
        let files = [("pantry.orcbrew", BOOK)];
        admin::form(operation, &json!({"files": [null]}), &files)
    } else {
        admin::query(operation, &Value::Null)
    };
    let (_, answer) = admin::send(lore, Some(admin::TOKEN), body).await;
    let errors = answer.get("errors");
    match (errors, answer.get("data")) {
        (None, Some(_)) => Ok(()),
        _ => Err(answer.to_string()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_query_in_the_book_runs() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &[admin::ADMIN]).await;
    let mut count = 0;
    let mut faults = Vec::new();
    for page in pages() {
        for block in page.blocks() {
            for operation in operations(&block) {
                count += 1;
                if let Err(fault) = run(&lore, &operation).await {
                    faults.push(format!("{}:{}: {fault}", page.path, block.line));
                }
            }
        }
    }
    assert!(count >= 25, "{count} queries");
    assert!(faults.is_empty(), "{faults:#?}");
    lore.stop().await;
}
