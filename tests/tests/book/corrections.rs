//! The page on data corrections follows from the comments beside the functions that correct.
//!
//! Such a comment is a paragraph of a documentation comment that begins with `Correction (creatures):`.

use super::check_generated;
use lorekeeper_tests::book::root;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The folders whose functions correct.
const FOLDERS: [&str; 3] = ["api/content/src", "api/ingest/src", "api/sources/src"];

/// The subjects, in the order of the page.
const SUBJECTS: [&str; 6] = ["text", "spells", "creatures", "equipment", "character options", "rules"];

const BEGINNING: &str = "Correction (";

/// A correction.
struct Correction {
    subject: String,
    text: String,
    file: String,
    item: String,
}

fn rust_files(folder: &str, files: &mut Vec<String>) {
    for entry in std::fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().into_string().unwrap());
        if entry.path().is_dir() {
            rust_files(&path, files);
        } else if Path::new(&path).extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// The name of the function or constant that a line declares.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.find(|word| ["fn", "const", "static"].contains(word))?;
    words.find(|word| !word.is_empty() && *word != "fn")
}

fn corrections_of(file: &str) -> Vec<Correction> {
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let comment = |line: &str| line.strip_prefix("///").map(|text| text.trim().to_owned());
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(first) = comment(line).filter(|text| text.starts_with(BEGINNING)) else {
            continue;
        };
        let (subject, first) = first
            .trim_start_matches(BEGINNING)
            .split_once("): ")
            .unwrap_or_else(|| panic!("{file}:{} names no subject", index + 1));
        let more = lines.iter().skip(index + 1).map_while(|line| comment(line));
        let more: Vec<String> = more.take_while(|text| !text.is_empty()).collect();
        let item = lines
            .iter()
            .skip(index)
            .find(|line| comment(line).is_none() && !line.starts_with("#[") && !line.is_empty());
        let item = item
            .and_then(|line| declared(line))
            .unwrap_or_else(|| panic!("{file}:{}: no function follows the correction", index + 1));
        found.push(Correction {
            subject: subject.to_owned(),
            text: [&[first.to_owned()][..], &more[..]].concat().join(" "),
            file: file.to_owned(),
            item: item.to_owned(),
        });
    }
    found
}

#[test]
fn the_page_on_corrections_is_current() {
    let mut files = Vec::new();
    for folder in FOLDERS {
        rust_files(folder, &mut files);
    }
    files.sort();
    let mut by_subject: BTreeMap<String, Vec<Correction>> = BTreeMap::new();
    for correction in files.iter().flat_map(|file| corrections_of(file)) {
        let list = by_subject.entry(correction.subject.clone()).or_default();
        list.push(correction);
    }
    let mut text = String::new();
    for subject in SUBJECTS {
        let corrections = by_subject.remove(subject).unwrap_or_default();
        assert!(!corrections.is_empty(), "no correction of {subject}");
        let (first, rest) = subject.split_at(1);
        let _ = write!(text, "\n## {}{rest}\n\n", first.to_uppercase());
        for Correction { text: sentence, file, item, .. } in corrections {
            let _ = writeln!(text, "- {sentence} (`{file}`: `{item}`)");
        }
    }
    let unknown: Vec<&String> = by_subject.keys().collect();
    assert!(unknown.is_empty(), "corrections of unknown subjects: {unknown:?}");
    check_generated("docs/reference/data-corrections.md", &text);
}

#[test]
fn the_name_of_an_item_is_read_from_its_line() {
    for (line, name) in [
        ("pub(super) fn price(cost: Option<f64>) -> Option<f64> {", Some("price")),
        ("const MATERIALS: [(&str, &str); 2] = [", Some("MATERIALS")),
        ("const fn of() {", Some("of")),
        ("struct Price;", None),
    ] {
        assert_eq!(declared(line), name, "{line}");
    }
}
