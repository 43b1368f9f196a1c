//! Telemetry: log, traces for a collector, and metrics.

mod log;
pub mod metrics;
mod otlp;

use crate::config::Config;
use lorekeeper_graphql::error::Result;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Exporters that are flushed when the program ends.
pub struct Telemetry {
    spans: Option<SdkTracerProvider>,
}

/// Log level of a command where the settings name none.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// The command logs its progress.
    Normal,
    /// No log unless the settings ask for one: an error is one sentence.
    Quiet,
}

/// Sends the log to standard error and, where a collector is named, spans to that.
pub fn start(config: &Config, verbosity: Verbosity) -> Result<Telemetry> {
    let spans = otlp::provider(config.otlp_endpoint.as_deref())?;
    tracing_subscriber::registry().with(log::layer(config, verbosity)?).with(spans.as_ref().map(otlp::layer)).init();
    Ok(Telemetry { spans })
}

impl Telemetry {
    /// Flushes the exporters.
    pub async fn stop(self) {
        if let Some(spans) = self.spans {
            // It waits for the collector.
            let sent = tokio::task::spawn_blocking(move || spans.shutdown()).await;
            if let Ok(Err(cause)) = sent {
                tracing::warn!(%cause, "The last spans did not reach the collector.");
            }
        }
    }
}
