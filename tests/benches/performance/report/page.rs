//! The part of the page that a run writes; the rest of it is written by people.

use super::Report;
use super::table::{For, facts, inner, rows, targets};
use crate::Result;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What stands between these marks is replaced.
const MARKS: (&str, &str) = ("<!-- figures -->", "<!-- end of figures -->");

/// Puts a report into the page.
pub fn write(report: &Report, page: &Path) -> Result<()> {
    put(page, MARKS, &figures(report))
}

/// Puts a text into the page, at its marks, or at its end where it has none.
pub fn put(page: &Path, marks: (&str, &str), inside: &str) -> Result<()> {
    let text = fs::read_to_string(page).unwrap_or_default();
    fs::write(page, between(&text, marks, inside))?;
    Ok(())
}

/// A text with something else between two marks.
fn between(text: &str, (begin, end): (&str, &str), inside: &str) -> String {
    let around = text.split_once(begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(end)?;
        Some((before, after))
    });
    let (before, after) = around.unwrap_or((text, "\n"));
    format!("{before}{begin}\n\n{}\n\n{end}{after}", inside.trim())
}

fn figures(report: &Report) -> String {
    let machine = &report.machine;
    let mut text = format!(
        "Measured on {}: {}, {} cores, {:.0} GB of memory, Linux {}, {}, {}. {} The machine's load was {:.1} when it began.\n",
        report.date,
        machine.cpu,
        machine.cores,
        machine.memory_gb,
        machine.kernel,
        machine.postgres,
        report.program,
        report.stored,
        machine.load,
    );
    if !report.settings.is_empty() {
        // Writing into memory does not fail.
        let _ = write!(
            text,
            "\nSettings of the server: `{}`.\n",
            report.settings.join("`, `")
        );
    }
    for (heading, table) in [
        ("Targets", targets as fn(&Report, For) -> Option<String>),
        ("Requests", rows),
        ("Everything else", facts),
        ("Inner parts", inner),
    ] {
        if let Some(table) = table(report, For::Markdown) {
            let _ = write!(text, "\n### {heading}\n\n{table}\n");
        }
        if heading == "Requests" {
            text.push_str("\n![p50 and p99 of the scenarios, beside their limits](latency.svg)\n");
        }
    }
    text
}
