//! Third-party notices: `THIRD-PARTY.md` names every crate and every npm package that is built into the programs, under
//! its licence. `cargo xtask bless notices` writes the lists anew.

#![cfg(test)]

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names under their licences.
type Licences = BTreeMap<String, BTreeSet<String>>;

/// The programs that are given to others.
const PROGRAMS: [&str; 2] = ["lorekeeper", "lorekeeper-mcp"];

fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap().to_owned()
}

/// What `cargo metadata` says of the workspace; `None` where not all manifests are to be had.
fn metadata() -> Option<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let ask = |more: &[&str]| {
        Command::new(&cargo)
            .args(["metadata", "--format-version", "1", "--locked"])
            .args(more)
            .current_dir(root())
            .output()
            .unwrap()
    };
    // Crates of other platforms come with the first build that has a network.
    let answers = [&["--offline"][..], &[]].map(ask);
    let answer = answers.iter().find(|answer| answer.status.success())?;
    Some(serde_json::from_slice(&answer.stdout).unwrap())
}

/// An expression in one form: alternatives in the order of the alphabet.
fn expression(licence: Option<&str>) -> String {
    let Some(licence) = licence else {
        return "in the crate's file LICENSE".into();
    };
    let licence = licence.replace('/', " OR ");
    let words: Vec<&str> = licence.split_whitespace().collect();
    let licence = words.join(" ");
    if licence.contains(" AND ") {
        return licence;
    }
    let alternatives: BTreeSet<&str> = licence.split(" OR ").collect();
    alternatives.into_iter().collect::<Vec<_>>().join(" OR ")
}

/// Crates that the programs need to run, on any platform.
fn crates(metadata: &Value) -> Licences {
    let by_id = |list: &'static str| {
        let items = metadata.pointer(list).and_then(Value::as_array).unwrap();
        let items = items.iter().map(|item| (item["id"].as_str().unwrap(), item));
        items.collect::<BTreeMap<_, _>>()
    };
    let (packages, nodes) = (by_id("/packages"), by_id("/resolve/nodes"));
    let is_program =
        |package: &Value| package["source"].is_null() && PROGRAMS.contains(&package["name"].as_str().unwrap());
    let programs = packages.iter().filter(|(_, package)| is_program(package));
    let mut waiting: Vec<&str> = programs.map(|(id, _)| *id).collect();
    assert_eq!(waiting.len(), PROGRAMS.len());
    let (mut seen, mut licences) = (BTreeSet::new(), Licences::new());
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let package = packages[id];
        if !package["source"].is_null() {
            let licence = expression(package["license"].as_str());
            let name = package["name"].as_str().unwrap().to_owned();
            licences.entry(licence).or_default().insert(name);
        }
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                waiting.push(dependency["pkg"].as_str().unwrap());
            }
        }
    }
    licences
}

/// Packages that the pages are bundled from; the bundler and types are not among them.
fn packages() -> Licences {
    let lock = std::fs::read_to_string(root().join("api/server/pages/package-lock.json")).unwrap();
    let lock: Value = serde_json::from_str(&lock).unwrap();
    let mut licences = Licences::new();
    for (path, package) in lock["packages"].as_object().unwrap() {
        let Some((_, name)) = path.rsplit_once("node_modules/") else {
            continue;
        };
        let tool = name == "esbuild" || name.starts_with("@types/");
        if tool || package["dev"] == true || package["optional"] == true {
            continue;
        }
        let licence = package["license"].as_str().unwrap().to_owned();
        licences.entry(licence).or_default().insert(name.to_owned());
    }
    licences
}

/// Longest line of a list.
const WIDTH: usize = 120;

/// The lists as the page has them.
fn list(licences: &Licences) -> String {
    let mut list = String::new();
    for (licence, names) in licences {
        let names = names.iter().cloned().collect::<Vec<_>>().join(", ");
        let mut line = format!("- **{licence}**:");
        for word in names.split(' ') {
            if line.len() + 1 + word.len() > WIDTH {
                writeln!(list, "{line}").unwrap();
                line = String::from(" ");
            }
            line = format!("{line} {word}");
        }
        writeln!(list, "{line}").unwrap();
    }
    list
}

/// The part of the page between two marks must be `wanted`; with `LOREKEEPER_BLESS` it becomes that.
fn check(name: &str, wanted: &str) {
    let path = root().join("THIRD-PARTY.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let (before, rest) = page.split_once(&begin).unwrap();
    let (there, after) = rest.split_once(&end).unwrap();
    if std::env::var_os("LOREKEEPER_BLESS").is_some() {
        std::fs::write(&path, format!("{before}{begin}{wanted}{end}{after}")).unwrap();
        return;
    }
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
    assert!(
        there == wanted,
        "THIRD-PARTY.md is not current; `cargo xtask bless notices` writes it anew. Gone: {:?}, new: {:?}",
        words(there).difference(&words(wanted)).collect::<Vec<_>>(),
        words(wanted).difference(&words(there)).collect::<Vec<_>>()
    );
}

#[test]
fn every_crate_and_package_is_named_and_texts_are_there() {
    check("packages", &list(&packages()));
    match metadata() {
        Some(metadata) => check("crates", &list(&crates(&metadata))),
        None => eprintln!("skipped: the manifests of all crates are not here, and not to be had"),
    }
    for (file, words) in [
        ("LICENSE-MIT", "Copyright (c) The LoreKeeper authors"),
        ("LICENSE-APACHE", "Version 2.0, January 2004"),
        ("THIRD-PARTY.md", "The Regents of the University of California"),
    ] {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        assert!(text.contains(words), "{file}");
    }
}
