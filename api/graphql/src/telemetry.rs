//! Telemetry of operations: spans, metrics, and the request id of internal errors.
//!
use super::pipeline::{SchemaIndex, StoredDocument};
use crate::error::Code;
use crate::{RequestId, SPANS};
use async_graphql::parser::types::OperationType;
use async_graphql::{Response, Value};
use std::future::poll_fn;
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tracing::Instrument;

/// An operation that takes longer is logged as slow.
const SLOW_OPERATION: Duration = Duration::from_secs(1);

/// Most characters of an operation's name in spans and logs.
const MAX_NAME_CHARS: usize = 100;

/// Counts an error.
pub fn count_error(code: &str) {
    metrics::counter!("lorekeeper_graphql_errors_total", "code" => code.to_owned()).increment(1);
}

/// Spawns a batch in the span of its operation.
pub fn spawn_batch(batch: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    let span = tracing::info_span!(target: SPANS, "batch");
    tokio::spawn(time_polls(batch).instrument(span).in_current_span())
}

/// Counts the errors of an executed response, and adds the request id to internal ones.
pub fn count_errors(mut response: Response) -> Response {
    for error in &mut response.errors {
        let Some(extensions) = &mut error.extensions else {
            continue;
        };
        let Some(Value::String(code)) = extensions.get("code").cloned() else {
            continue;
        };
        if code == Code::Internal.as_str()
            && let Some(id) = RequestId::current()
        {
            // The id leads from the error to its line in the log.
            extensions.set("requestId", id.to_string());
        }
        count_error(&code);
    }
    response
}

/// Executes an operation in a span, and counts it under its root field: names of operations are chosen by clients
/// without bound, and so are fields that the schema does not have.
pub async fn execute(
    document: &StoredDocument,
    operation_name: Option<&str>,
    schema_index: &SchemaIndex,
    execution: impl Future<Output = Response>,
) -> Response {
    let operation = document.operation(operation_name);
    let (kind, on) = match operation.map(|operation| operation.ty) {
        None | Some(OperationType::Query) => ("query", "Query"),
        Some(OperationType::Mutation) => ("mutation", "Mutation"),
        Some(OperationType::Subscription) => ("subscription", "Subscription"),
    };
    let field = operation.map_or("none", |operation| document.root_field(operation));
    let known = matches!(field, "none" | "several" | "__schema" | "__type" | "__typename")
        || schema_index.field(on, field).is_some();
    let field = if known { field } else { "unknown" };
    let named = operation_name.filter(|name| !name.is_empty());
    let label: String = named.unwrap_or(field).chars().take(MAX_NAME_CHARS).collect();
    let span = tracing::info_span!(
        target: SPANS,
        "graphql",
        otel.name = format!("{kind} {label}"),
        graphql.operation.name = named.map(|_| label.as_str()),
        graphql.operation.type = kind,
    );
    let start = Instant::now();
    let response = execution.instrument(span).await;
    let took = start.elapsed();
    let outcome = if response.errors.is_empty() { "ok" } else { "error" };
    metrics::counter!("lorekeeper_graphql_operations_total", "operation" => field.to_owned(), "type" => kind, "outcome" => outcome)
        .increment(1);
    metrics::histogram!("lorekeeper_graphql_operation_duration_seconds", "operation" => field.to_owned()).record(took);
    if took > SLOW_OPERATION {
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        tracing::debug!(operation = ?label, field, milliseconds, "a slow operation");
    }
    response
}

/// Runs a future, and records how long each poll keeps its thread from other tasks.
pub async fn time_polls<F: Future>(work: F) -> F::Output {
    let mut work = pin!(work);
    poll_fn(|ctx| {
        let began = Instant::now();
        let polled = work.as_mut().poll(ctx);
        metrics::histogram!("lorekeeper_graphql_poll_duration_seconds").record(began.elapsed());
        polled
    })
    .await
}

/// Counts a cache lookup.
pub fn count_lookup(cache: &'static str, hit: bool) {
    let result = if hit { "hit" } else { "miss" };
    metrics::counter!("lorekeeper_cache_requests_total", "cache" => cache, "result" => result).increment(1);
}
