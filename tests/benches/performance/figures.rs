//! What is measured, in the units of the table.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Times of one kind of request.
#[derive(Clone, Debug)]
pub struct Times(Histogram<u64>);

impl Default for Times {
    fn default() -> Self {
        // Up to ten minutes in microseconds, to three digits: within the bounds of the format.
        let bounds = Histogram::new_with_bounds(1, 600_000_000, 3);
        Self(bounds.unwrap_or_else(|_| unreachable!("the bounds are those of a histogram")))
    }
}

impl Times {
    /// Notes a time.
    pub fn note(&mut self, took: Duration) {
        self.0
            .saturating_record(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// Those of another one too.
    pub fn add(&mut self, others: &Self) {
        // Both have the same bounds.
        let _ = self.0.add(&others.0);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// The time that so many in a hundred take at most, in milliseconds.
    pub fn at(&self, percent: f64) -> f64 {
        let micros = self.0.value_at_percentile(percent);
        milliseconds(Duration::from_micros(micros))
    }
}

/// A duration in milliseconds.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// What is left for each of so many.
#[expect(clippy::cast_precision_loss, reason = "a figure of three digits")]
pub fn mean(sum: f64, parts: u64) -> f64 {
    sum / parts.max(1) as f64
}

/// Bytes in MB.
#[expect(clippy::cast_precision_loss, reason = "a figure of three digits")]
pub fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// What a scenario takes with so many clients.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The scenario.
    pub scenario: String,
    /// How many ask at the same time, each waiting for its answer before it asks again.
    pub clients: usize,
    /// How many requests were measured.
    pub requests: u64,
    /// Half of the answers came within so many milliseconds.
    pub p50_ms: f64,
    /// Of a hundred answers 99 came within so many milliseconds.
    pub p99_ms: f64,
    /// Answers a second.
    pub per_second: f64,
    /// CPU time of the server for a request, in milliseconds, where it does nothing else.
    pub cpu_ms: Option<f64>,
    /// CPU time of Postgres for a request, in milliseconds, where it can be told.
    pub store_cpu_ms: Option<f64>,
    /// Memory of the server afterwards, in MB.
    pub rss_mb: f64,
    /// Bytes of an answer, uncompressed, on average.
    pub bytes: usize,
    /// Requests that were refused or failed.
    pub failed: u64,
    /// Answers that had to do without something, such as the query's vector.
    pub degraded: u64,
    /// What cannot be done without, measured in turns with the requests.
    pub limit: Option<LimitFigures>,
}

/// What cannot be done without.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LimitFigures {
    /// What it is.
    pub what: String,
    /// Half of it came within so many milliseconds.
    pub p50_ms: f64,
    /// Of a hundred 99 came within so many milliseconds.
    pub p99_ms: f64,
}

impl Row {
    /// Its time as a multiple of the limit's, at p50.
    pub fn ratio(&self) -> Option<f64> {
        let limit = self.limit.as_ref()?;
        (limit.p50_ms > 0.0).then(|| self.p50_ms / limit.p50_ms)
    }
}

/// Something else that is measured: how long it takes, how large it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fact {
    /// What it is.
    pub what: String,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: String,
    /// What cannot be done without, in the same unit.
    pub limit: Option<(String, f64)>,
}

impl Fact {
    /// One without a limit.
    pub fn new(what: impl Into<String>, value: f64, unit: &str) -> Self {
        Self {
            what: what.into(),
            value,
            unit: unit.to_owned(),
            limit: None,
        }
    }

    /// The same beside its limit.
    pub fn beside(self, what: &str, value: f64) -> Self {
        Self {
            limit: Some((what.to_owned(), value)),
            ..self
        }
    }
}

/// The middle one of several figures.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}
