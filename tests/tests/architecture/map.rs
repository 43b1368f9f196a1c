//! Maps of the code: every path that a page names exists, and the documentation of a crate names each of its modules.
//!
//! Paths and modules stand in backticks.

use super::crates::LAYERS;
use super::{has_extension, read, root};
use lorekeeper_tests::book::{Page, pages};
use std::collections::BTreeSet;

/// How names of files end that are no paths with a slash.
const ENDINGS: [&str; 6] = [".graphql", ".md", ".rs", ".sql", ".toml", ".txt"];

/// A word in backticks.
struct Word {
    line: usize,
    text: String,
}

/// The words in backticks, without those in blocks of code.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let quoted: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        words.extend(quoted.into_iter().map(|text| Word { line: index + 1, text: text.to_owned() }));
    }
    words
}

/// Whether a word is meant as a path of the repository; `/graphql` is one of the server.
fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let ends = ENDINGS.iter().any(|ending| word.ends_with(ending));
    word.chars().all(plain) && !word.starts_with(['/', '.']) && (word.contains('/') || ends)
}

#[test]
fn every_path_exists() {
    let text = read("ARCHITECTURE.md");
    let paths: Vec<Word> = words(&text).into_iter().filter(|word| is_path(&word.text)).collect();
    assert!(paths.len() > 40, "the page has {} paths", paths.len());
    let missing: Vec<String> = paths
        .iter()
        .filter(|word| !root().join(&word.text).exists())
        .map(|word| format!("line {}: {}", word.line, word.text))
        .collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md: {missing:#?}");
}

/// Pages for users name files, too, by their whole paths.
#[test]
fn every_path_in_other_documents_exists() {
    let folders = ["adapter/", "api/", "clients/", "docs/", "examples/", "migrations/", "tests/"];
    let others = pages().into_iter().filter(|page| page.path != "ARCHITECTURE.md");
    let mut missing = Vec::new();
    for Page { path: document, text } in others {
        for Word { line, text, .. } in words(&text) {
            let begins = folders.iter().any(|folder| text.starts_with(folder));
            if begins && is_path(&text) && !root().join(&text).exists() {
                missing.push(format!("{document}, line {line}: {text}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_documentation_of_a_crate_names_its_modules() {
    let mut missing = BTreeSet::new();
    for layer in &LAYERS {
        let sources = format!("{}/src", layer.folder);
        let text = read(&format!("{sources}/lib.rs"));
        let docs = text.lines().filter(|line| line.starts_with("//!"));
        let docs = docs.collect::<Vec<_>>().join("\n");
        let named: BTreeSet<String> = words(&docs).into_iter().map(|word| word.text).collect();
        for entry in std::fs::read_dir(root().join(&sources)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let module = name.trim_end_matches(".rs");
            let is_other = ["lib", "main", "tests"].contains(&module);
            if has_extension(&name, "rs") && !is_other && !named.contains(module) {
                missing.insert(format!("{sources}/{name}"));
            }
        }
    }
    assert!(missing.is_empty(), "The lib.rs of the crate lacks {missing:#?}");
}

#[test]
fn what_is_a_path_is_told_from_what_is_not() {
    for path in ["api/store", "rows.rs", "README.md", "adapter/operations/search"] {
        assert!(is_path(path), "{path}");
    }
    for other in ["/graphql", "spells(search:)", "name", ".graphql", "lore://spell/{id}", "a b/c"] {
        assert!(!is_path(other), "{other}");
    }
}
