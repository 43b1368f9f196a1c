//! The native Postgres that is measured on: a throw-away one of `.ci/postgres`, or one that is named.

use crate::Result;
use crate::limits::Sql;
use std::path::PathBuf;
use std::process::Stdio;
use tempfile::TempDir;
use tokio::process::Command;

/// A Postgres that is there while this is held, and has to be stopped.
pub struct Postgres {
    /// The address of its database.
    pub url: String,
    own: Option<TempDir>,
}

impl Postgres {
    /// The one at `url`, else a new one.
    pub async fn start(url: Option<&str>) -> Result<Self> {
        if let Some(url) = url {
            return Ok(Self {
                url: url.to_owned(),
                own: None,
            });
        }
        let folder = tempfile::Builder::new()
            .prefix("lorekeeper-performance-")
            .tempdir()?;
        // Its server may run as another user.
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder.path(), open)?;
        eprintln!("starting a Postgres");
        let output = script("start", &folder)
            .stderr(Stdio::inherit())
            .output()
            .await?;
        if !output.status.success() {
            return Err("there is no Postgres here; --database names another one".into());
        }
        let url = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Self {
            url,
            own: Some(folder),
        })
    }

    /// Stops it, if it was started here.
    pub async fn stop(self) -> Result<()> {
        if let Some(folder) = self.own {
            script("stop", &folder).status().await?;
        }
        Ok(())
    }
}

fn script(what: &str, folder: &TempDir) -> Command {
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.ci/postgres"));
    let data: PathBuf = folder.path().join("postgres");
    command.arg(what).arg(data);
    command
}

/// Does something in a new database on the same server, which is dropped afterwards.
pub async fn apart<T>(
    sql: &mut Sql,
    url: &str,
    what: impl AsyncFnOnce(String) -> Result<T>,
) -> Result<T> {
    let name = format!("lorekeeper_apart_{}", std::process::id());
    let mut address: reqwest::Url = url.parse()?;
    address.set_path(&name);
    sql.execute(format!("CREATE DATABASE {name}")).await?;
    let done = what(address.into()).await;
    sql.execute(format!("DROP DATABASE {name} WITH (FORCE)"))
        .await?;
    done
}
