//! Search index: built from the store, kept in the data directory, and built again where its files are damaged.

use crate::nodes::names;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

async fn found(lore: &Lore, search: &str, mode: &str) -> Vec<String> {
    let query = "query($search: String, $mode: SearchMode) \
        { spells(search: $search, mode: $mode, first: 5) { nodes { name } } }";
    let variables = json!({"search": search, "mode": mode});
    names(&lore.query(query, variables).await["spells"])
}

async fn by_words(lore: &Lore, search: &str) -> Vec<String> {
    found(lore, search, "LEXICAL").await
}

/// The parts of the index of the only store.
fn parts(data_dir: &Path) -> Vec<PathBuf> {
    let list = |dir: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(dir).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.is_dir()).collect()
    };
    let stores = list(&data_dir.join("search-index"));
    assert_eq!(stores.len(), 1, "{stores:?}");
    list(&stores[0])
}

/// The files of the index, with when they were written.
fn files(data_dir: &Path) -> Vec<(PathBuf, SystemTime)> {
    let parts = parts(data_dir);
    assert_eq!(parts.len(), 2, "words and vectors: {parts:?}");
    let entries = parts.iter().flat_map(|dir| std::fs::read_dir(dir).unwrap());
    let files = entries.map(|entry| {
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
    let search = "stew that watches";
    let expected = (by_words(&lore, search).await, found(&lore, search, "SEMANTIC").await);
    assert_eq!(expected.0[0], "Watchful Stew");
    let written = files(&data_dir);

    let mut lore = lore.restart().await;
    assert_eq!(by_words(&lore, search).await, expected.0);
    assert_eq!(files(&data_dir), written);

    // Each file of its own: a byte turned, which no length tells.
    let names = written.iter().map(|(path, _)| path.file_name().unwrap());
    for name in names.filter(|name| !name.to_string_lossy().ends_with(".lock")) {
        let all = files(&data_dir);
        let like = |path: &&PathBuf| path.extension() == Path::new(name).extension();
        let path = all.iter().map(|(path, _)| path).find(like).unwrap();
        let mut bytes = std::fs::read(path).unwrap();
        let Some(byte) = bytes.last_mut() else {
            continue;
        };
        *byte ^= 1;
        std::fs::write(path, bytes).unwrap();
        let damaged = path.clone();
        lore = lore.restart().await;
        assert_eq!(by_words(&lore, search).await, expected.0, "{name:?}");
        assert_eq!(found(&lore, search, "SEMANTIC").await, expected.1, "{name:?}");
        assert!(!damaged.exists(), "{name:?}");
    }
    lore.stop().await;
}

/// A disk that loses the files while they are in use, or a program that cuts them.
#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_damaged_in_use_change_no_answer() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let data_dir = lore.app.config.search.data_dir.clone();
    let search = "the stew that watches";
    let lore = lore.restart().await;
    let expected = by_words(&lore, search).await;
    let lore = lore.restart().await;
    // The index is read: its files are open, or were.
    assert!(!by_words(&lore, "ember").await.is_empty());
    for (path, _) in files(&data_dir) {
        let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(file.metadata().unwrap().len() / 2).unwrap();
    }
    // Another text than before: no ranking of it is kept.
    assert_eq!(by_words(&lore, search).await, expected);
    lore.stop().await;
}

/// Two servers on one Postgres with one data directory.
#[tokio::test(flavor = "multi_thread")]
async fn servers_share_a_folder() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let Some(other) = lore.beside().await else {
        return lore.stop().await;
    };
    let expected = by_words(&lore, "stew that watches").await;
    let written = files(&lore.app.config.search.data_dir);
    assert!(other.search.index.is_searchable().await.is_ok());
    // What the other builds, it reads where the first has put it.
    let follow = tokio::spawn(std::sync::Arc::clone(&other.search.index).follow());
    let mut refreshed = other.search.index.watch();
    refreshed.changed().await.unwrap();
    assert_eq!(files(&lore.app.config.search.data_dir), written);
    assert_eq!(by_words(&lore, "stew that watches").await, expected);
    follow.abort();
    let _ = follow.await;
    other.store.close().await;
    drop(other);
    lore.stop().await;
}
