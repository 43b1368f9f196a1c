//! What the program tells of itself: its log, its spans for a collector, its numbers.

mod log;
pub mod metrics;
mod otlp;
mod request_id;

pub use request_id::{HEADER as REQUEST_ID, RequestId};

use crate::config::Config;
use crate::error::Result;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The target of spans that are meant for a collector: they do not show in the log.
pub const SPANS: &str = "lorekeeper::trace";

/// What is still to be sent when the program ends.
pub struct Telemetry {
    spans: Option<SdkTracerProvider>,
}

/// Which commands tell what happens, and which only their answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Voice {
    /// What happens is told.
    Telling,
    /// Quiet unless the settings say otherwise: what goes wrong is told in one sentence.
    Quiet,
}

/// Sends the log to standard error and, where a collector is named, spans to that.
pub fn start(config: &Config, voice: Voice) -> Result<Telemetry> {
    let spans = otlp::provider(config.telemetry.otlp_endpoint.as_deref())?;
    tracing_subscriber::registry()
        .with(log::layer(config, voice)?)
        .with(spans.as_ref().map(otlp::layer))
        .init();
    Ok(Telemetry { spans })
}

impl Telemetry {
    /// Sends what is left.
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
