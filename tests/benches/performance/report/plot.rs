//! Plots.

use crate::Result;
use crate::figures::Row;
use plotters::prelude::*;
use std::path::Path;

/// Times of the scenarios at one client: p50 and p99 over that of the limit, on a logarithmic scale.
pub fn latencies(rows: &[Row], file: &Path) -> Result<()> {
    let alone: Vec<&Row> = rows.iter().filter(|row| row.clients == 1).collect();
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
