//! Module boundary test: no source uses another source's folder, and no shared module uses a source's.
//!
//! Cargo keeps the direction between crates only; the modules of this crate could import each other in silence.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the sources.
const SOURCES: [&str; 5] = ["open5e_v1", "open5e_v2", "dnd5e", "srd_data", "orcbrew"];

/// The modules that hand records to the sources, and so name them.
const DISPATCH: [&str; 3] = ["lib", "import", "source_borders"];

/// The Rust files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// The sources that code names as modules, in a path or an import.
fn named(code: &str) -> Vec<&'static str> {
    let code: Vec<&str> = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let code = code.join("\n");
    let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let words: Vec<&str> = words.collect();
    SOURCES
        .into_iter()
        .filter(|source| words.contains(source))
        .collect()
}

#[test]
fn a_source_does_not_import_another_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for path in files(&root) {
        let place = path.strip_prefix(&root).unwrap();
        let module = place.iter().next().unwrap().to_str().unwrap();
        let module = module.trim_end_matches(".rs");
        if DISPATCH.contains(&module) {
            continue;
        }
        let mut foreign = named(&fs::read_to_string(&path).unwrap());
        foreign.retain(|source| *source != module);
        assert!(foreign.is_empty(), "{} uses {foreign:?}", place.display());
        checked += usize::from(SOURCES.contains(&module));
    }
    assert!(
        checked > SOURCES.len(),
        "the folders of the sources have moved"
    );
}

#[test]
fn imports_of_all_forms_are_seen() {
    assert_eq!(named("use crate::dnd5e::wire;"), ["dnd5e"]);
    assert_eq!(
        named("use crate::{\n    Drafts,\n    orcbrew,\n};"),
        ["orcbrew"]
    );
    assert_eq!(
        named("#[serde(with = \"crate::srd_data::x\")]"),
        ["srd_data"]
    );
    assert!(named("// as `open5e_v2` has\nlet x = 1; // orcbrew").is_empty());
    assert!(named("let dnd5e_api = 1;").is_empty());
}
