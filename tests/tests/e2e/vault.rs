//! A vault of all fixtures: every link leads to a note, and every entity has one.

use crate::filters::all_rows;
use crate::nodes::FAMILIES;
use lorekeeper::export::vault;
use lorekeeper_mcp::HttpExecutor;
use lorekeeper_tests::harness::Reader;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| {
        if path.is_dir() { files(&path) } else { vec![path] }
    };
    entries.flat_map(below).collect()
}

#[tokio::test]
async fn every_link_of_a_vault_leads_to_a_note() {
    let lore = Reader::shared().await;
    let endpoint = format!("{}/graphql", lore.url);
    let executor = Arc::new(HttpExecutor::new(&endpoint, None).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let first = vault::write(folder.path(), &[], executor.clone()).await.unwrap();
    let mut count = 0;
    for (plural, _) in FAMILIES {
        let rows = all_rows(plural);
        let all = format!("{{ {plural}(first: 1{rows}) {{ totalCount }} }}");
        let all = lore.ask(&all).await;
        count += all[plural]["totalCount"].as_u64().unwrap();
    }
    let paths = files(folder.path());
    let name = |path: &PathBuf| {
        let path = path.strip_prefix(folder.path()).unwrap().with_extension("");
        path.to_str().unwrap().replace('\\', "/")
    };
    let notes: HashSet<String> = paths.iter().map(name).collect();
    let lower: HashSet<String> = notes.iter().map(|note| note.to_lowercase()).collect();
    assert_eq!((notes.len(), lower.len()), (paths.len(), paths.len()));
    let books = notes.iter().filter(|note| note.starts_with("Books/")).count();
    assert_eq!(notes.len() - books, usize::try_from(count).unwrap());
    assert_eq!((first.written, first.removed), (notes.len(), 0));
    let mut links = 0;
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.starts_with("---\nlorekeeper: "), "{text}");
        for link in text.split("[[").skip(1) {
            let (target, words) = link.split_once('|').unwrap_or_else(|| panic!("{link} in {text}"));
            assert!(notes.contains(target.trim_end_matches('\\')), "{target} in {}", path.display());
            assert!(words.split_once("]]").is_some_and(|(words, _)| !words.is_empty()));
            links += 1;
        }
    }
    // More than those to the books.
    assert!(links > notes.len() - books, "{links}");
    let again = vault::write(folder.path(), &[], executor.clone()).await.unwrap();
    assert_eq!((again.written, again.removed, again.unchanged), (0, 0, notes.len()));
    let one = vec![("documents".to_owned(), "srd-2024".to_owned())];
    let less = vault::write(folder.path(), &one, executor).await.unwrap();
    let left = files(folder.path()).len();
    assert_eq!((left, less.kept.len()), (notes.len() - less.removed, 0));
    assert!(less.removed > 0 && left > 1, "{less:?}");
}
