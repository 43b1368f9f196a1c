//! The Postgres server that is measured on: a throw-away one of `.ci/postgres`, or one that is named.

use crate::Result;
use std::process::Stdio;
use tempfile::TempDir;
use tokio::process::Command;

/// A running Postgres.
pub struct Postgres {
    /// The address of its database.
    pub url: String,
    own: Option<TempDir>,
}

impl Postgres {
    /// The one at `url`, else a new one.
    pub async fn start(url: Option<&str>) -> Result<Self> {
        if let Some(url) = url {
            return Ok(Self { url: url.to_owned(), own: None });
        }
        let folder = tempfile::Builder::new().prefix("lorekeeper-performance-").tempdir()?;
        // Its server may run as another user.
        let readable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder.path(), readable)?;
        eprintln!("starting a Postgres");
        let output = script("start", &folder).stderr(Stdio::inherit()).output().await?;
        if !output.status.success() {
            return Err("there is no Postgres here; --database names another one".into());
        }
        let url = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Self { url, own: Some(folder) })
    }

    /// Stops it, if it was started here.
    pub async fn stop(self) -> Result<()> {
        if let Some(folder) = self.own {
            script("stop", &folder).status().await?;
        }
        Ok(())
    }
}

fn script(command: &str, folder: &TempDir) -> Command {
    let mut script = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.ci/postgres"));
    script.arg(command).arg(folder.path().join("postgres"));
    script
}
