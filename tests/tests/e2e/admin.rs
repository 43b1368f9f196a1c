//! Requests of the admin: with the token, as JSON or as a form with files.

use crate::nodes::text;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

pub const TOKEN: &str = "a token of forty characters, as it should";

/// A setting.
pub const ADMIN: (&str, &str) = ("admin_token", TOKEN);

/// One whose admin has a token.
pub async fn lore(upstream: &Upstream) -> Lore {
    Lore::with(upstream, Model::Words, &[ADMIN]).await
}

/// What stands in the header `Authorization`.
pub fn authorization() -> String {
    format!("Bearer {TOKEN}")
}

/// A body and its type.
pub type Body = (&'static str, String);

/// A query without files.
pub fn query(query: &str, variables: &Value) -> Body {
    let body = json!({"query": query, "variables": variables});
    ("application/json", body.to_string())
}

/// A query with files, which are its variable `files`, as browsers send forms.
pub fn form(query: &str, variables: &Value, files: &[(&str, &str)]) -> Body {
    let operations = json!({"query": query, "variables": variables}).to_string();
    let places = (0..files.len()).map(|n| (n.to_string(), json!([format!("variables.files.{n}")])));
    let map = Value::Object(places.collect()).to_string();
    let part =
        |heading: &str, text: &str| format!("--soup\r\nContent-Disposition: form-data; {heading}\r\n\r\n{text}\r\n");
    let mut body = part("name=\"operations\"", &operations) + &part("name=\"map\"", &map);
    for (n, (name, text)) in files.iter().enumerate() {
        body += &part(&format!("name=\"{n}\"; filename=\"{name}\""), text);
    }
    body += "--soup--\r\n";
    ("multipart/form-data; boundary=soup", body)
}

/// Sends a request, with a token or without; the status and the answer.
pub async fn send(lore: &Lore, token: Option<&str>, (kind, body): Body) -> (u16, Value) {
    let authorization = token.map(|token| format!("Bearer {token}"));
    let mut headers = vec![("content-type", kind)];
    headers.extend(authorization.as_deref().map(|word| ("authorization", word)));
    let (status, text) = lore.post("/graphql", &headers, body).await;
    let answer = serde_json::from_str(&text).unwrap_or(Value::String(text));
    (status, answer)
}

/// The data of the admin's answer, which has no errors.
pub async fn data(lore: &Lore, body: Body) -> Value {
    let (_, mut answer) = send(lore, Some(TOKEN), body).await;
    assert!(answer.get("errors").is_none(), "{answer:#}");
    answer["data"].take()
}

/// The code and the sentence of the first error.
pub fn error(answer: &Value) -> (&str, &str) {
    (text(answer, "/errors/0/extensions/code"), text(answer, "/errors/0/message"))
}
