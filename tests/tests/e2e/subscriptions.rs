//! Subscriptions and jobs: what the server tells as it happens, and what the admin starts.

mod content;
mod follower;
mod jobs;
mod protocol;

use crate::admin::{self, authorization};
use lorekeeper_tests::harness::Lore;
use serde_json::{Value, json};

const BOOK: &str = r#"{"Pantry Tales" #:orcpub.dnd.e5{
    :spells {:soup-ward {:name "Soup Ward" :level 2 :school "abjuration" :casting-time "1 action"
                         :range "Touch" :duration "1 hour" :components {:verbal true}
                         :spell-lists {:wizard true} :description "Soup keeps you from cold."}}}}"#;

/// The admin's token, as a connection begins with it.
fn token() -> Value {
    json!({"Authorization": authorization()})
}

/// The admin's answer to a query, which has no errors.
async fn ask(lore: &Lore, query: &str) -> Value {
    admin::data(lore, admin::query(query, &Value::Null)).await
}

/// Brings the book in, as a form does.
async fn import(lore: &Lore) -> Value {
    let query = "mutation($files: [Upload!]!) { importContent(files: $files) { tables { table added } } }";
    let files = [("pantry.orcbrew", BOOK)];
    let form = admin::form(query, &json!({"files": [null]}), &files);
    admin::data(lore, form).await["importContent"].take()
}
