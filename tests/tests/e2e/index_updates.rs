//! Updates of the search index: after content came, changed and went, searches find what they find in an index that was built
//! anew.

use crate::drawn_books::PANTRY;
use crate::nodes::FAMILIES;
use lorekeeper_ingest::{self as ingest, import::Mode};
use lorekeeper_tests::harness::{Lore, until};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

/// Texts that are names, words, phrases, beginnings, misspellings and mentions of values.
const TEXTS: [&str; 12] = [
    "the", "toad lamp", "newt lamp", "\"saving throw\"", "lamp", "todd lamp", "spells of level 1", "magic items",
    "fire damage", "rules of the kitchen", "emb", "creatures that swim",
];

/// What is found in each family and in all of them, in order, with scores and snippets.
async fn search_all(lore: &Lore) -> Vec<Value> {
    let mut found = Vec::new();
    let all = "query($text: String!) { search(query: $text, first: 30) { matchCount
        edges { score snippet node { id name } } } }";
    for text in TEXTS {
        found.push(rounded(lore.query(all, json!({"text": text})).await));
        for (plural, _) in FAMILIES {
            let query = format!(
                "query($text: String!) {{ {plural}(search: $text, first: 20) {{ matchCount
                    edges {{ score node {{ id }} }} }} }}"
            );
            found.push(rounded(lore.query(&query, json!({"text": text})).await));
        }
    }
    found
}

/// The same with scores as far as they do not depend on the order of sums.
fn rounded(mut found: Value) -> Value {
    match &mut found {
        Value::Object(fields) => fields.values_mut().for_each(|value| *value = rounded(value.take())),
        Value::Array(items) => items.iter_mut().for_each(|item| *item = rounded(item.take())),
        Value::Number(number) => return json!(format!("{:.9}", number.as_f64().unwrap())),
        _ => {}
    }
    found
}

async fn is_found(lore: &Lore, name: &str) -> bool {
    let query = "query($text: String!) { search(query: $text, first: 1) { nodes { ... on Entity { name } } } }";
    let found = lore.query(query, json!({"text": name})).await;
    found["search"]["nodes"][0]["name"] == name
}

#[tokio::test(flavor = "multi_thread")]
async fn updated_and_new_indexes_find_the_same() {
    let upstream = Upstream::start().await;
    let mut lore = Lore::filled(&upstream).await;
    let before = search_all(&lore).await;
    let newt = PANTRY.replace("\"Toad Lamp\"", "\"Newt Lamp\"");
    let imports = [
        ("pantry.orcbrew", PANTRY, "Toad Lamp"),
        ("kitchen.orcbrew", KITCHEN, "Toad Lamp"),
        ("pantry.orcbrew", newt.as_str(), "Newt Lamp"),
    ];
    for (file, text, name) in imports {
        lore.import(Mode::Store, file, text).await;
        lore.embed().await;
        until("it is found", async || is_found(&lore, name).await).await;
        // What is kept of it is not what the next import changes.
        search_all(&lore).await;
    }
    let updated = search_all(&lore).await;
    assert_ne!(updated, before);
    lore = lore.restart().await;
    for (updated, built) in updated.iter().zip(&search_all(&lore).await) {
        assert_eq!(updated, built);
    }
    for book in ["kettle-spoon", "pantry-tales"] {
        ingest::remove(&lore.app.ingest, book).await.unwrap();
    }
    for (removed, before) in search_all(&lore).await.iter().zip(&before) {
        assert_eq!(removed, before);
    }
    lore.stop().await;
}
