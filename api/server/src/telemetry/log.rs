//! The log, on standard error: lines for people, or JSON for programs.

use super::Verbosity;
use crate::config::{Config, LogFormat};
use lorekeeper_content::printable::printable;
use lorekeeper_graphql::SPANS;
use lorekeeper_graphql::error::{Error, Result};
use std::io::IsTerminal;
use tracing::Subscriber;
use tracing_subscriber::field::MakeExt;
use tracing_subscriber::fmt::format::{FormatFields, debug_fn};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{EnvFilter, Layer, fmt};

/// The layer that writes the log.
pub fn layer<S>(config: &Config, verbosity: Verbosity) -> Result<Box<dyn Layer<S> + Send + Sync>>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let layer = fmt::layer().with_target(false).with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
    let filter = filter(config, verbosity)?;
    Ok(match config.log_format {
        LogFormat::Text => layer.fmt_fields(printable_fields()).with_filter(filter).boxed(),
        LogFormat::Json => {
            let layer = layer.json().flatten_event(true).with_span_list(false);
            layer.with_filter(filter).boxed()
        }
    })
}

/// Formatter of an event's message and fields without control characters: tracing-subscriber escapes those of some
/// fields only.
fn printable_fields() -> impl for<'w> FormatFields<'w> + Send + Sync + 'static {
    debug_fn(|writer, field, value| {
        let value = format!("{value:?}");
        let value = printable(&value);
        match field.name() {
            "message" => write!(writer, "{value}"),
            name => write!(writer, "{name}={value}"),
        }
    })
    .delimited(" ")
}

fn filter(config: &Config, verbosity: Verbosity) -> Result<EnvFilter> {
    let wanted = if verbosity == Verbosity::Quiet && config.log == "info" { "off" } else { config.log.as_str() };
    // Drivers and the runtime log every step at info.
    let filter = if wanted.contains('=') || wanted.contains(',') {
        wanted.to_owned()
    } else {
        let others = if wanted == "off" { "off" } else { "warn" };
        format!("{others},lorekeeper={wanted},lorekeeper_mcp={wanted}")
    };
    EnvFilter::try_new(format!("{filter},{SPANS}=off")).map_err(|_| {
        Error::input(format!(
            "The setting log is \"{}\", but must be a filter such as info or lorekeeper=debug.",
            config.log
        ))
    })
}
