//! Linter of content over all rows: the rules of `lorekeeper_content::lint`, held over the rows that ingest draws from
//! the fixtures and, where they are at hand, from the captured records.
//!
//! A contradiction fails the test, unless a line of `lint/*.txt` allows it and says why; of the captured records one
//! check in a thousand may fail beside that. The checks and contradictions of each rule are printed
//! (`cargo test -p lorekeeper-tests --test lint -- --nocapture`), and so is how far the rows agree with the D&D 5e API.
//! Rules that are generated from the values themselves ([`generated`]) are counted beside.
//! `LOREKEEPER_LINT=<folder>` writes every contradiction and every disagreement of the sources out, for reading.

#![cfg(test)]

mod agreement;
mod allowed;
mod generated;
#[path = "../rows/inputs.rs"]
#[expect(dead_code, reason = "the starter pack is not linted")]
mod inputs;
mod report;

use allowed::AllowList;
use generated::Columns;
use lorekeeper_content::{Row, families};
use lorekeeper_ingest::{Rows, Times};
use lorekeeper_tests::assets::named_folder;
use lorekeeper_tests::rows::rows;
use report::Report;
use std::path::{Path, PathBuf};

/// The contradictions and disagreements of rows.
fn report_of(rows: &Rows) -> Report {
    fn add<R: Row>(report: &mut Report, rows: &[R]) {
        for row in rows {
            report.add(row);
        }
    }
    let mut report = Report::default();
    macro_rules! lint_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            add(&mut report, &rows.$plural);
        )* };
    }
    families!(lint_families);
    report
}

/// Prints what the linter says of rows.
fn print_report(name: &str, rows: &Rows) -> Report {
    let report = report_of(rows);
    if let Some(folder) = named_folder("LOREKEEPER_LINT") {
        report.write(&folder.join(name)).unwrap();
    }
    eprintln!("{name}:\n{report}");
    report
}

/// Holds contradictions against the allow-list of that name: at most `most` lie outside of it.
fn check(name: &str, report: &Report, most: usize) {
    let text = std::fs::read_to_string(list(name)).unwrap();
    let allowed = AllowList::parse(&text).unwrap();
    let verdict = allowed.hold(&report.contradictions);
    eprintln!("{}", verdict.summary(report.checks()));
    assert!(verdict.outside.len() <= most, "{}", verdict.refusal(name));
}

/// Holds what the generated rules find against the counts that are kept.
fn check_generated(rows: &Rows) {
    let mut columns = Columns::default();
    macro_rules! add_families {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
            columns.add(&rows.$plural);
        )* };
    }
    families!(add_families);
    let findings = columns.findings();
    if let Some(folder) = named_folder("LOREKEEPER_LINT") {
        let all = generated::grown(&findings, "").join("\n");
        std::fs::write(folder.join("generated.txt"), all).unwrap();
    }
    if std::env::var_os("LOREKEEPER_BLESS").is_some() {
        std::fs::write(list("generated"), generated::lines(&findings)).unwrap();
    }
    let kept = std::fs::read_to_string(list("generated")).unwrap();
    let grown = generated::grown(&findings, &kept);
    assert!(
        grown.is_empty(),
        "Look at these: mend them, or let LOREKEEPER_BLESS=1 keep the counts.\n{}",
        grown.join("\n")
    );
}

fn list(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("lint/{name}.txt"))
}

#[tokio::test]
async fn rows_of_the_fixtures_do_not_contradict_themselves() {
    let rows = rows(&inputs::fixtures().await, &Times::new());
    check("fixtures", &print_report("fixtures", &rows), 0);
}

#[tokio::test]
async fn rows_of_the_capture_do_not_contradict_themselves_or_the_dnd5e_api() {
    let Some(stored) = inputs::capture().await else {
        eprintln!("skipped: there are no captured records");
        return;
    };
    let rows = rows(&stored, &Times::new());
    let agreement = agreement::with_dnd5e(&rows);
    eprintln!("{agreement}");
    let report = print_report("capture", &rows);
    check("capture", &report, report.checks() / 1000);
    check_generated(&rows);
    assert!(agreement.is_enough(), "{}", agreement.refusal());
}
