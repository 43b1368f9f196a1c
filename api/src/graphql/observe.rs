//! Every operation seen from outside: its spans, its numbers, and which request an answer belongs to.
//!
//! An operation is counted under its root field, not under the name that its client gave it: there are only so many
//! fields.

use crate::error::Code;
use crate::telemetry::{RequestId, SPANS};
use async_graphql::extensions::{
    Extension, ExtensionContext, ExtensionFactory, NextExecute, NextRequest, NextResolve,
    ResolveInfo,
};
use async_graphql::{Response, ServerResult, Value};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tracing::Instrument;
use tracing::field::Empty;

/// From when on an operation is slow.
const SLOW: Duration = Duration::from_secs(1);

/// Longest name of an operation that is told, in characters.
const LONGEST: usize = 100;

/// Sees to it.
pub struct Observe;

impl ExtensionFactory for Observe {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Observer::default())
    }
}

/// Counts an error.
pub fn failed(code: &str) {
    metrics::counter!("lorekeeper_graphql_errors_total", "code" => code.to_owned()).increment(1);
}

/// Starts a batch as part of the operation that needs it.
pub fn spawn(batch: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    let span = tracing::info_span!(target: SPANS, "batch");
    tokio::spawn(batch.instrument(span).in_current_span())
}

/// What is known of one operation.
#[derive(Default)]
struct Observer {
    root: Mutex<Root>,
}

/// What an operation asks for.
#[derive(Clone, Default)]
struct Root {
    /// `Query`, `Mutation`, ...
    of: String,
    /// Its root field; `several` where there are.
    field: String,
}

impl Observer {
    fn root(&self) -> std::sync::MutexGuard<'_, Root> {
        self.root.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn meet(&self, of: &str, field: &str) {
        let mut root = self.root();
        if root.field.is_empty() {
            of.clone_into(&mut root.of);
            field.clone_into(&mut root.field);
        } else if root.field != field {
            "several".clone_into(&mut root.field);
        }
    }
}

#[async_trait::async_trait]
impl Extension for Observer {
    async fn request(&self, ctx: &ExtensionContext<'_>, next: NextRequest<'_>) -> Response {
        let mut response = next.run(ctx).await;
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

    async fn execute(
        &self,
        ctx: &ExtensionContext<'_>,
        operation_name: Option<&str>,
        next: NextExecute<'_>,
    ) -> Response {
        let name: String = operation_name
            .unwrap_or_default()
            .chars()
            .take(LONGEST)
            .collect();
        let span = tracing::info_span!(
            target: SPANS,
            "graphql",
            otel.name = Empty,
            graphql.operation.name = name,
            graphql.operation.type = Empty,
        );
        let start = Instant::now();
        let response = next.run(ctx, operation_name).instrument(span.clone()).await;
        let took = start.elapsed();
        let Root { of, field } = self.root().clone();
        // What the library answers by itself: `__typename`.
        let field = if field.is_empty() {
            "__typename".to_owned()
        } else {
            field
        };
        let kind = match of.as_str() {
            "Mutation" => "mutation",
            "Subscription" => "subscription",
            _ => "query",
        };
        let told = if name.is_empty() { &field } else { &name };
        span.record("otel.name", format!("{kind} {told}"));
        span.record("graphql.operation.type", kind);
        let outcome = if response.errors.is_empty() {
            "ok"
        } else {
            "error"
        };
        metrics::counter!("lorekeeper_graphql_operations_total", "operation" => field.clone(), "type" => kind, "outcome" => outcome)
            .increment(1);
        metrics::histogram!("lorekeeper_graphql_operation_duration_seconds", "operation" => field.clone())
            .record(took);
        if took > SLOW {
            let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            tracing::info!(operation = ?told, field, milliseconds, "A slow operation.");
        }
        response
    }

    async fn resolve(
        &self,
        ctx: &ExtensionContext<'_>,
        info: ResolveInfo<'_>,
        next: NextResolve<'_>,
    ) -> ServerResult<Option<Value>> {
        // Fields below the root are read from what it found, or come in batches, which have spans of their own.
        if info.path_node.parent.is_some() {
            return next.run(ctx, info).await;
        }
        self.meet(info.parent_type, info.name);
        let span = tracing::info_span!(target: SPANS, "field", otel.name = info.name);
        next.run(ctx, info).instrument(span).await
    }
}
