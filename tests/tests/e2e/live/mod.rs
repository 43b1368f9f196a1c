//! What the server tells as it happens, and the jobs that the admin starts.

mod content;
mod guest;
mod jobs;
mod protocol;

use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const TOKEN: &str = "a token of forty characters, as it should";

const BOOK: &str = r#"{"Pantry Tales" #:orcpub.dnd.e5{
    :spells {:soup-ward {:name "Soup Ward" :level 2 :school "abjuration" :casting-time "1 action"
                         :range "Touch" :duration "1 hour" :components {:verbal true}
                         :spell-lists {:wizard true} :description "Soup keeps you from cold."}}}}"#;

/// One whose admin has a token.
async fn lore(upstream: &Upstream) -> Lore {
    Lore::with(upstream, Model::Words, &[("admin_token", TOKEN)]).await
}

/// One that has synced, and whose admin has a token.
async fn synced(upstream: &Upstream) -> Lore {
    Lore::synced(upstream, &[("admin_token", TOKEN)]).await
}

/// The admin's token, as a connection begins with it.
fn token() -> Value {
    json!({"Authorization": format!("Bearer {TOKEN}")})
}

/// The admin's answer to a query, which has no errors.
async fn ask(lore: &Lore, query: &str) -> Value {
    let mut answer = asked(lore, query).await;
    assert!(answer.get("errors").is_none(), "{query}\n{answer:#}");
    answer["data"].take()
}

/// The whole answer to the admin.
async fn asked(lore: &Lore, query: &str) -> Value {
    let authorization = format!("Bearer {TOKEN}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", authorization.as_str()),
    ];
    let body = json!({"query": query}).to_string();
    let (_, text) = lore.post("/graphql", &headers, body).await;
    serde_json::from_str(&text).unwrap()
}

/// Brings the book in, as a form does.
async fn import(lore: &Lore) -> Value {
    let operations = json!({
        "query": "mutation($files: [Upload!]!) { importContent(files: $files) { tables { table added } } }",
        "variables": {"files": [null]},
    });
    let part = |heading: &str, text: &str| {
        format!("--soup\r\nContent-Disposition: form-data; {heading}\r\n\r\n{text}\r\n")
    };
    let body = part("name=\"operations\"", &operations.to_string())
        + &part("name=\"map\"", r#"{"0": ["variables.files.0"]}"#)
        + &part("name=\"0\"; filename=\"pantry.orcbrew\"", BOOK)
        + "--soup--\r\n";
    let authorization = format!("Bearer {TOKEN}");
    let headers = [
        ("content-type", "multipart/form-data; boundary=soup"),
        ("authorization", authorization.as_str()),
    ];
    let (_, text) = lore.post("/graphql", &headers, body).await;
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert!(answer.get("errors").is_none(), "{answer:#}");
    answer["data"]["importContent"].clone()
}
