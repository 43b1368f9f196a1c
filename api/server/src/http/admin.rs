//! Authentication of the admin, who may change what is stored: by the admin token.

use crate::config::Config;
use crate::secret::Secret;
use axum::Extension;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use lorekeeper_graphql::Admin;
use lorekeeper_graphql::error::Error;
use serde_json::json;
use tower::util::MapRequestLayer;

/// Marks requests that bring the admin token.
#[must_use]
pub fn identify(
    config: &Config,
) -> MapRequestLayer<impl Fn(Request) -> Request + Clone + Send + Sync + 'static> {
    let token = config.admin_token.clone();
    MapRequestLayer::new(move |mut request: Request| {
        if is_admin(token.as_ref(), &request) {
            request.extensions_mut().insert(Admin);
        }
        request
    })
}

fn is_admin(token: Option<&Secret>, request: &Request) -> bool {
    let given = request.headers().get(header::AUTHORIZATION);
    let given = given.and_then(|value| value.to_str().ok());
    matches!((token, given), (Some(token), Some(given)) if token.matches_bearer(given))
}

/// The mark of a request, if it has one.
pub type MaybeAdmin = Option<Extension<Admin>>;

/// The refusal of files without the admin token.
pub fn refused(error: &Error) -> Response {
    let error = json!({"message": error.message, "extensions": {"code": error.code.as_str()}});
    let challenge = [(header::WWW_AUTHENTICATE, "Bearer realm=\"LoreKeeper\"")];
    let status = StatusCode::UNAUTHORIZED;
    (status, challenge, Json(json!({"errors": [error]}))).into_response()
}
