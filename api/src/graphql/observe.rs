//! Every operation seen from outside: its spans, its numbers, and which request an answer belongs to.
//!
//! An operation is counted under its root field, not under the name that its client gave it: there are only so many
//! fields.

use super::gate::Sorted;
use crate::error::Code;
use crate::telemetry::{RequestId, SPANS};
use async_graphql::extensions::{ExtensionContext, NextExecute};
use async_graphql::parser::types::OperationType;
use async_graphql::{Response, Value};
use std::future::poll_fn;
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tracing::{Instrument, Span};

/// From when on an operation is slow.
const SLOW: Duration = Duration::from_secs(1);

/// Longest name of an operation that is told, in characters.
const LONGEST: usize = 100;

/// Counts an error.
pub fn failed(code: &str) {
    metrics::counter!("lorekeeper_graphql_errors_total", "code" => code.to_owned()).increment(1);
}

/// Starts a batch as part of the operation that needs it.
pub fn spawn(batch: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    let span = tracing::info_span!(target: SPANS, "batch");
    tokio::spawn(held(batch).instrument(span).in_current_span())
}

/// Counts the errors of a response that was executed, and says to which request those belong that are ours.
pub fn answered(mut response: Response) -> Response {
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
            // So that whoever reads it can say which line of the log it is about.
            extensions.set("requestId", id.to_string());
        }
        failed(&code);
    }
    response
}

/// Executes an operation in a span, and counts it.
pub async fn execute(
    ctx: &ExtensionContext<'_>,
    operation_name: Option<&str>,
    next: NextExecute<'_>,
) -> Response {
    let sorted = ctx.data_opt::<Sorted>();
    let (kind, field) = sorted
        .and_then(|sorted| sorted.document.root(operation_name))
        .unwrap_or((OperationType::Query, "unknown"));
    let kind = match kind {
        OperationType::Query => "query",
        OperationType::Mutation => "mutation",
        OperationType::Subscription => "subscription",
    };
    let named = operation_name.filter(|name| !name.is_empty());
    let told: String = named.unwrap_or(field).chars().take(LONGEST).collect();
    let span = tracing::info_span!(
        target: SPANS,
        "graphql",
        otel.name = format!("{kind} {told}"),
        graphql.operation.name = named.map(|_| told.as_str()),
        graphql.operation.type = kind,
    );
    let start = Instant::now();
    let response = next.run(ctx, operation_name).instrument(span).await;
    let took = start.elapsed();
    let outcome = if response.errors.is_empty() {
        "ok"
    } else {
        "error"
    };
    metrics::counter!("lorekeeper_graphql_operations_total", "operation" => field.to_owned(), "type" => kind, "outcome" => outcome)
        .increment(1);
    metrics::histogram!("lorekeeper_graphql_operation_duration_seconds", "operation" => field.to_owned())
        .record(took);
    if took > SLOW {
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        tracing::info!(operation = ?told, field, milliseconds, "A slow operation.");
    }
    response
}

/// Works on an answer, and notes for how long each stretch of it keeps its thread from others.
pub async fn held<F: Future>(work: F) -> F::Output {
    let mut work = pin!(work);
    poll_fn(|ctx| {
        let began = Instant::now();
        let polled = work.as_mut().poll(ctx);
        metrics::histogram!("lorekeeper_graphql_hold_duration_seconds").record(began.elapsed());
        polled
    })
    .await
}

/// The span of a field of the root. Fields below are read from what it found, or come in batches, which have spans of
/// their own.
pub fn field(name: &str) -> Span {
    tracing::info_span!(target: SPANS, "field", otel.name = name)
}
