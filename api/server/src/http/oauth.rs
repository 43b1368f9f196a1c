//! OAuth resource server: access tokens of an identity provider open what fixed tokens open, and clients are told where to
//! get one (RFC 9728).
//!
//! A client without a token gets 401 with the address of the metadata, finds the provider in it, lets its user log in
//! there, and comes back with a token for this server. The provider is asked for its public keys alone.

mod access_token;
mod key_set;
mod sign_in;
mod signature;

pub use sign_in::{PATH as LOGIN, SignIn};

use super::health;
use super::rate::{RETRY_AFTER_SECONDS, retry_later};
use super::tokens::Tokens;
use crate::config::OAuth;
use access_token::TokenVerifier;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Json, Response};
use axum::routing::get;
use axum::{Extension, Router};
use jsonwebtoken::errors::ErrorKind;
use lorekeeper_graphql::error::Error;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Path of the metadata; that of a resource below the root follows it.
const METADATA: &str = "/.well-known/oauth-protected-resource";

/// Path of the endpoint of MCP, which has metadata of its own: its clients compare the address in it with the one that they
/// ask.
const MCP: &str = "/mcp";

/// What an access token allows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// A hash of the user, else of the program, that the token is for.
    pub subject: u64,
    /// Whether its scopes allow reading.
    pub reads: bool,
    /// Whether its scopes allow changing what is stored.
    pub is_admin: bool,
    /// How long it is still good.
    pub remaining: Duration,
}

/// Why an access token opens nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It is not a good one.
    Invalid(&'static str),
    /// The provider does not answer, and its keys are unknown or too old.
    Unavailable,
}

/// A result of a verification.
pub type Result<T, E = Rejection> = std::result::Result<T, E>;

impl Rejection {
    const TOO_LONG: Self = Self::Invalid("The access token is too long.");
    const UNREADABLE: Self = Self::Invalid("The token is neither one of this server nor an access token of its login.");
    const UNSIGNED: Self = Self::Invalid("The access token is not signed by a public key of its provider.");
    const UNKNOWN_KEY: Self = Self::Invalid("The access token is signed by a key that its provider does not publish.");
    const SIGNATURE: Self = Self::Invalid("The signature of the access token is wrong.");
    /// It is good, but its scopes do not allow reading.
    pub const SCOPE: Self = Self::Invalid("The scopes of the access token do not allow reading here.");
    const ISSUER: Self = Self::Invalid("The access token comes from another provider.");

    fn of(kind: &ErrorKind) -> Self {
        match kind {
            ErrorKind::ExpiredSignature => Self::Invalid("The access token has expired. Log in again."),
            ErrorKind::ImmatureSignature => Self::Invalid("The access token is not good yet."),
            ErrorKind::InvalidAudience => Self::Invalid("The access token is meant for another server."),
            ErrorKind::InvalidIssuer => Self::ISSUER,
            ErrorKind::MissingRequiredClaim(_) => {
                Self::Invalid("The access token does not say whose it is, for whom, or until when.")
            }
            _ => Self::UNREADABLE,
        }
    }

    /// The error for the client.
    pub fn error(self) -> Error {
        match self {
            Self::Invalid(sentence) => Error::unauthenticated(sentence),
            Self::Unavailable => Error::unavailable(
                "The provider of the login does not answer, so that no access token can be checked. Try again in a moment.",
            ),
        }
    }
}

/// The resource server.
#[derive(Clone)]
pub struct ResourceServer(Arc<Inner>);

struct Inner {
    verifier: TokenVerifier,
    settings: OAuth,
}

impl ResourceServer {
    /// The resource server of the settings; `None` where they name no provider.
    pub fn of(settings: Option<&OAuth>) -> Option<Self> {
        settings.map(|settings| {
            Self(Arc::new(Inner { verifier: TokenVerifier::new(settings.clone()), settings: settings.clone() }))
        })
    }

    /// What the value of an `Authorization` header allows; `None` where it is no bearer token.
    pub async fn grant(&self, authorization: &str) -> Option<Result<Grant>> {
        let (scheme, token) = authorization.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return None;
        }
        let granted = self.0.verifier.verify(token.trim()).await;
        let outcome = match granted {
            Ok(_) => "ok",
            Err(Rejection::Invalid(_)) => "invalid",
            Err(Rejection::Unavailable) => "unavailable",
        };
        metrics::counter!("lorekeeper_access_tokens_total", "outcome" => outcome).increment(1);
        Some(granted)
    }

    /// The value of `WWW-Authenticate`: where a client finds the metadata, and what was wrong.
    fn challenge(&self, path: &str, shown: Option<Result<Grant>>) -> Option<HeaderValue> {
        let settings = &self.0.settings;
        let path = if path == MCP { MCP } else { "" };
        let (problem, scope) = match shown {
            Some(Ok(grant)) if grant.reads => ("error=\"insufficient_scope\", ".to_owned(), &settings.admin_scope),
            Some(Ok(_)) => ("error=\"insufficient_scope\", ".to_owned(), &settings.read_scope),
            Some(Err(Rejection::Invalid(sentence))) => {
                (format!("error=\"invalid_token\", error_description=\"{sentence}\", "), &settings.read_scope)
            }
            Some(Err(Rejection::Unavailable)) | None => (String::new(), &settings.read_scope),
        };
        let address = format!("{}{METADATA}{path}", settings.resource);
        let challenge =
            format!("Bearer realm=\"LoreKeeper\", {problem}resource_metadata=\"{address}\", scope=\"{scope}\"");
        HeaderValue::try_from(challenge).ok()
    }

    /// The metadata of the resource below a path. Tools only read, so that their clients ask for no more.
    fn metadata(&self, path: &str) -> Value {
        let settings = &self.0.settings;
        let scopes =
            if path == MCP { vec![&settings.read_scope] } else { vec![&settings.read_scope, &settings.admin_scope] };
        json!({
            "resource": format!("{}{path}", settings.resource),
            "authorization_servers": [settings.issuer],
            "scopes_supported": scopes,
            "bearer_methods_supported": ["header"],
            "resource_name": "LoreKeeper",
        })
    }
}

/// The metadata, and the page where one signs in; no routes without a provider.
pub fn routes(server: Option<&ResourceServer>) -> Router {
    let Some(server) = server else {
        return Router::new();
    };
    let metadata = |path: &str| {
        let metadata = server.metadata(path);
        get(async |Extension(metadata): Extension<Value>| Json(metadata)).layer(Extension(metadata))
    };
    let mut routes = Router::new().route(METADATA, metadata("")).route(&format!("{METADATA}{MCP}"), metadata(MCP));
    if SignIn::find(server).is_some() {
        routes = routes.route(LOGIN, get(sign_in::page));
    }
    routes
}

/// The outcome of `recognise`, in the extensions of a request with a bearer token.
#[derive(Copy, Clone, Debug)]
pub struct Shown(pub Result<Grant>);

/// Finds out what the access token of a request allows, and tells who is refused how to log in.
pub async fn recognise(
    State((tokens, server)): State<(Tokens, Option<ResourceServer>)>,
    mut request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    let is_exempt = health::PATHS.contains(&path.as_str());
    let Some(server) = server.filter(|_| !is_exempt) else {
        return next.run(request).await;
    };
    let shown = match authorization(request.headers()) {
        Some(given) if tokens.token_in(given).is_none() => server.grant(given).await,
        _ => None,
    };
    if let Some(shown) = shown {
        request.extensions_mut().insert(Shown(shown));
    }
    if let Some(sign_in) = SignIn::find(&server) {
        request.extensions_mut().insert(sign_in);
    }
    let mut response = next.run(request).await;
    if response.status() != StatusCode::UNAUTHORIZED {
        return response;
    }
    match shown {
        Some(Ok(_)) => *response.status_mut() = StatusCode::FORBIDDEN,
        Some(Err(rejection @ Rejection::Unavailable)) => {
            let unavailable = StatusCode::SERVICE_UNAVAILABLE;
            return retry_later(&path, unavailable, &rejection.error(), RETRY_AFTER_SECONDS);
        }
        Some(Err(Rejection::Invalid(_))) | None => {}
    }
    if let Some(challenge) = server.challenge(&path, shown) {
        let headers = response.headers_mut();
        headers.insert(header::WWW_AUTHENTICATE, challenge);
    }
    response
}

fn authorization(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()
}
