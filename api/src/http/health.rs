//! Whether the server lives, and whether it is ready.

use super::State;
use crate::query::status;
use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// The process answers.
pub async fn live() -> &'static str {
    "alive\n"
}

/// The store answers; the body says how far the work in the background is.
pub async fn ready(Shared(state): Shared<State>) -> Response {
    let model = state.app.model_id();
    let progress = async {
        let counts = status::counts(&state.app.db.reading).await?;
        let passages = status::passages(&state.app.db.reading, model.as_deref()).await?;
        Ok::<_, crate::error::Error>((counts, passages))
    };
    match progress.await {
        Ok((counts, (passages, embedded))) => {
            let entities: i64 = counts.iter().map(|c| c.count).sum();
            let syncing = state.app.syncing.is_taken();
            Json(json!({
                "ready": true,
                "syncing": syncing,
                "entities": entities,
                "passages": passages,
                "embedded": embedded,
                "model": model,
                "nextModel": state.app.next_model_id(),
            }))
            .into_response()
        }
        Err(error) => (
            StatusCode::SERVICE_UNAVAILABLE,
            Json(json!({"ready": false, "message": error.message})),
        )
            .into_response(),
    }
}
