//! The shape of files: one module style, and no file so long that it holds two subjects.

use super::{hold, read, rust_files};

/// Most lines of a file.
const MAX_LINES: usize = 400;

/// Files that are longer: none, and none may come.
const LONG: [&str; 0] = [];

#[test]
fn no_file_is_longer_than_400_lines() {
    let folders = ["adapter", "api", "migrations", "tests", "xtask"].into_iter();
    let long: Vec<String> =
        folders.flat_map(rust_files).filter(|path| read(path).lines().count() > MAX_LINES).collect();
    hold("A file has at most 400 lines", &LONG, &long);
}

/// A module with modules of its own is `name.rs` beside `name/`.
#[test]
fn no_file_is_called_mod_rs() {
    let folders = ["adapter", "api", "migrations", "tests", "xtask"].into_iter();
    let named: Vec<String> = folders.flat_map(rust_files).filter(|path| path.ends_with("/mod.rs")).collect();
    hold("A module is `name.rs` beside `name/`", &[], &named);
}
