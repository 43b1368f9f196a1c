//! Prometheus metrics: counters and histograms are global; gauges are read for each scrape.

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use metrics_process::Collector;
use std::sync::OnceLock;
use std::time::Duration;

/// Buckets of histograms, in seconds: from a cache hit to what a client gives up on.
const BUCKETS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// How often samples are put into their buckets; until then each is kept.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// The recorder of counters and histograms.
fn recorder() -> &'static PrometheusHandle {
    RECORDER.get_or_init(|| {
        let recorder = builder().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::error!("Something else counts already: the metrics stay empty.");
        }
        describe_recorded();
        handle
    })
}

/// Installs the recorder, unless it is already.
pub fn install() {
    recorder();
}

/// Bounds the memory of histograms, for as long as it runs.
pub async fn run_upkeep() {
    let mut ticks = tokio::time::interval(UPKEEP_INTERVAL);
    loop {
        ticks.tick().await;
        recorder().run_upkeep();
    }
}

/// All metrics: the recorded ones, those of the process, and the gauges that `read` sets.
pub fn render(read: impl FnOnce()) -> String {
    let mut text = recorder().render();
    let gauges = builder().build_recorder();
    metrics::with_local_recorder(&gauges, || {
        for (name, text) in GAUGES {
            describe_gauge!(*name, *text);
        }
        let process = Collector::default();
        process.describe();
        process.collect();
        metrics::gauge!("lorekeeper_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        read();
    });
    text.push_str(&gauges.handle().render());
    text
}

fn builder() -> PrometheusBuilder {
    let times = Matcher::Suffix("duration_seconds".to_owned());
    // Only an empty list of buckets is refused.
    PrometheusBuilder::new().set_buckets_for_metric(times, &BUCKETS).unwrap_or_default()
}

/// Counters: their names, and what they count.
#[rustfmt::skip]
const COUNTERS: &[(&str, &str)] = &[
    ("lorekeeper_http_requests_total", "Requests, by route, method and status."),
    ("lorekeeper_graphql_operations_total", "GraphQL operations that were executed, by root field, type and outcome."),
    ("lorekeeper_graphql_errors_total", "Errors in GraphQL answers, by code."),
    ("lorekeeper_mcp_calls_total", "Calls of MCP tools, by tool and outcome."),
    ("lorekeeper_cache_requests_total", "What caches were asked for, by cache and result."),
    ("lorekeeper_store_statements_total", "SQL statements, by outcome."),
    ("lorekeeper_store_restarts_total", "How often the embedded server was started again."),
    ("lorekeeper_access_tokens_total", "Access tokens of the login that were looked at, by outcome."),
    ("lorekeeper_rate_limited_total", "Requests that were refused because their client had sent too many."),
    ("lorekeeper_connections_refused_total", "Connections that were refused because there were too many, in all or of one client."),
    ("lorekeeper_answers_without_room_total", "Answers that were refused because too much was on its way to clients."),
];

/// Histograms, all in seconds.
#[rustfmt::skip]
const HISTOGRAMS: &[(&str, &str)] = &[
    ("lorekeeper_http_request_duration_seconds", "Time to an answer, by route and method."),
    ("lorekeeper_graphql_operation_duration_seconds", "Time that executing an operation takes, by root field."),
    ("lorekeeper_graphql_poll_duration_seconds", "Time that one poll of the work on an answer keeps its thread from others: none of it is spent waiting."),
    ("lorekeeper_mcp_call_duration_seconds", "Time that a call of an MCP tool takes, by tool."),
    ("lorekeeper_store_statement_duration_seconds", "Time that an SQL statement takes."),
];

/// Gauges.
#[rustfmt::skip]
const GAUGES: &[(&str, &str)] = &[
    ("lorekeeper_build_info", "1, with the version."),
    ("lorekeeper_store_up", "Whether the store answers."),
    ("lorekeeper_store_read_only", "Whether the store can only be read, because its Postgres is a standby."),
    ("lorekeeper_store_connections", "Connections to the store, by state."),
    ("lorekeeper_memory_bytes", "What parts of the server hold in memory, about."),
    ("lorekeeper_entities", "Entities stored, by family."),
    ("lorekeeper_passages", "Passages that search reads."),
    ("lorekeeper_passages_pending", "Passages that have no vector of the model yet."),
    ("lorekeeper_passages_failed", "Passages that the model fails on."),
    ("lorekeeper_embedding_running", "Whether passages are being embedded."),
    ("lorekeeper_sync_running", "Whether a sync or an import is running."),
    ("lorekeeper_sync_last_success_timestamp_seconds", "When a source was last fetched whole: its oldest listing."),
    ("lorekeeper_sync_failures", "How often listings of a source have failed since they last succeeded."),
    ("lorekeeper_sync_records", "Records that the listings of a source had."),
];

fn describe_recorded() {
    for (name, text) in COUNTERS {
        describe_counter!(*name, *text);
    }
    for (name, text) in HISTOGRAMS {
        describe_histogram!(*name, Unit::Seconds, *text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_and_gauges_are_read_anew() {
        let first = render(|| metrics::gauge!("lorekeeper_entities", "family" => "spell").set(3.0));
        metrics::counter!("lorekeeper_graphql_errors_total", "code" => "TEST").increment(2);
        let second = render(|| {});
        assert!(first.contains("lorekeeper_entities{family=\"spell\"} 3"), "{first}");
        assert!(!second.contains("lorekeeper_entities{"), "{second}");
        assert!(second.contains("lorekeeper_graphql_errors_total{code=\"TEST\"} 2"), "{second}");
        assert!(second.contains("# TYPE lorekeeper_build_info gauge"), "{second}");
        let described = |name: &str| second.matches(&format!("# TYPE {name} ")).count();
        assert_eq!(described("lorekeeper_build_info"), 1);
    }
}
