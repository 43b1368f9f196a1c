//! Checksums of the migrations: stores have run those that have landed, and do not run them again when they change.

use super::STEPS;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// The SHA-256 of each file of SQL that has landed, as `sha256sum *.sql` prints them. `cargo xtask bless
/// migrations` adds the lines of new files, and changes no line that is there.
const CHECKSUMS: &str = "checksums.txt";

/// The texts of the files of SQL, by their names.
fn files() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = std::fs::read_dir(folder).expect("the sources").flatten();
    let paths = entries.map(|entry| entry.path());
    let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == "sql"));
    let file = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        (name.into_owned(), std::fs::read_to_string(&path).expect("SQL"))
    };
    paths.map(file).collect()
}

/// A line of the checksums. Git may have checked the file out with other ends of lines.
fn line(name: &str, text: &str) -> String {
    let hash = Sha256::digest(text.replace("\r\n", "\n"));
    format!("{}  {name}\n", hex::encode(hash))
}

#[test]
fn a_migration_that_has_landed_is_never_edited() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join(CHECKSUMS);
    let landed = std::fs::read_to_string(&list).expect("the checksums");
    let mut files = files();
    for kept in landed.lines() {
        let (_, name) = kept.split_once("  ").expect("a checksum and a name");
        let text = files.remove(name).unwrap_or_else(|| {
            panic!("{name} has landed and must stay: bring it back, and add a new migration instead.")
        });
        assert_eq!(
            line(name, &text).trim_end(),
            kept,
            "{name} has landed and must not change, since stores do not run it again: undo the edit, and add a new migration instead."
        );
    }
    let new: String = files.iter().map(|(name, text)| line(name, text)).collect();
    if !new.is_empty() && std::env::var_os("LOREKEEPER_BLESS").is_some() {
        std::fs::write(&list, landed + &new).expect("the checksums can be written");
        return;
    }
    assert!(
        new.is_empty(),
        "New migrations: `cargo xtask bless migrations` adds these lines to migrations/checksums.txt.\n{new}"
    );
}

#[test]
fn every_file_is_a_step() {
    for (name, text) in files() {
        let is_step = STEPS.iter().any(|step| step.1 == text);
        assert!(is_step, "{name} is not among the steps in migrations/src/lib.rs.");
    }
}
