//! Where the holder of a store is reached: a file in the data directory that only its owner can read.

use crate::error::Result;
use crate::secret::Secret;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The file.
const FILE: &str = "endpoint.json";

/// Where the holder of a store is reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Endpoint {
    /// The address, on loopback.
    pub address: SocketAddr,
    /// What the holder wants to be told with every request.
    pub secret: Secret,
    /// The holder's process id.
    pub pid: u32,
    /// The holder's version of LoreKeeper.
    pub version: String,
}

impl Endpoint {
    /// The endpoint of this process at `address`, with a new secret.
    pub fn of_this_process(address: SocketAddr) -> Result<Self> {
        Ok(Self {
            address,
            secret: Secret::random()?,
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// What the data directory says; `None` where it says nothing that can be understood.
    #[must_use]
    pub fn read(data_dir: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(data_dir.join(FILE)).ok()?;
        let endpoint: Self = serde_json::from_str(&text).ok()?;
        // A secret is told to nobody but this machine.
        endpoint.address.ip().is_loopback().then_some(endpoint)
    }

    /// Writes it into the data directory, whole or not at all, and readable by its owner only from the
    /// first moment.
    pub fn publish(&self, data_dir: &Path) -> Result<Published> {
        let path = data_dir.join(FILE);
        let write = || {
            // Made with mode 0600 where there are modes, whatever the umask.
            let mut file = tempfile::Builder::new()
                .prefix(".endpoint-")
                .tempfile_in(data_dir)?;
            file.write_all(serde_json::to_string(self)?.as_bytes())?;
            file.persist(&path)?;
            Ok::<_, std::io::Error>(())
        };
        write().map_err(|cause| crate::db::unwritable(data_dir, cause))?;
        Ok(Published(path))
    }

    /// Removes what a holder that died left behind.
    pub fn remove_stale(data_dir: &Path) {
        // Mostly there is none.
        let _ = std::fs::remove_file(data_dir.join(FILE));
    }
}

/// An endpoint that others can find, until this is dropped.
#[derive(Debug)]
pub struct Published(PathBuf);

impl Drop for Published {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_published_can_be_read_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let endpoint = Endpoint::of_this_process("127.0.0.1:7".parse().unwrap()).unwrap();
        let published = endpoint.publish(folder.path()).unwrap();
        let read = Endpoint::read(folder.path()).unwrap();
        assert_eq!((read.address, read.pid), (endpoint.address, endpoint.pid));
        assert_eq!(read.secret.bearer(), endpoint.secret.bearer());
        assert_eq!(read.secret.bearer().len(), "Bearer ".len() + 64);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let meta = std::fs::metadata(folder.path().join(FILE)).unwrap();
            assert_eq!(meta.permissions().mode() & 0o777, 0o600);
        }
        drop(published);
        assert!(Endpoint::read(folder.path()).is_none());
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            0,
            "nothing is left"
        );
    }

    #[test]
    fn nonsense_and_other_machines_are_no_endpoint() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for text in [
            "",
            "{",
            r#"{"address": "127.0.0.1:1"}"#,
            r#"{"address": "10.0.0.1:1", "secret": "x", "pid": 1, "version": "0"}"#,
        ] {
            std::fs::write(&path, text).unwrap();
            assert!(Endpoint::read(folder.path()).is_none(), "{text}");
        }
        std::fs::write(
            &path,
            r#"{"address": "127.0.0.1:1", "secret": "x", "pid": 1, "version": "0"}"#,
        )
        .unwrap();
        assert!(Endpoint::read(folder.path()).is_some());
        Endpoint::remove_stale(folder.path());
        assert!(!path.exists());
    }
}
