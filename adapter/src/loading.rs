//! The first load of content: a call that finds nothing meanwhile waits for some, and tells the client.

use crate::executor::{Executor, GraphqlRequest};
use crate::operation::Operation;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value};
use std::time::Duration;

/// Longest wait for the first content.
const MAX_WAIT: Duration = Duration::from_secs(40);

/// Pause between two looks at the content.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

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
        let is_empty = status
            .get("entities")
            .and_then(Value::as_u64)
            .unwrap_or_default()
            == 0;
        let is_loading = status.get("loading") == Some(&Value::Bool(true));
        if !is_empty || !is_loading || began.elapsed() > MAX_WAIT {
            return waited || is_empty;
        }
        waited = true;
        if let Some(token) = context.meta.get_progress_token() {
            let progress = ProgressNotificationParam::new(token, began.elapsed().as_secs_f64())
                .with_total(MAX_WAIT.as_secs_f64())
                .with_message("Content is being loaded for the first time.");
            // A client that has gone needs no progress.
            let _ = context.peer.notify_progress(progress).await;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
