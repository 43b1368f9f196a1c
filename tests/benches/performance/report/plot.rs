//! Plots.

use crate::Result;
use crate::figures::Row;
use plotters::prelude::*;
use std::path::Path;

/// Times of the scenarios at one client: p50 and p99 over that of the limit, on a logarithmic scale.
pub fn latencies(rows: &[Row], file: &Path) -> Result<()> {
    // The first one is at the top.
    let alone: Vec<&Row> = rows.iter().rev().filter(|row| row.clients == 1).collect();
    if alone.is_empty() {
        return Ok(());
    }
    let times = alone.iter().flat_map(|row| {
        let limit = row.limit.as_ref().map(|limit| limit.p50_ms);
        [Some(row.p50_ms), Some(row.p99_ms), limit]
            .into_iter()
            .flatten()
    });
    let times: Vec<f64> = times.filter(|time| *time > 0.0).collect();
    let least = times.iter().copied().fold(f64::INFINITY, f64::min) / 1.5;
    let most = times.iter().copied().fold(least, f64::max) * 1.5;
    let lines = u32::try_from(alone.len())?;
    let height = 90 + 30 * lines;
    let canvas = SVGBackend::new(file, (860, height)).into_drawing_area();
    canvas.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&canvas)
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(140)
        .build_cartesian_2d((least..most).log_scale(), 0.0..f64::from(lines))?;
    let label = |place: &f64| {
        let row = alone
            .iter()
            .zip(0_u32..)
            .find(|(_, at)| (f64::from(*at) + 0.5 - place).abs() < 0.01);
        row.map_or(String::new(), |(row, _)| row.scenario.clone())
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .x_desc("milliseconds at one client: ○ limit p50, ● p50, | p99")
        .x_label_formatter(&|time| super::table::number(*time))
        .y_labels(2 * alone.len() + 1)
        .y_label_formatter(&label)
        .draw()?;
    for (row, at) in alone.iter().zip(0_u32..) {
        let height = f64::from(at) + 0.5;
        let (p50, p99) = (row.p50_ms, row.p99_ms);
        chart.draw_series([PathElement::new(
            vec![(p50, height), (p99, height)],
            BLUE.mix(0.4).stroke_width(3),
        )])?;
        chart.draw_series([PathElement::new(
            vec![(p99, height - 0.2), (p99, height + 0.2)],
            BLUE.stroke_width(2),
        )])?;
        chart.draw_series([Circle::new((p50, height), 5, BLUE.filled())])?;
        if let Some(limit) = &row.limit {
            chart.draw_series([Circle::new((limit.p50_ms, height), 5, RED.stroke_width(2))])?;
        }
    }
    canvas.present()?;
    Ok(())
}

/// How wide a plot of curves is, and what of it has their names, in pixels.
const WIDTH: u32 = 860;
const LEGEND: u32 = 230;

/// A curve.
pub struct Curve {
    /// What it is of.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// Curves over how many times the content there is, both on a logarithmic scale.
pub fn curves(file: &Path, what: &str, curves: &[Curve]) -> Result<()> {
    let points = || {
        curves
            .iter()
            .flat_map(|curve| &curve.points)
            .filter(|(_, value)| *value > 0.0)
    };
    if points().next().is_none() {
        return Ok(());
    }
    let range = |of: fn(&(f64, f64)) -> f64, room: f64| {
        let least = points().map(of).fold(f64::INFINITY, f64::min) / room;
        let most = points().map(of).fold(0.0, f64::max) * room;
        (least..most).log_scale()
    };
    let canvas = SVGBackend::new(file, (WIDTH, 460)).into_drawing_area();
    canvas.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&canvas)
        .margin(12)
        .margin_right(LEGEND)
        .x_label_area_size(42)
        .y_label_area_size(64)
        .build_cartesian_2d(range(|point| point.0, 1.1), range(|point| point.1, 1.6))?;
    chart
        .configure_mesh()
        .x_desc("times the content")
        .y_desc(what)
        .x_label_formatter(&|times| super::table::number(*times))
        .y_label_formatter(&|value| super::table::number(*value))
        .draw()?;
    for (number, curve) in curves.iter().enumerate() {
        let colour = Palette99::pick(number).to_rgba();
        let places = || {
            curve
                .points
                .iter()
                .copied()
                .filter(|(_, value)| *value > 0.0)
        };
        chart.draw_series(LineSeries::new(places(), colour.stroke_width(2)).point_size(3))?;
    }
    // The highest first, as the lines end. The chart's own legend is cut off at the edge of what is plotted.
    let mut named: Vec<(usize, &Curve)> = curves.iter().enumerate().collect();
    let end = |curve: &Curve| curve.points.last().map_or(0.0, |(_, value)| *value);
    named.sort_by(|(_, a), (_, b)| end(b).total_cmp(&end(a)));
    let left = i32::try_from(WIDTH - LEGEND)? + 12;
    for ((number, curve), line) in named.into_iter().zip(0_i32..) {
        let height = 24 + 22 * line;
        let colour = Palette99::pick(number).to_rgba();
        canvas.draw(&PathElement::new(
            vec![(left, height), (left + 24, height)],
            colour.stroke_width(3),
        ))?;
        let place = (left + 32, height - 7);
        canvas.draw(&Text::new(curve.name.clone(), place, ("sans-serif", 14)))?;
    }
    canvas.present()?;
    Ok(())
}
