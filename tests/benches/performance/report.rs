//! Figures and the report: Markdown tables.

use crate::Result;
use crate::baseline::Sql;
use crate::program::Program;
use crate::targets::targets;
use comfy_table::Table;
use comfy_table::presets::ASCII_MARKDOWN;
use hdrhistogram::Histogram;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A histogram of latencies: microseconds, three significant digits, at most ten minutes.
#[derive(Clone, Debug)]
pub struct Times(Histogram<u64>);

impl Default for Times {
    fn default() -> Self {
        let histogram = Histogram::new_with_bounds(1, 600_000_000, 3);
        Self(histogram.unwrap_or_else(|_| unreachable!("invariant: the bounds are valid")))
    }
}

impl Times {
    /// Records a latency.
    pub fn record(&mut self, took: Duration) {
        self.0.saturating_record(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// Adds the latencies of another histogram.
    pub fn add(&mut self, other: &Self) -> Result<()> {
        Ok(self.0.add(&other.0)?)
    }

    /// The number of latencies.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// A percentile in milliseconds.
    pub fn percentile(&self, percent: f64) -> f64 {
        milliseconds(Duration::from_micros(self.0.value_at_percentile(percent)))
    }
}

/// A duration in milliseconds.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// A sum divided by a count.
#[expect(clippy::cast_precision_loss, reason = "a figure of three digits")]
pub fn per(sum: f64, count: u64) -> f64 {
    sum / count.max(1) as f64
}

/// Bytes in MB.
#[expect(clippy::cast_precision_loss, reason = "a figure of three digits")]
pub fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// The figures of a scenario with a number of clients.
#[derive(Clone, Debug)]
pub struct Row {
    /// The scenario.
    pub scenario: String,
    /// Concurrent clients.
    pub clients: usize,
    /// Median latency in milliseconds.
    pub p50_ms: f64,
    /// 99th percentile of the latency in milliseconds.
    pub p99_ms: f64,
    /// Answers per second.
    pub per_second: f64,
    /// CPU time of the server per request in milliseconds, where it does nothing else.
    pub cpu_ms: Option<f64>,
    /// CPU time of Postgres per request in milliseconds, where it can be told.
    pub store_cpu_ms: Option<f64>,
    /// Resident memory of the server afterwards in MB.
    pub rss_mb: f64,
    /// Bytes of an uncompressed answer, mean.
    pub bytes: usize,
    /// Requests that were refused or failed.
    pub failed: u64,
    /// Answers that had to do without something, such as the query's vector.
    pub degraded: u64,
    /// The baseline, alternating with the requests.
    pub baseline: Option<BaselineTimes>,
}

/// Latencies of a baseline.
#[derive(Clone, Debug)]
pub struct BaselineTimes {
    /// What it is.
    pub name: &'static str,
    /// Median in milliseconds.
    pub p50_ms: f64,
    /// 99th percentile in milliseconds.
    pub p99_ms: f64,
}

impl Row {
    /// The median as a multiple of the baseline's.
    pub fn ratio(&self) -> Option<f64> {
        let baseline = self.baseline.as_ref()?;
        (baseline.p50_ms > 0.0).then(|| self.p50_ms / baseline.p50_ms)
    }
}

/// A single figure: a size, a rate, a time.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What it is.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// The baseline in the same unit.
    pub baseline: Option<(&'static str, f64)>,
}

impl Figure {
    /// A figure without a baseline.
    pub fn new(name: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { name: name.into(), value, unit, baseline: None }
    }
}

/// What one run has measured.
pub struct Report {
    /// When, on what machine, and which program.
    pub heading: String,
    /// What is stored.
    pub stored: String,
    /// Scenarios.
    pub rows: Vec<Row>,
    /// Everything else.
    pub figures: Vec<Figure>,
}

impl Report {
    /// An empty report.
    pub async fn new(program: &Program, sql: &Sql) -> Result<Self> {
        Ok(Self { heading: heading(program, sql).await?, stored: String::new(), rows: vec![], figures: vec![] })
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let value = |value: Option<f64>| value.map_or(String::new(), number);
        let targets = targets(self).into_iter().map(|target| {
            let outcome = match target.measured.map(|measured| measured <= target.at_most) {
                Some(true) => "met",
                Some(false) => "not met",
                None => "not measured",
            };
            let (measured, at_most) = (value(target.measured), number(target.at_most));
            [target.name.to_owned(), measured, at_most, target.unit.to_owned(), outcome.to_owned()]
        });
        let rows = self.rows.iter().map(|row| {
            let baseline = row.baseline.as_ref();
            [
                row.scenario.clone(),
                row.clients.to_string(),
                number(row.p50_ms),
                number(row.p99_ms),
                baseline.map_or(String::new(), |baseline| baseline.name.to_owned()),
                value(baseline.map(|baseline| baseline.p50_ms)),
                value(baseline.map(|baseline| baseline.p99_ms)),
                value(row.ratio()),
                number(row.per_second),
                value(row.cpu_ms),
                value(row.store_cpu_ms),
                format!("{:.0}", row.rss_mb),
                row.bytes.to_string(),
                row.failed.to_string(),
                row.degraded.to_string(),
            ]
        });
        let figures = self.figures.iter().map(|figure| {
            let baseline = figure.baseline;
            let name = baseline.map_or(String::new(), |(name, _)| name.to_owned());
            let of_baseline = value(baseline.map(|(_, value)| value));
            [figure.name.clone(), number(figure.value), figure.unit.to_owned(), name, of_baseline]
        });
        format!(
            "{} {}\n\n### Targets\n\n{}\n\n### Requests\n\n{}\n\n### Everything else\n\n{}",
            self.heading,
            self.stored,
            table(["target", "measured", "at most", "unit", ""], targets),
            table(
                [
                    "scenario", "clients", "p50 ms", "p99 ms", "baseline", "its p50", "its p99", "ratio", "req/s",
                    "CPU ms", "Postgres CPU ms", "RSS MB", "bytes", "refused", "degraded",
                ],
                rows,
            ),
            table(["what", "value", "unit", "baseline", "its value"], figures),
        )
    }
}

/// When, on what machine, and which program.
pub async fn heading(program: &Program, sql: &Sql) -> Result<String> {
    let proc = |file: &str, key: &str| {
        let text = fs::read_to_string(Path::new("/proc").join(file)).unwrap_or_default();
        let value = text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
        value.trim_matches([' ', '\t', ':']).to_owned()
    };
    let kilobytes: f64 = proc("meminfo", "MemTotal").trim_end_matches(" kB").parse()?;
    let postgres = sql.texts("SHOW server_version").await?;
    Ok(format!(
        "Measured on {}: {}, {} cores, {:.0} GB of memory, Linux {}, PostgreSQL {}, {}.",
        chrono::Utc::now().format("%Y-%m-%d %H:%M UTC"),
        proc("cpuinfo", "model name"),
        std::thread::available_parallelism()?,
        kilobytes / 1e6,
        proc("sys/kernel/osrelease", ""),
        postgres.concat(),
        program.version().await?,
    ))
}

/// A Markdown table.
pub fn table<Cells: IntoIterator<Item: Into<comfy_table::Cell>>>(
    header: impl IntoIterator<Item: Into<comfy_table::Cell>>,
    rows: impl Iterator<Item = Cells>,
) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(header.into_iter().map(Into::into).collect::<Vec<_>>());
    for row in rows {
        table.add_row(row.into_iter().map(Into::into).collect::<Vec<_>>());
    }
    table.to_string()
}

/// A number with about three significant digits.
pub fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 || size == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// Replaces what stands between `<!-- NAME -->` and `<!-- end of NAME -->` in a page.
pub fn replace_section(page: &Path, name: &str, inside: &str) -> Result<()> {
    let text = fs::read_to_string(page)?;
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- end of {name} -->"));
    let section = text.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) = section.ok_or_else(|| format!("the page has no marks {begin} and {end}"))?;
    fs::write(page, format!("{before}{begin}\n\n{inside}\n\n{end}{after}"))?;
    Ok(())
}
