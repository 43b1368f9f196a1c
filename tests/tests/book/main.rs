//! Documentation tests: generated pages are current, links lead somewhere, and metrics are described.
//!
//! `cargo xtask bless book` writes the generated pages anew. The end-to-end test `book` runs the queries.

#![cfg(test)]

mod client_types;
mod commands;
mod conditions;
mod configuration;
mod corrections;
mod links;
mod metrics;
mod tools;

use lorekeeper_tests::book::root;

/// Begins the generated part of a page, which reaches to the end; the head before it is written by hand.
const MARK: &str = "<!-- generated -->\n";

/// The generated part of a page is this text. Blessing writes the text.
fn check_generated(path: &str, text: &str) {
    let file = root().join(path);
    let page = std::fs::read_to_string(&file).unwrap();
    let (head, recorded) = page.split_once(MARK).unwrap_or_else(|| panic!("{path} has no line {MARK}"));
    let text = format!("\n{}\n", text.trim());
    if std::env::var_os("LOREKEEPER_BLESS").is_some() {
        std::fs::write(&file, format!("{head}{MARK}{text}")).unwrap();
        return;
    }
    let pair = recorded.lines().zip(text.lines());
    for (recorded, now) in pair {
        assert_eq!(recorded, now, "{path}: {HOW_TO_BLESS}");
    }
    assert_eq!(recorded, text, "{path}: {HOW_TO_BLESS}");
}

const HOW_TO_BLESS: &str = "`cargo xtask bless book` writes the page anew";

/// A text as a cell of a Markdown table.
fn cell(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}
