//! Who may read: everybody or, where there are API tokens, whoever sends one of them. The admin token is as good.

use super::refused;
use crate::config::Config;
use crate::error::Error;
use crate::secret::Secret;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

/// What a token opens. Pages may load without: they let their reader give one. A socket opens without, too, because
/// browsers cannot send the header with it; it answers nothing before it was given one.
const GUARDED: [&str; 4] = ["/graphql", "/mcp", "/schema.graphql", "/metrics"];

/// The tokens of this server.
#[derive(Clone)]
pub struct Tokens {
    known: Arc<[Secret]>,
    required: bool,
}

impl Tokens {
    /// Those of the settings.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let known = config
            .protection
            .api_tokens
            .iter()
            .chain(&config.admin_token);
        Self {
            known: known.cloned().collect(),
            required: !config.protection.api_tokens.is_empty(),
        }
    }

    /// Whether anybody may read.
    #[must_use]
    pub fn are_optional(&self) -> bool {
        !self.required
    }

    /// Which of them a request brings.
    pub fn brought(&self, headers: &HeaderMap) -> Option<usize> {
        self.named(headers.get(header::AUTHORIZATION)?.to_str().ok()?)
    }

    /// Which of them the value of a header `Authorization` says.
    #[must_use]
    pub fn named(&self, given: &str) -> Option<usize> {
        // All are compared, so that how long it takes does not say which one it is.
        let all = self.known.iter().enumerate();
        all.fold(None, |found, (index, token)| {
            if token.is_borne_by(given) {
                Some(index)
            } else {
                found
            }
        })
    }
}

/// Refuses whoever brings none where one is wanted.
pub async fn check(State(tokens): State<Tokens>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let open = tokens.are_optional() || !GUARDED.contains(&path) || is_for_the_playground(&request);
    if open {
        return next.run(request).await;
    }
    if tokens.brought(request.headers()).is_some() {
        return kept_apart(next.run(request).await);
    }
    token_wanted(path)
}

/// What whoever brings no token is told.
pub fn token_wanted(path: &str) -> Response {
    let error = Error::unauthenticated(
        "This server wants an API token: send the header \"Authorization: Bearer ...\" with one that its owner gave you.",
    );
    let mut response = refused(path, StatusCode::UNAUTHORIZED, &error);
    let challenge = HeaderValue::from_static("Bearer realm=\"LoreKeeper\"");
    response
        .headers_mut()
        .insert(header::WWW_AUTHENTICATE, challenge);
    response
}

/// Caches that several share must not keep what a token opened.
fn kept_apart(mut response: Response) -> Response {
    let control = response.headers().get(header::CACHE_CONTROL);
    let private = control.and_then(|value| {
        let text = value.to_str().ok()?.replace("public", "private");
        HeaderValue::from_str(&text).ok()
    });
    if let Some(private) = private {
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, private);
    }
    response
}

fn is_for_the_playground(request: &Request) -> bool {
    let accept = request.headers().get(header::ACCEPT);
    let wants_page = accept
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("text/html"));
    request.method() == Method::GET
        && request.uri().path() == "/graphql"
        && request.uri().query().is_none_or(str::is_empty)
        && wants_page
}
