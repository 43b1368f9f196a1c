//! Liveness and readiness probes.

use super::metrics::{STORE_TIMEOUT, read};
use super::{State, unavailable};
use axum::Json;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use lorekeeper_embed::Models;
use lorekeeper_graphql::Backend;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_store::Store;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Paths of the probes. Requests for them do not count as those of a client.
pub const PATHS: [&str; 2] = ["/health/live", "/health/ready"];

/// How long a readiness check is reused: it costs the store a query.
pub const CACHE_TTL: Duration = Duration::from_secs(1);

/// Liveness: the process answers.
pub async fn live() -> &'static str {
    "alive\n"
}

/// Readiness: the store answers. The body has the progress of background work.
pub async fn ready(Shared(state): Shared<State>) -> Response {
    let Backend { store, models, .. } = &*state.backend;
    let found = state.ready.get_with((), check(store, models)).await;
    match found.as_ref() {
        Ok(body) => Json(body.clone()).into_response(),
        Err(error) => unavailable("/health/ready", error),
    }
}

async fn check(store: &Store, models: &Models) -> Arc<Result<Value>> {
    let progress = tokio::time::timeout(STORE_TIMEOUT, read(store, models)).await;
    let progress = progress.map_err(|_| timed_out());
    Arc::new(progress.and_then(|read| {
        let stored = read.map_err(Error::from)?;
        let (passages, embedded) = stored.passages;
        Ok(json!({
            "ready": true,
            "readOnly": store.is_standby(),
            "syncing": store.syncing.is_locked(),
            "entities": stored.counts.iter().map(|c| c.count).sum::<i64>(),
            "passages": passages,
            "embedded": embedded,
            "model": models.model_id(),
            "pendingModel": models.pending_model_id(),
        }))
    }))
}

fn timed_out() -> Error {
    let seconds = STORE_TIMEOUT.as_secs();
    Error::unavailable(format!("The store does not answer within {seconds} seconds."))
}
