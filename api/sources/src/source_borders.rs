//! Module boundary test: no source uses another source's folder, and no shared module uses a source's.
//!
//! Cargo keeps the direction between crates only; the modules of this crate could import each other in silence.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the sources.
const SOURCES: [&str; 9] =
    ["open5e_v1", "open5e_v2", "dnd5e", "foundry_srd", "srd_data", "orcbrew", "fivetools", "fight_club", "stat_blocks"];

/// The modules that hand records to the sources, and so name them.
const DISPATCH: [&str; 5] = ["lib", "registry", "import", "source_borders", "bent_fields"];

/// The Rust files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// The sources that code names as modules, in a path or an import.
fn named(code: &str) -> Vec<&'static str> {
    let code: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    // A repository and a program's flags that are called like a source.
    let code = code.join("\n");
    let code = code.replace("foundryvtt/dnd5e", "").replace("/flags/dnd5e", "");
    let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let words: Vec<&str> = words.collect();
    SOURCES.into_iter().filter(|source| words.contains(source)).collect()
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
    assert!(checked > SOURCES.len(), "the folders of the sources have moved");
}

#[test]
fn imports_of_all_forms_are_seen() {
    assert_eq!(named("use crate::dnd5e::wire;"), ["dnd5e"]);
    assert_eq!(named("use crate::{\n    Drafts,\n    orcbrew,\n};"), ["orcbrew"]);
    assert_eq!(named("#[serde(with = \"crate::srd_data::x\")]"), ["srd_data"]);
    assert!(named("// as `open5e_v2` has\nlet x = 1; // orcbrew").is_empty());
    assert!(named("let dnd5e_api = 1;").is_empty());
}

/// The code of a file without its tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next();
    code.unwrap_or_default().to_owned()
}

/// What reads structures past the record reader: serde's buffers, which take a list for a structure, and readers of
/// their own.
const PAST_THE_READER: [&str; 7] =
    ["untagged", "flatten)", "flatten,", "tag =", "from_value(", "serde_path_to_error", "try_from ="];

#[test]
fn records_are_read_by_the_record_reader_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let is_test = |path: &Path| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        ["tests", "cases", "source_borders", "bent_fields", "properties"].contains(&name)
    };
    for path in files(&root).into_iter().filter(|path| !is_test(path)) {
        let code = code(&path);
        let place = path.strip_prefix(&root).unwrap().display().to_string();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let is_attribute = line.contains("serde(");
            for past in PAST_THE_READER {
                let is_past =
                    line.contains(past) && (is_attribute || past.ends_with('(') || past == "serde_path_to_error");
                assert!(!is_past, "{place}: {line}");
            }
        }
        // JSON text becomes a value first; values become structures by the record reader.
        for (before, parsed) in code.match_indices("serde_json::from_") {
            let rest = code.get(before + parsed.len()..).unwrap();
            let line = rest.lines().next().unwrap();
            let is_value = line.starts_with("slice::<IgnoredAny>")
                || ["http.rs", "import/format.rs", "dnd5e/pack.rs"].contains(&place.as_str());
            assert!(is_value, "{place}: serde_json::from_{line}");
        }
    }
}
