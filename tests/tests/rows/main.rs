//! Snapshot test of the rows: from the same records, ingest draws the same rows and the same search text, unless the
//! version of the recipe (`ROWS_VERSION`) says that they are meant to be others.
//!
//! `rows/*.txt` keep counts and hashes, by family and document, of what is drawn from three inputs: the fixtures of
//! all sources, the starter pack, and the captured records. Where a machine lacks the latter two, their tests say so
//! and are skipped.
//!
//! - Rows that differ under the same version fail the test, whatever is set.
//! - After the version was raised, or an input was changed, `cargo xtask bless rows`
//!   records the rows as they are.
//! - `LOREKEEPER_ROWS=<folder>` makes the test write all rows out as JSON: `<folder>/<input>/<family>/<document>.json`.
//!   To see what a change does, do so before and after it, each time into a new folder, and compare with `diff -ru`.

#![cfg(test)]

mod inputs;
mod links;
mod materialised;
mod snapshot;

use inputs::Stored;
use lorekeeper_tests::assets::named_folder;
use materialised::Drawn;
use snapshot::Snapshot;
use std::path::Path;

/// Links to what no book of the input has: those of the fixtures are so on purpose, and the starter pack lacks two entries.
const OF_ANOTHER_BOOK: [&str; 7] = [
    "subclass spit-turner of kettle-spoon: fighter",
    "equipment:kettle-spoon:magic_item:spoon-of-stirring: club",
    "equipment:srd-2024:magic_item:owl-token-grey: owl-token",
    "rule:srd-2014:plane:plane-of-soot: smaller-planes",
    "rule:srd-2024:rule:owl-pit: traps",
    "equipment:srd-2024:magic_item:stone-of-good-luck-luckstone: stone-of-good-luck",
    "creature:srd-2024:adult-silver-dragon: ice-knife",
];

/// Holds what is drawn against the snapshot of that name.
fn check(name: &str, stored: Stored) {
    let drawn = Drawn::from(&stored);
    let mut broken = drawn.broken_links.clone();
    broken.retain(|link| !OF_ANOTHER_BOOK.contains(&link.as_str()));
    assert_eq!(broken, [""; 0], "links that lead nowhere");
    if let Some(folder) = named_folder("LOREKEEPER_ROWS") {
        drawn.write(&folder.join(name)).unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("rows/{name}.txt"));
    let kept = std::fs::read_to_string(&file).ok();
    let kept = kept.and_then(|text| Snapshot::parse(&text));
    let blessed = std::env::var_os("LOREKEEPER_BLESS").is_some();
    let found = drawn.snapshot();
    match found.replaces(kept.as_ref(), blessed) {
        Ok(false) => {}
        Ok(true) => std::fs::write(&file, found.to_string()).unwrap(),
        Err(refusal) => panic!("rows/{name}.txt: {refusal}"),
    }
}

#[tokio::test]
async fn rows_of_the_fixtures_are_the_same() {
    check("fixtures", inputs::fixtures().await);
}

#[tokio::test]
async fn rows_of_the_starter_pack_are_the_same() {
    match inputs::starter_pack().await {
        Some(stored) => check("starter-pack", stored),
        None => eprintln!("skipped: the starter pack is not here"),
    }
}

#[tokio::test]
async fn rows_of_the_capture_are_the_same() {
    match inputs::capture().await {
        Some(stored) => check("capture", stored),
        None => eprintln!("skipped: there are no captured records"),
    }
}
