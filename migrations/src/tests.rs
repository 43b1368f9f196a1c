//! Checksums of the migrations: stores have run those that have landed, and do not run them again when they change.

use super::STEPS;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// The SHA-256 of each file of SQL, as `sha256sum *.sql` prints them.
const CHECKSUMS: &str = include_str!("../checksums.txt");

/// The texts of the files of SQL, by their names.
fn files() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = std::fs::read_dir(folder).expect("the sources").flatten();
    let paths = entries.map(|entry| entry.path());
    let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == "sql"));
    let file = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        (
            name.into_owned(),
            std::fs::read_to_string(&path).expect("SQL"),
        )
    };
    paths.map(file).collect()
}

#[test]
fn a_migration_that_has_landed_is_never_edited() {
    let mut files = files();
    for line in CHECKSUMS.lines() {
        let (checksum, name) = line.split_once("  ").expect("a checksum and a name");
        let text = files.remove(name).unwrap_or_else(|| {
            panic!(
                "{name} has landed and must stay: bring it back, and add a new migration instead."
            )
        });
        // Git may have checked it out with other ends of lines.
        let found = hex::encode(Sha256::digest(text.replace("\r\n", "\n")));
        assert_eq!(
            found, checksum,
            "{name} has landed and must not change, since stores do not run it again: undo the edit, and add a new migration instead."
        );
    }
    let new: Vec<&String> = files.keys().collect();
    assert!(
        new.is_empty(),
        "New migrations: add the lines of `sha256sum` for {new:?} to migrations/checksums.txt."
    );
}

#[test]
fn every_file_is_a_step() {
    for (name, text) in files() {
        let is_step = STEPS.iter().any(|step| step.1.contains(&text.as_str()));
        assert!(
            is_step,
            "{name} is not among the steps in migrations/src/lib.rs."
        );
    }
}
