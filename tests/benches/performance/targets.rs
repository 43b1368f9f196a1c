//! Performance targets, and whether they are met.

use crate::report::{Report, Row};
use crate::{embedded, startup, statements, sync};

/// A target.
pub struct Target {
    /// What it limits.
    pub name: &'static str,
    /// The measured value, where it was measured.
    pub measured: Option<f64>,
    /// The largest value that meets the target.
    pub at_most: f64,
    /// The unit.
    pub unit: &'static str,
}

/// All targets, with what a report has measured.
#[rustfmt::skip]
pub fn targets(report: &Report) -> Vec<Target> {
    let alone = |name: &str| report.rows.iter().find(|row| row.scenario == name && row.clients == 1);
    let ratio = |name: &str| alone(name).and_then(Row::ratio);
    let difference = |name: &str| {
        let row = alone(name)?;
        Some(row.p50_ms - row.baseline.as_ref()?.p50_ms)
    };
    let values = |prefix: &str| -> Vec<f64> {
        let figures = report.figures.iter().filter(|figure| figure.name.starts_with(prefix));
        figures.map(|figure| figure.value).collect()
    };
    let figure = |name: &str| values(name).first().copied();
    let max = |values: &[f64]| values.iter().copied().reduce(f64::max);
    let min = |values: &[f64]| values.iter().copied().reduce(f64::min);
    let on_embedded = |name: &str| alone(&embedded::row_name(name)).map(|row| row.p50_ms);
    let busy = report.rows.iter().find(|row| row.scenario == "structured" && row.clients == 8);
    let statements = values(statements::STATEMENTS);
    let target = |name, measured, at_most, unit| Target { name, measured, at_most, unit };
    vec![
        target("structured, of the bare SQL, p50", ratio("structured"), 2.0, "times"),
        target("structured, eight clients, of a second", busy.map(|row| 1000.0 / row.per_second), 0.4, "ms"),
        target("facets, of the bare SQL, p50", ratio("faceted"), 3.0, "times"),
        target("hybrid, p50", alone("hybrid").map(|row| row.p50_ms), 15.0, "ms"),
        target("hybrid, embedded store, p50", on_embedded("hybrid"), 15.0, "ms"),
        target("semantic, of model and SQL, p50", ratio("semantic"), 1.3, "times"),
        target("semantic with a cached vector, of structured, p50", ratio("semantic-vector"), 1.5, "times"),
        target("semantic with a cached ranking, of structured, p50", ratio("semantic-ranking"), 1.5, "times"),
        target("MCP over HTTP, beyond GraphQL, one stat block, p50", difference("mcp-one"), 1.5, "ms"),
        target("MCP over HTTP, beyond GraphQL, 20 stat blocks, p50", difference("mcp"), 1.5, "ms"),
        target("statements of nested relations, most beyond fewest",
            max(&statements).zip(min(&statements)).map(|(most, fewest)| most - fewest), 0.0, "statements"),
        target("serve to first answer, embedded store",
            figure(&format!("{}embedded", startup::FIRST_ANSWER)), 300.0, "ms"),
        target("mcp to first tool answer, embedded store",
            figure(&format!("{}embedded", startup::FIRST_TOOL)), 400.0, "ms"),
        target("mcp beside a server to first tool answer, embedded store",
            figure(&format!("{}embedded", startup::FIRST_TOOL_BESIDE)), 100.0, "ms"),
        target("memory at rest with the model, Postgres",
            figure(&format!("{}Postgres", startup::MEMORY_AT_REST)), 230.0, "MB"),
        target("memory at rest with the model, embedded store",
            figure(&format!("{}embedded store", startup::MEMORY_AT_REST)), 400.0, "MB"),
        target("sync of everything, nothing new", figure(sync::UNCHANGED), 5.0, "s"),
        target("rows of content that it writes", figure(sync::UNCHANGED_WRITES), 0.0, "rows"),
        target("embedded store, p99 while a sync writes", max(&values(embedded::P99_WHILE_WRITING)), 50.0, "ms"),
    ]
}
