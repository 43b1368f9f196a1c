//! Curves, as a file, as a table, and as plots.

use super::page::put;
use super::plot::{Curve, curves};
use super::table::{For, number, show};
use crate::Result;
use crate::machine::Machine;
use crate::scale::{Growth, Point};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What stands between these marks of the page is replaced.
const MARKS: (&str, &str) = ("<!-- growth -->", "<!-- end of growth -->");

/// Writes `growth.json`, the plots, and the page's part about growth. Sizes that another run has measured on the same
/// machine stay.
pub fn write(measured: &Growth, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let file = folder.join("growth.json");
    let before = fs::read_to_string(&file).unwrap_or_default();
    let growth = &match serde_json::from_str(&before) {
        Ok(before) => beside(before, measured),
        Err(_) => measured.clone(),
    };
    let json = serde_json::to_string_pretty(growth)?;
    fs::write(file, json + "\n")?;
    let requests = lines(growth, |point| {
        point
            .rows
            .iter()
            .map(|row| (row.scenario.clone(), row.p50_ms))
            .collect()
    });
    curves(
        &folder.join("growth-latency.svg"),
        "p50, milliseconds",
        &requests,
    )?;
    for (unit, file, what) in [
        ("MB", "growth-size.svg", "megabytes"),
        ("s", "growth-time.svg", "seconds"),
    ] {
        let of_unit = lines(growth, |point| {
            let facts = point.facts.iter().filter(|fact| fact.unit == unit);
            facts.map(|fact| (fact.what.clone(), fact.value)).collect()
        });
        curves(&folder.join(file), what, &of_unit)?;
    }
    let text = format!(
        "Measured on {}, {}, {} cores, {}.\n\n{}\n\n![p50 of the scenarios by the size of the store](growth-latency.svg)\n\n![Sizes and memory by the size of the store](growth-size.svg)\n\n![Times of syncs and of building the index by the size of the store](growth-time.svg)",
        growth.date,
        growth.machine.cpu,
        growth.machine.cores,
        growth.program,
        table_for(growth, For::Markdown),
    );
    put(&folder.join("README.md"), MARKS, &text)
}

/// What was measured, beside the other sizes of a run before.
fn beside(before: Growth, measured: &Growth) -> Growth {
    let mut growth = measured.clone();
    let machine = |growth: &Growth| {
        let Machine {
            cpu,
            cores,
            postgres,
            ..
        } = growth.machine.clone();
        (cpu, cores, postgres, growth.program.clone())
    };
    if machine(&before) != machine(measured) {
        return growth;
    }
    let is_new = |point: &Point| measured.points.iter().all(|p| p.factor != point.factor);
    growth
        .points
        .extend(before.points.into_iter().filter(is_new));
    growth.points.sort_by_key(|point| point.factor);
    growth
}

/// A row a scenario or figure, a column a size.
pub fn table(growth: &Growth) -> String {
    table_for(growth, For::Eyes)
}

fn table_for(growth: &Growth, to: For) -> String {
    let sizes = growth
        .points
        .iter()
        .map(|point| format!("{}×", point.factor));
    let columns: Vec<String> = ["figure".to_owned(), "unit".to_owned()]
        .into_iter()
        .chain(sizes)
        .collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut rows = vec![];
    let mut seen = BTreeSet::new();
    for (name, unit) in growth
        .points
        .iter()
        .flat_map(figures)
        .map(|(name, unit, _)| (name, unit))
    {
        if !seen.insert(name.clone()) {
            continue;
        }
        let value = |point: &Point| {
            let found = figures(point)
                .into_iter()
                .find(|(other, ..)| *other == name);
            found.map_or(String::new(), |(.., value)| number(value))
        };
        let values = growth.points.iter().map(value);
        rows.push([name.clone(), unit].into_iter().chain(values).collect());
    }
    let stored = growth
        .points
        .iter()
        .map(|point| format!("- {}×, {}: {}", point.factor, point.date, point.stored));
    let stored: Vec<String> = stored.collect();
    format!(
        "{}\n\n{}",
        show(to, &columns, rows).unwrap_or_default(),
        stored.join("\n")
    )
}

/// Name, unit and value of all that was measured at a size.
fn figures(point: &Point) -> Vec<(String, String, f64)> {
    let of_row = point.rows.iter().flat_map(|row| {
        let limit = row
            .limit
            .as_ref()
            .map(|limit| (format!("{}: {}", row.scenario, limit.what), limit.p50_ms));
        let times = [
            Some((format!("{}, p50", row.scenario), row.p50_ms)),
            Some((format!("{}, p99", row.scenario), row.p99_ms)),
            limit,
        ];
        times
            .into_iter()
            .flatten()
            .map(|(name, value)| (name, "ms".to_owned(), value))
    });
    let facts = point
        .facts
        .iter()
        .map(|fact| (fact.what.clone(), fact.unit.clone(), fact.value));
    of_row.chain(facts).collect()
}

/// A curve for each name that the points have.
fn lines(growth: &Growth, of: impl Fn(&Point) -> Vec<(String, f64)>) -> Vec<Curve> {
    let mut lines: Vec<Curve> = Vec::new();
    for point in &growth.points {
        for (name, value) in of(point) {
            let place = (f64::from(point.factor), value);
            match lines.iter_mut().find(|curve| curve.name == name) {
                Some(curve) => curve.points.push(place),
                None => lines.push(Curve {
                    name,
                    points: vec![place],
                }),
            }
        }
    }
    lines
}
