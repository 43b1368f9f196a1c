//! Filters and sort keys: every comparison, on every sort of value and on every facet.

mod facets;
mod order;

use crate::shown::entities;
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

/// What a filter leaves, sorted.
async fn left(lore: &Reader, field: &str, input: &str, filter: &Value) -> Vec<String> {
    let query = format!(
        "query($filter: {input}) {{ {field}(filter: $filter, first: 100) {{ totalCount nodes {{ name document {{ key }} }} }} }}"
    );
    let data = lore.query(&query, json!({"filter": filter})).await;
    let mut found = entities(&data[field]);
    assert_eq!(data[field]["totalCount"], found.len(), "{filter}");
    found.sort();
    found
}

#[tokio::test]
async fn cases() {
    let lore = Reader::shared().await;
    let (mut field, mut input) = ("", "");
    for line in include_str!("cases.txt").lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            (field, input) = heading.split_once(' ').expect("a field and its input");
        } else if let Some((filter, expected)) = line.split_once(" => ") {
            let filter = serde_json::from_str(filter).expect(line);
            let found = left(&lore, field, input, &filter).await;
            if let Ok(count) = expected.parse::<usize>() {
                assert_eq!(found.len(), count, "{line}: {found:?}");
            } else {
                let mut expected: Vec<&str> = expected.split("; ").collect();
                expected.sort_unstable();
                assert_eq!(found, expected, "{line}");
            }
        } else {
            assert!(line.is_empty() || line.starts_with("# "), "{line}");
        }
    }
}
