//! The first call of a client may come while content is still being loaded: it waits for some, and says so.

use crate::executor::{Executor, GraphqlRequest};
use crate::operation::Operation;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value};
use std::time::Duration;

/// Longest wait for the first content.
const PATIENCE: Duration = Duration::from_secs(40);

/// How often the content is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// Whether an answer's connections are all empty.
#[must_use]
pub fn found_nothing(data: &Value) -> bool {
    let pages = data.as_object().into_iter().flat_map(Map::values);
    let mut edges = pages
        .filter_map(|page| page.get("edges").and_then(Value::as_array))
        .peekable();
    edges.peek().is_some() && edges.all(Vec::is_empty)
}

/// Waits while nothing is stored and something is being loaded, telling the client how far it is. Says whether it
/// is worth asking again: there may be content by now, or another reason why there is none.
pub async fn wait(
    loading: &Operation,
    executor: &dyn Executor,
    context: &RequestContext<RoleServer>,
) -> bool {
    let began = tokio::time::Instant::now();
    let mut waited = false;
    loop {
        let request = GraphqlRequest {
            query: loading.text.clone(),
            variables: Map::new(),
        };
        let Ok(response) = executor.execute(request).await else {
            return waited;
        };
        let status = response.pointer("/data/status").unwrap_or(&Value::Null);
        let stored = status
            .get("entities")
            .and_then(Value::as_u64)
            .unwrap_or_default();
        let busy = status
            .get("loading")
            .and_then(Value::as_bool)
            .unwrap_or_default();
        if stored > 0 || !busy || began.elapsed() > PATIENCE {
            return waited || stored == 0;
        }
        waited = true;
        if let Some(token) = context.meta.get_progress_token() {
            let progress = ProgressNotificationParam::new(token, began.elapsed().as_secs_f64())
                .with_total(PATIENCE.as_secs_f64())
                .with_message("Content is being loaded for the first time.");
            // A client that has gone needs no progress.
            let _ = context.peer.notify_progress(progress).await;
        }
        tokio::time::sleep(LOOK).await;
    }
}
