//! Filters and sort keys: every comparison, on every sort of value and on every facet.

mod facets;
mod order;
mod spellings;

use crate::cases::cases;
use crate::nodes::entities;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

/// The argument by which a list has each row, variants of items too.
pub fn all_rows(field: &str) -> &'static str {
    if field == "equipment" { ", collapse: NONE" } else { "" }
}

/// What a filter leaves, in the order of name and document.
pub async fn left(lore: &Reader, field: &str, input: &str, filter: &Value) -> Vec<String> {
    let rows = all_rows(field);
    let query = format!(
        "query($filter: {input}) {{ {field}(filter: $filter, first: 100{rows}) {{ totalCount nodes {{ name document {{ key }} }} }} }}"
    );
    let data = lore.query(&query, json!({"filter": filter})).await;
    let found = entities(&data[field]);
    assert_eq!(data[field]["totalCount"], found.len(), "{filter}");
    found
}

#[tokio::test]
async fn every_comparison_leaves_what_it_says() {
    let lore = Reader::shared().await;
    for case in cases(include_str!("filters/cases.txt")) {
        let (field, input) = case.heading.split_once(' ').expect("a field and its input");
        let mut found = left(&lore, field, input, &case.json()).await;
        found.sort();
        case.check(&found);
    }
}
