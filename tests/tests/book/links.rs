//! Links: every relative link leads to a file, every anchor to a heading, and every page of the book is in its table of
//! contents.

use lorekeeper_tests::book::{Page, pages, root};
use std::collections::{BTreeMap, BTreeSet};

/// The table of contents of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// The targets of the links of a page, with their lines.
fn links(page: &Page) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in page.prose() {
        // Odd pieces are code.
        let plain: Vec<&str> = text.split('`').step_by(2).collect();
        let plain = plain.join("`");
        for rest in plain.split("](").skip(1) {
            let target = rest.split(')').next().unwrap_or_default();
            found.push((line, target.to_owned()));
        }
    }
    found
}

/// The anchors of a page: those that GitHub and mdBook make of headings.
fn anchors(page: &Page) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for (_, line) in page.prose() {
        let heading = line.trim_start_matches('#');
        if heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let kept = heading.trim().chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        let anchor: String = kept.collect();
        let count = counts.entry(anchor.clone()).or_default();
        anchors.insert(match *count {
            0 => anchor,
            count => format!("{anchor}-{count}"),
        });
        *count += 1;
    }
    anchors
}

/// A path relative to the folder of a page, from the root; `None` where the path leads out of the checkout.
fn resolved(page: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Why a link leads nowhere.
fn fault(page: &Page, target: &str, anchors: &BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() {
        page.path.clone()
    } else {
        match resolved(&page.path, path) {
            Some(path) => path,
            None => return Some("leads out of the repository".into()),
        }
    };
    if !root().join(&path).exists() {
        return Some("there is no such file".into());
    }
    if page.path.starts_with("docs/") && !path.starts_with("docs/") {
        return Some("leads out of the book: name the file instead".into());
    }
    let known = anchors.get(&path);
    let has_anchor = anchor.is_empty() || known.is_some_and(|known| known.contains(anchor));
    (!has_anchor).then(|| "there is no such heading".into())
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    let anchors = pages.iter().map(|page| (page.path.clone(), anchors(page)));
    let anchors = anchors.collect();
    let mut checked = 0;
    let mut faults = Vec::new();
    for page in &pages {
        for (line, target) in links(page) {
            checked += 1;
            if let Some(fault) = fault(page, &target, &anchors) {
                faults.push(format!("{}:{line}: {target}: {fault}", page.path));
            }
        }
    }
    assert!(checked > 100, "{checked} links");
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let pages = pages();
    let summary = pages.iter().find(|page| page.path == SUMMARY).unwrap();
    let listed: Vec<String> = links(summary).into_iter().filter_map(|(_, target)| resolved(SUMMARY, &target)).collect();
    let once: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(listed.len(), once.len(), "a page is listed twice");
    let book = pages.iter().map(|page| &page.path);
    let missing: Vec<&String> =
        book.filter(|path| path.starts_with("docs/") && *path != SUMMARY).filter(|path| !once.contains(path)).collect();
    assert!(missing.is_empty(), "{SUMMARY} lacks {missing:#?}");
}

/// The README is short: the book has the rest.
#[test]
fn the_readme_has_at_most_200_lines() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 200);
}

#[test]
fn pictures_are_small() {
    let folder = root().join("docs/images");
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let size = entry.metadata().unwrap().len();
        assert!(size <= 150 << 10, "{:?} has {size} bytes", entry.path());
    }
}

#[test]
fn faults_are_found() {
    let page = Page {
        path: "docs/getting-started.md".into(),
        text: "# Owls\n\n## All `owls` of 2024\n\n[a](#owls) [b](#eagles) [c](../README.md) [d](bats.md)\n\
               [e](../../x.md) [f](https://example.com) `[g](h)`\n\n```sh\n# no heading\n[i](j)\n```\n"
            .into(),
    };
    let anchors = BTreeMap::from([(page.path.clone(), anchors(&page))]);
    let headings = ["owls", "all-owls-of-2024"].map(str::to_owned);
    assert_eq!(anchors[&page.path], BTreeSet::from(headings));
    let faulty: Vec<String> = links(&page)
        .into_iter()
        .map(|(_, target)| target)
        .filter(|target| fault(&page, target, &anchors).is_some())
        .collect();
    assert_eq!(faulty, ["#eagles", "../README.md", "bats.md", "../../x.md"]);
}
