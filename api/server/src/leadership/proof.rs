//! Challenge-response authentication of the leader: it proves that it knows the secret, without sending it.
//!
//! Any user of the machine can listen on a port of loopback that has just become free. So a follower sends nothing over
//! a connection to a port before the other end has shown that it belongs to the owner of the data directory.

use crate::secret::Secret;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderName, HeaderValue, Request, header};
use hmac::{Hmac, KeyInit, Mac};
use hyper::client::conn::http1::SendRequest;
use sha2::Sha256;
use std::io::{Error, ErrorKind};

/// Carries the random number that the leader is to sign.
pub const NONCE: HeaderName = HeaderName::from_static("lorekeeper-nonce");

/// Longest proof, in bytes.
const MAX_PROOF_BYTES: usize = 128;

/// The proof for a nonce.
pub fn sign(secret: &Secret, nonce: &[u8]) -> std::io::Result<String> {
    let key = secret.expose().as_bytes();
    let mac = Hmac::<Sha256>::new_from_slice(key).map_err(Error::other)?;
    Ok(hex::encode(mac.chain_update(nonce).finalize().into_bytes()))
}

/// Asks the other end of a connection for its proof.
pub async fn require(connection: &mut SendRequest<Body>, secret: &Secret) -> std::io::Result<()> {
    let nonce = Secret::random().map_err(|error| Error::other(error.message))?;
    let asked = Request::get("/")
        .header(header::HOST, "localhost")
        .header(NONCE, HeaderValue::from_str(nonce.expose()).map_err(Error::other)?)
        .body(Body::empty())
        .map_err(Error::other)?;
    let answer = connection.send_request(asked).await.map_err(Error::other)?;
    let proof = to_bytes(Body::new(answer.into_body()), MAX_PROOF_BYTES).await;
    let proof = Secret::of(String::from_utf8_lossy(&proof.map_err(Error::other)?).into_owned());
    if proof.is(&sign(secret, nonce.expose().as_bytes())?) {
        return connection.ready().await.map_err(Error::other);
    }
    Err(Error::new(ErrorKind::PermissionDenied, "the other end does not know the secret"))
}
