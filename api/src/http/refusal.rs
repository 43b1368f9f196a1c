//! How a request that no handler answers is refused: in the way that its path promises.

use crate::error::Error;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use serde_json::json;

/// The refusal: GraphQL gets an error with a code, people get the sentence.
#[must_use]
pub fn refused(path: &str, status: StatusCode, error: &Error) -> Response {
    match path {
        "/graphql" => {
            let error =
                json!({"message": error.message, "extensions": {"code": error.code.as_str()}});
            (status, Json(json!({"errors": [error]}))).into_response()
        }
        "/health/ready" => (
            status,
            Json(json!({"ready": false, "message": error.message})),
        )
            .into_response(),
        _ => (status, format!("{}\n", error.message)).into_response(),
    }
}

/// Nobody can answer.
#[must_use]
pub fn unavailable(path: &str, error: &Error) -> Response {
    refused(path, StatusCode::SERVICE_UNAVAILABLE, error)
}
