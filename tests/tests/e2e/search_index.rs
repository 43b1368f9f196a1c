//! Search index: built from the store, kept in the data directory, and built again where its files are damaged.

use crate::nodes::names;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

async fn by_words(lore: &Lore, search: &str) -> Vec<String> {
    let query = "query($search: String) { spells(search: $search, mode: LEXICAL, first: 5) { nodes { name } } }";
    names(&lore.query(query, json!({"search": search})).await["spells"])
}

/// The files of the index of words, with when they were written.
fn files(data_dir: &Path) -> Vec<(PathBuf, SystemTime)> {
    let folders = std::fs::read_dir(data_dir.join("search-index")).unwrap();
    let folders: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    let words: Vec<&PathBuf> = folders.iter().filter(|path| path.is_dir()).collect();
    assert_eq!(words.len(), 1, "{folders:?}");
    let files = std::fs::read_dir(words[0]).unwrap().map(|entry| {
        let entry = entry.unwrap();
        (entry.path(), entry.metadata().unwrap().modified().unwrap())
    });
    let mut files: Vec<_> = files.collect();
    files.sort();
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_reads_its_files_and_a_damaged_one_is_built_again() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let data_dir = lore.app.config.search.data_dir.clone();
    let found = by_words(&lore, "stew that watches").await;
    assert_eq!(found[0], "Watchful Stew");
    let written = files(&data_dir);

    let lore = lore.restart().await;
    assert_eq!(by_words(&lore, "stew that watches").await, found);
    assert_eq!(files(&data_dir), written);

    for (path, _) in &written {
        if !path.ends_with("entities.json") {
            std::fs::write(path, "damaged").unwrap();
        }
    }
    let lore = lore.restart().await;
    assert_eq!(by_words(&lore, "stew that watches").await, found);
    lore.stop().await;
}
