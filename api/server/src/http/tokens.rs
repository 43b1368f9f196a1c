//! Authentication of readers by API tokens, where there are any, and by access tokens, where there is a login; the admin
//! token is one of the former.

use super::graphql::wants_page;
use super::oauth::{Rejection, Shown, SignIn};
use super::pages;
use super::refused;
use crate::config::Config;
use crate::secret::Secret;
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use lorekeeper_content::Family;
use lorekeeper_graphql::error::Error;
use std::sync::Arc;

/// Paths that need a token. Pages load without one: their user types it in. A WebSocket opens without one, because
/// browsers cannot send the header with it; it answers nothing before it has got a token.
const GUARDED: [&str; 5] = ["/graphql", "/mcp", "/schema.graphql", "/metrics", "/sitemap.xml"];

/// Beginnings of paths that need a token.
const GUARDED_FOLDERS: [&str; 8] =
    ["/export/", "/entity/", "/sitemap/", "/spell", "/creature", "/equipment", "/character_option", "/rule"];

/// The tokens of this server.
#[derive(Clone)]
pub struct Tokens {
    known: Arc<[Secret]>,
    required: bool,
    has_login: bool,
}

impl Tokens {
    /// The tokens of the settings.
    pub fn of(config: &Config) -> Self {
        let known = config.protection.api_tokens.iter().chain(&config.admin_token);
        Self {
            known: known.cloned().collect(),
            required: !config.protection.api_tokens.is_empty() || config.oauth.is_some(),
            has_login: config.oauth.is_some(),
        }
    }

    /// Whether reading needs no token.
    pub fn are_optional(&self) -> bool {
        !self.required
    }

    /// The response to a request without a token.
    pub fn token_required(&self, path: &str) -> Response {
        let error = Error::unauthenticated(if self.has_login {
            "This server wants a login: ask again with the access token of one, in the header \"Authorization: Bearer ...\". The header WWW-Authenticate says where to log in."
        } else {
            "This server wants an API token: send the header \"Authorization: Bearer ...\" with one that its owner gave you."
        });
        unauthenticated(path, &error)
    }

    /// The index of the token of a request.
    pub fn token_of(&self, headers: &HeaderMap) -> Option<usize> {
        self.token_in(headers.get(header::AUTHORIZATION)?.to_str().ok()?)
    }

    /// The index of the token in the value of an `Authorization` header.
    pub fn token_in(&self, given: &str) -> Option<usize> {
        // All are compared, so that the time does not reveal which one it is.
        let all = self.known.iter().enumerate();
        all.fold(None, |found, (index, token)| if token.matches_bearer(given) { Some(index) } else { found })
    }
}

/// Refuses requests without a token where one is needed.
pub async fn check(State(tokens): State<Tokens>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let guarded = GUARDED.contains(&path) || GUARDED_FOLDERS.iter().any(|folder| path.starts_with(folder));
    let open = tokens.are_optional() || !guarded || is_for_the_playground(&request);
    if open {
        return next.run(request).await;
    }
    if tokens.token_of(request.headers()).is_some() {
        return make_private(next.run(request).await);
    }
    let shown = request.extensions().get().map(|Shown(shown)| *shown);
    if shown.is_some_and(|shown| shown.is_ok_and(|grant| grant.reads)) {
        return make_private(next.run(request).await);
    }
    // The page asks for the token, and then for the entities.
    if request.method() == Method::GET && wants_page(request.headers()) && is_page(path) {
        let sign_in = request.extensions().get::<SignIn>().cloned();
        return pages::home(sign_in.map(Extension)).await;
    }
    match shown {
        None => tokens.token_required(path),
        Some(shown) => {
            let rejection = shown.err().unwrap_or(Rejection::SCOPE);
            unauthenticated(path, &rejection.error())
        }
    }
}

/// Whether a path is that of an entity or of a family, which the home page shows, too.
fn is_page(path: &str) -> bool {
    let mut parts = path.trim_start_matches('/').split('/');
    pages::script_and_style().is_some()
        && parts.next().is_some_and(|first| Family::ALL.iter().any(|family| family.name() == first))
}

/// The response to a request whose sender must show a token.
pub fn unauthenticated(path: &str, error: &Error) -> Response {
    let mut response = refused(path, StatusCode::UNAUTHORIZED, error);
    let challenge = HeaderValue::from_static("Bearer realm=\"LoreKeeper\"");
    response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    response
}

/// Keeps answers behind a token out of shared caches.
fn make_private(mut response: Response) -> Response {
    let control = response.headers().get(header::CACHE_CONTROL);
    let private = control.and_then(|value| {
        let text = value.to_str().ok()?.replace("public", "private");
        HeaderValue::from_str(&text).ok()
    });
    if let Some(private) = private {
        response.headers_mut().insert(header::CACHE_CONTROL, private);
    }
    response
}

fn is_for_the_playground(request: &Request) -> bool {
    request.method() == Method::GET
        && request.uri().path() == "/graphql"
        && request.uri().query().is_none_or(str::is_empty)
        && wants_page(request.headers())
}
