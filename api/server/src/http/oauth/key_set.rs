//! JSON Web Key Set of the identity provider: found through its discovery document, cached, and fetched anew when a token
//! names a key that is not in it.
//!
//! When the provider is out of reach, known keys go on for a day. The document also says where one logs in, which the pages
//! need to know.

use super::signature::ALGORITHMS;
use super::{Rejection, Result};
use crate::config::KeyTimes;
use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use parking_lot::Mutex;
use reqwest::{Client, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most bytes of a document of the provider.
const MAX_DOCUMENT_BYTES: usize = 256 * 1024;

/// Most keys of a set.
const MAX_KEYS: usize = 64;

/// How long the provider may take for a document.
const FETCH_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a page waits for the provider.
const PAGE_TIMEOUT: Duration = Duration::from_secs(2);

/// The keys of a provider.
pub struct KeySet {
    client: reqwest::Result<Client>,
    issuer: String,
    times: KeyTimes,
    state: Mutex<State>,
    /// Held by the fetch that runs.
    fetching: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    known: Arc<[Key]>,
    endpoints: Option<Endpoints>,
    fetched: Option<Instant>,
    attempted: Option<Instant>,
    has_failed: bool,
}

struct Key {
    id: Option<String>,
    /// The only algorithm that the provider uses the key with, where it says so.
    algorithm: Option<Algorithm>,
    public: DecodingKey,
}

impl Key {
    fn read(jwk: &Jwk) -> Option<Self> {
        let common = &jwk.common;
        let signs = matches!(&common.public_key_use, None | Some(PublicKeyUse::Signature));
        let algorithm = match common.key_algorithm {
            None => None,
            Some(named) => Some(Algorithm::try_from(named).ok()?),
        };
        let public = DecodingKey::from_jwk(jwk).ok().filter(|_| signs)?;
        let id = common.key_id.clone();
        Some(Self { id, algorithm, public })
    }

    /// Whether a token with this header can be signed by it.
    fn fits(&self, id: Option<&str>, algorithm: Algorithm) -> bool {
        self.algorithm.is_none_or(|own| own == algorithm)
            && self.public.family() == algorithm.family()
            && id.is_none_or(|id| self.id.as_deref() == Some(id))
    }
}

/// What is read of a discovery document.
#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    jwks_uri: Url,
    #[serde(flatten)]
    endpoints: Option<Endpoints>,
}

/// Where a provider logs users in, and gives tokens.
#[derive(Clone, Debug, Deserialize)]
pub struct Endpoints {
    #[serde(rename = "authorization_endpoint")]
    pub authorization: Url,
    #[serde(rename = "token_endpoint")]
    pub token: Url,
}

#[derive(Deserialize)]
struct KeyList {
    keys: Vec<Value>,
}

impl KeySet {
    pub fn new(issuer: &str, times: KeyTimes) -> Self {
        let client = Client::builder().timeout(FETCH_TIMEOUT).redirect(reqwest::redirect::Policy::none());
        Self {
            client: client.build(),
            issuer: issuer.to_owned(),
            times,
            state: Mutex::default(),
            fetching: tokio::sync::Mutex::default(),
        }
    }

    /// The keys that may have signed a token with this header: one, unless the token does not say which.
    pub async fn find(self: &Arc<Self>, id: Option<&str>, algorithm: Algorithm) -> Result<Vec<DecodingKey>> {
        if !ALGORITHMS.contains(&algorithm) {
            return Err(Rejection::UNSIGNED);
        }
        if let Some(keys) = self.find_keys(id, algorithm) {
            if self.is_older_than(self.times.refresh_after) {
                let keys = Arc::clone(self);
                tokio::spawn(async move { keys.refresh().await });
            }
            return Ok(keys);
        }
        self.refresh().await;
        self.find_keys(id, algorithm)
            .ok_or_else(|| if self.state.lock().has_failed { Rejection::Unavailable } else { Rejection::UNKNOWN_KEY })
    }

    /// Where the provider logs users in; `None` where it does not say so in a moment.
    pub async fn endpoints(self: &Arc<Self>) -> Option<Endpoints> {
        if self.is_older_than(self.times.refresh_after) {
            let keys = Arc::clone(self);
            let refresh = tokio::spawn(async move { keys.refresh().await });
            // One that takes longer goes on, for those who ask later.
            let _ = tokio::time::timeout(PAGE_TIMEOUT, refresh).await;
        }
        self.state.lock().endpoints.clone()
    }

    fn find_keys(&self, id: Option<&str>, algorithm: Algorithm) -> Option<Vec<DecodingKey>> {
        if self.is_older_than(self.times.expire_after) {
            return None;
        }
        let known = Arc::clone(&self.state.lock().known);
        let fitting = known.iter().filter(|key| key.fits(id, algorithm));
        let keys: Vec<DecodingKey> = fitting.map(|key| key.public.clone()).collect();
        (!keys.is_empty()).then_some(keys)
    }

    fn is_older_than(&self, age: Duration) -> bool {
        let fetched = self.state.lock().fetched;
        fetched.is_none_or(|fetched| fetched.elapsed() > age)
    }

    /// Fetches the keys, unless that was tried a moment ago. Whoever waits for a fetch that runs takes its outcome.
    async fn refresh(&self) {
        let _turn = self.fetching.lock().await;
        let attempted = self.state.lock().attempted;
        if attempted.is_some_and(|at| at.elapsed() < self.times.between_attempts) {
            return;
        }
        let fetched = self.fetch().await;
        let mut state = self.state.lock();
        state.attempted = Some(Instant::now());
        state.has_failed = fetched.is_err();
        match fetched {
            Ok((keys, endpoints)) => {
                state.known = keys.into();
                state.endpoints = endpoints;
                state.fetched = state.attempted;
            }
            Err(cause) => tracing::warn!(cause, "The keys of the OpenID provider {} cannot be fetched.", self.issuer),
        }
    }

    /// The keys, and where one logs in; the error is for the log.
    async fn fetch(&self) -> std::result::Result<(Vec<Key>, Option<Endpoints>), String> {
        let discovered = self.discover().await?;
        // Clients compare it with the metadata of this server, letter by letter.
        if discovered.issuer != self.issuer {
            return Err(format!("it names itself {}, and so must oauth_issuer", discovered.issuer));
        }
        let is_safe = |url: &Url| !self.issuer.starts_with("https:") || url.scheme() == "https";
        if !is_safe(&discovered.jwks_uri) {
            return Err("its keys are not at an address of https".to_owned());
        }
        let endpoints = discovered.endpoints;
        let endpoints = endpoints.filter(|at| is_safe(&at.authorization) && is_safe(&at.token));
        let list: KeyList = self.document(discovered.jwks_uri).await?;
        let keys = list.keys.into_iter().take(MAX_KEYS);
        // A key of a kind that is not known here is none for others to miss.
        let keys = keys.filter_map(|key| Key::read(&serde_json::from_value(key).ok()?));
        Ok((keys.collect(), endpoints))
    }

    /// The discovery document of identity providers, or that of OAuth (RFC 8414), which has another address.
    async fn discover(&self) -> std::result::Result<Discovery, String> {
        let issuer = self.issuer.trim_end_matches('/');
        let address = |text: String| text.parse::<Url>().map_err(|cause| cause.to_string());
        let openid = address(format!("{issuer}/.well-known/openid-configuration"))?;
        let mut oauth = address(issuer.to_owned())?;
        let path = oauth.path().trim_end_matches('/');
        let path = format!("/.well-known/oauth-authorization-server{path}");
        oauth.set_path(&path);
        match self.document(openid).await {
            Ok(found) => Ok(found),
            Err(first) => self.document(oauth).await.map_err(|_| first),
        }
    }

    async fn document<T: DeserializeOwned>(&self, url: Url) -> std::result::Result<T, String> {
        let named = url.to_string();
        let told = |cause: &dyn std::fmt::Display| format!("{named}: {cause}");
        let client = self.client.as_ref().map_err(|cause| told(cause))?;
        let answer = client.get(url).send().await;
        let mut answer = answer.and_then(reqwest::Response::error_for_status).map_err(|cause| told(&cause))?;
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|cause| told(&cause))? {
            if bytes.len() + chunk.len() > MAX_DOCUMENT_BYTES {
                return Err(told(&"the document is too long"));
            }
            bytes.extend_from_slice(&chunk);
        }
        serde_json::from_slice(&bytes).map_err(|cause| told(&cause))
    }
}
