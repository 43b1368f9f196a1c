//! Endpoint file: the address and secret of the leader's local API, in the data directory, readable by its owner only.

use super::proof;
use super::transport::Address;
use crate::secret::Secret;
use axum::body::Body;
use hyper::client::conn::http1::SendRequest;
use lorekeeper_graphql::error::Result;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;
use tempfile::TempPath;

/// Name of the file.
const FILE: &str = "endpoint.json";

/// How long the leader may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Address and secret of the leader's local API.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Endpoint {
    /// Where the local API listens.
    pub address: Address,
    /// The secret that every request must bring.
    pub secret: Secret,
    /// The leader's process id.
    pub pid: u32,
    /// The leader's version of LoreKeeper.
    pub version: String,
    /// The leader's embedding model, as its settings name it.
    #[serde(default)]
    pub model: String,
}

impl Endpoint {
    /// The endpoint of this process at `address`, with a new secret.
    pub fn of_this_process(address: Address, model: &str) -> Result<Self> {
        Ok(Self {
            address,
            secret: Secret::random()?,
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            model: model.to_owned(),
        })
    }

    /// Reads the file; `None` where there is none, or none that can be read.
    pub fn read(data_dir: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(data_dir.join(FILE)).ok()?;
        let endpoint: Self = serde_json::from_str(&text).ok()?;
        // The secret is sent to no other machine.
        endpoint.address.is_local().then_some(endpoint)
    }

    /// Opens a connection to the leader. Only the owner of the data directory reaches a socket; at a port, another program
    /// may be found.
    pub async fn connect(&self) -> std::io::Result<SendRequest<Body>> {
        let connecting = async {
            let mut connection = self.address.connect().await?;
            if let Address::Port(_) = self.address {
                proof::require(&mut connection, &self.secret).await?;
            }
            Ok(connection)
        };
        let connected = tokio::time::timeout(CONNECT_TIMEOUT, connecting).await;
        connected.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
    }

    /// Writes the file, whole or not at all, and readable by its owner only from the first moment. It is removed when
    /// its path is dropped.
    pub fn publish(&self, data_dir: &Path) -> Result<TempPath> {
        let write = || {
            // The mode is 0600 on Unix, with any umask.
            let mut file = tempfile::Builder::new().prefix(".endpoint-").tempfile_in(data_dir)?;
            serde_json::to_writer(&mut file, self)?;
            let path = data_dir.join(FILE);
            file.persist(&path)?;
            TempPath::try_from_path(path)
        };
        write().map_err(|cause| lorekeeper_store::Error::unwritable(data_dir, cause).into())
    }

    /// Removes the file of a leader that died.
    pub fn remove_stale(data_dir: &Path) {
        // Mostly there is none.
        let _ = std::fs::remove_file(data_dir.join(FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_endpoint_can_be_read_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let address = Address::Socket("socket/api.sock".into());
        let endpoint = Endpoint::of_this_process(address, "none").unwrap();
        let published = endpoint.publish(folder.path()).unwrap();
        let read = Endpoint::read(folder.path()).unwrap();
        assert_eq!((&read.address, read.pid), (&endpoint.address, endpoint.pid));
        assert_eq!(read.secret.expose(), endpoint.secret.expose());
        assert_eq!(read.secret.expose().len(), 64);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let meta = std::fs::metadata(folder.path().join(FILE)).unwrap();
            assert_eq!(meta.permissions().mode() & 0o777, 0o600);
        }
        drop(published);
        assert!(Endpoint::read(folder.path()).is_none());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }

    #[test]
    fn nonsense_and_other_machines_are_no_endpoint() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for text in [
            "",
            "{",
            r#"{"address": {"port": "127.0.0.1:1"}}"#,
            r#"{"address": {"port": "10.0.0.1:1"}, "secret": "x", "pid": 1, "version": "0", "model": "m"}"#,
        ] {
            std::fs::write(&path, text).unwrap();
            assert!(Endpoint::read(folder.path()).is_none(), "{text}");
        }
        std::fs::write(
            &path,
            r#"{"address": {"port": "127.0.0.1:1"}, "secret": "x", "pid": 1, "version": "0", "model": "m"}"#,
        )
        .unwrap();
        assert!(Endpoint::read(folder.path()).is_some());
        Endpoint::remove_stale(folder.path());
        assert!(!path.exists());
    }
}
