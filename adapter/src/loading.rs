//! The first load of content: a call that finds nothing meanwhile waits for some, and tells the client.

use crate::executor::{Executor, GraphqlRequest};
use crate::operation::Operation;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value};
use std::time::Duration;
use tokio::time::Instant;

/// Longest wait for the first content.
const MAX_WAIT: Duration = Duration::from_secs(40);

/// Pause between two looks at the content.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Whether an answer's connections are all empty.
pub fn found_nothing(data: &Value) -> bool {
    let pages = data.as_object().into_iter().flat_map(Map::values);
    let mut edges = pages.filter_map(|page| page.get("edges").or_else(|| page.get("nodes"))?.as_array()).peekable();
    edges.peek().is_some() && edges.all(Vec::is_empty)
}

/// The wait of one call for the first load.
pub struct FirstLoad {
    began: Instant,
    looked: bool,
    /// Whether nothing could be found at some time of the call; else an empty answer is the answer.
    was_empty: bool,
    is_over: bool,
}

impl FirstLoad {
    /// A wait that begins now.
    pub fn new() -> Self {
        Self { began: Instant::now(), looked: false, was_empty: false, is_over: false }
    }

    /// Waits for some content that searches find, telling the client how far the load is. Says whether it is worth
    /// asking again: content comes source by source, so there may be some by now, though not yet what is asked for.
    pub async fn wait(
        &mut self,
        loading: &Operation,
        executor: &dyn Executor,
        context: &RequestContext<RoleServer>,
    ) -> bool {
        while !self.is_over && self.began.elapsed() < MAX_WAIT {
            let request = GraphqlRequest::new(&loading.text, Map::new());
            let Ok(response) = executor.execute(request).await else {
                return false;
            };
            let status = response.pointer("/data/status").unwrap_or(&Value::Null);
            let entities = status.get("entities").and_then(Value::as_u64);
            let is_empty = entities.unwrap_or_default() == 0 || status.get("searchable") == Some(&Value::Bool(false));
            self.looked = true;
            self.was_empty |= is_empty;
            self.is_over = status.get("loading") != Some(&Value::Bool(true));
            if !self.was_empty || self.is_over {
                return self.was_empty;
            }
            self.tell(context).await;
            tokio::time::sleep(POLL_INTERVAL).await;
            if !is_empty {
                return true;
            }
        }
        false
    }

    /// Whether the store turned out to have had content all along.
    pub fn found_stocked(&self) -> bool {
        self.looked && !self.was_empty
    }

    async fn tell(&self, context: &RequestContext<RoleServer>) {
        if let Some(token) = context.meta.get_progress_token() {
            let seconds = self.began.elapsed().as_secs_f64();
            let progress = ProgressNotificationParam::new(token, seconds)
                .with_total(MAX_WAIT.as_secs_f64())
                .with_message("Content is being loaded for the first time.");
            // A client that has gone needs no progress.
            let _ = context.peer.notify_progress(progress).await;
        }
    }
}
