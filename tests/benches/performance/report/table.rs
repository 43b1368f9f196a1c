//! The table.

use super::Report;
use crate::figures::{Fact, Row};
use comfy_table::Table;
use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};

/// What a table is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum For {
    /// A terminal.
    Eyes,
    /// A page.
    Markdown,
}

/// Everything, for a terminal.
pub fn table(report: &Report) -> String {
    [rows, facts, inner, targets]
        .map(|table| table(report, For::Eyes))
        .into_iter()
        .flatten()
        .collect::<Vec<String>>()
        .join("\n\n")
}

/// The requests; none where none were measured.
pub fn rows(report: &Report, to: For) -> Option<String> {
    let columns = [
        "scenario",
        "clients",
        "p50 ms",
        "p99 ms",
        "limit",
        "limit p50",
        "limit p99",
        "of limit",
        "req/s",
        "CPU ms",
        "Postgres CPU ms",
        "RSS MB",
        "bytes",
        "refused",
        "degraded",
    ];
    let cells = |row: &Row| {
        let limit = row.limit.as_ref();
        let some = |value: Option<f64>| value.map_or(String::new(), number);
        vec![
            row.scenario.clone(),
            row.clients.to_string(),
            number(row.p50_ms),
            number(row.p99_ms),
            limit.map_or(String::new(), |limit| limit.what.clone()),
            some(limit.map(|limit| limit.p50_ms)),
            some(limit.map(|limit| limit.p99_ms)),
            some(row.ratio()),
            number(row.per_second),
            some(row.cpu_ms),
            some(row.store_cpu_ms),
            format!("{:.0}", row.rss_mb),
            row.bytes.to_string(),
            row.failed.to_string(),
            row.degraded.to_string(),
        ]
    };
    show(to, &columns, report.rows.iter().map(cells).collect())
}

/// What is measured once; none where nothing was.
pub fn facts(report: &Report, to: For) -> Option<String> {
    let columns = ["what", "value", "unit", "limit", "limit's value"];
    let cells = |fact: &Fact| {
        let (what, value) = fact
            .limit
            .clone()
            .map_or_else(Default::default, |(what, value)| (what, number(value)));
        vec![
            fact.what.clone(),
            number(fact.value),
            fact.unit.clone(),
            what,
            value,
        ]
    };
    show(to, &columns, report.facts.iter().map(cells).collect())
}

/// The inner parts; none where they were not measured.
pub fn inner(report: &Report, to: For) -> Option<String> {
    let rows = report.inner.iter().map(|part| {
        let (low, high) = part.between_us;
        vec![
            part.name.clone(),
            number(part.mean_us),
            format!("{} to {}", number(low), number(high)),
        ]
    });
    show(to, &["inner part", "mean µs", "95 %"], rows.collect())
}

/// The targets.
pub fn targets(report: &Report, to: For) -> Option<String> {
    let rows = report.targets.iter().map(|target| {
        let met = match target.met() {
            Some(true) => "met",
            Some(false) => "not met",
            None => "not measured",
        };
        vec![
            target.what.clone(),
            target.measured.map_or(String::new(), number),
            number(target.most),
            target.unit.clone(),
            met.to_owned(),
        ]
    });
    show(
        to,
        &["target", "measured", "at most", "unit", ""],
        rows.collect(),
    )
}

pub fn show(to: For, columns: &[&str], rows: Vec<Vec<String>>) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let mut table = Table::new();
    table.load_style(if to == For::Markdown {
        ASCII_MARKDOWN
    } else {
        NOTHING
    });
    table.set_header(columns).add_rows(rows);
    Some(table.to_string())
}

/// A figure with about three digits.
pub fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 || size == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}
