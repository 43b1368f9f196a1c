//! A fake identity provider on loopback: its discovery document, its keys, and what it signs.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a test that cannot be set up fails, and says why"
)]

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use parking_lot::Mutex;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING as ES256, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::Arc;
use std::time::SystemTime;

/// The provider.
pub struct Provider {
    /// Its address, which is its name, too.
    pub url: String,
    /// The key that it publishes.
    pub key: SigningKey,
    state: Arc<Mutex<Published>>,
}

#[derive(Default)]
struct Published {
    issuer: String,
    url: String,
    keys: Vec<Value>,
    fails: bool,
    fetches: usize,
}

impl Provider {
    /// One with a key.
    pub async fn start() -> Self {
        // As the program does at its start.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("loopback");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let key = SigningKey::new("first");
        let unknown = json!({"kty": "lattice", "kid": "later"});
        let state = Arc::new(Mutex::new(Published {
            issuer: url.clone(),
            url: url.clone(),
            keys: vec![unknown, json!("nonsense"), key.public()],
            ..Published::default()
        }));
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { url, key, state }
    }

    /// Publishes another key.
    pub fn publish(&self, key: &SigningKey) {
        self.state.lock().keys.push(key.public());
    }

    /// Whether it answers no more.
    pub fn fail(&self, fails: bool) {
        self.state.lock().fails = fails;
    }

    /// Has it go by another name.
    pub fn name_itself(&self, issuer: &str) {
        issuer.clone_into(&mut self.state.lock().issuer);
    }

    /// How often its keys were asked for.
    pub fn fetches(&self) -> usize {
        self.state.lock().fetches
    }
}

async fn discovery(State(state): State<Arc<Mutex<Published>>>) -> Response {
    let state = state.lock();
    if state.fails {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let at = |path: &str| format!("{}/{path}", state.url);
    let document = json!({
        "issuer": state.issuer,
        "jwks_uri": at("keys"),
        "authorization_endpoint": at("authorize?tenant=\"one\""),
        "token_endpoint": at("token"),
    });
    Json(document).into_response()
}

async fn keys(State(state): State<Arc<Mutex<Published>>>) -> Json<Value> {
    let mut state = state.lock();
    state.fetches += 1;
    Json(json!({"keys": state.keys}))
}

/// A key of the algorithm ES256.
pub struct SigningKey {
    /// Its id in the set of keys.
    pub id: String,
    pair: EcdsaKeyPair,
}

impl SigningKey {
    /// A new one.
    pub fn new(id: &str) -> Self {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::generate_pkcs8(&ES256, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(&ES256, pair.as_ref(), &random).expect("the key");
        let id = id.to_owned();
        Self { id, pair }
    }

    fn public(&self) -> Value {
        let point = self.pair.public_key().as_ref();
        let (x, y) = (encode(&point[1..33]), encode(&point[33..]));
        json!({"kty": "EC", "crv": "P-256", "use": "sig", "kid": self.id, "x": x, "y": y})
    }

    /// An access token.
    pub fn sign(&self, claims: &Value) -> String {
        self.sign_as("at+jwt", claims)
    }

    /// A token of a type.
    pub fn sign_as(&self, kind: &str, claims: &Value) -> String {
        let message = message(&json!({"alg": "ES256", "typ": kind, "kid": self.id}), claims);
        let signature = self.pair.sign(&SystemRandom::new(), message.as_bytes());
        format!("{message}.{}", encode(signature.expect("a signature").as_ref()))
    }

    /// A token whose shared secret is the public key: what a verifier takes that lets the token say how it is verified.
    pub fn sign_by_its_public_half(&self, header: &Value, claims: &Value) -> String {
        let message = message(header, claims);
        let key = self.pair.public_key().as_ref();
        let mac = Hmac::<Sha256>::new_from_slice(key).expect("any length");
        let signature = mac.chain_update(&message).finalize().into_bytes();
        format!("{message}.{}", encode(&signature))
    }
}

fn message(header: &Value, claims: &Value) -> String {
    let part = |value: &Value| encode(value.to_string().as_bytes());
    format!("{}.{}", part(header), part(claims))
}

/// The encoding of the parts of a token.
pub fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The time, as tokens have it.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.expect("after 1970").as_secs().cast_signed()
}
