//! Architecture tests: they hold `ARCHITECTURE.md` to the code, and the code to those of its rules that no compiler and
//! no lint can keep.

#![cfg(test)]

mod borders;
mod crates;
mod map;
mod patterns;
mod sizes;

use std::path::{Path, PathBuf};

/// The root of the checkout.
fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap().to_owned()
}

/// A file of the checkout as text.
fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// Whether a file's name ends in `.` and the extension.
fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|e| e == extension)
}

/// The Rust files below a folder, by their paths from the root, in the order of the alphabet.
fn rust_files(folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = format!("{folder}/{name}");
        if entry.file_type().unwrap().is_dir() {
            if name != "node_modules" && name != "target" {
                files.extend(rust_files(&path));
            }
        } else if has_extension(&name, "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Fails unless what was found is what is known: the rule may be broken nowhere else, and what keeps it by now has to
/// be taken from the list.
fn hold(rule: &str, known: &[&str], found: &[String]) {
    let new: Vec<&String> = found.iter().filter(|f| !known.contains(&f.as_str())).collect();
    let mended: Vec<&&str> = known.iter().filter(|k| !found.iter().any(|f| f == **k)).collect();
    assert!(new.is_empty(), "{rule}. New: {new:#?}");
    assert!(
        mended.is_empty(),
        "{rule}. Take from the list of known exceptions, since they are none any more: {mended:#?}"
    );
}
