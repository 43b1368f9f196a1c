//! The documentation: its Markdown pages, and the code blocks in them.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a page that cannot be read fails the test, and says why"
)]

use std::path::{Path, PathBuf};

/// A page.
pub struct Page {
    /// The path from the root of the checkout, with slashes.
    pub path: String,
    /// The Markdown.
    pub text: String,
}

/// A fenced code block.
pub struct Block {
    /// The line on which the code begins, from 1.
    pub line: usize,
    /// The word behind the fence; empty without one.
    pub language: String,
    /// The code, without the indentation of its fence.
    pub text: String,
}

/// The root of the checkout.
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("a workspace").to_owned()
}

/// All pages: those at the root of the checkout and those of the book, in the order of the alphabet.
pub fn pages() -> Vec<Page> {
    let mut paths = Vec::new();
    add_pages("", false, &mut paths);
    add_pages("docs/", true, &mut paths);
    paths.sort();
    let pages =
        paths.into_iter().map(|path| Page { text: std::fs::read_to_string(root().join(&path)).expect("a page"), path });
    pages.collect()
}

fn add_pages(folder: &str, nested: bool, paths: &mut Vec<String>) {
    for entry in std::fs::read_dir(root().join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        if Path::new(&name).extension().is_some_and(|e| e == "md") {
            paths.push(format!("{folder}{name}"));
        } else if nested && entry.path().is_dir() {
            add_pages(&format!("{folder}{name}/"), nested, paths);
        }
    }
}

impl Page {
    /// The code blocks, in order.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut open: Option<(usize, Block)> = None;
        for (index, line) in self.text.lines().enumerate() {
            let code = line.trim_start();
            let indentation = line.len() - code.len();
            match (open.take(), code.strip_prefix("```")) {
                (None, Some(language)) => {
                    let block = Block { line: index + 2, language: language.trim().to_owned(), text: String::new() };
                    open = Some((indentation, block));
                }
                (Some((_, block)), Some("")) => blocks.push(block),
                (Some((cut, mut block)), _) => {
                    block.text += line.get(cut.min(indentation)..).unwrap_or_default();
                    block.text.push('\n');
                    open = Some((cut, block));
                }
                (None, None) => {}
            }
        }
        blocks
    }

    /// The lines outside of code blocks, with their numbers from 1.
    pub fn prose(&self) -> Vec<(usize, &str)> {
        let mut in_code = false;
        let mut lines = Vec::new();
        for (index, line) in self.text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            } else if !in_code {
                lines.push((index + 1, line));
            }
        }
        lines
    }
}
