//! Metrics: the page on observing describes those that the code has, and no others.

use lorekeeper_tests::book::root;
use std::collections::BTreeSet;
use std::path::Path;

const PAGE: &str = "docs/guides/observing.md";

/// Texts of the code that look like metrics and are none: a channel of Postgres.
const OTHERS: [&str; 1] = ["lorekeeper_content"];

/// The texts between two marks that are names of metrics.
fn names(text: &str, mark: char) -> BTreeSet<String> {
    let plain = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    text.split(mark).filter(|name| name.starts_with("lorekeeper_")).filter(plain).map(str::to_owned).collect()
}

fn names_in_code(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            names_in_code(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.extend(names(&std::fs::read_to_string(path).unwrap(), '"'));
        }
    }
}

#[test]
fn every_metric_is_described() {
    let mut code = BTreeSet::new();
    for folder in ["api/graphql", "api/ingest", "api/search", "api/server", "api/store"] {
        names_in_code(&root().join(folder).join("src"), &mut code);
    }
    code.retain(|name| !OTHERS.contains(&name.as_str()));
    assert!(code.len() > 20, "{code:?}");
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
    assert_eq!(names(&page, '`'), code, "{PAGE} and the code differ");
}
