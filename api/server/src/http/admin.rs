//! Authentication of the admin, who may change what is stored: by the admin token, or by the scope of an access token. A
//! request can give up these rights.

use super::oauth::Shown;
use crate::config::Config;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, header};
use lorekeeper_graphql::Caller;
use lorekeeper_mcp::{CALLER_HEADER, PUBLIC_CALLER};
use lorekeeper_store::Reader;
use std::convert::Infallible;
use tower::util::MapRequestLayer;

/// Marks requests that bring the rights of the admin, and do not give up its rights.
pub fn identify(config: &Config) -> MapRequestLayer<impl Fn(Request) -> Request + Clone + Send + Sync + 'static> {
    let token = config.admin_token.clone();
    MapRequestLayer::new(move |mut request: Request| {
        let as_public = request.headers().get(CALLER_HEADER);
        if as_public.is_some_and(|caller| caller == PUBLIC_CALLER) {
            return request;
        }
        let given = request.headers().get(header::AUTHORIZATION);
        let given = given.and_then(|value| value.to_str().ok());
        let has_scope = matches!(request.extensions().get(), Some(Shown(Ok(grant))) if grant.is_admin);
        let has_token = matches!((&token, given), (Some(token), Some(given)) if token.matches_bearer(given));
        if has_token || has_scope {
            request.extensions_mut().insert(Caller::Admin);
        }
        request
    })
}

/// For whom a request is answered.
pub struct For(pub Reader);

impl<S: Send + Sync> FromRequestParts<S> for For {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(caller(&parts.extensions).reader()))
    }
}

/// The sender of a request, as it is marked by [`identify`] or by the local API.
pub fn caller(extensions: &Extensions) -> Caller {
    extensions.get().copied().unwrap_or(Caller::Public)
}
