//! Sign-in on the pages: what a page must know to log its reader in by the authorization code flow.
//!
//! The page at `/login` is the only one that talks with the provider; the others have the address of it.

use super::ResourceServer;
use crate::http::pages;
use axum::Extension;
use axum::response::Response;
use serde_json::json;

/// Path of the page where one signs in, to which the provider leads back.
pub const PATH: &str = "/login";

/// Request extension: the login of a server whose pages offer it.
#[derive(Clone)]
pub struct SignIn(ResourceServer);

impl SignIn {
    /// Finds the login, where the settings name a client for the pages and the program has pages that can use it.
    pub fn find(server: &ResourceServer) -> Option<Self> {
        let has_client = server.0.settings.client_id.is_some();
        (has_client && pages::script_and_style().is_some()).then(|| Self(server.clone()))
    }
}

/// The page where one signs in. While the provider does not answer, it says so.
pub async fn page(Extension(SignIn(server)): Extension<SignIn>) -> Response {
    let settings = &server.0.settings;
    let Some(endpoints) = server.0.verifier.endpoints().await else {
        return pages::login("", None);
    };
    // Where tokens have a name that the provider is configured to, it knows no parameter for it.
    let resource = settings.audience.contains(&settings.resource);
    let provider = json!({
        "issuer": settings.issuer,
        "authorize": endpoints.authorization,
        "token": endpoints.token,
        "client": settings.client_id,
        "scope": format!("openid {}", settings.read_scope),
        "admin": settings.admin_scope,
        "resource": resource.then_some(&settings.resource),
    });
    let origin = endpoints.token.origin().ascii_serialization();
    pages::login(&provider.to_string(), Some(&origin))
}
