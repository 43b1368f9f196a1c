//! Settings of the log format and of traces.

use super::url;
use lorekeeper_graphql::error::{Error, Result};

/// Log format and trace collector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telemetry {
    /// Format of log lines.
    pub log_format: LogFormat,
    /// The collector that spans are sent to.
    pub otlp_endpoint: Option<String>,
}

/// Format of log lines.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// A JSON object a line.
    Json,
}

impl Telemetry {
    pub(super) fn read(get: &impl Fn(&str) -> Option<String>) -> Result<Self> {
        let endpoint = get("otlp_endpoint");
        Ok(Self {
            log_format: log_format(get("log_format"))?,
            otlp_endpoint: match endpoint {
                None => None,
                given => Some(url("otlp_endpoint", given, "")?),
            },
        })
    }
}

fn log_format(name: Option<String>) -> Result<LogFormat> {
    match name.as_deref().map(str::to_lowercase).as_deref() {
        None | Some("text") => Ok(LogFormat::Text),
        Some("json") => Ok(LogFormat::Json),
        Some(other) => Err(Error::input(format!(
            "The setting log_format is \"{other}\", but must be text or json."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::config::tests::layer;

    #[test]
    fn telemetry_has_defaults_and_says_what_it_expects() {
        let given = [
            ("log_format", "JSON"),
            ("otlp_endpoint", "http://localhost:4318/"),
        ];
        let telemetry = Config::resolve(&[layer(&given)]).unwrap().telemetry;
        assert_eq!(telemetry.log_format, LogFormat::Json);
        assert_eq!(
            telemetry.otlp_endpoint.as_deref(),
            Some("http://localhost:4318")
        );
        assert_eq!(
            Config::resolve(&[layer(&[])]).unwrap().telemetry,
            Telemetry::default()
        );
        for (key, value, word) in [
            ("log_format", "xml", "text or json"),
            ("otlp_endpoint", "localhost:4318", "http://"),
        ] {
            let error = Config::resolve(&[layer(&[(key, value)])]).unwrap_err();
            assert!(error.message.contains(word), "{error}");
        }
    }
}
