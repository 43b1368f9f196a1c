//! What should be reached, and whether it is.

use crate::facts;
use crate::figures::{Fact, Row};
use crate::report::Report;
use serde::{Deserialize, Serialize};

/// A target.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Target {
    /// What it is about.
    pub what: String,
    /// What was measured; none where it was not.
    pub measured: Option<f64>,
    /// The most that it may be.
    pub most: f64,
    /// Of what.
    pub unit: String,
}

impl Target {
    /// Whether it is met, where that is known.
    pub fn met(&self) -> Option<bool> {
        self.measured.map(|measured| measured <= self.most)
    }
}

/// All targets, with what was measured.
pub fn targets(report: &Report) -> Vec<Target> {
    let alone = |name: &str| {
        report
            .rows
            .iter()
            .find(|row| row.scenario == name && row.clients == 1)
    };
    let ratio = |name: &str| alone(name).and_then(Row::ratio);
    let over = |name: &str| {
        let row = alone(name)?;
        Some(row.p50_ms - row.limit.as_ref()?.p50_ms)
    };
    let fact = |what: &str| {
        report
            .facts
            .iter()
            .find(|fact| fact.what == what)
            .map(|fact| fact.value)
    };
    let target = |what: &str, measured: Option<f64>, most: f64, unit: &str| Target {
        what: what.to_owned(),
        measured,
        most,
        unit: unit.to_owned(),
    };
    vec![
        target(
            "structured, of the bare SQL, p50",
            ratio("structured"),
            2.0,
            "times",
        ),
        target(
            "structured, p50",
            alone("structured").map(|row| row.p50_ms),
            3.0,
            "ms",
        ),
        target(
            "semantic, of model and SQL, p50",
            ratio("semantic"),
            1.3,
            "times",
        ),
        target(
            "semantic with a remembered vector, of structured, p50",
            ratio("semantic-vector"),
            1.5,
            "times",
        ),
        target(
            "semantic with a remembered ranking, of structured, p50",
            ratio("semantic-ranking"),
            1.5,
            "times",
        ),
        target(
            "MCP over HTTP, beyond GraphQL, one stat block, p50",
            over("mcp-one"),
            2.0,
            "ms",
        ),
        target(
            "MCP over HTTP, beyond GraphQL, 20 stat blocks, p50",
            over("mcp"),
            2.0,
            "ms",
        ),
        target(
            "statements of nested relations, most beyond fewest",
            spread(&report.facts),
            0.0,
            "statements",
        ),
        target(
            "serve to first answer, embedded store",
            fact(facts::COLD_EMBEDDED),
            1500.0,
            "ms",
        ),
        target(
            "memory at rest with the model, Postgres",
            fact(facts::IDLE_POSTGRES),
            250.0,
            "MB",
        ),
        target(
            "sync of everything, nothing new",
            fact(facts::RESYNC),
            5.0,
            "s",
        ),
        target(
            "rows of content that it writes",
            fact(facts::RESYNC_WRITES),
            0.0,
            "rows",
        ),
        target(
            "embedded store, p99 while a sync writes",
            slowest(&report.facts),
            50.0,
            "ms",
        ),
    ]
}

/// How many statements more the longest page takes than the shortest.
fn spread(facts: &[Fact]) -> Option<f64> {
    let counts = facts
        .iter()
        .filter(|fact| fact.what.starts_with(facts::STATEMENTS));
    let counts: Vec<f64> = counts.map(|fact| fact.value).collect();
    let fewest = counts.iter().copied().reduce(f64::min)?;
    Some(counts.iter().copied().fold(fewest, f64::max) - fewest)
}

/// The p99 of whoever fared worst.
fn slowest(facts: &[Fact]) -> Option<f64> {
    let p99 = facts.iter().filter(|fact| {
        fact.what.starts_with(facts::READS_WHILE_WRITING) && fact.what.contains("p99")
    });
    p99.map(|fact| fact.value).reduce(f64::max)
}
