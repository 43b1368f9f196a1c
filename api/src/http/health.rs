//! Whether the server lives, and whether it is ready.

use super::{State, unavailable};
use crate::db::Told;
use crate::error::{Error, Result};
use crate::query::status;
use axum::Json;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Where that is asked. Whoever looks after the server asks there, and is no client.
pub const PATHS: [&str; 2] = ["/health/live", "/health/ready"];

/// How long what was found is told again: looking costs the store something.
pub const KNOWN: Duration = Duration::from_secs(1);

/// How long the store may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The process answers.
pub async fn live() -> &'static str {
    "alive\n"
}

/// The store answers; the body says how far the work in the background is.
pub async fn ready(Shared(state): Shared<State>) -> Response {
    let found = state.ready.get_with((), look(&state)).await;
    match found.as_ref() {
        Ok(body) => Json(body.clone()).into_response(),
        Err(error) => unavailable("/health/ready", error),
    }
}

async fn look(state: &State) -> Arc<Result<Value>> {
    let model = state.app.model_id();
    let sources = &state.app.db.sources;
    let progress = sources.ask(|| async {
        let db = state.app.db.reading();
        let counts = status::counts(&db).await?;
        let passages = status::passages(&db, model.as_deref()).await?;
        Ok::<_, Error>((counts, passages))
    });
    let progress = tokio::time::timeout(PATIENCE, progress).await;
    match progress.unwrap_or_else(|_| Err(slow())) {
        Ok((counts, (passages, embedded))) => {
            let entities: i64 = counts.iter().map(|c| c.count).sum();
            let syncing = state.app.syncing.is_taken();
            let mut found = json!({
                "ready": true,
                "syncing": syncing,
                "entities": entities,
                "passages": passages,
                "embedded": embedded,
                "model": model,
                "nextModel": state.app.next_model_id(),
            });
            if let (Some(found), true) = (found.as_object_mut(), sources.are_several()) {
                found.insert("reading".to_owned(), reading(&sources.told()));
            }
            Arc::new(Ok(found))
        }
        Err(error) => Arc::new(Err(error)),
    }
}

/// Where requests are read; without names, since anybody may ask.
fn reading(sources: &[Told]) -> Value {
    let used = sources.iter().find(|source| source.used);
    let of = |standbys: &mut dyn Iterator<Item = &Told>| standbys.filter(|s| !s.primary).count();
    json!({
        "from": if used.is_some_and(|used| used.primary) { "primary" } else { "replica" },
        "lagSeconds": used.and_then(|used| used.lag).map(|lag| lag.as_secs_f64()),
        "primary": sources.iter().any(|source| source.primary && source.usable),
        "replicas": of(&mut sources.iter()),
        "usable": of(&mut sources.iter().filter(|source| source.usable)),
    })
}

fn slow() -> Error {
    let patience = PATIENCE.as_secs();
    Error::unavailable(format!(
        "The store does not answer within {patience} seconds."
    ))
}
