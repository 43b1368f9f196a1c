//! Verification of access tokens: JSON Web Tokens (RFC 9068) that the identity provider has signed for this server.

use super::key_set::{Endpoints, KeySet};
use super::{Grant, Rejection, Result, signature};
use crate::config::OAuth;
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Validation, decode, decode_header};
use serde::Deserialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Longest access token, in bytes.
const MAX_TOKEN_BYTES: usize = 16 * 1024;

/// How far clocks may differ.
const LEEWAY: Duration = Duration::from_mins(1);

/// The latest end of a token, in seconds since 1970: some three thousand years.
const MAX_EXPIRY: f64 = 1e11;

/// The `typ` of access tokens; many providers write `JWT`, or nothing.
const TYPES: [&str; 3] = ["at+jwt", "application/at+jwt", "jwt"];

/// Verifies access tokens.
pub struct TokenVerifier {
    settings: OAuth,
    keys: Arc<KeySet>,
}

/// What is read of a token, beside what the library checks.
#[derive(Deserialize)]
struct Claims {
    iss: Option<String>,
    exp: Option<f64>,
    sub: Option<String>,
    client_id: Option<String>,
    scope: Option<Scopes>,
    /// Some providers' name for it.
    scp: Option<Scopes>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Scopes {
    Text(String),
    List(Vec<String>),
}

impl Scopes {
    fn contains(&self, scope: &str) -> bool {
        match self {
            Self::Text(text) => text.split(' ').any(|given| given == scope),
            Self::List(list) => list.iter().any(|given| given == scope),
        }
    }
}

impl TokenVerifier {
    pub fn new(settings: OAuth) -> Self {
        signature::install();
        let keys = Arc::new(KeySet::new(&settings.issuer, settings.key_times));
        Self { settings, keys }
    }

    /// Where the provider logs users in.
    pub async fn endpoints(&self) -> Option<Endpoints> {
        self.keys.endpoints().await
    }

    /// What a token allows.
    pub async fn verify(&self, token: &str) -> Result<Grant> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(Rejection::TOO_LONG);
        }
        let header = decode_header(token).map_err(|_| Rejection::UNREADABLE)?;
        let kind = header.typ.as_deref().unwrap_or("jwt");
        if !TYPES.iter().any(|known| known.eq_ignore_ascii_case(kind)) {
            return Err(Rejection::UNREADABLE);
        }
        let keys = self.keys.find(header.kid.as_deref(), header.alg).await?;
        let mut validation = Validation::new(header.alg);
        validation.leeway = LEEWAY.as_secs();
        validation.validate_nbf = true;
        validation.set_issuer(&[&self.settings.issuer]);
        validation.set_audience(&self.settings.audience);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        let mut rejection = Rejection::UNKNOWN_KEY;
        for key in &keys {
            match decode::<Claims>(token, key, &validation) {
                Ok(token) => return self.grant(token.claims),
                Err(error) => match error.kind() {
                    // Another key may have signed it.
                    ErrorKind::InvalidSignature => rejection = Rejection::SIGNATURE,
                    kind => return Err(Rejection::of(kind)),
                },
            }
        }
        Err(rejection)
    }

    fn grant(&self, claims: Claims) -> Result<Grant> {
        let settings = &self.settings;
        // The library takes a list of issuers, too.
        if claims.iss.as_ref() != Some(&settings.issuer) {
            return Err(Rejection::ISSUER);
        }
        let has = |scope: &str| {
            let mut scopes = claims.scope.iter().chain(&claims.scp);
            scopes.any(|scopes| scopes.contains(scope))
        };
        let is_admin = has(&settings.admin_scope);
        let mut subject = DefaultHasher::new();
        claims.sub.or(claims.client_id).hash(&mut subject);
        let expiry = Duration::try_from_secs_f64(claims.exp.unwrap_or_default().min(MAX_EXPIRY)).unwrap_or_default();
        let expiry = SystemTime::UNIX_EPOCH.checked_add(expiry + LEEWAY);
        Ok(Grant {
            subject: subject.finish(),
            reads: is_admin || has(&settings.read_scope),
            is_admin,
            remaining: expiry.and_then(|end| end.duration_since(SystemTime::now()).ok()).unwrap_or_default(),
        })
    }
}
