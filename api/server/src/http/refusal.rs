//! Error responses of middleware, in the format of the path.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use lorekeeper_graphql::error::Error;
use serde_json::json;

/// An error response: for GraphQL an error with a code, elsewhere the sentence.
pub fn refused(path: &str, status: StatusCode, error: &Error) -> Response {
    match path {
        "/graphql" => {
            let error = json!({"message": error.message, "extensions": {"code": error.code.as_str()}});
            (status, Json(json!({"errors": [error]}))).into_response()
        }
        "/health/ready" => (status, Json(json!({"ready": false, "message": error.message}))).into_response(),
        _ => (status, format!("{}\n", error.message)).into_response(),
    }
}

/// A response with status 503.
pub fn unavailable(path: &str, error: &Error) -> Response {
    refused(path, StatusCode::SERVICE_UNAVAILABLE, error)
}
