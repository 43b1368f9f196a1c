//! The map in `ARCHITECTURE.md`: every path that it names exists, and every module of a crate is on it.
//!
//! Paths stand in backticks. In the section of a crate (its heading begins with the crate's folder) they may begin at
//! that folder or at its `src`.

use super::crates::LAYERS;
use super::{has_extension, read, root};
use lorekeeper_tests::book::{Page, pages};
use std::collections::BTreeSet;

/// How names of files end that are no paths with a slash.
const ENDINGS: [&str; 6] = [".graphql", ".md", ".rs", ".sql", ".toml", ".txt"];

/// A word in backticks.
struct Word {
    line: usize,
    /// The folder of the section that it stands in; empty outside of the sections of crates.
    section: String,
    text: String,
}

/// The words in backticks, without those in blocks of code.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut section = String::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let quoted: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        if line.starts_with('#') {
            let folder = quoted
                .first()
                .map_or("", |first| first.trim_end_matches('/'));
            folder.clone_into(&mut section);
        }
        words.extend(quoted.into_iter().map(|text| Word {
            line: index + 1,
            section: section.clone(),
            text: text.to_owned(),
        }));
    }
    words
}

/// Whether a word is meant as a path of the repository; `/graphql` is one of the server.
fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let ends = ENDINGS.iter().any(|ending| word.ends_with(ending));
    word.chars().all(plain) && !word.starts_with(['/', '.']) && (word.contains('/') || ends)
}

fn exists(word: &Word) -> bool {
    let Word { section, text, .. } = word;
    let beginnings = [String::new(), section.clone(), format!("{section}/src")];
    let mut paths = beginnings
        .iter()
        .map(|folder| root().join(folder).join(text));
    paths.any(|path| path.exists())
}

#[test]
fn every_path_exists() {
    let text = read("ARCHITECTURE.md");
    let paths: Vec<Word> = words(&text)
        .into_iter()
        .filter(|word| is_path(&word.text))
        .collect();
    assert!(paths.len() > 100, "the map has {} paths", paths.len());
    let missing: Vec<String> = paths
        .iter()
        .filter(|word| !exists(word))
        .map(|word| format!("line {}: {}", word.line, word.text))
        .collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md: {missing:#?}");
}

/// Pages for users name files, too, by their whole paths.
#[test]
fn every_path_in_other_documents_exists() {
    let folders = [
        "adapter/",
        "api/",
        "docs/",
        "examples/",
        "migrations/",
        "tests/",
    ];
    let others = pages()
        .into_iter()
        .filter(|page| page.path != "ARCHITECTURE.md");
    let mut missing = Vec::new();
    for Page {
        path: document,
        text,
    } in others
    {
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
fn every_module_is_on_the_map() {
    let words = words(&read("ARCHITECTURE.md"));
    let mut missing = BTreeSet::new();
    for layer in &LAYERS {
        let folder = layer.folder;
        let named: BTreeSet<&str> = words
            .iter()
            .filter(|word| word.section == folder)
            .map(|word| word.text.as_str())
            .collect();
        for entry in std::fs::read_dir(root().join(folder).join("src")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_other = ["lib.rs", "main.rs", "tests.rs"].contains(&name.as_str());
            if has_extension(&name, "rs") && !is_other && !named.contains(name.as_str()) {
                missing.insert(format!("{folder}/src/{name}"));
            }
        }
    }
    assert!(missing.is_empty(), "ARCHITECTURE.md lacks {missing:#?}");
}

#[test]
fn what_is_a_path_is_told_from_what_is_not() {
    for path in [
        "api/store",
        "rows.rs",
        "README.md",
        "adapter/operations/search",
    ] {
        assert!(is_path(path), "{path}");
    }
    for other in [
        "/graphql",
        "spells(search:)",
        "name",
        ".graphql",
        "lore://spell/{id}",
        "a b/c",
    ] {
        assert!(!is_path(other), "{other}");
    }
}
