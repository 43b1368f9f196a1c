//! Mutual challenge-response authentication: both ends of a connection prove that they know a secret, without sending it.
//!
//! Any user of the machine can listen on a port of loopback that has just become free. So nothing is sent over such a
//! connection before the other end has shown that it belongs to the owner of the data directory.

use crate::secret::Secret;
use constant_time_eq::constant_time_eq;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::io::{Error, ErrorKind, Result};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

type Nonce = [u8; 32];

/// Proves the secret to the server, once the server has proved it.
pub async fn as_client<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    secret: &Secret,
) -> Result<()> {
    let mine = nonce()?;
    stream.write_all(&mine).await?;
    let (mut theirs, mut proof): (Nonce, Nonce) = ([0; 32], [0; 32]);
    stream.read_exact(&mut theirs).await?;
    stream.read_exact(&mut proof).await?;
    check(&proof, &digest(secret, b"server", &mine, &theirs)?)?;
    let own = digest(secret, b"client", &mine, &theirs)?;
    stream.write_all(&own).await
}

/// Proves the secret to a client, and asks the client for its proof.
pub async fn as_server<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    secret: &Secret,
) -> Result<()> {
    let mut theirs: Nonce = [0; 32];
    stream.read_exact(&mut theirs).await?;
    let mine = nonce()?;
    stream.write_all(&mine).await?;
    let own = digest(secret, b"server", &theirs, &mine)?;
    stream.write_all(&own).await?;
    let mut proof: Nonce = [0; 32];
    stream.read_exact(&mut proof).await?;
    check(&proof, &digest(secret, b"client", &theirs, &mine)?)
}

fn nonce() -> Result<Nonce> {
    let mut nonce = [0; 32];
    getrandom::fill(&mut nonce).map_err(Error::other)?;
    Ok(nonce)
}

/// The proof of one end (`client` or `server`, so that none can be sent back as the other's).
fn digest(secret: &Secret, end: &[u8], client: &Nonce, server: &Nonce) -> Result<Nonce> {
    let key = secret.expose().as_bytes();
    let mut mac = Hmac::<Sha256>::new_from_slice(key).map_err(Error::other)?;
    for part in [end, client, server] {
        mac.update(part);
    }
    Ok(mac.finalize().into_bytes().into())
}

fn check(given: &Nonce, expected: &Nonce) -> Result<()> {
    if constant_time_eq(given, expected) {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::PermissionDenied,
        "the other end does not know the secret",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn both_ends_know_the_secret() {
        let (one, other) = (Secret::random().unwrap(), Secret::random().unwrap());
        let (mut client, mut server) = tokio::io::duplex(1000);
        let ends = tokio::join!(as_client(&mut client, &one), as_server(&mut server, &one));
        assert!(ends.0.is_ok() && ends.1.is_ok(), "{ends:?}");
        // What follows is not lost.
        client.write_all(b"GET").await.unwrap();
        let mut head = [0; 3];
        server.read_exact(&mut head).await.unwrap();
        assert_eq!(&head, b"GET");

        let (mut client, mut server) = tokio::io::duplex(1000);
        let serving = async {
            let answered = as_server(&mut server, &other).await;
            drop(server);
            answered
        };
        let asking = async {
            let asked = as_client(&mut client, &one).await;
            drop(client);
            asked
        };
        let (answered, asked) = tokio::join!(serving, asking);
        assert_eq!(asked.unwrap_err().kind(), ErrorKind::PermissionDenied);
        assert!(answered.is_err());
    }

    /// Another program at the port gets a random number, and nothing else.
    #[tokio::test]
    async fn a_server_without_the_secret_learns_nothing() {
        let secret = Secret::random().unwrap();
        let (mut client, mut server) = tokio::io::duplex(1000);
        let impostor = async {
            let mut got = vec![0; 32];
            server.read_exact(&mut got).await.unwrap();
            // Its best guess is to send back what it got.
            server.write_all(&got).await.unwrap();
            server.write_all(&got).await.unwrap();
            let mut rest = Vec::new();
            server.read_to_end(&mut rest).await.unwrap();
            rest
        };
        let asking = async {
            let asked = as_client(&mut client, &secret).await;
            drop(client);
            asked
        };
        let (sent, asked) = tokio::join!(impostor, asking);
        assert!(asked.is_err() && sent.is_empty(), "{sent:?}");
    }
}
